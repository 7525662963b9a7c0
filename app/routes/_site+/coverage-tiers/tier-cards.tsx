import { facts } from '~/content/facts'
import { briefMoney, counted } from '~/domain/formats'
import { Badge } from '~/ui/badge'
import { ButtonLink } from '~/ui/button'

import { RopeBar } from '../parts/rope-bar'

type Tier = {
  id: number
  tier: string
  premium: number
  vesting: number
  coverage: number
  tenure: number
}

type Props = {
  tiers: readonly Tier[]
  /** The answers of the estimate, with which an application begins. */
  answers: Record<string, string>
  /** The tier of the estimate, which stands out. */
  estimatedTier: string | null
}

/** The tiers on offer side by side, each with its price, its lump sum and a link to an application for it. */
export function TierCards({ tiers, answers, estimatedTier }: Props) {
  const max = Math.max(...tiers.map(({ coverage }) => coverage))
  return (
    <div className="chart">
      <p className="hint">Base prices: yours can be lower or higher.</p>
      <ul className="tier-cards">
        {tiers.map((tier) => (
          <TierCard
            key={tier.id}
            {...tier}
            answers={answers}
            share={tier.coverage / max}
            isEstimated={tier.tier === estimatedTier}
          />
        ))}
      </ul>
    </div>
  )
}

type CardProps = Tier & { answers: Record<string, string>; share: number; isEstimated: boolean }

function TierCard({ tier, premium, vesting, coverage, tenure, answers, share, isEstimated }: CardProps) {
  return (
    <li className={isEstimated ? 'tier-card-estimated' : undefined}>
      <div className="tier-card-name">
        <h2>{tier}</h2>
        {isEstimated ? <Badge tone="success">Your estimate</Badge> : null}
      </div>
      <p className="tier-card-price">
        <strong>{briefMoney(premium)}</strong> a month
      </p>
      <RopeBar share={share} />
      <p className="tier-card-sum">Up to {briefMoney(coverage)}, once</p>
      <dl className="tier-card-facts">
        <div>
          <dt>Paid yearly</dt>
          <dd>{briefMoney(12 * premium * (1 - facts.annualDiscountPercent / 100))}</dd>
        </div>
        <div>
          <dt>Vesting</dt>
          <dd>{counted(vesting, 'month')}</dd>
        </div>
        <div>
          <dt>Job tenure</dt>
          <dd>{counted(tenure, 'month')}</dd>
        </div>
      </dl>
      <ButtonLink
        to={`/get-a-quote?${new URLSearchParams({ ...answers, coverage_level: tier.toLowerCase() })}`}
        variant={isEstimated ? 'primary' : 'secondary'}
      >
        Ask for {tier}
      </ButtonLink>
    </li>
  )
}
