import type { Db } from '../../../db/schema'
import { adminName } from '~/domain/accounts/admin-name.queries.server'

export { lockQuote } from '~/domain/quotes/quote-row.queries.server'

/** Returns the admin who works on an application; undefined for nobody. */
export async function findAssignee(db: Db, quoteId: number) {
  return db
    .selectFrom('assignments')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['users.id', adminName<string>().as('name'), 'assignments.created_at as since'])
    .where('quote_submission_id', '=', quoteId)
    .where('admin', '=', true)
    .executeTakeFirst()
}

/** Lists the admins, who can take an application. */
export async function listColleagues(db: Db) {
  return db
    .selectFrom('users')
    .select(['id', adminName<string>().as('name')])
    .where('admin', '=', true)
    .orderBy('username')
    .orderBy('id')
    .execute()
}

export async function findAdmin(db: Db, id: number) {
  return db
    .selectFrom('users')
    .select(adminName<string>().as('name'))
    .where('id', '=', id)
    .where('admin', '=', true)
    .executeTakeFirst()
}

export async function setAssignee(trx: Db, quoteId: number, adminId: number | null) {
  await trx.deleteFrom('assignments').where('quote_submission_id', '=', quoteId).execute()
  if (adminId !== null)
    await trx.insertInto('assignments').values({ quote_submission_id: quoteId, user_id: adminId }).execute()
}
