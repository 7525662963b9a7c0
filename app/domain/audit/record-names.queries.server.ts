import { sql } from 'kysely'

import type { Db } from '../../../db/schema'
import { offeredPremium } from '~/domain/decisions/current-decision.queries.server'
import { parseId } from '~/domain/ids'

/** A kind of record in the log, with the table and the column that name its records. */
export type NamedTable = { entity: string; table: string; column: string }

/** A record as the log refers to it. */
export type RecordKey = { entity: string; id: string }

/** Returns the names of those records that still exist. */
export async function listNames(db: Db, tables: readonly NamedTable[], records: readonly RecordKey[]) {
  const parts = tables.flatMap(({ entity, table, column }) => {
    const ids = records.flatMap((record) => (record.entity === entity ? (parseId(record.id) ?? []) : []))
    return ids.length === 0
      ? []
      : [
          sql`select ${entity}::text as entity, id::text as id, ${sql.ref(column)} as name
            from ${sql.table(table)} where id = any(${ids}::integer[])`,
        ]
  })
  if (parts.length === 0) return []
  const { rows } = await sql<RecordKey & { name: string }>`${sql.join(parts, sql` union all `)}`.execute(db)
  return rows
}

/** Returns records whose names have words that begin with those of a text search query, at most `limit` of each kind. */
export async function findNamed(db: Db, tables: readonly NamedTable[], query: string, limit: number) {
  const parts = tables.map(
    ({ entity, table, column }) =>
      sql`(select ${entity}::text as entity, id::text as id from ${sql.table(table)}
        where search_words(${sql.ref(column)}) @@ to_tsquery('simple', ${query}) limit ${limit})`,
  )
  const { rows } = await sql<RecordKey>`${sql.join(parts, sql` union all `)}`.execute(db)
  return rows
}

/** The application that a record of the log belongs to and, of a result, what the engine found; of an offer, what was offered. */
export type QuoteOfRecord = {
  quote_id: number
  name: string
  result_id: number | null
  decision: 'approved' | 'referred' | 'declined' | null
  /** US dollars a month. */
  premium: number | null
}

/** Returns the applications of those records that belong to one. */
export async function listQuotes(db: Db, records: readonly RecordKey[]) {
  const ids = (entity: string) =>
    records.flatMap((record) => (record.entity === entity ? (parseId(record.id) ?? []) : []))
  const found = sql`result.id as result_id, decision, monthly_premium::float8 as premium`
  const none = sql`null::integer as result_id, null as decision, null::float8 as premium`
  const { rows } = await sql<RecordKey & QuoteOfRecord>`
    select 'quote submission' as entity, quote.id::text as id, quote.id as quote_id, name, ${none}
    from quote_submissions quote where quote.id = any(${ids('quote submission')}::integer[])
    union all
    select 'applicant question', question.id::text, quote.id, name, ${none}
    from applicant_questions question join quote_submissions quote on quote.id = quote_submission_id
    where question.id = any(${ids('applicant question')}::integer[])
    union all
    select 'underwriting result', result.id::text, quote.id, name, ${found}
    from underwriting_results result join quote_submissions quote on quote.id = quote_submission_id
    where result.id = any(${ids('underwriting result')}::integer[])
    union all
    select 'offer', offer.id::text, quote.id, name, result.id, decision, ${offeredPremium}::float8
    from offers offer join underwriting_results result on result.id = offer.result_id
      join quote_submissions quote on quote.id = result.quote_submission_id
    where offer.id = any(${ids('offer')}::integer[])`.execute(db)
  return rows
}
