import { sql, type Insertable } from 'kysely'

import type { Database, Db } from '../../../db/schema'
import { hasText } from '~/domain/has-text.queries.server'

export { lockAccount, setVerifiedEmail } from './account-row.queries.server'

/** Returns the holder of an email: the account that has it, or that had it and can still go back to it. */
export async function findEmailHolder(db: Db, email: string) {
  const account = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where(hasText('email', email))
    .executeTakeFirst()
  if (account) return account
  return db
    .selectFrom('email_change_links')
    .select(['user_id as id', 'old_email as email'])
    .where(hasText('old_email', email))
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

export async function insertLink(db: Db, link: Insertable<Database['email_change_links']>) {
  await db.insertInto('email_change_links').values(link).execute()
}

export async function findLiveLink(db: Db, tokenHash: Buffer) {
  return db
    .selectFrom('email_change_links')
    .select(['id', 'user_id', 'old_email'])
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

/**
 * Consumes a link, with later links of its account and all links to the same email. Earlier links stay, so that a thief who has changed the
 * email cannot invalidate the owner's link with their own. @returns whether the link was valid.
 */
export async function useUp(trx: Db, link: { id: number; user_id: number; old_email: string }) {
  const used = await trx
    .updateTable('email_change_links')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', link.user_id)
    .where('used_at', 'is', null)
    .where((eb) => eb.or([eb('id', '>=', link.id), hasText('old_email', link.old_email)]))
    .returning('id')
    .execute()
  return used.some(({ id }) => id === link.id)
}

/** Invalidates the links sent to an email. */
export async function endLinksTo(trx: Db, userId: number, email: string) {
  await trx
    .updateTable('email_change_links')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where(hasText('old_email', email))
    .where('used_at', 'is', null)
    .execute()
}

/** Gives an account the applications that visitors sent under its verified email, which it is about to lose. */
export async function claimQuotes(trx: Db, { id, email }: { id: number; email: string }) {
  await trx
    .updateTable('quote_submissions')
    .set({ user_id: id })
    .where('user_id', 'is', null)
    .where(hasText('email', email))
    .execute()
}

/** Moves the account's applications from one email to another, so that we write to the one that it has. */
export async function moveQuotes(trx: Db, userId: number, { from, to }: { from: string; to: string }) {
  await trx
    .updateTable('quote_submissions')
    .set({ email: to })
    .where('user_id', '=', userId)
    .where(hasText('email', from))
    .execute()
}

/** Deletes expired links. */
export async function removeEndedEmailChangeLinks(db: Db) {
  await db
    .deleteFrom('email_change_links')
    .where('expires_at', '<=', sql<Date>`now()`)
    .execute()
}
