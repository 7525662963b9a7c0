import { sql, type Insertable, type Updateable } from 'kysely'

import type { Database, Db } from '../../../db/schema'

export async function insertQuote(db: Db, quote: Insertable<Database['quote_submissions']>) {
  return db
    .insertInto('quote_submissions')
    .values(quote)
    .returning([
      'id',
      'name',
      'email',
      'coverage_level',
      'submission_type',
      'status',
      'submitted_at',
      'user_id',
    ])
    .executeTakeFirstOrThrow()
}

export async function findQuote(db: Db, id: number) {
  return db.selectFrom('quote_submissions').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function listNames(db: Db, ids: readonly number[]) {
  return db.selectFrom('quote_submissions').select(['id', 'name']).where('id', 'in', ids).execute()
}

export async function updateQuote(
  trx: Db,
  id: number,
  changes: Omit<Updateable<Database['quote_submissions']>, 'updated_at'>,
) {
  await trx
    .updateTable('quote_submissions')
    .set({ ...changes, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

export async function listNewest(db: Db, limit: number) {
  return db.selectFrom('quote_submissions').selectAll().orderBy('id', 'desc').limit(limit).execute()
}

export async function countQuotes(db: Db) {
  const { count } = await db
    .selectFrom('quote_submissions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function listJobRoles(db: Db) {
  return db
    .selectFrom('job_roles')
    .select(['id', 'role_name'])
    .orderBy(sql`lower(role_name)`)
    .execute()
}

/** Returns a job role by its name, in any letter case. */
export async function findJobRole(db: Db, name: string) {
  return db
    .selectFrom('job_roles')
    .select('role_name')
    .where(sql`lower(role_name)`, '=', sql`lower(${name})`)
    .executeTakeFirst()
}

export async function listCoverageLevels(db: Db) {
  return db.selectFrom('coverage_levels').select(['id', 'level_name']).orderBy('id').execute()
}
