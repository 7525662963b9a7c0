import { expect, test } from 'vitest'

import { indentedJson } from '~/routes/admin+/database+/index/record-value'

test('a long JSON value is indented, and a short one and any other text stay as they are', () => {
  const long = { reasons: Array.from({ length: 20 }, (_, number) => ({ number })) }
  expect(indentedJson(JSON.stringify(long))).toBe(JSON.stringify(long, null, 2))
  expect(indentedJson('{"a":1}')).toBeNull()
  expect(indentedJson(`${JSON.stringify(long)}…`)).toBeNull()
  expect(indentedJson(null)).toBeNull()
})
