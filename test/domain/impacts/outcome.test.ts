import { expect, test } from 'vitest'

import { largestPart } from '~/domain/impacts/outcome'

const parts = (base_premium: number, factors: Record<string, number>) =>
  new Map(Object.entries({ base_premium, ...factors }))

test('a part that is as it was moves nothing, though its dollars follow the base premium', () => {
  const factors = { tenure: 2.4, age: 0.9 }
  expect(largestPart(parts(35, factors), parts(40, factors))).toEqual({
    factor: 'base_premium',
    dollars: 10.8,
  })
})

test.each([
  [
    'a factor of one side alone',
    { tenure: 2 },
    { tenure: 2, spouse: 1.5 },
    { factor: 'spouse', dollars: 20 },
  ],
  [
    'the larger of two that offset each other',
    { tenure: 2, age: 1 },
    { tenure: 1, age: 2 },
    { factor: 'tenure', dollars: -27.73 },
  ],
  ['none', { tenure: 2 }, { tenure: 2 }, null],
])('%s', (_, before, after, part) => {
  expect(largestPart(parts(20, before), parts(20, after))).toEqual(part)
})

test('a premium of no sound parts has none that moves it', () => {
  expect(largestPart(new Map([['tenure', 2]]), parts(20, {}))).toBeNull()
  expect(largestPart(parts(20, { tenure: 0 }), parts(20, {}))).toBeNull()
})
