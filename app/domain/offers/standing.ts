import { isClosed } from '~/domain/quotes/closed'

import type { Offer } from './offers.server'

/**
 * What an applicant can still do with an offer. 'open': show interest or withdraw. 'interested': withdraw. 'closed', by a person: withdraw.
 * 'refusal': there is no offer. 'overtaken' by a correction: withdraw; another offer follows. 'withdrawn' is the application, and 'reopened' one that its applicant had withdrawn: nothing.
 */
export type Standing = 'open' | 'interested' | 'closed' | 'overtaken' | 'refusal' | 'withdrawn' | 'reopened'

export function offerStanding({
  status,
  answer,
  declined,
  overtaken,
}: Pick<Offer, 'status' | 'answer' | 'declined' | 'overtaken'>): Standing {
  if (status === 'Withdrawn') return 'withdrawn'
  if (answer === 'withdrawn') return 'reopened'
  if (declined) return 'refusal'
  if (isClosed(status)) return 'closed'
  if (overtaken) return 'overtaken'
  return answer ?? 'open'
}
