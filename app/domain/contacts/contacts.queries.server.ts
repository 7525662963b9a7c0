import type { Insertable } from 'kysely'

import type { Database, Db } from '../../../db/schema'
import { adminName } from '~/domain/accounts/admin-name.queries.server'

export async function insertContact(db: Db, contact: Insertable<Database['contact_submissions']>) {
  return db
    .insertInto('contact_submissions')
    .values(contact)
    .returning(['id', 'created_at', 'name', 'email', 'inquiry_type', 'responded', 'status'])
    .executeTakeFirstOrThrow()
}

export async function insertReply(trx: Db, reply: Insertable<Database['contact_replies']>) {
  return trx.insertInto('contact_replies').values(reply).returning('id').executeTakeFirstOrThrow()
}

function contactById(db: Db, id: number) {
  return db
    .selectFrom('contact_submissions')
    .select(['id', 'created_at', 'name', 'email', 'status', 'note'])
    .where('id', '=', id)
}

/** Returns who sent a message, its status and note. */
export async function findContact(db: Db, id: number) {
  return contactById(db, id).executeTakeFirst()
}

/** Like findContact; the message is locked until the transaction ends. */
export async function lockContact(trx: Db, id: number) {
  return contactById(trx, id).forUpdate().executeTakeFirst()
}

/** Returns when and by whom the newest reply to a message was sent, and its id; null if there is none. */
export async function newestReply(trx: Db, contactId: number) {
  const reply = await trx
    .selectFrom('contact_replies')
    .select(['id', 'sent_at', 'sent_by'])
    .where('contact_submission_id', '=', contactId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return reply ?? null
}

/** The newest 50 replies to a message with their senders, oldest first. */
export async function listReplies(db: Db, contactId: number) {
  const newestFirst = await db
    .selectFrom('contact_replies')
    .leftJoin('users', 'users.id', 'sent_by')
    .select(['contact_replies.id', 'sent_at', 'subject', 'message', adminName().as('sender')])
    .where('contact_submission_id', '=', contactId)
    .orderBy('contact_replies.id', 'desc')
    .limit(50)
    .execute()
  return newestFirst.reverse()
}

/** The replies to messages, as exported to their senders. */
export async function listRepliesForExport(db: Db, contactIds: readonly number[]) {
  if (contactIds.length === 0) return []
  return db
    .selectFrom('contact_replies')
    .select(['contact_submission_id', 'sent_at', 'subject', 'message'])
    .where('contact_submission_id', 'in', contactIds)
    .orderBy('id')
    .execute()
}
