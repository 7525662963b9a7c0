import { sql } from 'kysely'

import type { Db } from '../../../db/schema'
import { adminName } from '~/domain/accounts/admin-name.queries.server'
import { priceHash } from '~/domain/underwriting/price-hash.server'

const versionColumns = [
  'engine_versions.id',
  'engine_versions.filename',
  'engine_versions.hash',
  'engine_versions.size',
  'engine_versions.interface',
  'engine_versions.note',
  'engine_versions.active',
  adminName().as('author'),
] as const

/** When a version went live: a proposed one when it was released. */
const liveSince = sql<Date>`coalesce(engine_versions.decided_at, engine_versions.created_at)`

const partColumns = ['engine_versions.source', 'engine_versions.tables', 'engine_versions.tests'] as const

/** The versions that are or were in use. */
function versions(db: Db) {
  return db
    .selectFrom('engine_versions')
    .leftJoin('users', 'users.id', 'engine_versions.author_id')
    .select(versionColumns)
    .select(liveSince.as('created_at'))
    .where('state', '=', 'released')
}

export async function activeVersion(db: Db) {
  return versions(db).select(partColumns).where('active', '=', true).executeTakeFirst()
}

/** The version in use, without its parts. */
export async function describeActive(db: Db) {
  return versions(db).where('active', '=', true).executeTakeFirst()
}

/** Versions without their parts, newest first; `replaced_at` is when the next one replaced it. */
export async function listVersions(db: Db) {
  return versions(db)
    .select(sql<Date | null>`lead(${liveSince}) over (order by engine_versions.id)`.as('replaced_at'))
    .orderBy('engine_versions.id', 'desc')
    .execute()
}

export async function findVersion(db: Db, filename: string) {
  return versions(db).select(partColumns).where('filename', '=', filename).executeTakeFirst()
}

/** The version with which a golden case was first in use. */
export async function firstVersionWithCase(db: Db, name: string) {
  return versions(db)
    .where('engine_versions.tests', '@>', JSON.stringify([{ name }]))
    .orderBy('engine_versions.id')
    .executeTakeFirst()
}

/** Returns the hash of the version in use; null before there is one. */
export async function activeHash(db: Db) {
  const row = await db
    .selectFrom('engine_versions')
    .select('hash')
    .where('active', '=', true)
    .executeTakeFirst()
  return row?.hash ?? null
}

/** Locks the choice of the active version until the transaction ends; it can still be read. */
export async function lockVersions(trx: Db) {
  await sql`lock table engine_versions in share row exclusive mode`.execute(trx)
}

/** What a version consists of. */
export type VersionParts = { source: string; tables: unknown; tests: unknown }

type NewVersion = VersionParts & { hash: string; size: number; author_id: number; note: string | null }

/** Replaces the active version. */
export async function replaceActive(trx: Db, version: NewVersion) {
  await deactivate(trx)
  return insertVersion(trx, version, { active: true })
}

/** Stores a version that waits for its release. */
export async function insertProposal(trx: Db, version: NewVersion, base: string | null) {
  return insertVersion(trx, version, { active: false, state: 'proposed', base })
}

async function deactivate(trx: Db) {
  await trx.updateTable('engine_versions').set({ active: false }).where('active', '=', true).execute()
}

/** The version's number makes the file name unique, even if the same text was saved before. */
async function insertVersion(
  trx: Db,
  { tables, tests, ...version }: NewVersion,
  state: { active: boolean; state?: 'proposed'; base?: string | null },
) {
  const next = sql<number>`nextval(pg_get_serial_sequence('engine_versions', 'id'))::integer`
  const { id } = await trx.selectNoFrom(next.as('id')).executeTakeFirstOrThrow()
  return trx
    .insertInto('engine_versions')
    .values({
      ...version,
      ...state,
      interface: 2,
      price_hash: priceHash({ source: version.source, tables }),
      tables: JSON.stringify(tables),
      tests: JSON.stringify(tests),
      id,
      filename: `engine-${id}-${version.hash.slice(0, 12)}.js`,
      created_at: sql<Date>`clock_timestamp()`,
    })
    .returning(['id', 'filename', 'hash', 'size'])
    .executeTakeFirstOrThrow()
}

function proposals(db: Db) {
  return db
    .selectFrom('engine_versions')
    .leftJoin('users', 'users.id', 'engine_versions.author_id')
    .select(versionColumns)
    .select(partColumns)
    .select(['engine_versions.created_at', 'engine_versions.base', 'engine_versions.author_id'])
    .select(['engine_versions.state', 'engine_versions.decision_note'])
}

/** The versions that wait for their release, newest first. */
export async function listProposals(db: Db) {
  return proposals(db).where('state', '=', 'proposed').orderBy('engine_versions.id', 'desc').execute()
}

/** Whether the version with this hash waits for its release. */
export async function isProposed(db: Db, hash: string) {
  const row = await db
    .selectFrom('engine_versions')
    .select('id')
    .where('state', '=', 'proposed')
    .where('hash', '=', hash)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns a version that is or was proposed. */
export async function findProposal(db: Db, id: number) {
  return proposals(db)
    .where('engine_versions.id', '=', id)
    .where((eb) => eb.or([eb('state', '!=', 'released'), eb('decided_at', 'is not', null)]))
    .executeTakeFirst()
}

/** Stores the decision on a proposed version; a released one replaces the active one. */
export async function decideProposal(
  trx: Db,
  id: number,
  decision: {
    state: 'released' | 'rejected' | 'withdrawn'
    decided_by: number | null
    decision_note: string | null
  },
) {
  const active = decision.state === 'released'
  if (active) await deactivate(trx)
  await trx
    .updateTable('engine_versions')
    .set({ ...decision, active, decided_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
}

/** Returns a stored result with its input and the version that computed it. */
export async function findResultWithSource(db: Db, resultId: number) {
  return db
    .selectFrom('underwriting_results')
    .innerJoin('engine_versions', 'engine_versions.id', 'underwriting_results.engine_version_id')
    .select(['input', 'source', 'tables', 'tests', 'interface', 'hash', 'engine_hash', 'decision'])
    .select(['calculation_details', 'engine_version_id', 'configuration_hash', 'date_created'])
    .select(['coverage_tier', 'max_coverage', 'monthly_premium', 'annual_premium'])
    .select(['ratio', 'user_score', 'combined_risk_factor'])
    .where('underwriting_results.id', '=', resultId)
    .executeTakeFirst()
}

export async function findDraft(db: Db, userId: number) {
  return db
    .selectFrom('engine_drafts')
    .select(['source', 'note', 'base', 'saved_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

export async function putDraft(
  db: Db,
  userId: number,
  draft: { source: string; note: string; base: string | null },
) {
  const row = { ...draft, saved_at: sql<Date>`now()` }
  await db
    .insertInto('engine_drafts')
    .values({ ...row, user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
}

/** Deletes a draft; with `savedAt` only the one of that time. */
export async function deleteDraft(db: Db, userId: number, savedAt?: Date) {
  let query = db.deleteFrom('engine_drafts').where('user_id', '=', userId)
  if (savedAt) query = query.where(savedAtMilliseconds, '=', savedAt)
  await query.execute()
}

/** When a draft was saved, as precisely as the program reads it. */
const savedAtMilliseconds = sql<Date>`date_trunc('milliseconds', saved_at)`

/** Serializes changes of an admin's draft of the tables until the transaction ends, also before there is one. */
export async function lockTableDraft(trx: Db, userId: number) {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}

export async function findTableDraft(db: Db, userId: number) {
  return db
    .selectFrom('engine_table_drafts')
    .select(['tables', 'tests', 'note', 'base', 'saved_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

export async function putTableDraft(
  db: Db,
  userId: number,
  { tables, tests, ...rest }: { tables: unknown; tests: unknown; note: string; base: string | null },
) {
  const row = {
    ...rest,
    tables: JSON.stringify(tables),
    tests: JSON.stringify(tests),
    saved_at: sql<Date>`now()`,
  }
  await db
    .insertInto('engine_table_drafts')
    .values({ ...row, user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
}

/** Deletes a draft of the tables; with `savedAt` only the one of that time. */
export async function deleteTableDraft(db: Db, userId: number, savedAt?: Date) {
  let query = db.deleteFrom('engine_table_drafts').where('user_id', '=', userId)
  if (savedAt) query = query.where(savedAtMilliseconds, '=', savedAt)
  await query.execute()
}

export async function rebaseTableDraft(db: Db, userId: number, base: string) {
  await db.updateTable('engine_table_drafts').set({ base }).where('user_id', '=', userId).execute()
}

export async function activeEffects(db: Db) {
  return db
    .selectFrom('engine_versions')
    .select(['hash', 'interface', 'effects'])
    .where('active', '=', true)
    .executeTakeFirst()
}

export async function storeEffects(db: Db, hash: string, effects: string) {
  await db.updateTable('engine_versions').set({ effects }).where('hash', '=', hash).execute()
}
