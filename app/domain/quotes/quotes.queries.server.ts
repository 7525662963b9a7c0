import { sql, type Insertable } from 'kysely'

import type { Database, Db } from '../../../db/schema'
import type { ListPage } from '~/domain/list-page'

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

/** `search` is looked for in name, e-mail and employer, and as an id. */
export async function listQuotes(db: Db, { limit, cursor, search, oldestFirst = false }: ListPage) {
  let query = db
    .selectFrom('quote_submissions')
    .selectAll()
    .orderBy('id', oldestFirst ? 'asc' : 'desc')
  if (limit !== undefined) query = query.limit(limit)
  if (cursor !== undefined) query = query.where('id', oldestFirst ? '>' : '<', cursor)
  if (search !== undefined) {
    const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
    query = query.where((eb) =>
      eb.or([
        eb('name', 'ilike', pattern),
        eb('email', 'ilike', pattern),
        eb('employer_name', 'ilike', pattern),
        eb(sql`id::text`, '=', search),
      ]),
    )
  }
  return query.execute()
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

export async function listCoverageLevels(db: Db) {
  return db.selectFrom('coverage_levels').select(['id', 'level_name']).orderBy('id').execute()
}
