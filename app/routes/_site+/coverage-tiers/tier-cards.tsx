import { facts } from '~/content/facts'
import { briefMoney, counted } from '~/domain/formats'
import { ButtonLink } from '~/ui/button'

import { RopeBar } from '../parts/rope-bar'

type Tier = {
  id: number
  tier: string
  premium: number | null
  vesting: number
  coverage: number | null
  tenure: number
}

/**
 * The tiers on offer side by side, each with its price, its lump sum and a link to an application for it, which begins with the answers of
 * the estimate.
 */
export function TierCards({ tiers, answers }: { tiers: readonly Tier[]; answers: Record<string, string> }) {
  const max = Math.max(1, ...tiers.map(({ coverage }) => coverage ?? 0))
  return (
    <div className="chart">
      <p className="hint">Base prices: yours can be lower or higher.</p>
      <ul className="tier-cards">
        {tiers.map((tier) => (
          <TierCard key={tier.id} {...tier} answers={answers} share={(tier.coverage ?? 0) / max} />
        ))}
      </ul>
    </div>
  )
}

type CardProps = Tier & { answers: Record<string, string>; share: number }

function TierCard({ tier, premium, vesting, coverage, tenure, answers, share }: CardProps) {
  return (
    <li>
      <h2>{tier}</h2>
      {premium === null ? null : (
        <p className="tier-card-price">
          <strong>{briefMoney(premium)}</strong> a month
        </p>
      )}
      <RopeBar share={share} />
      <p className="tier-card-sum">
        {coverage === null ? 'The lump sum is not set yet' : `Up to ${briefMoney(coverage)}, once`}
      </p>
      <ul className="tier-card-facts">
        {premium === null ? null : (
          <li>{`${briefMoney(12 * premium * (1 - facts.annualDiscountPercent / 100))} for a year at once`}</li>
        )}
        <li>{counted(vesting, 'vesting month')}</li>
        <li>{`${counted(tenure, 'month')} with your employer`}</li>
      </ul>
      <ButtonLink
        to={`/get-a-quote?${new URLSearchParams({ ...answers, coverage_level: tier.toLowerCase() })}`}
        variant="secondary"
      >
        Ask for {tier}
      </ButtonLink>
    </li>
  )
}
