import type { Db } from '../../../db/schema'
import { enqueueMail, type MailKind, type Message } from '~/domain/mail/mail.server'
import { tryConsume } from '~/domain/rate-limits/rate-limits.server'

/**
 * Tells the owner of an account what has happened to it. An address that is not verified may be a stranger's: it gets a few of these
 * a day, and what comes after is not sent.
 */
export async function notifyAccount(
  trx: Db,
  account: { id: number | null; email: string; email_verified: boolean },
  { kind, message }: { kind: MailKind; message: Message },
) {
  if (!account.email_verified) {
    const { allowed } = await tryConsume(trx, 'notices to unverified addresses', account.email)
    if (!allowed) return
  }
  await enqueueMail(trx, { kind, to: account.email, userId: account.id, message })
}
