import { money } from '~/domain/formats'

/** US dollars: the lump sum, and the monthly premium. */
type Offered = {
  tier: string | null
  coverage: number | null
  monthly: number | null
  loading_percent?: number | null
}

/** Whether the lump sum is more than the one that was rated. */
export function isMoreCover(coverage: number | null, rated: number | null) {
  return coverage !== null && rated !== null && coverage > rated
}

/** Describes the offered terms; with `rated`, also that the cover is more than was rated. */
export function termsText(
  { tier, coverage, monthly, loading_percent: loading }: Offered,
  rated: number | null = null,
) {
  const loaded = loading ? `, with a loading of ${loading}%` : ''
  const more = isMoreCover(coverage, rated)
    ? `, which is more cover than rated: from ${money(rated)} to ${money(coverage)}`
    : ''
  return `${tier}, ${money(coverage)} at most for ${money(monthly)} a month${loaded}${more}`
}

/** Asks about a lump sum that is more than the one that was rated. */
export function moreCoverQuestion({ tier, coverage, monthly }: Offered, rated: number | null) {
  return `${tier} covers ${money(coverage)}, more than the ${money(rated)} rated, for ${money(monthly)} a month: choose another tier, or save again to offer it`
}
