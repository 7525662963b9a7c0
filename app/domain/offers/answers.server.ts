import type { Db } from '../../../db/schema'
import { recordAudit } from '~/domain/audit/audit.server'
import { offerQuestionSchema } from '~/domain/contacts/contacts.schema'
import { sendContact } from '~/domain/contacts/contacts.server'
import { isAnonymized } from '~/domain/quotes/anonymize'
import { isClosed } from '~/domain/quotes/closed'
import { parseFields, type FieldError, type Fields } from '~/domain/parse-fields'

import { findOffer, findOffered, type Access } from './offers.server'
import * as queries from './offers.queries.server'
import { overtakenText } from './applicant-offer-state'

/** Interest in an offer, the withdrawal of the application, or null: no interest any more. */
export type OfferAnswer = 'interested' | 'withdrawn' | null

export type OfferAnswerOutcome =
  | { ok: true }
  /** The link does not work; the page shows why. */
  | { ok: false; reason: 'missing' }
  | { ok: false; reason: 'refused'; message: string }

/**
 * Stores what an applicant answers: interest in an offer, which commits to nothing and can be taken back, or the withdrawal of the
 * application, which is final. The same answer again changes nothing.
 */
export async function answerOffer(db: Db, access: Access, answer: OfferAnswer): Promise<OfferAnswerOutcome> {
  const found = await findOffer(db, access)
  if (!found.ok) return { ok: false, reason: 'missing' }
  return db.transaction().execute(async (trx): Promise<OfferAnswerOutcome> => {
    const quote = await queries.lockQuoteOf(trx, found.offer.resultId)
    const again = await findOffer(trx, access)
    if (!quote || !again.ok) return { ok: false, reason: 'missing' }
    const { id, answer: before, declined, overtaken } = again.offer
    if (before === answer) return { ok: true }
    if (before === 'withdrawn')
      return {
        ok: false,
        reason: 'refused',
        message: 'You have withdrawn this application. You can apply again.',
      }
    if (declined) return { ok: false, reason: 'refused', message: 'There is no offer to answer.' }
    if (answer === 'interested' && isClosed(quote.status))
      return {
        ok: false,
        reason: 'refused',
        message: 'This application is closed. Please write to us if you want to go on with it.',
      }
    if (answer === 'interested' && overtaken)
      return {
        ok: false,
        reason: 'refused',
        message: overtakenText,
      }
    await queries.setAnswer(trx, id, answer)
    const status = answer === 'withdrawn' ? 'Withdrawn' : quote.status
    if (status !== quote.status) await queries.setStatus(trx, quote.id, { status })
    await recordAudit(trx, {
      userId: 'account' in access ? access.account.id : null,
      action: 'answer',
      entity: 'offer',
      entityId: id,
      before: { answer: before, status: quote.status },
      after: { answer, status, quote: quote.id },
    })
    return { ok: true }
  })
}

export type QuestionOutcome =
  { ok: true } | { ok: false; reason: 'missing' } | { ok: false; reason: 'invalid'; errors: FieldError[] }

/**
 * Stores a question about an offer among the messages, with the number of the quote. Fields: `message`. An offer that was withdrawn
 * while the question was written can be asked about, too.
 * @throws {TooManyAttempts} when this IP has sent too many messages.
 */
export async function askAboutOffer(
  db: Db,
  access: Access,
  { message }: Fields,
  { ip }: { ip: string | null },
): Promise<QuestionOutcome> {
  const offered = await findOffered(db, access)
  const quote = offered ? await queries.applicantOf(db, offered.resultId) : undefined
  if (!offered || !quote || isAnonymized(quote)) return { ok: false, reason: 'missing' }
  const parsed = parseFields(offerQuestionSchema, { message })
  if (!parsed.ok) return { ok: false, reason: 'invalid', errors: parsed.errors }
  const content = {
    name: quote.name,
    email: quote.email,
    phone: null,
    inquiry_type: 'Coverage Information' as const,
    message: `About quote Q-${offered.quoteId}:\n\n${parsed.value.message}`,
  }
  await sendContact(db, content, { ip, key: null, quoteId: offered.quoteId })
  return { ok: true }
}
