import type { Db } from '../../../db/schema'

import { isAnonymized } from './anonymize'
import { listWithdrawals, type Withdrawal } from './ending.queries.server'

export type { Withdrawal } from './ending.queries.server'

/** Why nothing can be sent to an applicant, and nothing asked: the account was deleted, or the application withdrawn. */
export type Ending = { why: 'deleted' } | ({ why: 'withdrawn' } & Withdrawal)

/** Returns why an application has ended; null while it goes on. */
export async function findEnding(
  db: Db,
  quote: { id: number; email: string; status: string },
): Promise<Ending | null> {
  if (isAnonymized(quote)) return { why: 'deleted' }
  if (quote.status !== 'Withdrawn') return null
  const withdrawalOf = await findWithdrawals(db, [quote.id])
  return { why: 'withdrawn', ...withdrawalOf(quote.id) }
}

/** Returns the latest withdrawals of withdrawn applications, as a function of their ids. */
export async function findWithdrawals(db: Db, quoteIds: readonly number[]) {
  const rows = quoteIds.length === 0 ? [] : await listWithdrawals(db, quoteIds)
  return (quoteId: number): Withdrawal => {
    const { at = null, byApplicant = false, admin = null } = rows.find(({ id }) => id === quoteId) ?? {}
    return { at, byApplicant, admin }
  }
}
