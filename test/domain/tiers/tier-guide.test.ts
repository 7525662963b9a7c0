import { describe, expect, test } from 'vitest'

import { exampleTiers, facts } from '~/content/facts'
import { addDays, addMonths, longDate } from '~/domain/dates'
import { parseFields } from '~/domain/parse-fields'
import { coverDates, guideToTier, tierGuideSchema } from '~/domain/tiers/tier-guide'

const tiers = exampleTiers.map(({ name, coverage, vestingMonths }) => ({
  tier: name,
  coverage,
  vesting: vestingMonths,
}))
const guide = (pay: number, household: number, reserve: number) =>
  guideToTier(tiers, { pay, household, reserve }, facts.maxMonthsOfPay)

describe('the tier guide', () => {
  test.each([
    [2500, 1, 0, 2, 'Basic'], // two months are 5,000
    [2501, 1, 0, 2, 'Standard'],
    [4000, 3, 0, 3, 'Premium'], // three months are 12,000
    [4000, 3, 1, 2, 'Standard'],
    [4000, 3, 60, 0, 'Basic'],
    [4000, 20, 0, 6, 'Ultra'], // up to six months: 24,000
    [50_000, 1, 0, 2, 'Ultra'], // no tier reaches it
  ])(
    'for %d a month, %d people and %d months of reserve needs %d months: %s',
    (pay, household, reserve, months, name) => {
      const { neededMonths, suitable } = guide(pay, household, reserve)
      expect(neededMonths).toBeCloseTo(months, 9)
      expect(suitable?.tier).toBe(name)
    },
  )

  test('reports when even the largest tier falls short', () => {
    expect(guide(50_000, 1, 0).reached).toBe(false)
    expect(guide(2500, 1, 0).reached).toBe(true)
  })

  test('never covers more than six months of pay', () => {
    for (const row of guide(500, 1, 0).rows) {
      expect(row.sum).toBeLessThanOrEqual(3000)
      expect(row.months).toBeLessThanOrEqual(6)
    }
  })

  test('recommends none when there are no tiers', () => {
    expect(guideToTier([], { pay: 1000, household: 1, reserve: 0 }, 6).suitable).toBeNull()
  })

  test.each([
    [{ pay: '', household: '1', reserve: '0' }, 'Monthly pay is required'],
    [
      { pay: '30', household: '1', reserve: '0' },
      'Enter your monthly pay in dollars, from 100 to 100,000: not your pay for an hour or a year',
    ],
    [
      { pay: 'lots', household: '1', reserve: '0' },
      'Enter your monthly pay in dollars, from 100 to 100,000: not your pay for an hour or a year. Write it like 1,500 or 1,500.5',
    ],
    [{ pay: '$4,000', household: '1.5', reserve: '0' }, 'Household size must be a whole number from 1 to 20'],
    [{ pay: '4000', household: '1', reserve: '-1' }, 'Months of reserve must be a number from 0 to 60'],
  ])('%j gets the error %s', (fields, message) => {
    const parsed = parseFields(tierGuideSchema, fields)
    expect(parsed.ok || parsed.errors).toMatchObject([{ message }])
  })
})

describe('dates of a cover', () => {
  test('are calendar dates', () => {
    expect(coverDates('2027-01-05', 3, 14)).toEqual({
      start: '2027-01-05',
      loss: '2027-04-05',
      paid: '2027-04-19',
    })
    expect(addMonths('2027-11-30', 3)).toBe('2028-02-29')
    expect(addMonths('2026-12-31', 6)).toBe('2027-06-30')
    expect(addDays('2028-02-28', 2)).toBe('2028-03-01')
    expect(longDate('2027-01-05')).toBe('January 5, 2027')
  })
})
