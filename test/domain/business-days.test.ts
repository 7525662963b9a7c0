import { expect, test } from 'vitest'

import { addBusinessDays, isBusinessDay } from '~/domain/business-days'

// The days on which federal offices are closed, by the Office of Personnel Management.
test.each([
  ...['2026-01-01', '2026-01-19', '2026-02-16', '2026-05-25', '2026-06-19', '2026-07-03', '2026-09-07'],
  ...['2026-10-12', '2026-11-11', '2026-11-26', '2026-12-25'],
  ...['2027-06-18', '2027-07-05', '2027-12-24', '2027-12-31'],
])('%s is a holiday', (day) => {
  expect(isBusinessDay(day)).toBe(false)
})

test.each(['2026-11-23', '2026-11-27', '2026-07-06', '2027-06-21', '2027-12-23', '2028-01-03'])(
  '%s is a business day',
  (day) => {
    expect(isBusinessDay(day)).toBe(true)
  },
)

test.each([
  ['2026-11-23', 1, '2026-11-24'],
  ['2026-11-25', 1, '2026-11-27'],
  ['2026-11-25', 2, '2026-11-30'],
  ['2026-11-27', 1, '2026-11-30'],
  ['2026-12-31', 1, '2027-01-04'],
  ['2026-11-28', 0, '2026-11-28'],
])('from %s, %i business days lead to %s', (day, count, expected) => {
  expect(addBusinessDays(day, count)).toBe(expected)
})
