import { sql, type Insertable } from 'kysely'

import type { Database, Db } from '../../../db/schema'

export async function insertMail(db: Db, mail: Insertable<Database['sent_emails']>) {
  await db.insertInto('sent_emails').values(mail).execute()
}

/** Inserts the mail along with the next statement of the returned database. */
export function withInsertedMail(db: Db, mail: Insertable<Database['sent_emails']>): Db {
  return db.with('mail', (query) => query.insertInto('sent_emails').values(mail)) as unknown as Db
}

/** The database's clock, so that processes on several machines agree. */
const fromNow = (milliseconds: number) => sql<Date>`now() + make_interval(secs => ${milliseconds / 1000})`

/**
 * Leases the mail that has been due longest, for `lease` milliseconds, and counts the attempt. Skips mails that another process is
 * claiming. Returns undefined when none is due.
 */
export async function claimMail(db: Db, lease: number) {
  return db
    .updateTable('sent_emails')
    .set({ attempts: sql`attempts + 1`, next_attempt_at: fromNow(lease), leased_until: fromNow(lease) })
    .where('id', '=', (due) =>
      due
        .selectFrom('sent_emails')
        .select('id')
        .where('status', '=', 'pending')
        .where('next_attempt_at', '<=', sql<Date>`now()`)
        .orderBy('next_attempt_at')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning([
      'id',
      'created_at',
      'kind',
      'recipient',
      'sender',
      'subject',
      'body_text',
      'body_html',
      'message_id',
      'attempts',
    ])
    .executeTakeFirst()
}

/**
 * Marks a mail as sent, even if its lease has been taken over, and masks its stored text: from now on only the recipient has its secrets.
 */
export async function markSent(db: Db, id: number, maskedText: string) {
  await db
    .updateTable('sent_emails')
    .set({
      status: 'sent',
      sent_at: sql<Date>`now()`,
      last_error: null,
      leased_until: null,
      body_text: maskedText,
      body_html: '',
    })
    .where('id', '=', id)
    .where('status', '!=', 'sent')
    .execute()
}

/** Schedules a mail's next attempt, unless another one has begun since. */
export async function reschedule(
  db: Db,
  mail: { id: number; attempts: number },
  delay: number,
  error: string,
) {
  await db
    .updateTable('sent_emails')
    .set({ next_attempt_at: fromNow(delay), last_error: error, leased_until: null })
    .where('id', '=', mail.id)
    .where('attempts', '=', mail.attempts)
    .where('status', '=', 'pending')
    .execute()
}

/** Marks a mail as failed, unless another attempt has begun since. */
export async function markFailed(db: Db, mail: { id: number; attempts: number }, error: string | null) {
  await db
    .updateTable('sent_emails')
    .set((row) => ({ status: 'failed', last_error: error ?? row.ref('last_error'), leased_until: null }))
    .where('id', '=', mail.id)
    .where('attempts', '=', mail.attempts)
    .where('status', '=', 'pending')
    .execute()
}

/** The newest mails, sent or not. */
export async function listMails(db: Db, limit: number) {
  return db
    .selectFrom('sent_emails')
    .select([
      'id',
      'created_at',
      'kind',
      'recipient',
      'subject',
      'body_text',
      'status',
      'attempts',
      'last_error',
    ])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function listMailsOf(db: Db, userId: number, limit: number) {
  return db
    .selectFrom('sent_emails')
    .select(['id', 'created_at', 'sent_at', 'kind', 'status', 'sender', 'recipient', 'subject', 'body_text'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/**
 * Deletes up to `limit` mails that belong to no account and were sent, or failed, before a time; safe to run concurrently. @returns the
 * number deleted.
 */
export async function deleteOrphanedMails(db: Db, before: Date, limit: number) {
  const rows = await db
    .deleteFrom('sent_emails')
    .where('id', 'in', (stray) =>
      stray
        .selectFrom('sent_emails')
        .select('id')
        .where('user_id', 'is', null)
        .where('status', '<>', 'pending')
        .where(sql`coalesce(sent_at, created_at)`, '<', before)
        .orderBy('id')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute()
  return rows.length
}
