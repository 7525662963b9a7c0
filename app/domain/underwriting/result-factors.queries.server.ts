import { sql } from 'kysely'

import type { Db } from '../../../db/schema'

/** A factor of a result as lists sort by it: its name, its multiplier, and the dollars a month that it adds. */
export type Factor = { factor: string; multiplier: number; dollars: number }

/** Selects the factors of the result that a common table expression named `stored` has. */
export function factorsOfStored(factors: readonly Factor[]) {
  return sql<Factor & { result_id: number }>`
    select stored.id as result_id, factor, multiplier, dollars from stored
    cross join json_to_recordset(${JSON.stringify(factors)}::json)
      as one (factor text, multiplier double precision, dollars double precision)`
}

/** Returns results whose factors are not stored yet, newest first, locked until the transaction ends. */
export async function lockUnstored(trx: Db, limit: number) {
  return trx
    .selectFrom('underwriting_results')
    .select(['id', 'calculation_details', 'monthly_premium'])
    .where('factors_stored', '=', false)
    .orderBy('id', 'desc')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
}

type Flat = { id: number; lossRatio: number | null; factors: readonly Factor[] }

/** Replaces the factors of results. */
export async function storeFactors(trx: Db, results: readonly Flat[]) {
  if (results.length === 0) return
  const ids = results.map(({ id }) => id)
  const rows = results.flatMap(({ id, factors }) => factors.map((factor) => ({ ...factor, result_id: id })))
  await trx.deleteFrom('result_factors').where('result_id', 'in', ids).execute()
  await sql`insert into result_factors (result_id, factor, multiplier, dollars)
    select result_id, factor, multiplier, dollars
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as one (result_id integer, factor text, multiplier double precision, dollars double precision)
    on conflict do nothing`.execute(trx)
  const ratios = results.map(({ id, lossRatio }) => ({ id, ratio: lossRatio }))
  await sql`update underwriting_results set factors_stored = true, expected_loss_ratio = one.ratio
    from json_to_recordset(${JSON.stringify(ratios)}::json) as one (id integer, ratio double precision)
    where underwriting_results.id = one.id`.execute(trx)
}
