import { briefMoney } from '~/domain/formats'
import { Badge } from '~/ui/badge'

import { RopeBar } from '../parts/rope-bar'

type Props = {
  /** `share` is the filled part of the bar, 0 to 1. */
  rows: readonly { tier: string; coverage: number; monthsText: string; share: number; badge: string | null }[]
}

/** The months of pay that the lump sum of each tier covers; marks the recommended one. */
export function PayCovered({ rows }: Props) {
  return (
    <ul className="pay-covered">
      {rows.map(({ tier, coverage, monthsText, share, badge }) => (
        <li key={tier} className={badge === null ? undefined : 'pay-covered-fits'}>
          <p className="pay-covered-head">
            <strong>{tier}</strong>
            {badge === null ? null : (
              <Badge tone={badge === 'Fits you' ? 'success' : 'neutral'}>{badge}</Badge>
            )}
            <span className="pay-covered-sum">{`up to ${briefMoney(coverage)}`}</span>
          </p>
          <RopeBar share={share} />
          <p className="pay-covered-pay">{monthsText}</p>
        </li>
      ))}
    </ul>
  )
}
