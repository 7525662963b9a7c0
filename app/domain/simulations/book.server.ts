import type { Db } from '../../../db/schema'
import { bookTiers } from '~/engine/book'
import { projectPath } from '~/project-path.server'

import { nameKey, type BookRows } from './simulate-book'
import * as queries from './simulations.queries.server'

/**
 * Approved quotes from which on their mix is used. Fewer are too few for the mix by industry and tier (judgement): 500 have about 16
 * claims a year.
 */
export const enoughQuotes = 500

/** The newest results that are read, so that the cost does not grow with the table. */
const newestResults = 20_000

/**
 * Reads the rows of the portfolio to simulate: the approved quotes where there are enough, else none, which is the bundled population.
 * Refused without five complete tiers.
 */
export async function loadBookRows(
  db: Db,
  enough = enoughQuotes,
): Promise<{ ok: true; rows: BookRows } | { ok: false; reason: 'tiers' }> {
  const [tierRows, employerRows, approved] = await Promise.all([
    queries.listTiers(db),
    queries.listEmployers(db),
    queries.listApproved(db, newestResults),
  ])
  const tiers = tierRows.flatMap((row) =>
    row.base_premium && row.max_monthly_benefit ? [completeTier(row)] : [],
  )
  if (tiers.length !== bookTiers) return { ok: false, reason: 'tiers' }

  const names = new Map(tiers.map(({ tier_name }) => [nameKey(tier_name), tier_name]))
  const quotes = approved.flatMap(({ coverage_tier, monthly_premium, max_coverage, ...row }) => {
    const tier = names.get(nameKey(coverage_tier ?? '')) // none for a deleted tier
    if (!tier || !monthly_premium || !max_coverage) return []
    return [
      { ...row, tier, premium: monthly_premium, benefit: max_coverage, combined: row.combined_risk_factor },
    ]
  })
  return {
    ok: true,
    rows: {
      tiers,
      employers: employerRows.flatMap(completeEmployer),
      quotes: quotes.length >= enough ? quotes : null,
      population: projectPath('app/engine/population.csv'),
    },
  }
}

type TierRow = Awaited<ReturnType<typeof queries.listTiers>>[number]

function completeTier(row: TierRow) {
  return {
    tier_name: row.tier_name,
    base_premium: Number(row.base_premium),
    max_monthly_benefit: Number(row.max_monthly_benefit),
    vesting_months: row.vesting_months,
    min_job_tenure_months: row.min_job_tenure_months,
    base_churn_rate: row.base_churn_rate ?? 0,
    tier_churn_factor: row.tier_churn_factor ?? 1,
  }
}

type EmployerRow = Awaited<ReturnType<typeof queries.listEmployers>>[number]

/** Returns no employer without a layoff rate: it has no record. */
function completeEmployer(row: EmployerRow) {
  const { layoff_frequency, avg_layoff_frequency } = row
  if (layoff_frequency === null || avg_layoff_frequency === null) return []
  return [{ ...row, layoff_frequency, avg_layoff_frequency }]
}
