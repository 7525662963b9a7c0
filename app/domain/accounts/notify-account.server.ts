import type { Db } from '../../../db/schema'
import { enqueueMail, type MailKind, type Message } from '~/domain/mail/mail.server'
import { tryConsume } from '~/domain/rate-limits/rate-limits.server'

/**
 * Notifies an account's owner of a change to it. An unverified email may be a stranger's: it gets a few notices a day, and further ones are
 * not sent.
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
