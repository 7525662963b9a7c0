import { sql } from 'kysely'

import type { Db } from '../../../../db/schema'

import { isPriced } from '~/domain/tiers/priced.queries.server'
import { portfolioFactor } from '~/domain/underwriting/underwriting.queries.server'

import type { GateConfiguration, Row } from './draws'

/** Employers with which a version is checked: the newest ones, to bound the work. */
const maxEmployers = 2000

/**
 * Returns the configuration as the engine sees it: no timestamps, and no tiers without a price. Those that had one in the configuration
 * `before` stay: removing a price is refused.
 */
export async function gateConfiguration(
  db: Db,
  before: GateConfiguration | null = null,
): Promise<GateConfiguration> {
  const kept = before?.tiers.map(({ id }) => Number(id)) ?? []
  const { rows } = await sql<{ tiers: Row[]; employers: Row[]; industries: Row[]; stateRules: Row[] }>`
    select
      (select coalesce(json_agg(to_jsonb(tier) - ${times} order by id), '[]') from coverage_tiers tier
        where ${isPriced} or id = any(${kept}::integer[])) as tiers,
      (select coalesce(json_agg(to_jsonb(employer) - ${times} order by id), '[]')
        from (select * from employer_risks order by id desc limit ${maxEmployers}) employer) as employers,
      (select coalesce(json_agg(to_jsonb(industry) - ${times} order by id), '[]')
        from industry_fallbacks industry) as industries,
      (select coalesce(json_agg(json_build_object('state', state, 'factor', factor) order by state, factor), '[]')
        from state_rules) as "stateRules",
      ${portfolioFactor} as "portfolioFactor"`.execute(db)
  return rows[0] as GateConfiguration
}

/** Makes other changes of the configuration wait until the transaction ends, where they are checked first; it can still be read. */
export async function lockConfiguration(trx: Db) {
  await sql`select pg_advisory_xact_lock(7305120)`.execute(trx)
}

const times = sql`array['created_at', 'updated_at']`
