import { exampleTiers } from '~/content/facts'
import { briefMoney, counted } from '~/domain/formats'

type PublicTier = { tier: string; premium: number | null; coverage: number | null; vesting: number }

const examples = exampleTiers.map(({ name: tier, premium, coverage, vestingMonths: vesting }) => {
  return { tier, premium, coverage, vesting }
})

/**
 * Returns what texts say of the tiers on sale, or of the example tiers while there are none: the range of their sums, that of their vesting,
 * and the tier with the smallest sum, which is the example of the home page. `tiers` are as `listPublicTiers` returns them.
 */
export function tierWords(tiers: readonly PublicTier[]) {
  const sold = tiers.flatMap(({ coverage, ...tier }) => (coverage ? [{ ...tier, coverage }] : []))
  const shown = (sold.length > 0 ? sold : examples).toSorted((one, other) => one.coverage - other.coverage)
  const sums = shown.map(({ coverage }) => coverage)
  const vesting = shown.map((tier) => tier.vesting)
  const [least, most] = [Math.min(...vesting), Math.max(...vesting)]
  const { tier: name = '', vesting: vestingMonths = least, premium = null, coverage = 0 } = shown[0] ?? {}
  return {
    sums: rangeOf(briefMoney(Math.min(...sums)), briefMoney(Math.max(...sums))),
    vesting: rangeOf(least === most ? counted(most, 'month') : String(least), counted(most, 'month')),
    smallest: { name, vestingMonths, premium, coverage },
  }
}

function rangeOf(from: string, to: string) {
  return from === to ? to : `${from} to ${to}`
}
