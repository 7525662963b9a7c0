import { expect, test } from 'vitest'

import { outcomeText } from '~/routes/admin+/underwriting+/parts/impact-subject'
import { impactText } from '~/routes/admin+/underwriting+/releases+/index/parts-table'

const run = { id: 1, kind: 'change', part: 1, decisions: 0 } as const

test.each([
  [{ quotes: 31, moved: 8, dollars: 24.1 }, '8 of 31 quotes, +$24.10 a month'],
  [{ quotes: 1, moved: 1, dollars: -5 }, '1 of 1 quote, −$5.00 a month'],
  [{ quotes: 1200, moved: 0, dollars: 0 }, 'No premium of 1,200 quotes changes'],
])('the answer of a run %j is told in brief', (found, text) => {
  expect(impactText({ ...run, ...found })).toBe(text)
})

test.each([
  [{ moved: 8, dollars: 57.76, decisions: 0 }, '+$57.76 a month, no decision changes'],
  [{ moved: 1, dollars: -5, decisions: 1 }, '−$5.00 a month, 1 decision'],
  [{ moved: 0, dollars: 0, decisions: 0 }, 'No premium changes, no decision changes'],
])('the outcome of a run %j has its dollars and decisions', (found, text) => {
  expect(outcomeText({ id: 1, quotes: 31, ...found })).toBe(text)
})
