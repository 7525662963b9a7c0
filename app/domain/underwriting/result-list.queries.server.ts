import { sql, type RawBuilder } from 'kysely'

import type { Db } from '../../../db/schema'
import type { Verdict } from '~/domain/decisions/decisions.options'
import {
  isNewest,
  isReplaced,
  offeredLossRatio,
  offeredPremium,
  shownDecision,
} from '~/domain/decisions/current-decision.queries.server'
import { referredBy } from '~/domain/decisions/referrals.queries.server'
import { waitsFor } from '~/domain/decisions/waiting.queries.server'
import { hasText } from '~/domain/has-text.queries.server'
import { hasWords } from '~/lists/words.queries.server'

import {
  noTier,
  type DecisionFilter,
  type EmployerFilter,
  type GroupSort,
  type ResultGroup,
  type ResultSort,
} from './result-list'
import { resultColumns } from './underwriting.queries.server'

export type ResultFilter = {
  /** What stands, or what a person decided about a referral. */
  decision?: DecisionFilter
  /** What the engine decided. */
  engineDecision?: string
  tier?: string
  quoteId?: number
  employer?: EmployerFilter
  industry?: string
  /** The code of a rule that referred the result. */
  rule?: string
  /** Whether only the newest result of each application matches. */
  newest?: boolean
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
  /** The engine's decision, and that of a person about a referral. */
  decision: 'approved' | 'referred' | 'declined'
  verdict: Verdict | null
  /** Whether it is a referral that a newer result has replaced. */
  replaced: boolean
  monthly_premium: number | null
  offered_premium: number | null
  user_score: number
  combined_risk_factor: number
  /** Expected claims over the premium, as rated, and as a person has changed the offer. */
  expected_loss_ratio: number | null
  offered_loss_ratio: number | null
  factor_dollars: number | null
  /** When it was sent to its applicant last; null if it was not. */
  sent_at: Date | null
}

/** The maximum of an exact count. */
export const countedUpTo = 10_000

/** The matches that are sorted by what their quotes say. Of more, an index of quotes in that order finds a page soon. */
const sortedUpTo = 10_000

const results = sql`underwriting_results result_row`
const withQuote = sql`join quote_submissions quote_row on quote_row.id = result_row.quote_submission_id`

/** The sort value of each column; must match the indexes of migrations 0041, 0044, 0047 and 0052. */
const sortValues: Record<ResultSort['field'], RawBuilder<unknown>> = {
  id: sql`result_row.id`,
  quote: sql`result_row.quote_submission_id`,
  name: sql`lower(quote_row.name)`,
  employer: sql`lower(quote_row.employer_name)`,
  industry: sql`lower(result_row.industry)`,
  tier: sql`coalesce(result_row.coverage_tier, '')`,
  decision: shownDecision,
  premium: sql`coalesce(result_row.monthly_premium, -1)`,
  offered: sql`coalesce(${offeredPremium}, -1)`,
  score: sql`result_row.user_score`,
  combined: sql`result_row.combined_risk_factor`,
  loss_ratio: sql`coalesce(${offeredLossRatio}, -1)`,
  factor: sql`factor_row.dollars`,
}

const ofQuote: readonly string[] = ['name', 'employer'] satisfies ResultSort['field'][]

/** The tables that the conditions of a filter need. */
function filtered({ employer }: ResultFilter) {
  return sql`${results} ${employer === undefined ? sql`` : withQuote}`
}

/** The tables of a list. Sorted by a factor, it has the results that have the factor. */
function tables({ filter, sort, factor }: ResultQuery) {
  if (ofQuote.includes(sort.field)) return sql`${results} ${withQuote}`
  if (sort.field !== 'factor') return filtered(filter)
  return sql`${filtered(filter)} join result_factors factor_row
    on factor_row.result_id = result_row.id and factor_row.factor = ${factor}`
}

function conditions(filter: ResultFilter) {
  const { decision, engineDecision, tier, quoteId, employer, industry, rule, newest, from, before, search } =
    filter
  return [
    ...(search === undefined ? [] : [matching(search)]),
    ...(decision === undefined ? [] : [decidedAs[decision]]),
    ...(engineDecision === undefined ? [] : [sql<boolean>`result_row.decision = ${engineDecision}`]),
    ...(tier === undefined ? [] : [hasTier(tier)]),
    ...(quoteId === undefined ? [] : [sql<boolean>`result_row.quote_submission_id = ${quoteId}`]),
    ...(employer === undefined ? [] : [hasEmployer(employer)]),
    ...(industry === undefined ? [] : [sql<boolean>`lower(result_row.industry) = lower(${industry})`]),
    ...(rule === undefined ? [] : [referredBy(rule, sql`result_row.id`)]),
    ...(newest ? [isNewest('result_row')] : []),
    ...(from === undefined ? [] : [sql<boolean>`result_row.date_created >= ${from}`]),
    ...(before === undefined ? [] : [sql<boolean>`result_row.date_created < ${before}`]),
  ]
}

const replaced = isReplaced('result_row')

const decidedAs: Record<DecisionFilter, RawBuilder<boolean>> = {
  approved: sql`${shownDecision} in ('approved', 'accepted', 'changed')`,
  referred: sql`(${shownDecision} = 'referred' and not ${replaced})`,
  declined: sql`${shownDecision} = 'declined'`,
  replaced,
  accepted: sql`${shownDecision} = 'accepted'`,
  changed: sql`${shownDecision} = 'changed'`,
  'to-read': waitsFor('read', sql`result_row.id`),
  'to-run': waitsFor('again', sql`result_row.id`),
  'to-decide': waitsFor('decide', sql`result_row.id`),
  'to-send': waitsFor('send', sql`result_row.id`),
  'to-answer': waitsFor('answer', sql`result_row.id`),
  'declined-by-a-person': sql`(${shownDecision} = 'declined' and verdict = 'declined')`,
}

/** Matches an employer, by an index of migration 0041 or 0048. */
function hasEmployer(employer: EmployerFilter) {
  if ('name' in employer) return sql<boolean>`lower(quote_row.employer_name) = lower(${employer.name})`
  return hasWords('quote_row.employer_name', employer.words) ?? sql<boolean>`false`
}

function hasTier(tier: string) {
  return tier === noTier
    ? sql<boolean>`coalesce(result_row.coverage_tier, '') = ''`
    : sql<boolean>`result_row.coverage_tier = ${tier}`
}

function matching(search: string) {
  return sql<boolean>`(${hasText('result_row.coverage_tier', search)} or ${hasText('result_row.decision', search)}
    or result_row.id::text = ${search} or result_row.quote_submission_id::text = ${search})`
}

function where(all: readonly RawBuilder<boolean>[]) {
  return all.length === 0 ? sql`` : sql`where ${sql.join(all, sql` and `)}`
}

type Page = { cursor?: number; limit: number }

/**
 * The columns that a list is ordered by, the last ones for results with the same value. Those of a quote's columns begin as an index of
 * quotes does. Newest first within days is by time, which an index finds the days by.
 */
function orderOf({ sort, filter }: ResultQuery) {
  const id = sql`result_row.id`
  if (sort.field === 'id') return filter.from || filter.before ? [sql`result_row.date_created`, id] : [id]
  if (sort.field === 'factor') return [sortValues.factor, sql`factor_row.result_id`]
  if (!ofQuote.includes(sort.field)) return [sortValues[sort.field], id]
  // The employers with a word may all stand at the end of the index of names, which would be read up to them: theirs must be used.
  const byWords = sort.field === 'employer' && filter.employer && 'words' in filter.employer
  const value = byWords ? sql`lower(quote_row.employer_name || '')` : sortValues[sort.field]
  return [value, sql`quote_row.id`, id]
}

/** Selects the ids of a page and their places in it. */
function pageOfIds(query: ResultQuery, { cursor, limit }: Page) {
  const direction = sql.raw(query.sort.descending ? 'desc' : 'asc')
  const columns = orderOf(query)
  return sql`select id, row_number() over () as place from (
    select result_row.id from ${tables(query)}
    ${where([...conditions(query.filter), ...(cursor === undefined ? [] : isAfter(query, cursor))])}
    order by ${ordered(columns, direction)} limit ${limit}) listed`
}

/**
 * Selects the same from few matches. The sort value of each is looked up, which the database would not choose: it expects an index of all
 * quotes to have matches soon.
 */
function pageOfFew({ filter, sort }: ResultQuery, { cursor, limit }: Page) {
  const direction = sql.raw(sort.descending ? 'desc' : 'asc')
  const value = sql`(select ${sortValues[sort.field]} from quote_submissions quote_row where quote_row.id = result_row.quote_submission_id)`
  const columns = [sql`value`, sql`quote`, sql`id`]
  const after =
    cursor === undefined
      ? sql``
      : sql`where (${sql.join(columns)}) ${sql.raw(sort.descending ? '<' : '>')} (
          select ${value}, quote_submission_id, id from ${results} where id = ${cursor})`
  return sql`
    select id, row_number() over () as place from (
      select id from (
        select result_row.id, result_row.quote_submission_id as quote, ${value} as value
        from ${filtered(filter)} ${where(conditions(filter))}
      ) few ${after} order by ${ordered(columns, direction)} limit ${limit}) listed`
}

/** Whether the matches of a list in the order of quotes are few. */
async function hasFew(db: Db, { filter, sort }: ResultQuery) {
  if (!ofQuote.includes(sort.field) || conditions(filter).length === 0) return false
  return (await countUpTo(db, filtered(filter), conditions(filter), sortedUpTo + 1)) <= sortedUpTo
}

function ordered(columns: readonly RawBuilder<unknown>[], direction: RawBuilder<unknown>) {
  return sql.join(columns.map((column) => sql`${column} ${direction}`))
}

/** Matches the results after the one that is the cursor. Each value of the cursor is a subquery of its own: so an index can begin there. */
function isAfter(query: ResultQuery, cursor: number) {
  const sign = (orEqual = '') => sql.raw((query.sort.descending ? '<' : '>') + orEqual)
  const columns = orderOf(query)
  const from = tables({ ...query, filter: {} })
  const values = columns.map((column) => sql`(select ${column} from ${from} where result_row.id = ${cursor})`)
  const after = sql<boolean>`(${sql.join(columns)}) ${sign()} (${sql.join(values)})`
  if (!ofQuote.includes(query.sort.field)) return [after]
  // The index of quotes does not know the results.
  const [first, second] = [columns.slice(0, 2), values.slice(0, 2)]
  return [sql<boolean>`(${sql.join(first)}) ${sign('=')} (${sql.join(second)})`, after]
}

async function selectPage(db: Db, query: ResultQuery, page: Page) {
  return (await hasFew(db, query)) ? pageOfFew(query, page) : pageOfIds(query, page)
}

export async function listRows(db: Db, query: ResultQuery, page: Page) {
  const ids = await selectPage(db, query, page)
  const { rows } = await sql<ResultListRow>`
    with page as materialized (${ids})
    select result_row.id, date_created, quote_submission_id, name, employer_name as employer, result_row.industry,
      result_row.coverage_tier, decision, verdict, ${replaced} as replaced, monthly_premium, ${offeredPremium} as offered_premium, user_score, combined_risk_factor, expected_loss_ratio, ${offeredLossRatio} as offered_loss_ratio, factor_row.dollars as factor_dollars,
      (select max(sent_at) from offers where result_id = result_row.id) as sent_at
    from page join underwriting_results result_row on result_row.id = page.id ${withQuote}
    left join result_factors factor_row
      on factor_row.result_id = result_row.id and factor_row.factor = ${query.factor}
    order by page.place`.execute(db)
  return rows
}

/** Returns a page of results with all their fields. */
export async function listWhole(db: Db, query: ResultQuery, page: Page) {
  const ids = await selectPage(db, query, page)
  return db
    .with('page', () => sql<{ id: number; place: number }>`(${ids})`)
    .selectFrom('page')
    .innerJoin('underwriting_results', 'underwriting_results.id', 'page.id')
    .select(resultColumns.map((column) => `underwriting_results.${column}` as const))
    .orderBy('page.place')
    .execute()
}

/** Counts matches, up to one more than the maximum of an exact count. Of those sorted by a factor, which has it is looked up. */
export async function countMatching(db: Db, query: ResultQuery) {
  const { filter, sort, factor } = query
  const max = countedUpTo + 1
  if (sort.field === 'factor' && conditions(filter).length === 0)
    return countUpTo(db, sql`result_factors`, [sql<boolean>`factor = ${factor}`], max)
  return countUpTo(db, filtered(filter), matchingOf(query), max)
}

/** The conditions of a list: sorted by a factor, it has the results that have the factor. */
function matchingOf({ filter, sort, factor }: ResultQuery) {
  if (sort.field !== 'factor') return conditions(filter)
  const hasFactor = sql<boolean>`(select true from result_factors where result_id = result_row.id and result_factors.factor = ${factor})`
  return [...conditions(filter), hasFactor]
}

/** Sums the premiums of matches, dollars a month: as rated, and as they may be offered. At most as many as are counted exactly are read. */
export async function sumMatching(db: Db, query: ResultQuery) {
  const { rows } = await sql<{ count: number; rated: number; final: number }>`
    select count(*)::float8 as count, coalesce(sum(rated), 0)::float8 as rated, coalesce(sum(final), 0)::float8 as final from (
      select monthly_premium as rated, ${offeredPremium} as final from ${filtered(query.filter)}
      ${where(matchingOf(query))} limit ${countedUpTo}) matching`.execute(db)
  return rows[0] ?? { count: 0, rated: 0, final: 0 }
}

async function countUpTo(
  db: Db,
  from: RawBuilder<unknown>,
  all: readonly RawBuilder<boolean>[],
  limit: number,
) {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select 1 from ${from} ${where(all)} limit ${limit}) counted`.execute(db)
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

/** The first results of a list among which the neighbors of a quote are found. */
const searched = 5000

/** Returns the quotes before and after one in a list: each quote at the place of its first result there. */
export async function findNeighbors(db: Db, query: ResultQuery, quoteId: number) {
  const direction = sql.raw(query.sort.descending ? 'desc' : 'asc')
  const { rows } = await sql<{ previous: number | null; next: number | null }>`
    with listed as (
      select quote, row_number() over () as place from (
        select result_row.quote_submission_id as quote from ${tables(query)} ${where(conditions(query.filter))}
        order by ${ordered(orderOf(query), direction)} limit ${searched}
      ) page
    ), placed as (
      select quote, lag(quote) over list as previous, lead(quote) over list as next
      from (select quote, min(place) as place from listed group by quote) first
      window list as (order by place)
    )
    select previous, next from placed where quote = ${quoteId}`.execute(db)
  return rows[0] ?? { previous: null, next: null }
}

/** Returns the results before and after one in a list, of which it need not be part itself. */
export async function findResultsBeside(db: Db, query: ResultQuery, id: number) {
  const { sort } = query
  const page = { cursor: id, limit: 1 }
  const before = { ...query, sort: { ...sort, descending: !sort.descending } }
  const select = (await hasFew(db, query)) ? pageOfFew : pageOfIds
  const { rows } = await sql<{ previous: number | null; next: number | null }>`
    select (select id from (${select(before, page)}) before) as previous,
      (select id from (${select(query, page)}) after) as next`.execute(db)
  return rows[0] ?? { previous: null, next: null }
}

const groupKeys: Record<ResultGroup, RawBuilder<string | null>> = {
  employer: sql`(select employer_name from quote_submissions where id = result_row.quote_submission_id)`,
  industry: sql`result_row.industry`,
  tier: sql`result_row.coverage_tier`,
  day: sql`(result_row.date_created at time zone 'UTC')::date::text`,
}

export type GroupRow = {
  /** Null for the results without a tier. */
  name: string | null
  count: number
  /** Dollars a month as rated, of the results with a premium. */
  mean: number | null
  sum: number
  /** Dollars a month that may be offered: without declined results and undecided referrals. */
  offered: number
  /** Expected claims over premiums, as rated or, where a person has changed the offer, as changed. */
  loss_ratio: number | null
}

/** The loss ratio as offered. Only results that a person has changed are looked up: the index of their time has the figures of the others. */
const lossRatio = sql`case verdict when 'changed'
  then (select ${offeredLossRatio} from underwriting_results changed where changed.id = result_row.id) else expected_loss_ratio end`

/**
 * Groups the newest `max` matching results, whose figures the index of their time has. Groups without the figure that they are sorted by
 * come last. With the filter `newest`, those of them that a newer result of their application has replaced are left out. `total` has the
 * figures of all groups, `looked` the number of results that were looked at.
 */
export async function groupRows(
  db: Db,
  { newest, ...filter }: ResultFilter,
  { group, sort, max, limit }: { group: ResultGroup; sort: GroupSort; max: number; limit: number },
) {
  const order = sql`${sql.ref(sort.field)} ${sql.raw(sort.descending ? 'desc' : 'asc')} nulls last, name`
  const { rows } = await sql<GroupRow & { is_total: boolean; looked: number }>`
    with matching as (
      select ${groupKeys[group]} as name, result_row.id, quote_submission_id, monthly_premium::float8 as premium,
        ${offeredPremium} as offered, ${lossRatio} as loss_ratio,
        case verdict when 'changed' then changed_premium else monthly_premium end::float8 as final
      from ${filtered(filter)} ${where(conditions(filter))}
      order by result_row.date_created desc, result_row.id desc limit ${max}
    )
    select min(name) as name, count(*)::float8 as count, round(avg(nullif(premium, 0))::numeric, 2)::float8 as mean,
      round(coalesce(sum(premium), 0)::numeric, 2)::float8 as sum, round(coalesce(sum(offered), 0)::numeric, 2)::float8 as offered,
      sum(loss_ratio * final) / nullif(sum(final) filter (where loss_ratio is not null), 0)::float8 as loss_ratio,
      grouping(lower(name)) = 1 as is_total, (select count(*) from matching)::float8 as looked
    from matching ${newest ? sql`where ${isNewest('matching')}` : sql``}
    group by grouping sets ((), (lower(name))) order by is_total desc, ${order} limit ${limit + 1}`.execute(
    db,
  )
  const [first, ...groups] = rows.map(({ is_total: _isTotal, looked, ...row }) => ({ looked, row }))
  if (!first) return { total: null, groups: [], looked: 0 }
  const { name: _name, ...total } = first.row
  return { total, groups: groups.map(({ row }) => row), looked: first.looked }
}
