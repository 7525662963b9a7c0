import type { Site } from '~/content/metadata'
import { ownerOf, type Account } from '~/domain/accounts/owner.queries.server'
import { findUnreadAnswer } from '~/domain/applicant-questions/applicant-questions.server'
import { recordAudit } from '~/domain/audit/audit.server'
import { changesText, isRated } from '~/domain/corrections/answers'
import { changesSince, correctionsSince } from '~/domain/corrections/corrections.server'
import { termsText } from '~/domain/decisions/terms-text'
import { enqueueMail } from '~/domain/mail/mail.server'
import { calendarDay } from '~/domain/dates'
import { adminTime } from '~/domain/formats'
import { isAnonymized } from '~/domain/quotes/anonymize'
import { withdrawnRefusal } from '~/domain/quotes/ended-text'
import { findWithdrawals } from '~/domain/quotes/ending.server'
import { progressOf } from '~/domain/quotes/progress'
import { hashToken, isToken, newToken } from '~/domain/tokens.server'
import type { Sandbox } from '~/domain/underwriting/sandbox.server'
import { priceChangesSince } from '~/domain/underwriting/changed-parts.server'
import { quoteReadyMail } from '~/emails/quote-ready'

import type { Db } from '../../../db/schema'
import { findAlternatives } from './alternatives.server'
import { applicantView, isDeclined, type ApplicantView } from './offer-summary'
import { sendWarningText, acknowledgementOf, type SendWarning } from './send-warnings'
import * as queries from './offers.queries.server'
import { applicantOfferState } from './applicant-offer-state'

export { listOffers } from './offers.queries.server'

export type Offer = ApplicantView & {
  id: number
  resultId: number
  quoteId: number
  sentAt: Date
  /** What the applicant answered. */
  answer: 'interested' | 'withdrawn' | null
  /** The status of the application. */
  status: string
  /** Whether the application was corrected since, so that another answer follows. */
  overtaken: boolean
}

const mails = { ready: 'quote ready', declined: 'application declined' } as const

/** The kinds of the mails with an answer to an application. */
export const offerMails = Object.values(mails)

/** The outcome of sending or withdrawing a result; on failure nothing was done, and the message is shown to the admin. */
export type OfferOutcome = { ok: true } | { ok: false; reason: 'missing' | 'refused'; message: string }

const missing: OfferOutcome = { ok: false, reason: 'missing', message: 'Underwriting result not found.' }
const refused = (message: string): OfferOutcome => ({ ok: false, reason: 'refused', message })

/**
 * Sends a result to its applicant: an offer with a private link, which replaces an earlier offer of that quote and its link. An offer whose
 * link has expired can be sent again. A result that a newer one or a correction of the application contradicts, or whose applicant has an
 * answer that nobody has read, is sent only if `acknowledged` names that (`acknowledgementOf`).
 * @param replaces the live offer that the sender saw, null for none: if it has changed, nothing is done. If absent, any offer is replaced.
 * @param decision the underwriter's decision that the sender saw, null for none: if it has changed, nothing is done. If absent, any one is sent.
 * @param sandbox runs the engine for what would change the offer, which the mail says; if absent, it does not.
 */
export async function sendOffer(
  db: Db,
  resultId: number,
  {
    by,
    site,
    sandbox,
    replaces,
    decision,
    acknowledged,
  }: {
    by: number
    site: Site
    sandbox?: FigureRunner | undefined
    replaces?: number | null
    decision?: number | null | undefined
    acknowledged?: string | undefined
  },
): Promise<OfferOutcome> {
  const alternatives = await changesOf(db, resultId, sandbox)
  return db.transaction().execute(async (trx) => {
    const quote = await queries.lockQuoteOf(trx, resultId)
    if (!quote) return missing
    const refusal = sendRefusal(quote)
    if (refusal !== null) return refused(refusal)
    const live = await queries.findLive(trx, quote.id)
    if (live?.result_id === resultId && !live.expired) return refused('This result has been sent already.')
    if (replaces !== undefined && replaces !== (live?.id ?? null))
      return refused(
        'Somebody has sent or withdrawn a result of this quote since you opened the page. Look again.',
      )
    if (decision !== undefined && decision !== quote.decision_id)
      return refused(
        'Another decision on this result was saved since you opened the page. Look again at what its applicant gets.',
      )
    const warnings = await sendWarningsOf(trx, quote, resultId)
    const required = acknowledgementOf(warnings)
    if (required !== '' && required !== acknowledged)
      return refused(
        `${warnings.map(sendWarningText).join(' ')} Read it first. If you send this one again after that, you are asked to confirm it.`,
      )

    if (live) await endOffer(trx, live.id)
    const token = newToken()
    const { id, sent_at } = await queries.insertOffer(trx, {
      result_id: resultId,
      quote_submission_id: quote.id,
      token_hash: hashToken(token),
      sent_by: by,
    })
    const isRefusal = isDeclined(quote)
    const status = isRefusal ? 'Declined' : 'Quoted'
    await queries.setStatus(trx, quote.id, { status, answered: true })
    await recordAudit(trx, {
      userId: by,
      action: 'send',
      entity: 'offer',
      entityId: id,
      before: { status: quote.status, offer: live?.id ?? null },
      after: { status, result: resultId, quote: quote.id },
    })
    await enqueueMail(trx, {
      kind: isRefusal ? mails.declined : mails.ready,
      to: quote.email,
      userId: quote.user_id,
      message: quoteReadyMail(site, {
        name: quote.name,
        quoteId: quote.id,
        sentAt: sent_at,
        token,
        view: applicantView(quote),
        alternatives,
        replaces: live,
      }),
    })
    return { ok: true }
  })
}

type SentQuote = NonNullable<Awaited<ReturnType<typeof queries.findQuoteOf>>>

/** Returns why a result cannot be sent to its applicant, as a sentence; null if it can. */
function sendRefusal(quote: SentQuote) {
  if (isAnonymized(quote)) return 'The applicant has deleted the account: there is nobody to send it to.'
  if (quote.status === 'Withdrawn') return withdrawnRefusal
  if (quote.decision === 'referred' && quote.decided === null)
    return 'This result is referred. An underwriter must decide on it before it can be sent.'
  return null
}

/** Returns why `sendOffer` would not send a result now; null if it would. */
export async function findSendRefusal(db: Db, resultId: number) {
  const quote = await queries.findQuoteOf(db, resultId)
  return quote ? sendRefusal(quote) : null
}

/** Returns the id of the result whose offer the applicant of a quote can read now; null if there is none. */
export async function findLiveResult(db: Db, quoteId: number) {
  const live = await queries.findLive(db, quoteId)
  return live && !live.expired ? live.result_id : null
}

/**
 * Returns what the sender of a result should know: an answer of the applicant that nobody has read first, then corrections of the application,
 * the newest result of the same quote, and changes of what its price is made from.
 */
export async function findSendWarnings(db: Db, resultId: number): Promise<SendWarning[]> {
  const quote = await queries.findQuoteOf(db, resultId)
  return quote ? sendWarningsOf(db, quote, resultId) : []
}

async function sendWarningsOf(db: Db, quote: SentQuote, resultId: number): Promise<SendWarning[]> {
  const corrections = await correctionsAfter(db, quote)
  // After a correction that the engine sees, the records of today are those of other answers.
  const isOther = corrections.some(({ contradicts }) => contradicts)
  return [
    ...(await unreadAnswer(db, quote.id)),
    ...corrections,
    ...(await newestAfter(db, quote, resultId)),
    ...(isOther ? [] : await priceAfter(db, quote, resultId)),
  ]
}

async function unreadAnswer(db: Db, quoteId: number): Promise<SendWarning[]> {
  const question = await findUnreadAnswer(db, quoteId)
  if (!question) return []
  const { id, answered_at } = question
  return [{ kind: 'answer', id, says: `${adminTime(answered_at)} UTC`, contradicts: true }]
}

async function priceAfter(db: Db, quote: SentQuote, resultId: number): Promise<SendWarning[]> {
  const says = await priceChangesSince(db, { id: resultId, coverage_tier: quote.coverage_tier })
  return says === null ? [] : [{ kind: 'price', says, contradicts: false }]
}

async function correctionsAfter(db: Db, quote: SentQuote): Promise<SendWarning[]> {
  const corrections = await correctionsSince(db, quote.id, quote.correction_id)
  const changes = changesSince(corrections, quote)
  const id = corrections.at(-1)?.id
  if (id === undefined || changes.length === 0) return []
  const contradicts = changes.some(({ name }) => isRated(name))
  return [{ kind: 'correction', id, says: changesText(changes), contradicts }]
}

async function newestAfter(db: Db, quote: SentQuote, resultId: number): Promise<SendWarning[]> {
  const newest = await queries.findNewest(db, quote.id)
  if (!newest || newest.id === resultId) return []
  const state = decisionState(newest)
  const { coverage_tier: tier, max_coverage: coverage, monthly_premium: monthly } = newest
  const { terms } = newest.decided ?? {}
  const offer = terms ? { ...terms, loading_percent: null } : { tier, coverage, monthly }
  const says = state === 'offered' ? termsText(offer) : state
  return [{ kind: 'result', id: newest.id, says, contradicts: state !== decisionState(quote) }]
}

function decisionState(result: Pick<SentQuote, 'decision' | 'decided'>) {
  if (isDeclined(result)) return 'declined'
  return result.decision === 'referred' && result.decided === null
    ? 'referred, and not decided yet'
    : 'offered'
}

type FigureRunner = Pick<Sandbox, 'runFigures'>

async function changesOf(db: Db, resultId: number, sandbox: FigureRunner | undefined) {
  return sandbox ? (await findAlternatives(db, sandbox, resultId)).changes : []
}

/** Returns the mail that `sendOffer` would send now, without its private link; null where it would send none. */
export async function previewOffer(
  db: Db,
  resultId: number,
  { site, sandbox }: { site: Site; sandbox?: FigureRunner },
) {
  const quote = await queries.findQuoteOf(db, resultId)
  if (!quote || sendRefusal(quote) !== null) return null
  return quoteReadyMail(site, {
    name: quote.name,
    quoteId: quote.id,
    sentAt: new Date(),
    token: '...',
    view: applicantView(quote),
    alternatives: await changesOf(db, resultId, sandbox),
    replaces: await queries.findLive(db, quote.id),
  })
}

/** Withdraws a sent result and its link; a quote with the status 'Quoted' is in review again, and a refusal counts as before. */
export async function withdrawOffer(db: Db, resultId: number, { by }: { by: number }): Promise<OfferOutcome> {
  return db.transaction().execute(async (trx) => {
    const quote = await queries.lockQuoteOf(trx, resultId)
    if (!quote) return missing
    const live = await queries.findLive(trx, quote.id)
    if (live?.result_id !== resultId || !(await endOffer(trx, live.id)))
      return refused(
        'This result is not with its applicant: it was withdrawn, or another one has replaced it.',
      )
    const status = quote.status === 'Quoted' ? 'In review' : quote.status
    await queries.setStatus(trx, quote.id, { status, answered: false })
    await recordAudit(trx, {
      userId: by,
      action: 'withdraw',
      entity: 'offer',
      entityId: live.id,
      before: { status: quote.status, result: resultId, quote: quote.id },
      after: { status },
    })
    return { ok: true }
  })
}

/** Ends an offer and its link, and deletes its mail if that still waits. @returns whether it was live */
async function endOffer(trx: Db, id: number) {
  const isDone = await queries.endOffer(trx, id)
  if (isDone) await queries.deleteMailOf(trx, id)
  return isDone
}

/** The private link of an offer, or the account that is logged in and the id of one of its applications. */
export type Access = { token: string } | { account: Account; id: number }

/**
 * Why an offer cannot be shown. 'none': the account has no application with an offer of this id. 'ended': the application was withdrawn.
 * 'replaced': by a later one.
 */
export type Closed = 'missing' | 'none' | 'ended' | 'withdrawn' | 'replaced' | 'expired'

/** Returns an offer for its applicant, or why there is none. */
export async function findOffer(
  db: Db,
  access: Access,
): Promise<{ ok: true; offer: Offer } | { ok: false; reason: Closed }> {
  const row = await findRow(db, access)
  if (!row) return { ok: false, reason: 'token' in access ? 'missing' : 'none' }
  const isTakenBack = row.withdrawn_at !== null
  if (isTakenBack || row.expired) {
    if (row.status === 'Withdrawn') return { ok: false, reason: 'ended' }
    return { ok: false, reason: !isTakenBack ? 'expired' : row.replaced ? 'replaced' : 'withdrawn' }
  }
  const { id, result_id: resultId, quote_submission_id: quoteId, sent_at: sentAt, answer, status } = row
  const offer = { ...applicantView(row), id, resultId, quoteId, sentAt, answer, status }
  return { ok: true, offer: { ...offer, overtaken: !row.answered } }
}

/** Returns an offer that its applicant can ask about, even if it has been withdrawn; null if there is none. */
export async function findOffered(db: Db, access: Access) {
  const row = await findRow(db, access)
  if (!row || row.expired) return null
  return { id: row.id, resultId: row.result_id, quoteId: row.quote_submission_id, answer: row.answer }
}

async function findRow(db: Db, access: Access) {
  if ('token' in access)
    return isToken(access.token) ? queries.findByToken(db, hashToken(access.token)) : undefined
  return queries.findOwn(db, ownerOf(access.account), access.id)
}

const maxShown = 50

/**
 * Returns an account's own applications, newest first, each with its live offer, if any. A declined application shows as in review until
 * its reasons have been sent.
 */
export async function offersOf(db: Db, userId: number) {
  const today = calendarDay(new Date())
  const quotes = await queries.listQuotesOf(db, userId, maxShown)
  const withdrawn = quotes.filter(({ status }) => status === 'Withdrawn')
  const withdrawalOf = await findWithdrawals(
    db,
    withdrawn.map(({ id }) => id),
  )
  return quotes.map((quote) => {
    const { id, submitted_at, status, coverage_level, decision, user_score, combined_risk_factor } = quote
    const { sent_at, answer, answered_at, expired } = quote
    const { at, byApplicant } = withdrawalOf(id)
    const view =
      quote.offer_id !== null && decision !== null && user_score !== null && combined_risk_factor !== null
        ? applicantView({ ...quote, decision, user_score, combined_risk_factor })
        : null
    const shown = status === 'Declined' && view === null ? 'In review' : status
    return {
      id,
      submitted_at,
      status: shown,
      stages: progressOf(
        {
          submitted_at,
          status: shown,
          answeredAt: view && sent_at,
          interestedAt: view && answer === 'interested' ? answered_at : null,
        },
        today,
      ),
      coverage_level,
      /** When it was withdrawn, null where nothing is recorded, and whether by its applicant. */
      withdrawal: status === 'Withdrawn' ? { at, byApplicant } : null,
      /** When its offer was taken back, while no other one has followed. */
      takenBackAt: view === null && status !== 'Withdrawn' ? quote.taken_back : null,
      offer: view && {
        ...view,
        sentAt: sent_at,
        standing: applicantOfferState({
          status,
          answer,
          declined: view.declined,
          overtaken: !quote.answered,
        }),
        expired: expired === true,
      },
    }
  })
}
