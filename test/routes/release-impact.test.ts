import { expect, test } from 'vitest'

import { impactText } from '~/routes/admin+/underwriting+/releases+/index/parts-table'

const run = { id: 1, kind: 'change', part: 1 } as const

test.each([
  [{ quotes: 31, moved: 8, dollars: 24.1 }, '8 of 31 quotes, +$24.10 a month'],
  [{ quotes: 1, moved: 1, dollars: -5 }, '1 of 1 quote, −$5.00 a month'],
  [{ quotes: 1200, moved: 0, dollars: 0 }, 'No premium of 1,200 quotes changes'],
])('the answer of a run %j is told in brief', (found, text) => {
  expect(impactText({ ...run, ...found })).toBe(text)
})
