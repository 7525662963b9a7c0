import { expect, test } from 'vitest'

import { requireOwnId } from '~/http/api.server'
import { chooseSources } from '~/http/import-files.server'
import { Problem } from '~/http/problem.server'

/* Fields of a call without a schema may be any JSON, some of which cannot be converted to text. */
const noTexts: unknown[] = [
  { toString: 1 },
  { toString: null, valueOf: null },
  [{ toString: 1 }],
  {},
  [],
  true,
]

test.each(noTexts)('%j is not an id', (given) => {
  expect(() => requireOwnId(given, 7)).toThrow(Problem)
  expect(() => requireOwnId(given, null)).not.toThrow()
})

test('an id is its own as a number and as text', () => {
  for (const given of [7, '7', undefined, null, '']) expect(() => requireOwnId(given, 7)).not.toThrow()
  for (const given of [8, '07', ' 7', '7.0']) expect(() => requireOwnId(given, 7)).toThrow(Problem)
})

test.each(noTexts)('%j does not mean uploaded files only', (only_uploaded) => {
  expect(chooseSources({ only_uploaded })).toMatchObject({
    sources: { length: 5 },
    errors: [],
  })
})

test('uploads are imported alone, but for bundled files that are ticked', () => {
  const own = { 'employer-risks': new File(['x'], 'own.csv') }
  const labelsOf = (fields: Parameters<typeof chooseSources>[0]) =>
    chooseSources(fields).sources.map(({ label }) => label)
  expect(labelsOf(own)).toEqual(['own.csv'])
  expect(labelsOf({ ...own, 'bundled-coverage-tiers': 'on' })).toEqual([
    'coverage_tier_config.csv',
    'own.csv',
  ])
  expect(labelsOf({})).toHaveLength(5)
})
