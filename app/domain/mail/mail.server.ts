import { randomUUID } from 'node:crypto'

import type { Db } from '../../../db/schema'
import { env } from '~/env.server'

import type { mailKinds } from './mail-list'
import * as queries from './mail.queries.server'

export { listMails } from './mail.queries.server'

/** The content of a mail, as plain text and as HTML. */
export type Message = { subject: string; text: string; html: string }

/** A mail for the outbox. */
export type Mail = { kind: MailKind; to: string; userId?: number | null; message: Message }

/** The reason for a mail, which the outbox and its readers refer to. */
export type MailKind = (typeof mailKinds)[number]

/** The state of a mail: waiting or being sent, sent, or failed. */
export type MailState = 'pending' | 'sent' | 'failed'

// Global, so that senders and the worker share it across a reload in development.
const key = Symbol.for('holdfast.outbox')

/** Dispatches `enqueued` when this process has added a mail to the outbox; its transaction commits shortly after. */
export const outbox = ((globalThis as { [key]?: EventTarget })[key] ??= new EventTarget())

const retention = 30 * 24 * 60 * 60_000
const batchSize = 500
const maxBatches = 20

/**
 * Adds a mail to the outbox, in the transaction that is its reason: both happen or neither. A worker sends it later, always under the
 * Message-ID assigned here.
 */
export async function enqueueMail(trx: Db, mail: Mail) {
  await queries.insertMail(trx, rowOf(mail))
  outbox.dispatchEvent(new Event('enqueued'))
}

/** As enqueueMail, in the next statement of the returned database: one round trip less. */
export function withMail(db: Db, mail: Mail) {
  outbox.dispatchEvent(new Event('enqueued'))
  return queries.withInsertedMail(db, rowOf(mail))
}

const { hostname } = new URL(env.APP_URL)

function rowOf({ kind, to, userId = null, message }: Mail) {
  return {
    kind,
    recipient: to,
    user_id: userId,
    sender: env.MAIL_FROM,
    subject: message.subject,
    body_text: message.text,
    body_html: message.html,
    message_id: `<${randomUUID()}@${hostname}>`,
  }
}

/**
 * Deletes mails that belong to no account thirty days after they were sent or failed, in batches of a few hundred: receipts to people
 * without an account, and the last mail to deleted accounts.
 */
export async function removeOldMails(db: Db) {
  const before = new Date(Date.now() - retention)
  for (let batch = 0; batch < maxBatches; batch += 1)
    if ((await queries.deleteOrphanedMails(db, before, batchSize)) < batchSize) return
}

/**
 * Returns an account's own mails, newest first, up to 100. Codes and the tokens of links are masked: access to a session does not prove
 * access to the mailbox.
 */
export async function listOwnMails(db: Db, userId: number) {
  const mails = await queries.listMailsOf(db, userId, 100)
  return mails.map(({ body_text, ...mail }) => ({ ...mail, body: maskSecrets(body_text) }))
}

/** Masks the secrets in a mail's plain text: tokens in links, and codes, which are on lines of their own, indented by four spaces. */
export function maskSecrets(text: string) {
  return text
    .replace(/^ {4}\S.*$/gm, `    ${mask}`)
    .replace(/([?&](?:token|code|accessCode)=|\/(?:(?:get-a-)?quote|questions)\/)[^&\s]+/gi, `$1${mask}`)
}

const mask = '\u2022\u2022\u2022\u2022\u2022\u2022'
