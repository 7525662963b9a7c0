import { expect, test } from 'vitest'

import { duration } from '~/routes/admin+/session-info/duration'
import { pageName } from '~/routes/admin+/session-info/page-name'

test.each([
  [-5, '0 minutes 0 seconds'],
  [1000, '0 minutes 1 second'],
  [29_900, '0 minutes 29 seconds'],
  [60_000, '1 minute 0 seconds'],
  [3_661_000, '61 minutes 1 second'],
])('%d milliseconds are %j', (milliseconds, text) => {
  expect(duration(milliseconds)).toBe(text)
})

test.each([
  ['/admin/work', 'Work'],
  ['/admin/audit', 'Audit'],
  ['/admin/underwriting/quote/12', 'Quote Q-12'],
  ['/admin/underwriting/impact/1', 'Run over all quotes 1'],
  ['/admin/database/underwriting_results/row', 'Record of underwriting_results'],
  ['/admin/underwriting/releases/change/3', 'Change 3'],
  ['/admin/underwriting/batch/2', 'Run of many quotes 2'],
  ['/admin/underwriting/quote/12/x', null],
  ['/faq', null],
])('the page %s is named %j', (path, name) => {
  expect(pageName(path)).toBe(name)
})
