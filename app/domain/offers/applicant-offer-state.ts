import { isClosed } from '~/domain/quotes/closed'

import type { Offer } from './offers.server'

/**
 * What an applicant can still do with an answer.
 * - 'open': show interest, or withdraw; 'interested': take that back, or withdraw
 * - 'closed', by a person, and 'overtaken', by a correction that another answer follows: withdraw
 * - 'refusal', and 'reconsidered', a refusal that was overtaken; 'withdrawn', the application, and 'reopened', one that its applicant had
 *   withdrawn: nothing
 */
export type ApplicantOfferState =
  'open' | 'interested' | 'closed' | 'overtaken' | 'refusal' | 'reconsidered' | 'withdrawn' | 'reopened'

/** The text for the applicant of an overtaken answer. */
export const overtakenText =
  'An answer of yours was corrected after we wrote this. Our new answer comes by email.'

export function applicantOfferState({
  status,
  answer,
  declined,
  overtaken,
}: Pick<Offer, 'status' | 'answer' | 'declined' | 'overtaken'>): ApplicantOfferState {
  if (status === 'Withdrawn') return 'withdrawn'
  if (answer === 'withdrawn') return 'reopened'
  if (declined) return overtaken ? 'reconsidered' : 'refusal'
  if (isClosed(status)) return 'closed'
  if (overtaken) return 'overtaken'
  return answer ?? 'open'
}
