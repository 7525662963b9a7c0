import { money } from '~/domain/formats'

import type { Verdict } from './decisions.options'

/** Who decides about referred results: an underwriter within limits, a senior without. */
export const authorities = [
  { value: 'underwriter', label: 'Underwriter: decides within limits, a senior confirms what goes further' },
  { value: 'senior', label: 'Senior: decides everything, and confirms decisions of others' },
] as const

export type Authority = (typeof authorities)[number]['value']

/** The limits of an underwriter without a senior: US dollars of the lump sum, percent of the premium. */
export const underwriterLimits = { coverage: 12_000, loading: 25 }

/** `coverage` is the lump sum in US dollars that the decision offers; null without a tier. */
export type Decided = {
  verdict: Verdict
  coverage: number | null
  loading_percent: number | null
  exclusion: string | null
}

/** Returns why a decision exceeds the authority of an underwriter, or null. A refusal never does. */
export function beyondUnderwriter({ verdict, coverage, loading_percent, exclusion }: Decided) {
  if (verdict === 'declined') return null
  if ((coverage ?? 0) > underwriterLimits.coverage)
    return `it covers more than ${money(underwriterLimits.coverage)}`
  if ((loading_percent ?? 0) > underwriterLimits.loading)
    return `its loading is above ${underwriterLimits.loading}%`
  return exclusion === null ? null : 'it excludes a cause of loss'
}
