import { expect, test } from 'vitest'

import { shownRows } from '~/lists/list-page'

test.each([
  [{ count: 1, isFirstPage: true, isMore: false }, '1 entry'],
  [{ count: 50, isFirstPage: true, isMore: true }, 'The newest 50 entries; older ones on the next page'],
  [{ count: 50, isFirstPage: false, isMore: true }, '50 entries; older ones on the next page'],
  [{ count: 7, isFirstPage: false, isMore: false }, 'The last 7 entries'],
  [{ count: 50, isFirstPage: true, isMore: true, total: '1,204' }, '50 of 1,204 entries'],
  [{ count: 0, isFirstPage: true, isMore: false }, '0 entries'],
])('%j is said as %j', (page, words) => {
  expect(shownRows({ one: 'entry', many: 'entries' }, page)).toBe(words)
})
