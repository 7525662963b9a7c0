import { expect, test } from 'vitest'

import { mustBeOwnId } from '~/http/api.server'
import { chooseSources } from '~/http/import-desk.server'
import { Problem } from '~/http/problem.server'

/* Fields of a call that no schema checks may be any JSON, of which some has no text. */
const noTexts: unknown[] = [
  { toString: 1 },
  { toString: null, valueOf: null },
  [{ toString: 1 }],
  {},
  [],
  true,
]

test.each(noTexts)('%j is nobody’s id', (given) => {
  expect(() => mustBeOwnId(given, 7)).toThrow(Problem)
  expect(() => mustBeOwnId(given, null)).not.toThrow()
})

test('an id is its own as a number and as text', () => {
  for (const given of [7, '7', undefined, null, '']) expect(() => mustBeOwnId(given, 7)).not.toThrow()
  for (const given of [8, '07', ' 7', '7.0']) expect(() => mustBeOwnId(given, 7)).toThrow(Problem)
})

test.each(noTexts)('%j asks for no own files alone', (only_uploaded) => {
  const form = { fields: { only_uploaded }, files: new Map(), close: () => Promise.resolve() }
  expect(chooseSources(form).errors).toEqual([])
})
