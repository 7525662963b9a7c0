import { briefMoney } from '~/domain/formats'
import { Badge } from '~/ui/badge'

import { RopeBar } from '../parts/rope-bar'

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
          <RopeBar share={share} />
          <p className="pay-covered-pay">{monthsText}</p>
        </li>
      ))}
    </ul>
  )
}
