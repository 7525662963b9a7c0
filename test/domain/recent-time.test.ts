import { expect, test } from 'vitest'

import { recentTime } from '~/domain/recent-time'

test.each([
  ['2026-11-21T10:01:30Z', 'Just now'], // another clock
  ['2026-11-21T10:00:01Z', 'Just now'],
  ['2026-11-21T10:00:00Z', '1 min ago'],
  ['2026-11-21T09:02:00Z', '59 min ago'],
  ['2026-11-21T09:01:00Z', '11/21/26 09:01'],
])('%s is told as %s', (time, words) => {
  expect(recentTime(time, '2026-11-21T10:01:00Z')).toBe(words)
})
