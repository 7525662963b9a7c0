import { sql, type Insertable } from 'kysely'

import type { Database, Db } from '../../../db/schema'
import { adminName } from '~/domain/accounts/admin-name.queries.server'

/** The months of claims that count for the credibility of a simulated month. */
const monthsOfClaims = 12

function factors(db: Db) {
  return db
    .selectFrom('portfolio_factors as entry')
    .leftJoin('users as author', 'author.id', 'entry.user_id')
    .leftJoin('users as decider', 'decider.id', 'entry.decided_by')
    .select([
      ...(['entry.id', 'entry.created_at', 'entry.factor', 'entry.previous', 'entry.basis'] as const),
      ...(['entry.note', 'entry.state', 'entry.user_id', 'entry.decided_at'] as const),
      adminName('author').as('author'),
      adminName('decider').as('decider'),
    ])
}

/** Returns the factor in use; none before one was released. */
export async function findReleased(db: Db) {
  return factors(db)
    .where('state', '=', 'released')
    .orderBy('decided_at', 'desc')
    .orderBy('entry.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function findProposed(db: Db) {
  return factors(db).where('state', '=', 'proposed').executeTakeFirst()
}

export async function listFactors(db: Db, limit: number) {
  return factors(db).orderBy('entry.id', 'desc').limit(limit).execute()
}

/** Locks the choice of the factor until the transaction ends; it can still be read. */
export async function lockFactors(trx: Db) {
  await sql`lock table portfolio_factors in share row exclusive mode`.execute(trx)
}

export async function insertFactor(trx: Db, factor: Insertable<Database['portfolio_factors']>) {
  return trx
    .insertInto('portfolio_factors')
    .values({ ...factor, decided_at: factor.state === 'released' ? sql<Date>`now()` : null })
    .returning('id')
    .executeTakeFirstOrThrow()
}

export async function decideFactor(
  trx: Db,
  id: number,
  decision: { state: 'released' | 'rejected' | 'withdrawn'; decided_by: number },
) {
  await trx
    .updateTable('portfolio_factors')
    .set({ ...decision, decided_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

export type SimulatedMonth = { month: string; scenario: string | null; multiplier: number; claims: number }

/** Returns the newest active simulated month that has a multiplier, with the claims of its scenario in the year that ends with it. */
export async function newestMonth(db: Db): Promise<SimulatedMonth | undefined> {
  const { rows } = await sql<SimulatedMonth>`
    select to_char(newest."SimDate", 'YYYY-MM-DD') as month, newest."ScenarioName" as scenario,
      newest."PremiumMultiplier" as multiplier,
      (select coalesce(sum("ClaimCount"), 0)::integer from synergy_data
        where is_active and "ScenarioName" is not distinct from newest."ScenarioName"
          and "SimDate" <= newest."SimDate"
          and "SimDate" > newest."SimDate" - make_interval(months => ${monthsOfClaims}::integer)) as claims
    from (
      select * from synergy_data where is_active and "PremiumMultiplier" is not null
      order by "SimDate" desc, id desc limit 1
    ) newest`.execute(db)
  return rows[0]
}
