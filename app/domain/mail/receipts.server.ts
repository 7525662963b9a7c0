import type { Db } from '../../../db/schema'
import { tryConsume } from '~/domain/rate-limits/rate-limits.server'

import { enqueueMail, withMail, type Mail } from './mail.server'

/**
 * Mails a receipt to the person named in a form. Anyone can enter any email, so an inbox gets a few receipts a day; further submissions are
 * stored without one.
 * @returns whether it is sent.
 */
export async function sendReceipt(trx: Db, mail: Mail) {
  const { allowed } = await tryConsume(trx, 'acknowledgements', mail.to)
  if (allowed) await enqueueMail(trx, mail)
  return allowed
}

/** As sendReceipt, in the next statement of the returned database. */
export async function withReceipt(db: Db, mail: Mail) {
  const { allowed } = await tryConsume(db, 'acknowledgements', mail.to)
  return allowed ? withMail(db, mail) : db
}
