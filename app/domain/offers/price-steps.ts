import { money, signedMoney } from '~/domain/formats'

import type { PriceLine } from './offer-summary'

/** A bar of a waterfall: it runs from one share of the scale to another, 0 to 1. */
export type PriceStep = {
  label: string
  value: string
  from: number
  to: number
  kind: 'sum' | 'up' | 'down'
}

type Priced = {
  tier: string | null
  monthly: number | null
  price: { base: number; lines: readonly PriceLine[] } | null
}

/** Returns the way from the tier's base premium to the price of an offer as bars, first and last from zero; empty without a price. */
export function priceSteps(
  { price, tier, monthly }: Priced,
  lastLabel = 'Your monthly premium',
): PriceStep[] {
  if (price === null || monthly === null) return []
  const sums = [price.base]
  for (const { dollars } of price.lines) sums.push((sums.at(-1) ?? 0) + dollars)
  const max = Math.max(monthly, ...sums)
  const sum = (label: string, dollars: number): PriceStep => ({
    label,
    value: money(dollars),
    from: 0,
    to: dollars / max,
    kind: 'sum',
  })
  return [
    sum(`${tier} for the average applicant`, price.base),
    ...price.lines.map(({ label, dollars }, index): PriceStep => ({
      label,
      value: signedMoney(dollars),
      from: (sums[index] ?? 0) / max,
      to: (sums[index + 1] ?? 0) / max,
      kind: dollars > 0 ? 'up' : 'down',
    })),
    sum(lastLabel, monthly),
  ]
}
