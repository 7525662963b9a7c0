import { expect, test } from 'vitest'

import { tierWords } from '~/domain/tiers/tier-words.server'

test('the words about tiers follow the tiers on sale, and the examples without any', () => {
  const basic = { tier: 'Basic', premium: 27, coverage: 5500, vesting: 2 }
  const ultra = { tier: 'Ultra', premium: 110, coverage: 25_000, vesting: 6 }
  expect(tierWords([ultra, { tier: 'Draft', premium: null, coverage: null, vesting: 9 }, basic])).toEqual({
    sums: '$5,500 to $25,000',
    vesting: '2 to 6 months',
    smallest: { name: 'Basic', vestingMonths: 2, premium: 27, coverage: 5500 },
  })
  expect(tierWords([{ ...basic, vesting: 1 }])).toMatchObject({ sums: '$5,500', vesting: '1 month' })
  expect(tierWords([])).toEqual({
    sums: '$5,000 to $25,000',
    vesting: '3 to 6 months',
    smallest: { name: 'Basic', vestingMonths: 3, premium: 25, coverage: 5000 },
  })
})
