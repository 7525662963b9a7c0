import { money } from '~/domain/formats'

type Totals = { before: number; after: number }
type NamedSide = { decision: string; tier: string | null; premium: number }

/** What a change of a record does to the newest quotes. Money in US dollars a month. */
export type RecordPreview = {
  /** The quotes that were run, and how many of them gave no result. */
  quotes: number
  failed: number
  dearer: number
  cheaper: number
  /** The quotes with another decision, and with another tier. */
  decisions: number
  tiers: number
  /** Premiums of those that are not declined, and their expected claims. */
  premium: Totals
  claims: Totals
  /** Changed decisions first, then the largest changes of the premium. */
  named: { id: number; before: NamedSide; after: NamedSide }[]
}

/** Returns the totals of a preview as sentences. */
export function previewText({
  quotes,
  failed,
  dearer,
  cheaper,
  decisions,
  tiers,
  premium,
  claims,
}: RecordPreview) {
  const of = quotes === 1 ? 'Of 1 stored quote' : `Of the newest ${quotes} quotes`
  if (quotes === 0) return 'No quotes are stored: nothing changes yet.'
  if (failed === quotes) return `${of} none gets a price.`
  if (dearer + cheaper + decisions + tiers + failed === 0) return `${of} none changes.`
  const parts = [
    ...(dearer > 0 ? [`${dearer} cost${dearer === 1 ? 's' : ''} more`] : []),
    ...(cheaper > 0 ? [`${cheaper} cost${cheaper === 1 ? 's' : ''} less`] : []),
    ...(decisions > 0 ? [`${decisions} get${decisions === 1 ? 's' : ''} another decision`] : []),
    ...(tiers > 0 ? [`${tiers} get${tiers === 1 ? 's' : ''} another tier`] : []),
    ...(failed > 0 ? [`${failed} give${failed === 1 ? 's' : ''} no result`] : []),
  ]
  const change = premium.before === 0 ? '' : ` (${signedPercent(premium.after / premium.before - 1)})`
  const ratio = (side: keyof Totals) =>
    premium[side] === 0 ? 'none' : `${((100 * claims[side]) / premium[side]).toFixed(1)}%`
  return (
    `${of} ${parts.join(', ')}. Premiums go from ${money(premium.before)} to ${money(premium.after)} a month${change}, ` +
    `the expected loss ratio from ${ratio('before')} to ${ratio('after')}.`
  )
}

function signedPercent(share: number) {
  const text = (100 * Math.abs(share)).toFixed(1)
  return `${share < 0 ? '−' : '+'}${text}%`
}
