import { sql, type Insertable } from 'kysely'

import type { Database, Db } from '../../../db/schema'

export async function insertMail(db: Db, mail: Insertable<Database['sent_emails']>) {
  await db.insertInto('sent_emails').values(mail).execute()
}

/** The database's clock, so that processes on several machines agree. */
const fromNow = (milliseconds: number) => sql<Date>`now() + make_interval(secs => ${milliseconds / 1000})`

/**
 * Takes the mail that has been due for longest, counts the attempt, and lets nobody else take it for so many milliseconds.
 * Undefined when none is due; one that another process is taking at this moment is passed over.
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

/** Whoever held the lease by then: it has been sent. What it handed over is in its recipient's hands alone from now on. */
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

/** Puts a mail back for a later attempt, unless somebody else has begun one since. */
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

/** Gives a mail up, unless somebody else has begun another attempt since. */
export async function markFailed(db: Db, mail: { id: number; attempts: number }, error: string | null) {
  await db
    .updateTable('sent_emails')
    .set((row) => ({ status: 'failed', last_error: error ?? row.ref('last_error'), leased_until: null }))
    .where('id', '=', mail.id)
    .where('attempts', '=', mail.attempts)
    .where('status', '=', 'pending')
    .execute()
}

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

/** Deletes some mails that belong to no account and were sent, or given up, before a time; others may do so at once. @returns how many. */
export async function deleteStrayMails(db: Db, before: Date, limit: number) {
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
