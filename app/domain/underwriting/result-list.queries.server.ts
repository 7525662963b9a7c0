import { sql, type RawBuilder } from 'kysely'

import type { Db } from '../../../db/schema'
import { hasText } from '~/domain/has-text.queries.server'

import type { ResultGroup, ResultSort } from './result-list'
import { resultColumns } from './underwriting.queries.server'

export type ResultFilter = {
  decision?: 'approved' | 'referred' | 'declined'
  tier?: string
  quoteId?: number
  employer?: string
  industry?: string
  from?: Date
  before?: Date
  /** Matches the tier, the decision, and the id of the result or of its quote. */
  search?: string
}

export type ResultQuery = { filter: ResultFilter; sort: ResultSort; factor: string }

/** A result as lists show it. Its dollars are those of the chosen factor. */
export type ResultListRow = {
  id: number
  date_created: Date
  quote_submission_id: number
  name: string
  employer: string
  industry: string
  coverage_tier: string | null
  decision: 'approved' | 'referred' | 'declined'
  monthly_premium: number | null
  user_score: number
  combined_risk_factor: number
  expected_loss_ratio: number | null
  factor_dollars: number | null
}

/** The maximum of an exact count. */
export const countedUpTo = 10_000

/** The newest results that are grouped. */
export const groupedUpTo = 50_000

const results = sql`underwriting_results result_row`
const withQuote = sql`join quote_submissions quote_row on quote_row.id = result_row.quote_submission_id`

/** The sort value of each column, exactly as the indexes of migration 0041 have it. */
const sortValues: Record<ResultSort['field'], RawBuilder<unknown>> = {
  id: sql`result_row.id`,
  quote: sql`result_row.quote_submission_id`,
  name: sql`lower(quote_row.name)`,
  employer: sql`lower(quote_row.employer_name)`,
  industry: sql`lower(quote_row.industry)`,
  tier: sql`coalesce(result_row.coverage_tier, '')`,
  decision: sql`result_row.decision`,
  premium: sql`coalesce(result_row.monthly_premium, -1)`,
  score: sql`result_row.user_score`,
  combined: sql`result_row.combined_risk_factor`,
  loss_ratio: sql`coalesce(result_row.expected_loss_ratio, -1)`,
  factor: sql`factor_row.dollars`,
}

const ofQuote: readonly string[] = ['name', 'employer', 'industry'] satisfies ResultSort['field'][]

/** The tables of a list. Sorted by a factor, it has the results that have the factor. */
function tables({ filter, sort, factor }: ResultQuery) {
  const needsQuote =
    filter.employer !== undefined || filter.industry !== undefined || ofQuote.includes(sort.field)
  const factors = sql`join result_factors factor_row
    on factor_row.result_id = result_row.id and factor_row.factor = ${factor}`
  return sql`${results} ${needsQuote ? withQuote : sql``} ${sort.field === 'factor' ? factors : sql``}`
}

function conditions({ decision, tier, quoteId, employer, industry, from, before, search }: ResultFilter) {
  return [
    ...(search === undefined ? [] : [matching(search)]),
    ...(decision === undefined ? [] : [sql<boolean>`result_row.decision = ${decision}`]),
    ...(tier === undefined ? [] : [sql<boolean>`result_row.coverage_tier = ${tier}`]),
    ...(quoteId === undefined ? [] : [sql<boolean>`result_row.quote_submission_id = ${quoteId}`]),
    ...(employer === undefined ? [] : [sql<boolean>`lower(quote_row.employer_name) = lower(${employer})`]),
    ...(industry === undefined ? [] : [sql<boolean>`lower(quote_row.industry) = lower(${industry})`]),
    ...(from === undefined ? [] : [sql<boolean>`result_row.date_created >= ${from}`]),
    ...(before === undefined ? [] : [sql<boolean>`result_row.date_created < ${before}`]),
  ]
}

function matching(search: string) {
  return sql<boolean>`(${hasText('result_row.coverage_tier', search)} or ${hasText('result_row.decision', search)}
    or result_row.id::text = ${search} or result_row.quote_submission_id::text = ${search})`
}

function where(all: readonly RawBuilder<boolean>[]) {
  return all.length === 0 ? sql`` : sql`where ${sql.join(all, sql` and `)}`
}

type Page = { cursor?: number; limit: number }

/** Selects ids and sort values of a page in order; results with the same value are ordered by id. */
export function pageOfIds(query: ResultQuery, { cursor, limit }: Page) {
  const { sort } = query
  const value = sortValues[sort.field]
  const id = sort.field === 'factor' ? sql`factor_row.result_id` : sql`result_row.id`
  const direction = sql.raw(sort.descending ? 'desc' : 'asc')
  const order = sort.field === 'id' ? sql`${id} ${direction}` : sql`${value} ${direction}, ${id} ${direction}`
  return sql<{
    id: number
    sort_value: unknown
  }>`select ${id} as id, ${value} as sort_value from ${tables(query)}
    ${where([...conditions(query.filter), ...(cursor === undefined ? [] : isAfter(query, cursor))])}
    order by ${order} limit ${limit}`
}

/** Matches the results after the one that is the cursor. */
function isAfter(query: ResultQuery, cursor: number) {
  const { sort } = query
  const sign = (orEqual = '') => sql.raw((sort.descending ? '<' : '>') + orEqual)
  if (sort.field === 'id') return [sql<boolean>`result_row.id ${sign()} ${cursor}`]
  const value = sortValues[sort.field]
  const id = sort.field === 'factor' ? sql`factor_row.result_id` : sql`result_row.id`
  const at = (columns: RawBuilder<unknown>) => sql`(select ${columns}
    from ${tables({ ...query, filter: {} })} where result_row.id = ${cursor})`
  return [
    // An index of one table can begin at this value; the ids of the next condition are of another table.
    ...(ofQuote.includes(sort.field) ? [sql<boolean>`${value} ${sign('=')} ${at(value)}`] : []),
    sql<boolean>`(${value}, ${id}) ${sign()} ${at(sql`${value}, ${id}`)}`,
  ]
}

export async function listRows(db: Db, query: ResultQuery, page: Page) {
  const direction = sql.raw(query.sort.descending ? 'desc' : 'asc')
  const { rows } = await sql<ResultListRow>`
    with page as materialized (${pageOfIds(query, page)})
    select result_row.id, date_created, quote_submission_id, name, employer_name as employer, industry,
      result_row.coverage_tier, decision, monthly_premium, user_score, combined_risk_factor, expected_loss_ratio,
      factor_row.dollars as factor_dollars
    from page join underwriting_results result_row on result_row.id = page.id ${withQuote}
    left join result_factors factor_row
      on factor_row.result_id = result_row.id and factor_row.factor = ${query.factor}
    order by page.sort_value ${direction}, result_row.id ${direction}`.execute(db)
  return rows
}

/** Returns a page of results with all their fields. */
export async function listWhole(db: Db, query: ResultQuery, page: Page) {
  const direction = query.sort.descending ? 'desc' : 'asc'
  return db
    .with('page', () => sql<{ id: number; sort_value: unknown }>`(${pageOfIds(query, page)})`)
    .selectFrom('page')
    .innerJoin('underwriting_results', 'underwriting_results.id', 'page.id')
    .select(resultColumns.map((column) => `underwriting_results.${column}` as const))
    .orderBy('page.sort_value', direction)
    .orderBy('page.id', direction)
    .execute()
}

/** Counts matches, up to one more than the maximum of an exact count. */
export async function countMatching(db: Db, query: ResultQuery) {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select 1 from ${tables(query)} ${where(conditions(query.filter))} limit ${countedUpTo + 1}) counted`.execute(
    db,
  )
  return Number(rows[0]?.count)
}

/** Returns the names of the factors that results have, in alphabetical order: one index lookup for each. */
export async function listFactors(db: Db) {
  const { rows } = await sql<{ factor: string }>`
    with recursive factors as (
      select (select min(factor) from result_factors) as factor
      union all
      select (select min(factor) from result_factors where factor > factors.factor)
      from factors where factors.factor is not null
    )
    select factor from factors where factor is not null order by factor limit 200`.execute(db)
  return rows.map(({ factor }) => factor)
}

const groupKeys: Record<ResultGroup, RawBuilder<string | null>> = {
  employer: sql`quote_row.employer_name`,
  industry: sql`quote_row.industry`,
  tier: sql`result_row.coverage_tier`,
  day: sql`(result_row.date_created at time zone 'UTC')::date::text`,
}

export type GroupRow = {
  /** Null for the results without a tier. */
  name: string | null
  count: number
  /** Dollars a month, of the results with an offer. */
  mean: number | null
  sum: number
  /** Expected claims over premiums. */
  loss_ratio: number | null
}

/** Groups the newest matching results: days newest first, others by their sum of premiums. */
export async function groupRows(db: Db, filter: ResultFilter, group: ResultGroup, limit: number) {
  const order = group === 'day' ? sql`name desc` : sql`sum desc, name`
  const { rows } = await sql<GroupRow>`
    select min(name) as name, count(*)::float8 as count, avg(nullif(premium, 0))::float8 as mean,
      coalesce(sum(premium), 0)::float8 as sum,
      sum(loss_ratio * premium) / nullif(sum(premium) filter (where loss_ratio is not null), 0)::float8 as loss_ratio
    from (
      select ${groupKeys[group]} as name, monthly_premium::float8 as premium, expected_loss_ratio as loss_ratio
      from ${results} ${withQuote} ${where(conditions(filter))} order by result_row.id desc limit ${groupedUpTo}
    ) matching
    group by lower(name) order by ${order} limit ${limit}`.execute(db)
  return rows
}
