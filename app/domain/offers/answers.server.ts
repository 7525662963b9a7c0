import type { Db } from '../../../db/schema'
import { recordAudit } from '~/domain/audit/audit.server'
import { offerQuestionSchema } from '~/domain/contacts/contacts.schema'
import { sendContact } from '~/domain/contacts/contacts.server'
import type { IdempotencyKey } from '~/domain/idempotency/idempotency.server'
import { isAnonymized } from '~/domain/quotes/anonymize'
import { isClosed } from '~/domain/quotes/closed'
import { parseFields, type FieldError, type Fields } from '~/domain/parse-fields'

import { findOffer, findOffered, type Access, type Offer } from './offers.server'
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
 * application, which is final, also of one whose offer has been withdrawn or replaced since. The same answer again changes nothing.
 */
export async function answerOffer(db: Db, access: Access, answer: OfferAnswer): Promise<OfferAnswerOutcome> {
  const offered = await findOffered(db, access)
  if (!offered) return { ok: false, reason: 'missing' }
  return db.transaction().execute(async (trx): Promise<OfferAnswerOutcome> => {
    const quote = await queries.lockQuoteOf(trx, offered.resultId)
    const found = await findOffer(trx, access)
    if (!quote || (!found.ok && (answer !== 'withdrawn' || quote.status === 'Withdrawn')))
      return { ok: false, reason: 'missing' }
    const { id, answer: before } = found.ok ? found.offer : offered
    if (before === answer) return { ok: true }
    const refusal = found.ok ? answerRefusal(found.offer, answer) : null
    if (refusal !== null) return { ok: false, reason: 'refused', message: refusal }
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

/** Returns why an offer does not take an answer, as a sentence; null if it does. */
function answerRefusal(
  { answer: before, status, declined, overtaken }: Offer,
  answer: OfferAnswer,
): string | null {
  if (before === 'withdrawn') return 'You have withdrawn this application. You can apply again.'
  if (declined) return 'There is no offer to answer.'
  if (answer !== 'interested') return null
  if (isClosed(status)) return 'This application is closed. Please write to us if you want to go on with it.'
  return overtaken ? overtakenText : null
}

export type QuestionOutcome =
  { ok: true } | { ok: false; reason: 'missing' } | { ok: false; reason: 'invalid'; errors: FieldError[] }

/**
 * Stores a question about an offer among the messages, once per idempotency key, with the number of the quote. Fields: `message`. An
 * offer that was withdrawn while the question was written can be asked about, too.
 * @throws {TooManyAttempts} when this IP has sent too many messages.
 */
export async function askAboutOffer(
  db: Db,
  access: Access,
  { message }: Fields,
  caller: { ip: string | null; key: IdempotencyKey | null },
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
    message: questionHeading(offered.quoteId) + parsed.value.message,
  }
  await sendContact(db, content, { ...caller, quoteId: offered.quoteId })
  return { ok: true }
}

const questionHeading = (quoteId: number) => `About quote Q-${quoteId}:\n\n`

/** Returns the newest question about the offers of an application, as it was typed; null if there is none. */
export async function findOfferQuestion(db: Db, quoteId: number) {
  const question = await queries.newestQuestion(db, quoteId)
  if (!question) return null
  const { created_at: askedAt, message, responded } = question
  const heading = questionHeading(quoteId)
  return { askedAt, responded, text: message.startsWith(heading) ? message.slice(heading.length) : message }
}
