import { money } from '~/domain/formats'

type Tier = Partial<Record<string, unknown>>

/** Returns the first of `tiers` that a changed one crosses: since the change, the one with more cover costs less. Null if none. */
export function crossedTier(tiers: readonly Tier[], { before, after }: { before: Tier; after: Tier }) {
  if (!before.base_premium || !after.base_premium) return null
  const other = tiers.find(
    (tier) => tier.id !== before.id && isCrossed(after, tier) && !isCrossed(before, tier),
  )
  if (!other) return null
  const more = Number(after.base_premium) > Number(other.base_premium) ? 'more' : 'less'
  return `It costs ${more} than tier ${String(other.tier_name)} (${money(Number(other.base_premium))}) now, which covers ${more}.`
}

function isCrossed(tier: Tier, other: Tier) {
  const [premium = 0, benefit = 0] = ['base_premium', 'max_monthly_benefit'].map(
    (name) => Number(tier[name] ?? NaN) - Number(other[name] ?? NaN),
  )
  return premium * benefit < 0
}
