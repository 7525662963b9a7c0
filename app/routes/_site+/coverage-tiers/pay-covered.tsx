import { briefMoney } from '~/domain/formats'
import { Badge } from '~/ui/badge'

type Props = {
  /** `share` is the filled part of the bar, 0 to 1. */
  rows: readonly { tier: string; coverage: number; monthsText: string; share: number; fits: boolean }[]
}

/** The months of pay that the lump sum of each tier covers; marks the tier that fits. */
export function PayCovered({ rows }: Props) {
  return (
    <ul className="pay-covered">
      {rows.map(({ tier, coverage, monthsText, share, fits }) => (
        <li key={tier} className={fits ? 'pay-covered-fits' : undefined}>
          <p className="pay-covered-head">
            <strong>{tier}</strong>
            {fits ? <Badge tone="success">Fits you</Badge> : null}
            <span className="pay-covered-sum">{`up to ${briefMoney(coverage)}`}</span>
          </p>
          <svg className="bar" width="100%" height={14} aria-hidden="true">
            <rect className="bar-ground" x="0" y={1} width="100%" height={12} rx={3} />
            <rect x="0" y={1} width={`${Math.min(1, Math.max(0, share)) * 100}%`} height={12} rx={3} />
          </svg>
          <p className="pay-covered-pay">{monthsText}</p>
        </li>
      ))}
    </ul>
  )
}
