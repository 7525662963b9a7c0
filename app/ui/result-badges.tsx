import { capital } from '~/domain/formats'
import { Badge } from './badge'

/** A tier: primary for Elite, success for the others; N/A if there is none. */
export function TierBadge({ tier }: { tier: string | null }) {
  return tier === null ? <>N/A</> : <Badge tone={tier === 'Elite' ? 'primary' : 'success'}>{tier}</Badge>
}

const decisionTones: Record<string, 'green' | 'yellow' | 'red'> = {
  approved: 'green',
  referred: 'yellow',
  accepted: 'green',
  changed: 'green',
  declined: 'red',
}

type DecisionProps = {
  decision: string
  verdict?: string | null
  /** Whether it is a referral that a newer result has replaced. */
  replaced?: boolean
}

/** The engine's decision or, after a referral, the underwriter's. */
export function DecisionBadge({ decision, verdict = null, replaced = false }: DecisionProps) {
  const word = replaced ? 'replaced' : (verdict ?? decision)
  return (
    <Badge tone={decisionTones[word] ?? 'neutral'}>
      {capital(word)}
      {verdict === null ? null : <span className="visually-hidden"> by a person</span>}
    </Badge>
  )
}
