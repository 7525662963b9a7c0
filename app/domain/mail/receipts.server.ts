import type { Db } from '../../../db/schema'
import { tryConsume } from '~/domain/rate-limits/rate-limits.server'

import { enqueueMail } from './mail.server'

/**
 * Writes to whoever a form names that it has arrived. Anybody can name anybody: an inbox gets a few of these a day, and what comes
 * after is stored without a word.
 */
export async function sendReceipt(trx: Db, mail: Parameters<typeof enqueueMail>[1]) {
  const { allowed } = await tryConsume(trx, 'acknowledgements', mail.to)
  if (allowed) await enqueueMail(trx, mail)
}
