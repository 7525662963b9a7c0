import { randomUUID } from 'node:crypto'

import type { Db } from '../../../db/schema'
import { env } from '~/env.server'

import * as queries from './mail.queries.server'

/** What a mail says, once as plain text and once as HTML. */
export type Message = { subject: string; text: string; html: string }

/** Why a mail is sent; the outbox and its readers know it by this. */
export type MailKind =
  | 'verification'
  | 'recovery'
  | 'address in use'
  | 'password changed'
  | 'signed out'
  | 'email changed'
  | 'account deleted'
  | 'contact received'
  | 'waitlist joined'
  | 'career received'
  | 'quote received'
  | 'deck request received'
  | 'deck request approved'
  | 'deck code resent'
  | 'quote ready'

/** How far a mail has come: waiting to be sent or being sent, sent, or given up. */
export type MailState = 'pending' | 'sent' | 'failed'

// Kept outside this module, so that a reload in development does not part the sender from those who write.
const key = Symbol.for('holdfast.outbox')

/** Says `enqueued` when this process has put a mail into the outbox; its transaction commits a moment later. */
export const outbox = ((globalThis as { [key]?: EventTarget })[key] ??= new EventTarget())

const keptFor = 30 * 24 * 60 * 60_000
const batchSize = 500
const mostBatches = 20

/**
 * Puts a mail into the outbox, in the transaction that is its reason: either both happen or neither. A worker sends it later,
 * always under the Message-ID that it gets here.
 */
export async function enqueueMail(
  trx: Db,
  mail: { kind: MailKind; to: string; userId?: number | null; message: Message },
) {
  const { subject, text, html } = mail.message
  await queries.insertMail(trx, {
    kind: mail.kind,
    recipient: mail.to,
    user_id: mail.userId ?? null,
    sender: env.MAIL_FROM,
    subject,
    body_text: text,
    body_html: html,
    message_id: `<${randomUUID()}@${new URL(env.APP_URL).hostname}>`,
  })
  outbox.dispatchEvent(new Event('enqueued'))
}

/** The newest mails, sent or not. */
export async function listMails(db: Db, { limit }: { limit: number }) {
  return queries.listMails(db, limit)
}

/**
 * Forgets mails that belong to no account thirty days after they were sent or given up, a few hundred at a time: those to people who
 * wrote to us without one, and the last word to those who have none any more.
 */
export async function removeOldMails(db: Db) {
  const before = new Date(Date.now() - keptFor)
  for (let batch = 0; batch < mostBatches; batch += 1)
    if ((await queries.deleteStrayMails(db, before, batchSize)) < batchSize) return
}

/**
 * An account's own mails, newest first, the latest hundred. Codes and the tokens of links are masked: who has a session is not
 * thereby who has the mailbox.
 */
export async function listOwnMails(db: Db, userId: number) {
  const mails = await queries.listMailsOf(db, userId, 100)
  return mails.map(({ body_text, ...mail }) => ({ ...mail, body: maskSecrets(body_text) }))
}

/** A mail's plain text without what it was sent to hand over: codes stand on lines of their own, set in by four blanks. */
export function maskSecrets(text: string) {
  return text
    .replace(/^ {4}\S.*$/gm, `    ${mask}`)
    .replace(/([?&](?:token|code|accessCode)=|\/quote\/)[^&\s]+/gi, `$1${mask}`)
}

const mask = '\u2022\u2022\u2022\u2022\u2022\u2022'
