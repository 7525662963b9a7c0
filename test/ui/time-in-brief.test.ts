import { expect, test } from 'vitest'

import { timeInBrief } from '~/routes/admin+/database+/index/database-records'

test.each([
  ['2026-11-26T12:31:05.854Z', 'timestamp with time zone', '2026-11-26 12:31:05'],
  ['2026-11-26T12:31:05Z', 'timestamp with time zone', '2026-11-26 12:31:05'],
  ['2026-11-26T12:31:05.854Z', 'text', '2026-11-26T12:31:05.854Z'],
  ['infinity', 'timestamp with time zone', 'infinity'],
  [null, 'timestamp with time zone', null],
])('%s in a column of %s is shown as %s', (value, type, shown) => {
  expect(timeInBrief(value, type)).toBe(shown)
})
