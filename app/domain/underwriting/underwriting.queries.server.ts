import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely'

import type { Database, Db } from '../../../db/schema'
import { isReplaced } from '~/domain/decisions/current-decision.queries.server'
import { hasText } from '~/domain/has-text.queries.server'
import { statusAfterDecision } from '~/domain/quotes/quote-row.queries.server'
import { isPriced } from '~/domain/tiers/priced.queries.server'
import { pageById } from '~/lists/keyset.queries.server'
import type { PageRequest } from '~/lists/list-page'

import { factorsOfStored, type Factor } from './result-factors.queries.server'

/** A result without its calculation. */
const figureColumns = [
  'id',
  'date_created',
  'quote_submission_id',
  'user_id',
  'coverage_tier',
  'max_coverage',
  'monthly_premium',
  'annual_premium',
  'ratio',
  'user_score',
  'combined_risk_factor',
  'decision',
] as const

export const resultColumns = [
  ...figureColumns,
  'calculation_details',
  'engine_version_id',
  'engine_hash',
  'configuration_hash',
] as const

/** Returns the interface of the active engine, or null before there is one. */
export async function findActiveInterface(db: Db) {
  const engine = await db
    .selectFrom('engine_versions')
    .select('interface')
    .where('active', '=', true)
    .executeTakeFirst()
  return engine?.interface ?? null
}

export async function deactivateEngines(trx: Db) {
  await trx.updateTable('engine_versions').set({ active: false }).where('active', '=', true).execute()
}

export async function insertEngine(db: Db, engine: Insertable<Database['engine_versions']>) {
  await db.insertInto('engine_versions').values(engine).execute()
}

export function versionsWithoutPriceHash(db: Db) {
  return db
    .selectFrom('engine_versions')
    .select(['id', 'source', 'tables'])
    .where('price_hash', 'is', null)
    .where('interface', '=', 2)
    .execute()
}

export async function storePriceHash(db: Db, id: number, price_hash: string | null) {
  await db.updateTable('engine_versions').set({ price_hash }).where('id', '=', id).execute()
}

type Row<Table extends keyof Database> = Selectable<Database[Table]>

/** The configuration rows that concern an application. Their times are text, as JSON has them. */
export type Configuration = {
  tiers: Row<'coverage_tiers'>[]
  employer: Row<'employer_risks'> | null
  industry: Row<'industry_fallbacks'> | null
  /** The released factor of the portfolio. */
  portfolio: number
  /** Names of the factors that the applicant's state does not allow. */
  notRated: string[]
}

type Engine = Pick<Row<'engine_versions'>, 'id' | 'source' | 'hash' | 'tables'>

/** The portfolio factor that was released last; 1 before there is one. */
export const portfolioFactor = sql<number>`coalesce((select factor::float8 from portfolio_factors
    where state = 'released' order by decided_at desc, id desc limit 1), 1)`

/**
 * Columns of one row: the tiers with a price; the employer by name, if it has a record; its industry, or the one that the applicant names;
 * the rules of the state.
 */
export function configuration(
  employer: RawBuilder<string>,
  industry: RawBuilder<string>,
  state: RawBuilder<string | null>,
) {
  const employerRow = employerNamed(employer)
  return sql<Configuration>`
    (select coalesce(json_agg(tier_row order by base_premium, id), '[]') from coverage_tiers tier_row where ${isPriced}) as tiers,
    (select to_json(employer_row) ${employerRow}) as employer,
    (select to_json(industry_row) from industry_fallbacks industry_row
      where lower(industry_name) = lower(coalesce((select industry ${employerRow}), ${industry}))) as industry,
    ${portfolioFactor} as portfolio,
    (select coalesce(json_agg(factor order by factor), '[]') from state_rules where state = ${state}) as "notRated"`
}

/** The record of the employer that an applicant names, as `employer_row`. */
export function employerNamed(name: RawBuilder<string | null>) {
  return sql`from employer_risks employer_row
    where lower(employer_name) = lower(btrim(${name}, E' \\t\\r\\n'))`
}

/** The answers of an application that select its rows. */
export type Concerned = { employer_name: string; industry: string; region_state?: unknown }

/** Returns the configuration of each of the applications, in their order, by one statement. */
export async function configurationsFor(db: Db, applications: readonly Concerned[]) {
  const columns = configuration(
    sql.ref('application.employer'),
    sql.ref('application.industry'),
    sql.ref('application.state'),
  )
  const employers = applications.map(({ employer_name }) => employer_name)
  const industries = applications.map(({ industry }) => industry)
  const states = applications.map(({ region_state: state }) => (typeof state === 'string' ? state : null))
  const { rows } = await sql<Configuration>`
    select ${columns} from unnest(${employers}::text[], ${industries}::text[], ${states}::text[])
      with ordinality application (employer, industry, state, place)
    order by place`.execute(db)
  return rows
}

/** Returns what a run of an application needs, by one statement; undefined without the application. */
export async function findRunInput(db: Db, quoteId: number) {
  const columns = configuration(
    sql.ref('quote_row.employer_name'),
    sql.ref('quote_row.industry'),
    sql.ref('quote_row.region_state'),
  )
  const { rows } = await sql<Configuration & { quote: Row<'quote_submissions'>; engine: Engine | null }>`
    select to_json(quote_row) as quote,
      (select json_build_object('id', id, 'source', source, 'hash', hash, 'tables', tables)
        from engine_versions where active) as engine,
      ${columns}
    from quote_submissions quote_row where id = ${quoteId}`.execute(db)
  return rows[0]
}

/**
 * Stores a result with its factors, sets the quote's tier, rated industry and resulting status, and audits the run, in one statement. Waits for a concurrent update
 * of the quote and sees its result: if the quote no longer has that applicant, it fails on a null `quote_submission_id`. A quote
 * that is withdrawn or quoted keeps its status; a declined one is in review again, also where its refusal was sent.
 */
export async function insertResult(
  db: Db,
  quote: { id: number; email: string },
  result: Omit<Insertable<Database['underwriting_results']>, 'quote_submission_id'>,
  factors: readonly Factor[],
) {
  return db
    .with('locked', (query) =>
      query
        .selectFrom('quote_submissions')
        .select(['id', 'status'])
        .where('id', '=', quote.id)
        .where('email', '=', quote.email)
        .forUpdate(),
    )
    .with('stored', (query) =>
      query
        .insertInto('underwriting_results')
        .values((eb) => ({
          ...result,
          factors_stored: true,
          quote_submission_id: eb.selectFrom('locked').select('id'),
        }))
        .returning([...resultColumns, 'industry']),
    )
    .with('noted', (query) =>
      query
        .updateTable('quote_submissions')
        .from('locked')
        .innerJoin('stored', 'stored.quote_submission_id', 'locked.id')
        .whereRef('quote_submissions.id', '=', 'locked.id')
        .set((eb) => ({
          coverage_tier: result.coverage_tier,
          engine_decision: result.decision,
          rated_industry: eb.fn<string | null>('nullif', ['stored.industry', eb.val('')]),
          status: statusAfterDecision(sql`locked.status`, sql`${result.decision === 'declined'}::boolean`),
          updated_at: sql`now()`,
        }))
        .returning(['quote_submissions.id', 'quote_submissions.status', 'locked.status as before']),
    )
    .with('factored', (query) =>
      query
        .insertInto('result_factors')
        .columns(['result_id', 'factor', 'multiplier', 'dollars'])
        .expression(factorsOfStored(factors))
        .onConflict((conflict) => conflict.doNothing()),
    )
    .with('audited', (query) =>
      query
        .insertInto('audit_log')
        .columns(['user_id', 'action', 'entity', 'entity_id', 'before', 'after'])
        .expression((eb) =>
          eb
            .selectFrom('stored')
            .innerJoin('noted', 'noted.id', 'quote_submission_id')
            .select([
              eb.val(result.user_id).as('user_id'),
              eb.val('run').as('action'),
              eb.val('underwriting result').as('entity'),
              sql<string>`stored.id::text`.as('entity_id'),
              sql<string>`jsonb_build_object('status', noted.before)`.as('before'),
              sql<string>`jsonb_build_object('status', noted.status, 'quote', noted.id)`.as('after'),
            ]),
        ),
    )
    .selectFrom('stored')
    .select(resultColumns)
    .executeTakeFirstOrThrow()
}

/** Returns the names of the first `limit` employers with a record, in alphabetical order. */
export async function listEmployerNames(db: Db, limit: number) {
  const rows = await db
    .selectFrom('employer_risks')
    .select('employer_name')
    .orderBy(sql`lower(employer_name)`)
    .limit(limit)
    .execute()
  return rows.map(({ employer_name }) => employer_name)
}

export async function findResult(db: Db, id: number) {
  return db.selectFrom('underwriting_results').select(resultColumns).where('id', '=', id).executeTakeFirst()
}

/** Returns the quotes with several of the newest 5000 results, those with the newest first, and the last two of each. */
export async function listComparable(db: Db, limit: number) {
  const { rows } = await sql<{ quote: number; name: string; older: number; newer: number }>`
    select quote_submissions.id as quote, name, pair.ids[2] as older, pair.ids[1] as newer
    from (
      select quote_submission_id, (array_agg(id order by id desc))[1:2] as ids
      from (select id, quote_submission_id from underwriting_results order by id desc limit 5000) newest
      group by quote_submission_id having count(*) > 1
      order by max(id) desc limit ${limit}
    ) pair
    join quote_submissions on quote_submissions.id = pair.quote_submission_id
    order by newer desc`.execute(db)
  return rows
}

export async function findInput(db: Db, id: number) {
  return db.selectFrom('underwriting_results').select('input').where('id', '=', id).executeTakeFirst()
}

/** Results of one quote or of all, newest first by default; `search` matches the tier, the decision, and the id of the result or of its quote. */
export async function listResults(db: Db, { quoteId, search, ...page }: PageRequest & { quoteId?: number }) {
  let query = pageById(db.selectFrom('underwriting_results').select(resultColumns), page)
  if (quoteId !== undefined) query = query.where('quote_submission_id', '=', quoteId)
  if (search !== undefined) {
    query = query.where((eb) =>
      eb.or([
        hasText('coverage_tier', search),
        hasText('decision', search),
        eb(sql`id::text`, '=', search),
        eb(sql`quote_submission_id::text`, '=', search),
      ]),
    )
  }
  return query.execute()
}

type ResultSearch = {
  decision?: 'approved' | 'referred' | 'declined'
  tier?: string
  quoteId?: number
  from?: Date
  before?: Date
}

/** The terms that a person offers instead of the rated ones; null if unchanged. US dollars. */
const changedTerms = sql<{ tier: string | null; coverage: number; monthly: number; annual: number } | null>`(
  select json_build_object('tier', tier, 'coverage', coverage, 'monthly', monthly, 'annual', annual)
  from decisions where result_id = underwriting_results.id and underwriting_results.verdict = 'changed'
  order by decisions.id desc limit 1)`.as('changed')

export async function searchResults(
  db: Db,
  { decision, tier, quoteId, from, before, ...page }: ResultSearch & Omit<PageRequest, 'search'>,
) {
  const results = db
    .selectFrom('underwriting_results')
    .select([...figureColumns, 'verdict', 'correction_id', changedTerms])
    .select(isReplaced('underwriting_results').as('replaced'))
  let query = pageById(results, page)
  if (decision !== undefined) query = query.where('decision', '=', decision)
  if (tier !== undefined) query = query.where('coverage_tier', '=', tier)
  if (quoteId !== undefined) query = query.where('quote_submission_id', '=', quoteId)
  if (from !== undefined) query = query.where('date_created', '>=', from)
  if (before !== undefined) query = query.where('date_created', '<', before)
  return query.execute()
}

/** The tiers that occur in results, by their base premiums, and then those no longer configured. One index lookup for each: tiers are few, results many. */
export async function listResultTiers(db: Db) {
  const { rows } = await sql<{ tier: string }>`
    with recursive tiers as (
      select (select min(coverage_tier) from underwriting_results) as tier
      union all
      select (select min(coverage_tier) from underwriting_results where coverage_tier > tiers.tier)
      from tiers where tiers.tier is not null
    )
    select tier from tiers left join coverage_tiers on lower(tier_name) = lower(tier)
    where tier is not null order by base_premium, tier`.execute(db)
  return rows.map(({ tier }) => tier)
}
