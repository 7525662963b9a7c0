import { expect, test } from 'vitest'

import { crossedTier } from '~/routes/admin+/underwriting+/index/crossed-tier'

const tier = (id: number, base_premium: number | null, max_monthly_benefit: number | null) => ({
  id,
  tier_name: `Tier ${id}`,
  base_premium,
  max_monthly_benefit,
})
const tiers = [tier(1, 25, 5000), tier(2, 35, 8000), tier(3, 60, 12_000), tier(4, null, null)]

test.each([
  [{ base_premium: 38 }, null],
  [{ base_premium: 60 }, null],
  [{ base_premium: 64 }, 'It costs more than tier Tier 3 ($60.00) now, which covers more.'],
  [{ base_premium: 20 }, 'It costs less than tier Tier 1 ($25.00) now, which covers less.'],
  [{ max_monthly_benefit: 13_000 }, 'It costs less than tier Tier 3 ($60.00) now, which covers less.'],
  [{ base_premium: null }, null],
])('a tier with %o is said to cross another one where it does', (change, said) => {
  const before = tiers[1]!
  expect(crossedTier(tiers, { before, after: { ...before, ...change } })).toBe(said)
})

test('a tier that crossed another one before its change is not told again', () => {
  const before = tier(2, 64, 8000)
  expect(crossedTier([tiers[0]!, before, tiers[2]!], { before, after: tier(2, 65, 8000) })).toBeNull()
})
