import type { Db } from '../../../db/schema'

/** The public data of the coverage tiers: premium in dollars a month, vesting and tenure in months, coverage in dollars. */
export async function listPublicTiers(db: Db) {
  return db
    .selectFrom('coverage_tiers')
    .select([
      'id',
      'tier_name as tier',
      'base_premium as premium',
      'vesting_months as vesting',
      'max_monthly_benefit as coverage',
      'min_job_tenure_months as tenure',
    ])
    .orderBy('base_premium')
    .orderBy('id')
    .execute()
}

/** Returns when the tiers were last changed; null if there are none. */
export async function tiersUpdatedAt(db: Db) {
  const row = await db
    .selectFrom('coverage_tiers')
    .select((eb) => eb.fn.max('updated_at').as('at'))
    .executeTakeFirst()
  return row?.at ?? null
}
