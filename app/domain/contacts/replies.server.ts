import { brand } from '~/brand.server'
import { recordAudit } from '~/domain/audit/audit.server'
import { adminTime } from '~/domain/formats'
import { onceUnlessRefused, type IdempotencyKey } from '~/domain/idempotency/idempotency.server'
import { normalizeLineBreaks } from '~/domain/line-breaks'
import { enqueueMail } from '~/domain/mail/mail.server'
import { parseFields, type FieldError, type Fields } from '~/domain/parse-fields'
import { consume } from '~/domain/rate-limits/rate-limits.server'
import { contacts } from '~/domain/submissions/kinds'
import { setState } from '~/domain/submissions/submissions.server'
import { contactReplyMail } from '~/emails/contact-reply'

import type { Db } from '../../../db/schema'
import * as queries from './contacts.queries.server'
import { contactReplySchema } from './contacts.schema'

export { findContact, listReplies, listRepliesForExport } from './contacts.queries.server'

export type ReplyOutcome =
  | { ok: true; id: number }
  | { ok: false; reason: 'missing' }
  | { ok: false; reason: 'invalid'; errors: FieldError[] }
  /** Another reply was sent since the form was opened: that of the id `newest`. */
  | { ok: false; reason: 'conflict'; message: string; newest: number }

/**
 * Replies to a visitor's message by mail, once per idempotency key; a message that was pending has been responded to. Fields: `subject`,
 * `message`, and `seen`, the id of the newest reply that the sender knows, or an empty text: without it, earlier replies do not matter. The
 * audit log has none of the words.
 * @throws {TooManyAttempts} when this recipient has been mailed too often today.
 */
export async function replyToContact(
  db: Db,
  contactId: number,
  { subject, message, seen }: Fields,
  { by, key }: { by: number; key: IdempotencyKey | null },
): Promise<ReplyOutcome> {
  const parsed = parseFields(contactReplySchema, { subject, message: normalizeLineBreaks(message) })
  if (!parsed.ok) return { ok: false, reason: 'invalid', errors: parsed.errors }
  const content = { contactId, ...parsed.value }
  const { result } = await onceUnlessRefused(db, key, content, async (trx): Promise<ReplyOutcome> => {
    const contact = await queries.lockContact(trx, contactId)
    if (!contact) return { ok: false, reason: 'missing' }
    const newest = await queries.newestReply(trx, contactId)
    if (newest && seen !== undefined && String(newest.id) !== seen)
      return { ok: false, reason: 'conflict', message: repliedSince(newest, by), newest: newest.id }
    await consume(trx, 'office mails by recipient', contact.email)
    const { id } = await queries.insertReply(trx, {
      contact_submission_id: contactId,
      sent_by: by,
      ...parsed.value,
    })
    const audited = { userId: by, entity: 'contact submission', entityId: contactId }
    await recordAudit(trx, { ...audited, action: 'reply', after: { reply: id } })
    if (contact.status === 'Pending')
      await setState(trx, contacts, contact, { status: 'Responded', note: contact.note }, by)
    const { name, email, created_at: sentAt } = contact
    await enqueueMail(trx, {
      kind: 'contact reply',
      to: email,
      message: contactReplyMail(brand, { name, sentAt, ...parsed.value }),
    })
    return { ok: true, id }
  })
  return result
}

function repliedSince({ sent_at, sent_by }: { sent_at: Date; sent_by: number | null }, reader: number) {
  const who = sent_by === reader ? 'You have sent another reply' : 'Another reply was sent'
  return `${who} ${adminTime(sent_at)} UTC, after you opened this page. Read it first; if yours is needed too, send it again.`
}
