import { expect, test } from 'vitest'

import { areaOf } from '~/content/office-navigation'

test('the pages of the engine belong to the same link of the bar', () => {
  const pages = ['', '/code', '/tables', '/tests', '/releases', '/referrals', '/result/1', '/quote/2']
  for (const page of pages) expect(areaOf(`/admin/underwriting${page}`)?.label, page).toBe('Underwriting')
  expect(areaOf('/admin/underwriting/results')?.label).toBe('Results')
  expect(areaOf('/admin/run-import/undo')?.label).toBe('Import')
})
