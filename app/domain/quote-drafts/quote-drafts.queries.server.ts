import { sql } from 'kysely'

import { facts } from '~/content/facts'
import type { Db } from '../../../db/schema'
import { isOwnQuote, type Owner } from '~/domain/accounts/owner.queries.server'

/** Whether a draft may still be opened. */
const isKept = sql<boolean>`updated_at > now() - make_interval(days => ${sql.lit(facts.draftDays)})`

const columns = ['id', 'answers', 'updated_at', 'quote_submission_id'] as const

type Answers = Record<string, string>

export async function insertDraft(
  db: Db,
  {
    answers,
    ...draft
  }: { token_hash: Uint8Array; answers: Answers; email: string | null; user_id: number | null },
) {
  await db
    .insertInto('quote_drafts')
    .values({ ...draft, answers: JSON.stringify(answers) })
    .execute()
}

export async function findDraft(db: Db, tokenHash: Uint8Array) {
  return db
    .selectFrom('quote_drafts')
    .select(columns)
    .where('token_hash', '=', tokenHash)
    .where(isKept)
    .executeTakeFirst()
}

/** Returns a draft, which is locked until the transaction ends. */
export async function lockDraft(trx: Db, tokenHash: Uint8Array) {
  return trx
    .selectFrom('quote_drafts')
    .select(columns)
    .where('token_hash', '=', tokenHash)
    .where(isKept)
    .forUpdate()
    .executeTakeFirst()
}

/** Adds answers to a draft that is not sent, in one statement: two tabs may save different steps. @returns whether there is one. */
export async function addAnswers(db: Db, tokenHash: Uint8Array, answers: Answers) {
  const { numUpdatedRows } = await db
    .updateTable('quote_drafts')
    .set({
      answers: sql<string>`answers || ${JSON.stringify(answers)}::jsonb`,
      ...(answers.email === undefined ? {} : { email: answers.email || null }),
      updated_at: sql<Date>`now()`,
    })
    .where('token_hash', '=', tokenHash)
    .where('quote_submission_id', 'is', null)
    .where(isKept)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Replaces the answers of a draft by the application that it was sent as. */
export async function markSent(trx: Db, id: number, quoteId: number) {
  await trx
    .updateTable('quote_drafts')
    .set({ answers: '{}', email: null, quote_submission_id: quoteId })
    .where('id', '=', id)
    .execute()
}

/** @returns whether there was one. */
export async function deleteDraft(db: Db, tokenHash: Uint8Array) {
  const { numDeletedRows } = await db
    .deleteFrom('quote_drafts')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes the drafts of an account, and those of visitors with its verified email. */
export async function deleteDraftsOf(db: Db, owner: Owner) {
  await db.deleteFrom('quote_drafts').where(isOwnQuote(owner)).execute()
}

/** Deletes the drafts that were sent as these applications, and with them their links. */
export async function deleteSentDrafts(db: Db, quoteIds: readonly number[]) {
  await db.deleteFrom('quote_drafts').where('quote_submission_id', 'in', quoteIds).execute()
}

export async function deleteOldDrafts(db: Db) {
  await db
    .deleteFrom('quote_drafts')
    .where((eb) => eb.not(isKept))
    .execute()
}
