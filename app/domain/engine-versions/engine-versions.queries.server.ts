import { sql } from 'kysely'

import type { Db } from '../../../db/schema'

const versionColumns = [
  'engine_versions.id',
  'engine_versions.filename',
  'engine_versions.hash',
  'engine_versions.size',
  'engine_versions.note',
  'engine_versions.active',
  'engine_versions.created_at',
  'users.username as author',
] as const

function versions(db: Db) {
  return db.selectFrom('engine_versions').leftJoin('users', 'users.id', 'engine_versions.author_id')
}

export async function activeVersion(db: Db) {
  return versions(db)
    .select([...versionColumns, 'engine_versions.source'])
    .where('active', '=', true)
    .executeTakeFirst()
}

/** Versions without their sources, newest first; `replaced_at` is when the next one replaced it. */
export async function listVersions(db: Db) {
  return versions(db)
    .select(versionColumns)
    .select(
      sql<Date | null>`lead(engine_versions.created_at) over (order by engine_versions.id)`.as('replaced_at'),
    )
    .orderBy('engine_versions.id', 'desc')
    .execute()
}

export async function findVersion(db: Db, filename: string) {
  return versions(db)
    .select([...versionColumns, 'engine_versions.source'])
    .where('filename', '=', filename)
    .executeTakeFirst()
}

/** Locks the choice of the active version until the transaction ends; it can still be read. */
export async function lockVersions(trx: Db) {
  await sql`lock table engine_versions in share row exclusive mode`.execute(trx)
}

/** Replaces the active version. Its number makes the file name unique, even if the same text was saved before. */
export async function replaceActive(
  trx: Db,
  version: { source: string; hash: string; size: number; author_id: number; note: string | null },
) {
  await trx.updateTable('engine_versions').set({ active: false }).where('active', '=', true).execute()
  const next = sql<number>`nextval(pg_get_serial_sequence('engine_versions', 'id'))::integer`
  const { id } = await trx.selectNoFrom(next.as('id')).executeTakeFirstOrThrow()
  return trx
    .insertInto('engine_versions')
    .values({
      ...version,
      id,
      filename: `engine-${id}-${version.hash.slice(0, 12)}.js`,
      active: true,
      created_at: sql<Date>`clock_timestamp()`,
    })
    .returning(['id', 'filename', 'hash', 'size'])
    .executeTakeFirstOrThrow()
}

/** Returns a stored result with its input and the source that computed it. */
export async function findResultWithSource(db: Db, resultId: number) {
  return db
    .selectFrom('underwriting_results')
    .innerJoin('engine_versions', 'engine_versions.id', 'underwriting_results.engine_version_id')
    .select(['input', 'source', 'hash', 'engine_hash', 'decision', 'calculation_details'])
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

export async function deleteDraft(db: Db, userId: number) {
  await db.deleteFrom('engine_drafts').where('user_id', '=', userId).execute()
}
