import { expect, it } from 'vitest'

import { parseId, quoteDigits, resultDigits } from '~/domain/ids'

it.each([
  ['1', 1],
  ['999999999', 999_999_999],
  ['2147483647', 2_147_483_647],
])('%s is an id', (text, id) => {
  expect(parseId(text)).toBe(id)
})

it.each(['12', 'Q-12', 'q12', '#12', ' q-12 ', 'Q 12', '# 12'])('%j is the number of a quote', (text) => {
  expect(quoteDigits(text)).toBe('12')
})

it.each(['12', '#12', 'Result 12', ' 12 '])('%j is the number of a result', (text) => {
  expect(resultDigits(text)).toBe('12')
})

it.each(['Q-', 'Q-x', 'R12', '1.5', 'Q--12', '-12', ''])('%j has no number of either', (text) => {
  expect([quoteDigits(text), resultDigits(text)]).toEqual([text, text])
})

it.each([
  '',
  '0',
  '01',
  '-1',
  '+1',
  '1.0',
  '1e3',
  ' 1',
  '1\n',
  '٣',
  '2147483648',
  '99999999999',
  1,
  null,
  undefined,
  ['1'],
])('%j is not an id', (text) => {
  expect(parseId(text)).toBeNull()
})
