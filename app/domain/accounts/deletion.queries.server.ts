import { sql } from 'kysely'

import type { Db } from '../../../db/schema'
import { hasText } from '~/domain/has-text.queries.server'

import { isOwnMail, isOwnQuote, type Owner } from './owner.queries.server'

/** Locks all administrators until the transaction ends, always in the same order. Returns their ids. */
export async function lockAdmins(trx: Db) {
  const admins = await trx
    .selectFrom('users')
    .select('id')
    .where('admin', '=', true)
    .orderBy('id')
    .forUpdate()
    .execute()
  return admins.map(({ id }) => id)
}

export async function anotherAdmin(db: Db, id: number) {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('admin', '=', true)
    .where('id', '<>', id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Locks the account until the transaction ends, if it still has that password. */
export async function lockAccount(trx: Db, id: number, passwordHash: string) {
  return trx
    .selectFrom('users')
    .select(['id', 'email', 'email_verified', 'admin'])
    .where('id', '=', id)
    .where('password_hash', '=', passwordHash)
    .forUpdate()
    .executeTakeFirst()
}

/**
 * Locks the account's applications, and those that visitors sent under its verified email. No run of them is stored until the transaction
 * ends.
 */
export async function lockQuotes(trx: Db, owner: Owner) {
  return trx
    .selectFrom('quote_submissions')
    .selectAll()
    .where(isOwnQuote(owner))
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Deletes the offers made on applications, and with them their links. */
export async function deleteOffers(trx: Db, quoteIds: readonly number[]) {
  await trx.deleteFrom('offers').where('quote_submission_id', 'in', quoteIds).execute()
}

/** Deletes the results of challengers for applications. */
export async function deleteChallengerResults(trx: Db, quoteIds: readonly number[]) {
  await trx.deleteFrom('challenger_results').where('quote_submission_id', 'in', quoteIds).execute()
}

/** Removes the words of underwriters about an application; what they decided stays. */
export async function removeDecisionWords(trx: Db, resultIds: readonly number[]) {
  if (resultIds.length === 0) return
  await trx
    .updateTable('decisions')
    .set({ words: '', told: null, exclusion: null, rated: null })
    .where('result_id', 'in', resultIds)
    .execute()
}

export async function listResultsOf(trx: Db, quoteId: number) {
  return trx
    .selectFrom('underwriting_results')
    .select(['id', 'input', 'calculation_details', 'monthly_premium', 'correction_id'])
    .where('quote_submission_id', '=', quoteId)
    .orderBy('id')
    .execute()
}

export async function updateResult(
  trx: Db,
  id: number,
  changes: { input: string; calculation_details: string; configuration_hash: string },
) {
  await trx.updateTable('underwriting_results').set(changes).where('id', '=', id).execute()
}

/** Deletes submissions sent under an email without an account; files go with their submission. @returns the deleted ids, by kind. */
export async function deleteSubmissions(trx: Db, email: string) {
  const ids = async (table: 'waitlist_submissions' | 'contact_submissions' | 'career_submissions') => {
    const rows = await trx.deleteFrom(table).where(hasText('email', email)).returning('id').execute()
    return rows.map(({ id }) => id)
  }
  await trx.deleteFrom('pitch_deck_requests').where(hasText('email', email)).execute()
  return {
    waitlist: await ids('waitlist_submissions'),
    contact: await ids('contact_submissions'),
    career: await ids('career_submissions'),
  }
}

/** Deletes the account's mails and those to its verified email, sent or not. */
export async function deleteMails(trx: Db, owner: Owner) {
  await trx.deleteFrom('sent_emails').where(isOwnMail(owner)).execute()
}

/** Deletes the responses stored for retries of requests by the account or its verified email, and of its sign-up. */
export async function deleteKeys(trx: Db, { id, provenEmail }: Owner, signUpHash: string) {
  await trx
    .deleteFrom('idempotency_keys')
    .where((eb) =>
      eb.or([
        eb('request_hash', '=', signUpHash),
        eb(sql`body ->> 'user_id'`, '=', String(id)),
        eb(sql`lower(body ->> 'email')`, '=', sql<string>`lower(${provenEmail}::text)`),
      ]),
    )
    .execute()
}

/** Cascades to the account's sessions, codes and links, and clears its name from everything that it did as an administrator. */
export async function deleteAccount(trx: Db, id: number) {
  await trx.deleteFrom('users').where('id', '=', id).execute()
}
