import type { listDecisions } from '~/domain/decisions/decisions.server'
import { money } from '~/domain/formats'
import { fourDecimals } from '~/domain/office-formats'
import type { RowOf } from '~/ui/row-of'
import { Card } from '~/ui/card'
import { TierBadge } from '~/ui/result-badges'
import { Stat } from '~/ui/stat'

type Decision = RowOf<typeof listDecisions>

/** Figures of the engine; null where a declined application has none. */
type Rated = {
  coverage_tier: string | null
  max_coverage: number | null
  monthly_premium: number | null
  annual_premium: number | null
}

type Terms = { coverage: number; monthly: number }

/** Returns the figure of the engine or, if an underwriter changed it, the new one with the rated one as its note. */
function figureOf(rated: string, offered: string | null | undefined, note?: string) {
  if (offered == null || offered === rated) return { value: rated, note }
  return { value: offered, note: `offered; rated: ${rated}` }
}

/** Returns the rated and the offered cover and premium; undefined if the result has nothing to compare with. */
export function changedTerms(
  { max_coverage, monthly_premium }: Pick<Rated, 'max_coverage' | 'monthly_premium'>,
  { coverage, monthly }: Pick<Decision, 'coverage' | 'monthly'>,
): { rated: Terms; offered: Terms } | undefined {
  if (!max_coverage || !monthly_premium || coverage === null || !monthly) return undefined
  return {
    rated: { coverage: max_coverage, monthly: monthly_premium },
    offered: { coverage, monthly },
  }
}

/** The tier, cover and premiums. `offered` is the decision that changed them, if any. */
export function PriceStats({
  rated,
  offered,
  isDeclined,
}: {
  rated: Rated
  offered: Decision | undefined
  isDeclined: boolean
}) {
  const declined = isDeclined ? 'as rated; declined by a person' : undefined
  return (
    <section aria-labelledby="coverage-details">
      <h2 id="coverage-details" className="visually-hidden">
        Coverage details
      </h2>
      <dl className="stat-grid">
        <Stat
          label="Coverage tier"
          value={<TierBadge tier={offered?.tier ?? rated.coverage_tier} />}
          note={figureOf(rated.coverage_tier ?? 'None', offered?.tier, declined).note}
        />
        <Stat
          label="Max coverage"
          {...figureOf(
            money(rated.max_coverage),
            offered && money(offered.coverage),
            declined ?? 'the largest lump sum',
          )}
        />
        <Stat
          label="Monthly premium"
          {...figureOf(
            money(rated.monthly_premium),
            offered && money(offered.monthly),
            declined ?? 'a month',
          )}
        />
        <Stat
          label="Annual premium"
          {...figureOf(
            money(rated.annual_premium),
            offered && money(offered.annual),
            declined ?? 'a year, 5% less for paying at once',
          )}
        />
      </dl>
    </section>
  )
}

export function RiskCard({
  result,
  offered,
}: {
  result: { ratio: number | null; user_score: number | null; combined_risk_factor: number | null }
  offered: Terms | undefined
}) {
  return (
    <Card title="Risk assessment">
      <dl className="result-risk">
        <Stat
          label="Ratio of coverage to monthly premium"
          {...figureOf(
            fourDecimals(result.ratio),
            offered && fourDecimals(offered.coverage / offered.monthly),
          )}
        />
        <Stat label="User score" value={fourDecimals(result.user_score)} note="0 to 100, higher is safer" />
        <Stat
          label="Combined risk factor"
          value={fourDecimals(result.combined_risk_factor)}
          note="1 is the average of the portfolio"
        />
      </dl>
    </Card>
  )
}
