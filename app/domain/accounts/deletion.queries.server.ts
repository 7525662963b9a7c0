import { sql, type Updateable } from 'kysely'

import type { Database, Db } from '../../../db/schema'

/** Whom an erasure is about: the account, and its address where that is proven to be its own. */
export type Erased = { id: number; provenEmail: string | null }

/** The ids of all administrators, who stay as they are until the transaction ends. Always in one order. */
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

/** The account, if it is there with that password; nobody else changes it until the transaction ends. */
export async function lockAccount(trx: Db, id: number, passwordHash: string) {
  return trx
    .selectFrom('users')
    .select(['id', 'email', 'email_verified', 'admin'])
    .where('id', '=', id)
    .where('password_hash', '=', passwordHash)
    .forUpdate()
    .executeTakeFirst()
}

/** Takes the account's own applications, and those that a visitor sent under its proven address. No run of them is stored meanwhile. */
export async function lockQuotes(trx: Db, { id, provenEmail }: Erased) {
  return trx
    .selectFrom('quote_submissions')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('user_id', '=', id),
        eb.and([
          eb('user_id', 'is', null),
          eb(sql`lower(email)`, '=', sql<string>`lower(${provenEmail}::text)`),
        ]),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
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

/** Ends the links to what was offered on applications. */
export async function deleteOffers(trx: Db, quoteIds: readonly number[]) {
  await trx.deleteFrom('offers').where('quote_submission_id', 'in', quoteIds).execute()
}

export async function listResultsOf(trx: Db, quoteId: number) {
  return trx
    .selectFrom('underwriting_results')
    .select(['id', 'input', 'calculation_details'])
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

/** What was sent under an address without an account; files go with their submission. @returns what there was, by kind. */
export async function deleteSubmissions(trx: Db, email: string) {
  const ids = async (table: 'waitlist_submissions' | 'contact_submissions' | 'career_submissions') => {
    const rows = await trx
      .deleteFrom(table)
      .where(sql`lower(email)`, '=', sql<string>`lower(${email})`)
      .returning('id')
      .execute()
    return rows.map(({ id }) => id)
  }
  await trx
    .deleteFrom('pitch_deck_requests')
    .where(sql`lower(email)`, '=', sql<string>`lower(${email})`)
    .execute()
  return {
    waitlist: await ids('waitlist_submissions'),
    contact: await ids('contact_submissions'),
    career: await ids('career_submissions'),
  }
}

/** The account's mails, and those to its proven address, whether they were sent or not. */
export async function deleteMails(trx: Db, { id, provenEmail }: Erased) {
  await trx
    .deleteFrom('sent_emails')
    .where((eb) =>
      eb.or([
        eb('user_id', '=', id),
        eb(sql`lower(recipient)`, '=', sql<string>`lower(${provenEmail}::text)`),
      ]),
    )
    .execute()
}

/** The answers that are kept for retries of what the account, or its proven address, has sent, and of its sign-up. */
export async function deleteKeys(trx: Db, { id, provenEmail }: Erased, signUpHash: string) {
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

/** Its sessions, codes and links go with it, and its name from all that it did as an administrator. */
export async function deleteAccount(trx: Db, id: number) {
  await trx.deleteFrom('users').where('id', '=', id).execute()
}
