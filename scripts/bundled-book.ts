// The portfolio of the bundled population, for scripts and tests, and the simulation.

import { populationMembers, populationPolicies } from '~/domain/simulations/population'
import { makeBook } from '~/engine/book'

export { scenarioNames } from '~/engine/scenario-names'
export { simulatePaths } from '~/engine/simulate-paths'
export { simulatePortfolio } from '~/engine/simulate'

type Rows = Record<string, string>[]

/** @param rowsOf reads the rows of a CSV file of the repository */
export function bundledBook(rowsOf: (path: string) => Rows) {
  const reference = (name: string) => rowsOf(`db/reference/${name}.csv`)
  const tiers = reference('coverage_tier_config').map((row) => ({
    tier_name: row.tier_name ?? '',
    base_premium: Number(row.base_premium),
    max_monthly_benefit: Number(row.max_monthly_benefit),
    vesting_months: Number(row.vesting_months),
    min_job_tenure_months: Number(row.min_job_tenure_months),
    base_churn_rate: Number(row.base_churn_rate),
    tier_churn_factor: Number(row.tier_churn_factor),
  }))
  const industries = reference('industry_fallback')
  const employers = new Map(reference('employer_risk_data').map((row) => [row.employer_name, row]))
  const members = populationMembers(rowsOf('app/engine/population.csv'), tiers, (name) => {
    const row = employers.get(name)
    const industry = industries.find(({ industry_name }) => industry_name === row?.industry)
    if (row === undefined || industry === undefined) return null
    return {
      layoff_frequency: Number(row.layoff_frequency),
      avg_layoff_frequency: Number(industry.avg_layoff_frequency),
      employer_stability_rating: Number(row.employer_stability_rating),
      layoff_mentions: Number(row.layoff_mentions),
      financial_health: row.financial_health ?? null,
    }
  })
  return makeBook(populationPolicies(members), tiers)
}
