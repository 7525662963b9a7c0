import { sql } from 'kysely'

import type { Db } from '../../../db/schema'

export async function findMonths(db: Db, id: number) {
  const row = await db
    .selectFrom('simulation_runs')
    .select(['months', 'parameters'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

export async function listTiers(db: Db) {
  return db.selectFrom('coverage_tiers').selectAll().orderBy('base_premium').execute()
}

/** Returns the employers with the layoff rate of their industry. */
export async function listEmployers(db: Db) {
  return db
    .selectFrom('employer_risks as employer')
    .innerJoin('industry_fallbacks as industry', (join) =>
      join.on(sql`lower(industry.industry_name)`, '=', sql`lower(employer.industry)`),
    )
    .select([
      ...(['employer_name', 'layoff_frequency', 'avg_layoff_frequency'] as const),
      ...(['employer_stability_rating', 'layoff_mentions', 'financial_health'] as const),
    ])
    .execute()
}

/** Returns the newest result of each quote, among the newest `max` results, that is an approval, with the answers of the quote. */
export async function listApproved(db: Db, max: number) {
  return db
    .selectFrom(
      db
        .selectFrom(
          db.selectFrom('underwriting_results').select('id').orderBy('id', 'desc').limit(max).as('recent'),
        )
        .innerJoin('underwriting_results as result', 'result.id', 'recent.id')
        .distinctOn('result.quote_submission_id')
        .select([
          ...(['result.quote_submission_id', 'result.decision', 'result.coverage_tier'] as const),
          ...(['result.max_coverage', 'result.monthly_premium', 'result.combined_risk_factor'] as const),
        ])
        .orderBy('result.quote_submission_id')
        .orderBy('result.id', 'desc')
        .as('newest'),
    )
    .innerJoin('quote_submissions as quote', 'quote.id', 'newest.quote_submission_id')
    .where('newest.decision', '=', 'approved')
    .select([
      ...(['newest.coverage_tier', 'newest.max_coverage', 'newest.monthly_premium'] as const),
      ...(['newest.combined_risk_factor', 'quote.industry', 'quote.employment_length'] as const),
      ...(['quote.education', 'quote.employer_size', 'quote.employer_name'] as const),
    ])
    .execute()
}
