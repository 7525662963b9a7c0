import { sql, type Insertable } from 'kysely'

import type { Database, Db } from '../../../db/schema'
import { hasText } from '~/domain/has-text.queries.server'
import { pageById } from '~/lists/keyset.queries.server'
import type { PageRequest } from '~/lists/list-page'

const resultColumns = [
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
  'calculation_details',
  'engine_version_id',
  'engine_hash',
  'configuration_hash',
] as const

export async function activeEngine(db: Db) {
  return db
    .selectFrom('engine_versions')
    .select(['id', 'source', 'hash'])
    .where('active', '=', true)
    .executeTakeFirst()
}

export async function insertEngine(db: Db, engine: Insertable<Database['engine_versions']>) {
  await db.insertInto('engine_versions').values(engine).execute()
}

/**
 * Returns the configuration rows for a quote: all tiers; the employer by name and the industry rows, if they exist; the newest
 * active month.
 */
export async function configurationFor(db: Db, quote: { employer_name: string; industry: string }) {
  return Promise.all([
    db.selectFrom('coverage_tiers').selectAll().orderBy('base_premium').orderBy('id').execute(),
    db
      .selectFrom('employer_risks')
      .selectAll()
      .where(hasText('employer_name', quote.employer_name.trim()))
      .executeTakeFirst()
      .then(orNull),
    db
      .selectFrom('industry_fallbacks')
      .selectAll()
      .where(hasText('industry_name', quote.industry))
      .executeTakeFirst()
      .then(orNull),
    db
      .selectFrom('industry_gender_stats')
      .selectAll()
      .where(hasText('industry_name', quote.industry))
      .executeTakeFirst()
      .then(orNull),
    db
      .selectFrom('synergy_data')
      .selectAll()
      .where('is_active', '=', true)
      .orderBy('SimDate', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
      .then(orNull),
  ])
}

/**
 * Stores a result, sets the quote's tier and resulting status, and audits the run, in one statement. Waits for a concurrent update
 * of the quote and sees its result: if the quote no longer has that applicant, it fails on a null `quote_submission_id`. A quote
 * that is withdrawn, or already quoted to its applicant, keeps its status.
 */
export async function insertResult(
  db: Db,
  quote: { id: number; email: string },
  result: Omit<Insertable<Database['underwriting_results']>, 'quote_submission_id'>,
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
    .with('noted', (query) =>
      query
        .updateTable('quote_submissions')
        .from('locked')
        .whereRef('quote_submissions.id', '=', 'locked.id')
        .set((eb) => ({
          coverage_tier: result.coverage_tier,
          status: eb
            .case()
            .when('locked.status', 'in', ['Quoted', 'Withdrawn'])
            .then(eb.ref('locked.status'))
            .else(result.decision === 'declined' ? 'Declined' : 'In review')
            .end(),
          updated_at: sql`now()`,
        }))
        .returning(['quote_submissions.id', 'quote_submissions.status', 'locked.status as before']),
    )
    .with('stored', (query) =>
      query
        .insertInto('underwriting_results')
        .values((eb) => ({ ...result, quote_submission_id: eb.selectFrom('noted').select('id') }))
        .returning(resultColumns),
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
    .selectAll()
    .executeTakeFirstOrThrow()
}

export async function findResult(db: Db, id: number) {
  return db.selectFrom('underwriting_results').select(resultColumns).where('id', '=', id).executeTakeFirst()
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

export async function searchResults(
  db: Db,
  { decision, tier, quoteId, from, before, ...page }: ResultSearch & Omit<PageRequest, 'search'>,
) {
  const columns = [
    'id',
    'date_created',
    'quote_submission_id',
    'coverage_tier',
    'max_coverage',
    'monthly_premium',
    'annual_premium',
    'decision',
  ] as const
  let query = pageById(db.selectFrom('underwriting_results').select(columns), page)
  if (decision !== undefined) query = query.where('decision', '=', decision)
  if (tier !== undefined) query = query.where('coverage_tier', '=', tier)
  if (quoteId !== undefined) query = query.where('quote_submission_id', '=', quoteId)
  if (from !== undefined) query = query.where('date_created', '>=', from)
  if (before !== undefined) query = query.where('date_created', '<', before)
  return query.execute()
}

/** The tiers that occur in results, also those no longer configured, in alphabetical order. One index lookup for each: tiers are few, results many. */
export async function listResultTiers(db: Db) {
  const { rows } = await sql<{ tier: string }>`
    with recursive tiers as (
      select (select min(coverage_tier) from underwriting_results) as tier
      union all
      select (select min(coverage_tier) from underwriting_results where coverage_tier > tiers.tier)
      from tiers where tiers.tier is not null
    )
    select tier from tiers where tier is not null order by tier`.execute(db)
  return rows.map(({ tier }) => tier)
}

function orNull<Row>(row: Row | undefined) {
  return row ?? null
}
