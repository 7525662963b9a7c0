import { useId } from 'react'

import { briefMoney, counted } from '~/domain/formats'

type Props = {
  /** Premiums are dollars per month, coverage is the maximum lump sum. */
  tiers: readonly { name: string; premium: number; coverage: number; vestingMonths: number }[]
}

/** Percent of the width for bars; the rest is for the figure after the longest bar. */
const barRoom = 66

/** Compares tiers: maximum lump sum, premium and vesting period. */
export function TierChart({ tiers }: Props) {
  const id = useId()
  const max = Math.max(1, ...tiers.map(({ coverage }) => coverage))
  return (
    <figure className="chart">
      <ul className="tier-chart">
        {tiers.map(({ name, premium, coverage, vestingMonths }, index) => (
          <li key={name}>
            <strong className="tier-chart-name">{name}</strong>
            <svg
              className="bar"
              width="100%"
              height={28}
              role="img"
              aria-labelledby={`${id}-${index}-title ${id}-${index}-text`}
            >
              <title id={`${id}-${index}-title`}>Lump sum</title>
              <desc id={`${id}-${index}-text`}>{`up to ${briefMoney(coverage)}`}</desc>
              <rect y={4} width={`${Math.max(0.4, (coverage / max) * barRoom)}%`} height={20} rx={3} />
              <text x={`${(coverage / max) * barRoom}%`} dx={8} y={19}>
                {briefMoney(coverage)}
              </text>
            </svg>
            <span className="tier-chart-premium">
              <strong>{briefMoney(premium)}</strong> a month
            </span>
            <span className="tier-chart-vesting">{counted(vestingMonths, 'vesting month')}</span>
          </li>
        ))}
      </ul>
      <figcaption>
        A bar shows the most that the lump sum of a tier can be. Prices are base prices: a person’s own can be
        lower or higher.
      </figcaption>
    </figure>
  )
}
