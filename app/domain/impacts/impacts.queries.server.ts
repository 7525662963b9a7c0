import { sql, type Insertable, type Selectable } from 'kysely'

import type { Database, Db } from '../../../db/schema'
import { nowhere } from '~/domain/quotes/anonymize'
import { questions } from '~/domain/quotes/questions'
import { isPriced } from '~/domain/tiers/priced.queries.server'
import { portfolioFactor } from '~/domain/underwriting/underwriting.queries.server'

type Row<Table extends keyof Database> = Selectable<Database[Table]>

const ratedColumns = questions
  .filter(({ engine }) => engine)
  .map(({ name }) => name as keyof Row<'quote_submissions'>)

/** The answers of a quote that the engine may see. The keys are what its employer and industry are looked up by. */
export type BookQuote = Record<string, unknown> & {
  id: number
  region_state: string | null
  employer_key: string
  industry_key: string | null
}

/** Returns the number of stored quotes, and the last id. */
export async function measureBook(db: Db) {
  const { count, last } = await db
    .selectFrom('quote_submissions')
    .select((eb) => [eb.fn.countAll().as('count'), eb.fn.max('id').as('last')])
    .executeTakeFirstOrThrow()
  return { count: Number(count), last: last ?? 0 }
}

/** Returns the id before the newest quotes, at most `limit` of them, and the last id. */
export async function newestRange(db: Db, limit: number) {
  const newest = db.selectFrom('quote_submissions').select('id').orderBy('id', 'desc').limit(limit)
  const { first, last } = await db
    .selectFrom(newest.as('newest'))
    .select((eb) => [eb.fn.min('id').as('first'), eb.fn.max('id').as('last')])
    .executeTakeFirstOrThrow()
  return { from: (first ?? 1) - 1, last: last ?? 0, limit }
}

/** Returns a page of quotes in the order of their ids, after `from` and up to `last`. */
export async function readQuotes(
  db: Db,
  { from, last, limit }: { from: number; last: number; limit: number },
) {
  const rows = await db
    .selectFrom('quote_submissions')
    .select(['id', 'region_state', ...ratedColumns])
    .select(sql<string>`lower(btrim(employer_name, E' \\t\\r\\n'))`.as('employer_key'))
    .select(sql<string | null>`lower(industry)`.as('industry_key'))
    .where('id', '>', from)
    .where('id', '<=', last)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows as unknown as BookQuote[]
}

/** Returns the released factor of the portfolio. */
export async function readPortfolioFactor(db: Db) {
  const { rows } = await sql<{ factor: number }>`select ${portfolioFactor} as factor`.execute(db)
  return rows[0]?.factor ?? 1
}

/** Returns the names of the factors that each state does not allow, by state. */
export async function readStateRules(db: Db) {
  const rows = await db.selectFrom('state_rules').select(['state', 'factor']).orderBy('factor').execute()
  const rules = new Map<string, string[]>()
  for (const { state, factor } of rows) rules.set(state, [...(rules.get(state) ?? []), factor])
  return rules
}

export type EmployerEntry = { key: string; industry_key: string | null; row: Row<'employer_risks'> }
export type IndustryEntry = { key: string; row: Row<'industry_fallbacks'> }

/** Returns the employers of these names, and the industries of these names and of those employers. Names are in lower case. */
export async function readConfiguration(
  db: Db,
  { employers, industries }: { employers: readonly string[]; industries: readonly string[] },
) {
  const named = sql`lower(employer_name) = any(${[...employers]}::text[])`
  const { rows } = await sql<{ employers: EmployerEntry[]; industries: IndustryEntry[] }>`
    select
      (select coalesce(json_agg(json_build_object('key', lower(employer_name), 'industry_key', lower(industry),
          'row', to_json(employer_row))), '[]')
        from employer_risks employer_row where ${named}) as employers,
      (select coalesce(json_agg(json_build_object('key', lower(industry_name), 'row', to_json(industry_row))), '[]')
        from industry_fallbacks industry_row
        where lower(industry_name) = any(${[...industries]}::text[]
          || array(select lower(industry) from employer_risks where ${named}))) as industries`.execute(db)
  return rows[0] ?? { employers: [], industries: [] }
}

/** Returns the tiers in the order in which the engine gets them. */
export async function readTiers(db: Db) {
  const { rows } = await sql<{ tiers: Row<'coverage_tiers'>[] }>`
    select coalesce(json_agg(tier_row order by base_premium, id), '[]') as tiers
    from coverage_tiers tier_row where ${isPriced}`.execute(db)
  return rows[0]?.tiers ?? []
}

/** Returns texts in lower case by the database's rules. */
export async function lowerCase(db: Db, texts: readonly (string | null)[]) {
  const { rows } = await sql<{ texts: (string | null)[] }>`
    select array(select lower(one) from unnest(${[...texts]}::text[]) with ordinality as given (one, place) order by place)
      as texts`.execute(db)
  return rows[0]?.texts ?? []
}

type ImpactQuote = Insertable<Database['impact_quotes']>

/** Stores the quotes that a run names, but for those that were deleted or anonymized since it read them. */
export async function insertQuotes(trx: Db, quotes: readonly ImpactQuote[]) {
  if (quotes.length === 0) return
  const ids = quotes.map(({ quote_submission_id }) => quote_submission_id)
  const kept = await trx
    .selectFrom('quote_submissions')
    .select('id')
    .where('id', 'in', [...new Set(ids)])
    .where('email', 'not like', `%${nowhere}`)
    .forKeyShare()
    .execute()
  const known = new Set(kept.map(({ id }) => id))
  const rows = quotes.filter(({ quote_submission_id }) => known.has(quote_submission_id))
  if (rows.length > 0) await trx.insertInto('impact_quotes').values(rows).execute()
}

/** Returns the quotes that a run names, with the names of the applicants. */
export async function listQuotes(db: Db, runId: number) {
  return db
    .selectFrom('impact_quotes as named')
    .innerJoin('quote_submissions as quote', 'quote.id', 'named.quote_submission_id')
    .selectAll('named')
    .select('quote.name')
    .where('run_id', '=', runId)
    .orderBy('named.kind')
    .orderBy('named.place')
    .execute()
}

/** What a finished run found. */
export type RunFigures = {
  id: number
  quotes: number
  /** The quotes whose premium goes up or down, and those that get another decision. */
  moved: number
  decisions: number
  /** The change of the premium of all quotes, dollars a month. */
  dollars: number
}

/** The run of a change or of a proposed version, by its id. */
export type PartImpact = RunFigures & { kind: 'change' | 'proposal'; part: number }

const figures = sql`id, (result->>'quotes')::int as quotes,
  (result#>>'{change,up,count}')::int + (result#>>'{change,down,count}')::int as moved,
  (select coalesce(sum((move->>'count')::int), 0)::int from jsonb_array_elements(result->'moves') move) as decisions,
  (result#>>'{after,premium}')::float8 - (result#>>'{before,premium}')::float8 as dollars`

/** Returns what some runs found; nothing of those that are not done. */
export async function listRunFigures(db: Db, ids: readonly number[]) {
  const { rows } = await sql<RunFigures>`
    select ${figures} from impact_runs where status = 'done' and id = any(${[...ids]}::integer[])`.execute(db)
  return rows
}

/** Returns the newest finished run of each change and each proposed version, over the quotes as they were then. */
export async function listPartImpacts(db: Db) {
  const { rows } = await sql<PartImpact>`
    select distinct on (kind, part) * from (
      select parameters->>'kind' as kind, (parameters->>'id')::int as part, ${figures}
      from impact_runs where status = 'done' and parameters->>'kind' in ('change', 'proposal')
    ) runs order by kind, part, id desc`.execute(db)
  return rows
}

/** Deletes what runs say about quotes. */
export async function deleteQuotes(trx: Db, quoteIds: readonly number[]) {
  await trx.deleteFrom('impact_quotes').where('quote_submission_id', 'in', quoteIds).execute()
}
