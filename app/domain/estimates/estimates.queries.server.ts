import { sql } from 'kysely'

import type { Db } from '../../../db/schema'
import type { Row } from '~/domain/engine-versions/gate/draws'
import { isPriced } from '~/domain/tiers/priced.queries.server'
import { employerNamed, portfolioFactor } from '~/domain/underwriting/underwriting.queries.server'

/** What a price depends on besides the answers: the engine in use, null before there is one, and the configuration. */
export type EstimateBasis = {
  hash: string | null
  tiers: Row[]
  /** The record of the applicant's employer, if its name is known and has one. */
  employers: Row[]
  /** The industries of the answer and of that record. */
  industries: Row[]
  stateRules: Row[]
  portfolioFactor: number
}

const times = sql`array['created_at', 'updated_at']`

/** Returns the basis of estimates in an industry and at an employer, without timestamps; engines of interface 1 do not count. */
export async function estimateBasis(
  db: Db,
  industry: string,
  employer: string | null,
): Promise<EstimateBasis> {
  const employerRow = employerNamed(sql`${employer}::text`)
  const { rows } = await sql<EstimateBasis>`
    select
      (select hash from engine_versions where active and interface = 2) as hash,
      (select coalesce(json_agg(to_jsonb(tier) - ${times} order by id), '[]') from coverage_tiers tier where ${isPriced}) as tiers,
      (select coalesce(json_agg(to_jsonb(industry) - ${times}), '[]') from industry_fallbacks industry
        where industry_name = ${industry} or industry_name = (select industry ${employerRow})) as industries,
      (select coalesce(json_agg(to_jsonb(employer_row) - ${times}), '[]') ${employerRow}) as employers,
      (select coalesce(json_agg(json_build_object('state', state, 'factor', factor) order by state, factor), '[]')
        from state_rules) as "stateRules",
      ${portfolioFactor} as "portfolioFactor"`.execute(db)
  return rows[0] as EstimateBasis
}

export async function findEngine(db: Db, hash: string) {
  return db
    .selectFrom('engine_versions')
    .select(['source', 'tables'])
    .where('active', '=', true)
    .where('hash', '=', hash)
    .executeTakeFirst()
}
