import { sql, type RawBuilder } from 'kysely'

import {
  finalVerdict,
  offeredPremium,
  currentDecision,
  currentDecisionIs,
} from '~/domain/decisions/current-decision.queries.server'
import { instantsOf } from '~/domain/dates'
import { parseId } from '~/domain/ids'
import { linkDays } from '~/domain/offers/offers.options'
import type { PageRequest } from '~/lists/list-page'
import type { Sort } from '~/lists/list-params'
import { phoneWords, referenceOf } from '~/lists/search-terms'
import { hasWords, mayHaveWords } from '~/lists/words.queries.server'

import type { Db } from '../../../db/schema'
import {
  fieldOf,
  fileNameOf,
  submissionKinds,
  type Submission,
  type SubmissionField,
  type SubmissionKind,
} from './kinds'
import { orderOf, type answers, type decisions, type Filter, type RowCursor } from './submission-list'

/** The maximum of an exact count, and of one of what a search for words finds, whose texts are read. */
const countedUpTo = 10_000
const foundUpTo = 1_000

/** The search text of a submission; must match the indexes of migration 0039. */
const searchTextSql: Record<SubmissionKind['table'], string> = {
  quote_submissions: `name || ' ' || email || ' ' || coalesce(phone, '') || ' ' || employer_name`,
  contact_submissions: `name || ' ' || email || ' ' || coalesce(phone, '') || ' ' || message`,
  waitlist_submissions: `name || ' ' || email || ' ' || coalesce(referral_source, '') || ' ' || coalesce(utm_source, '') || ' ' || coalesce(utm_campaign, '')`,
  career_submissions: `name || ' ' || email || ' ' || position`,
}

/**
 * Matches submissions that have a word beginning with each search word, or the search as their id; 'Q-12' and '#12' match the id alone.
 * A `scan` of submissions looks for the words in their texts first, which the index of the words need not do.
 */
function matching({ table }: SubmissionKind, search: string, { scan = false } = {}) {
  const reference = referenceOf(search)
  const id = parseId(reference?.number ?? search)
  const hasId = id === null ? sql<boolean>`false` : sql<boolean>`id = ${id}`
  if (reference?.kind === 'any' || (reference && table === 'quote_submissions')) return hasId
  const text = searchTextSql[table]
  // A phone number is stored as it was typed, and has words of digits.
  const notations = [search, ...phoneWords(search)]
  const found = notations.flatMap((notation) => {
    const words = hasWords(text, notation)
    if (words === null) return []
    return [scan ? sql<boolean>`(${mayHaveWords(text, notation)} and ${words})` : words]
  })
  if (found.length === 0) return sql<boolean>`false`
  const matches = sql<boolean>`(${sql.join(found, sql` or `)})`
  return reference || id === null ? matches : sql<boolean>`(${matches} or ${hasId})`
}

function conditions(kind: SubmissionKind, filter: Filter) {
  const { from, before } = instantsOf(filter)
  const sent = sql.ref(kind.sent)
  return [
    ...(filter.status === undefined ? [] : [sql<boolean>`status = ${filter.status}`]),
    ...(filter.decision === undefined ? [] : [isDecided(filter.decision)]),
    ...(filter.answer === undefined ? [] : [isAnswered(filter.answer)]),
    ...(filter.industry === undefined
      ? []
      : [sql<boolean>`lower(coalesce(rated_industry, industry)) = lower(${filter.industry})`]),
    ...(filter.tier === undefined ? [] : [sql<boolean>`coverage_tier = ${filter.tier}`]),
    ...(from ? [sql<boolean>`${sent} >= ${from}`] : []),
    ...(before ? [sql<boolean>`${sent} < ${before}`] : []),
  ]
}

function isDecided(decision: (typeof decisions)[number]) {
  if (decision === 'none') return sql<boolean>`engine_decision is null`
  if (decision === 'run') return sql<boolean>`engine_decision is not null`
  return currentDecisionIs(decision, engineDecision, newestResult)
}

const engineDecision = sql.ref('engine_decision')
const newestResult = sql`(select max(id) from underwriting_results where quote_submission_id = quote_submissions.id)`

/** Matches what an applicant said to the live offer, which is one at most; a refusal of ours, even before a newer result, is no offer to answer. */
function isAnswered(answer: (typeof answers)[number]) {
  const live = sql`from offers where quote_submission_id = quote_submissions.id and withdrawn_at is null`
  const isDeclined = sql`exists (select 1 from underwriting_results as result where id = (select result_id ${live})
    and ${currentDecisionIs('declined', sql.ref('result.decision'), sql.ref('result.id'))})`
  const said = sql`(select answer ${live})`
  const matches = {
    sent: sql`true`,
    interested: sql`${said} = 'interested'`,
    refused: sql`${said} = 'withdrawn'`,
    unanswered: sql`${said} is null and not ${isDeclined}`,
    declined: sql`${said} is null and ${isDeclined}`,
  }
  return sql<boolean>`(exists (select 1 ${live}) and ${matches[answer]})`
}

/** Returns those of the applications that have an offer which its applicant can still accept. */
export async function listOffered(db: Db, ids: readonly number[]) {
  const rows = await db
    .selectFrom('offers')
    .innerJoin('underwriting_results as result', 'result.id', 'offers.result_id')
    .select('offers.quote_submission_id as id')
    .where('offers.quote_submission_id', 'in', ids)
    .where('withdrawn_at', 'is', null)
    .where('answer', 'is', null)
    .where('sent_at', '>', sql<Date>`now() - make_interval(days => ${sql.lit(linkDays)})`)
    .where(
      sql<boolean>`not ${currentDecisionIs('declined', sql.ref('result.decision'), sql.ref('result.id'))}`,
    )
    .execute()
  return rows.flatMap(({ id }) => id ?? [])
}

/** Returns those of the applications of which no result is with the applicant. */
export async function listUnanswered(db: Db, ids: readonly number[]) {
  const rows = await db
    .selectFrom('quote_submissions')
    .select('id')
    .where('id', 'in', ids)
    .where(
      sql<boolean>`not exists (select 1 from offers
        where quote_submission_id = quote_submissions.id and withdrawn_at is null)`,
    )
    .execute()
  return rows.map(({ id }) => id)
}

function searching(kind: SubmissionKind, { q }: Filter) {
  return q === undefined ? [] : [matching(kind, q)]
}

function where(all: readonly RawBuilder<boolean>[]) {
  return all.length === 0 ? sql`` : sql`where ${sql.join(all, sql` and `)}`
}

/** Selects the source of a field, under the field's name; of a file also the name that its sender gave it. */
function selected(kind: SubmissionKind, { name, column = name, file, ofResult }: SubmissionField) {
  if (name === 'engine_decision')
    return sql`${currentDecision(engineDecision, finalVerdict(newestResult))} as engine_decision`
  if (ofResult === 'verdict') return sql`${finalVerdict(newestResult)} as ${sql.ref(name)}`
  if (ofResult === 'premium')
    return sql`(select ${offeredPremium} from underwriting_results where id = ${newestResult}) as ${sql.ref(name)}`
  if (file === undefined) return sql`${sql.ref(column)} as ${sql.ref(name)}`
  const ofFile = (value: string) =>
    sql`(select ${sql.ref(value)} from career_files where career_submission_id = ${sql.ref(`${kind.table}.id`)}
      and career_files.kind = ${file} order by filename limit 1)`
  return sql`${ofFile('filename')} as ${sql.ref(name)}, ${ofFile('original_name')} as ${sql.ref(fileNameOf(file))}`
}

/** Selects a sort value as text that parses back to the same value: times to the microsecond. */
const asText = {
  time: (value: RawBuilder<unknown>) => sql`(${value} at time zone 'UTC')::text || 'Z'`,
  number: (value: RawBuilder<unknown>) => sql`${value}::text`,
  name: (value: RawBuilder<unknown>) => value,
  text: (value: RawBuilder<unknown>) => value,
}

const fromText = {
  time: (value: string) => sql`${value}::timestamptz`,
  number: (value: string) => sql`${value}::numeric`,
  name: (value: string) => sql`${value}::text`,
  text: (value: string) => sql`${value}::text`,
}

type Part = {
  fields: readonly SubmissionField[]
  filter: Filter
  sort: Sort
  limit: number
  after?: RowCursor
  before?: RowCursor
}

/** A submission with its sort value as text. */
export type SortedSubmission = Submission & { sort_value: string }

/** Returns up to `limit` submissions after or before a cursor of the sorted list, in list order either way. */
export async function listByCursor(db: Db, kind: SubmissionKind, part: Part): Promise<SortedSubmission[]> {
  const { fields, filter, sort, limit, after, before } = part
  const value = sortValue(kind, sort)
  const backwards = before !== undefined
  const descending = sort.descending !== backwards
  const order = orderOf(kind, sort)
  const cursor = before ?? after
  const isAfter = cursor
    ? [
        sql<boolean>`(${value}, id) ${sql.raw(descending ? '<' : '>')} (${fromText[order](cursor.value)}, ${cursor.id}::integer)`,
      ]
    : []
  const rows = await readSorted<SortedSubmission>(db, kind, {
    read: [...fields.map((field) => selected(kind, field)), sql`${asText[order](value)} as sort_value`],
    all: [...conditions(kind, filter), ...isAfter],
    search: filter.q,
    value,
    descending,
    limit,
  })
  return backwards ? rows.reverse() : rows
}

/**
 * Returns submissions ordered by id or, with a `sort`, by a field, after the one whose id is `cursor`; without a limit, all of
 * them.
 */
export async function listAfterId(
  db: Db,
  kind: SubmissionKind,
  { limit, cursor, search, oldestFirst = false, sort }: PageRequest & { sort?: Sort },
): Promise<Submission[]> {
  const value = sort ? sortValue(kind, sort) : sql`id`
  const descending = sort ? sort.descending : !oldestFirst
  const isAfter =
    cursor === undefined
      ? []
      : [
          sql<boolean>`(${value}, id) ${sql.raw(descending ? '<' : '>')} (
            select ${value}, id from ${sql.table(kind.table)} where id = ${cursor})`,
        ]
  const read = kind.fields.map((field) => selected(kind, field))
  return readSorted<Submission>(db, kind, { read, all: isAfter, search, value, descending, limit })
}

/** The sort expression of a field: names ignore case. */
function sortValue(kind: SubmissionKind, sort: Sort) {
  const column = sql.ref(fieldOf(kind, sort.field)?.column ?? sort.field)
  return orderOf(kind, sort) === 'name' ? sql`lower(${column})` : column
}

type Sorted = {
  /** The selection. */
  read: readonly RawBuilder<unknown>[]
  all: readonly RawBuilder<boolean>[]
  search?: string
  /** The sort value; submissions with the same value are ordered by id. */
  value: RawBuilder<unknown>
  descending: boolean
  limit?: number
}

/** The number of submissions that are scanned in list order. */
const near = 3_000

/**
 * Finds the submissions that match a search. Common words are found quickly in list order, rare ones by the full-text index,
 * which has no order; the database cannot tell the two apart. Scans the next few submissions first, until enough of them match, and uses
 * the index only if too few do and the list continues.
 */
async function readSorted<Row>(
  db: Db,
  kind: SubmissionKind,
  { read, all, search, value, descending, limit }: Sorted,
) {
  const table = sql.table(kind.table)
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const order = sql`order by ${value} ${direction}, id ${direction}`
  const limitClause = limit === undefined ? sql`` : sql`limit ${limit}`
  if (search === undefined) {
    const { rows } = await sql<Row>`
      select ${sql.join(read)} from ${table} ${where(all)} ${order} ${limitClause}`.execute(db)
    return rows
  }
  const { rows: first } = await sql<Row>`
    select ${sql.join(read)} from (
      select *, ${value} as list_value from ${table} ${where(all)} ${order} limit ${near}) as ${table}
    where ${matching(kind, search, { scan: true })}
    order by list_value ${direction}, id ${direction} ${limitClause}`.execute(db)
  if (first.length === limit || !(await hasMore(db, kind, all))) return first
  const { rows } = await sql<Row>`
    with found as materialized (select id, ${value} as value from ${table} ${where([...all, matching(kind, search)])}),
    listed as (select id from found order by value ${direction}, id ${direction} ${limitClause})
    select ${sql.join(read)} from ${table} where id in (select id from listed) ${order}`.execute(db)
  return rows
}

/** Whether there are more submissions than are scanned. */
async function hasMore(db: Db, { table }: SubmissionKind, all: readonly RawBuilder<boolean>[]) {
  const { rows } = await sql`select 1 from ${sql.table(table)} ${where(all)} limit 1 offset ${near}`.execute(
    db,
  )
  return rows.length > 0
}

export async function findById(db: Db, kind: SubmissionKind, id: number) {
  const { rows } = await sql<Submission>`
    select ${sql.join(kind.fields.map((field) => selected(kind, field)))}
    from ${sql.table(kind.table)} where id = ${id}`.execute(db)
  return rows[0]
}

/** Returns the place of a submission in a sorted list. */
export async function findCursor(
  db: Db,
  kind: SubmissionKind,
  sort: Sort,
  id: number,
): Promise<RowCursor | null> {
  const { rows } = await sql<RowCursor>`
    select ${asText[orderOf(kind, sort)](sortValue(kind, sort))} as value, id from ${sql.table(kind.table)}
    where id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** A count of submissions that stops at one more than `max`. */
export type BoundedCount = { count: number; max: number }

export async function countMatching(db: Db, kind: SubmissionKind, filter: Filter): Promise<BoundedCount> {
  const max = filter.q === undefined ? countedUpTo : foundUpTo
  const all = [...conditions(kind, filter), ...searching(kind, filter)]
  const { rows } = await sql<{ count: number }>`select ${bounded(kind, all, max)} as count`.execute(db)
  return { count: Number(rows[0]?.count), max }
}

function bounded({ table }: SubmissionKind, all: readonly RawBuilder<boolean>[] = [], max = countedUpTo) {
  return sql`(select count(*) from (select 1 from ${sql.table(table)} ${where(all)} limit ${max + 1}) counted)`
}

/** Counts all submissions of each kind, with the server's row estimate of its table. */
export async function countKinds(db: Db) {
  const { rows } = await sql<{ slug: string; count: number; estimate: number }>`${sql.join(
    submissionKinds.map(
      (kind) => sql`select ${sql.lit(kind.slug)} as slug, ${bounded(kind)} as count,
        (select reltuples from pg_class where oid = ${sql.lit(kind.table)}::regclass) as estimate`,
    ),
    sql` union all `,
  )}`.execute(db)
  return rows.map(({ slug, count, estimate }) => ({
    slug,
    estimate: Number(estimate),
    counted: { count: Number(count), max: countedUpTo },
  }))
}

/** Counts each status of a kind. */
export async function countStatuses(db: Db, kind: SubmissionKind) {
  const { rows } = await sql<{ status: string; count: number }>`${sql.join(
    kind.statuses.map(
      (status) =>
        sql`select ${sql.lit(status)} as status, ${bounded(kind, [sql<boolean>`status = ${sql.lit(status)}`])} as count`,
    ),
    sql` union all `,
  )}`.execute(db)
  return rows.map(({ status, count }) => ({ status, counted: { count: Number(count), max: countedUpTo } }))
}

/** Returns status and note of submissions, locked until the transaction ends. */
export async function lockStates(trx: Db, kind: SubmissionKind, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; status: string; note: string | null }>`
    select id, status, ${sql.ref(kind.note)} as note from ${sql.table(kind.table)}
    where id in (${sql.join(ids)}) order by id for update`.execute(trx)
  return rows
}

/** Sets status and note; `response_date` of a contact message while it is Responded, and a quote's `updated_at`. */
export async function setState(
  trx: Db,
  kind: SubmissionKind,
  id: number,
  { status, note }: { status: string; note: string | null },
) {
  const responded = status === 'Responded'
  const along =
    kind.table === 'contact_submissions'
      ? sql`, responded = ${responded}, response_date = ${responded ? sql`coalesce(response_date, now())` : sql`null`}`
      : kind.table === 'quote_submissions'
        ? sql`, updated_at = greatest(now(), updated_at + interval '1 millisecond')`
        : sql``
  await sql`update ${sql.table(kind.table)}
    set status = ${status}, ${sql.ref(kind.note)} = ${note} ${along} where id = ${id}`.execute(trx)
}
