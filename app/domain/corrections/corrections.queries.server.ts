import type { Insertable } from 'kysely'

import type { Database, Db } from '../../../db/schema'
import { adminName } from '~/domain/accounts/admin-name.queries.server'

/** Returns an application, which is locked until the transaction ends. */
export async function lockQuote(trx: Db, id: number) {
  return trx.selectFrom('quote_submissions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function insertCorrection(trx: Db, correction: Insertable<Database['corrections']>) {
  const { id } = await trx
    .insertInto('corrections')
    .values(correction)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns the result that the applicant has, with the newest correction that it was computed with. */
export async function findSent(db: Db, quoteId: number) {
  return db
    .selectFrom('offers')
    .innerJoin('underwriting_results', 'underwriting_results.id', 'result_id')
    .select('correction_id')
    .where('offers.quote_submission_id', '=', quoteId)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
}

/** Returns the corrections of an application after one of them (0 for all), with who made them, oldest first. */
export async function listAfter(db: Db, quoteId: number, after: number) {
  return db
    .selectFrom('corrections')
    .leftJoin('users', 'users.id', 'user_id')
    .select(['corrections.id', 'corrections.created_at', 'reason', 'changes', adminName().as('corrector')])
    .where('quote_submission_id', '=', quoteId)
    .where('corrections.id', '>', after)
    .orderBy('corrections.id')
    .execute()
}

/** Returns the corrections of applications, oldest first, as exported to their applicants: without the reason. */
export async function listForExport(db: Db, quoteIds: readonly number[]) {
  if (quoteIds.length === 0) return []
  return db
    .selectFrom('corrections')
    .select(['id', 'quote_submission_id', 'created_at', 'changes'])
    .where('quote_submission_id', 'in', quoteIds)
    .orderBy('id')
    .execute()
}

/** Deletes the corrections of applications: they contain the previous answers. */
export async function deleteCorrectionsOf(trx: Db, quoteIds: readonly number[]) {
  await trx.deleteFrom('corrections').where('quote_submission_id', 'in', quoteIds).execute()
}
