import { facts } from '~/content/facts'
import type { Site } from '~/content/metadata'
import { email } from '~/domain/fields'
import { forgetKey, onceByOneStatement, type IdempotencyKey } from '~/domain/idempotency/idempotency.server'
import { sendReceipt } from '~/domain/mail/receipts.server'
import { parseFields, type FieldError, type Fields } from '~/domain/parse-fields'
import type { Question, StepId } from '~/domain/quotes/questions'
import { inFormOrder } from '~/domain/quotes/quotes.schema'
import { currentQuoteSchema, storeQuote } from '~/domain/quotes/quotes.server'
import { consume } from '~/domain/rate-limits/rate-limits.server'
import { hashToken, isToken, newToken, tokenOf } from '~/domain/tokens.server'
import { quoteDraftMail } from '~/emails/quote-draft'

import type { Db } from '../../../db/schema'
import { confirmWarnings, newWarnings, type AnswerWarning } from './warnings'
import * as queries from './quote-drafts.queries.server'
import { changedSince } from './answers-version.server'
import { answersOf, findErrors, openSteps, type DraftAnswers } from './steps'

export { deleteDraftsOf, deleteOldDrafts, deleteSentDrafts } from './quote-drafts.queries.server'

/** An application that is not sent yet; a sent one has no answers. */
export type QuoteDraft = { answers: DraftAnswers; quoteId: number | null; keptUntil: Date }

/**
 * Stores a new draft and returns the token of its private link, which only its applicant has: the database stores a hash. The same form sent
 * again, as after a lost response, leads to the same draft, by the key of the form, until that is sent or deleted.
 * @throws {TooManyAttempts} when this IP has begun too many; a retry is not counted again.
 */
export async function startDraft(
  db: Db,
  answers: DraftAnswers,
  caller: { userId: number | null; ip: string | null; key?: IdempotencyKey | null },
): Promise<string> {
  const { userId, ip, key = null } = caller
  const { result, repeated } = await onceByOneStatement(db, key, answers, async (trx) => {
    await consume(trx, 'quote drafts', ip)
    const seed = newToken()
    await queries.insertDraft(trx, {
      token_hash: hashToken(tokenOf(seed)),
      answers,
      email: answers.email || null,
      user_id: userId,
    })
    return { seed } // which is stored with the key; the token takes the secret of the program, too
  })
  const token = tokenOf(result.seed)
  if (!repeated || (await findDraft(db, token))?.quoteId === null) return token
  await forgetKey(db, key) // that of a draft which has ended, and whose link must not open the next one
  return startDraft(db, answers, caller)
}

/** Returns a draft by the token of its link; null if it has expired, was deleted or never existed. */
export async function findDraft(db: Db, token: string): Promise<QuoteDraft | null> {
  const row = isToken(token) ? await queries.findDraft(db, hashToken(token)) : undefined
  if (!row) return null
  const keptUntil = new Date(row.updated_at.getTime() + facts.draftDays * 24 * 60 * 60_000)
  return { answers: row.answers, quoteId: row.quote_submission_id, keptUntil }
}

/** Adds answers to a draft. @returns whether it is still there, and not sent. */
export async function saveAnswers(db: Db, token: string, answers: DraftAnswers) {
  return queries.addAnswers(db, hashToken(token), answers)
}

export type SavedStep =
  /** The steps that are still open, and the new warnings. */
  | { ok: true; open: StepId[]; warnings: AnswerWarning[] }
  | { ok: false; reason: 'invalid'; errors: FieldError[]; warnings: AnswerWarning[] }
  /** Other answers to these questions were saved since the form was opened; `stored` are all answers now. */
  | { ok: false; reason: 'conflict'; questions: Question[]; stored: DraftAnswers }
  /** The draft has expired, was deleted or sent. */
  | { ok: false; reason: 'missing' }

type StepOptions = {
  /** The version of the answers that the form was opened with; null for a form without it, whose answers replace the stored ones. */
  base: string | null
  /** The texts of the warnings that the form was shown with: to go on confirms them. */
  shownWarnings?: readonly string[]
  /** Whether the rest follows later: then incomplete answers are stored. */
  isLater: boolean
  /** YYYY-MM-DD. */
  today: string
}

/** Checks and saves the answers of a step. Two forms that save at once, as in two windows, do so one after the other. */
export async function saveStep(
  db: Db,
  token: string,
  step: StepId,
  fields: Fields,
  { base, shownWarnings = [], isLater, today }: StepOptions,
): Promise<SavedStep> {
  const schema = await currentQuoteSchema(db)
  const { answers, errors } = answersOf(step, fields)
  return db.transaction().execute(async (trx): Promise<SavedStep> => {
    const draft = isToken(token) ? await queries.lockDraft(trx, hashToken(token)) : undefined
    if (!draft || draft.quote_submission_id !== null) return { ok: false, reason: 'missing' }
    const stored: DraftAnswers = draft.answers
    const others = (base === null ? [] : changedSince(step, stored, base)).filter(
      ({ name }) => (stored[name] ?? '') !== answers[name],
    )
    if (others.length > 0) return { ok: false, reason: 'conflict', questions: others, stored }
    const merged = { ...stored, ...answers }
    const warnings = newWarnings(step, stored, merged, today)
    const wrong = isLater ? errors : findErrors(schema, merged, step, errors)
    if (wrong.length > 0) {
      const isWrong = ({ names }: AnswerWarning) => wrong.some(({ path }) => names.includes(path))
      return {
        ok: false,
        reason: 'invalid',
        errors: wrong,
        warnings: warnings.filter((one) => !isWrong(one)),
      }
    }
    const confirmed = isLater ? {} : confirmWarnings(merged, shownWarnings, today)
    await saveAnswers(trx, token, { ...answers, ...confirmed })
    return { ok: true, open: openSteps(schema, merged), warnings }
  })
}

/** Deletes a draft with all its answers; does nothing when there is none. */
export async function deleteDraft(db: Db, token: string) {
  await queries.deleteDraft(db, hashToken(token))
}

export type MailedLink = { ok: true; to: string } | { ok: false; reason: 'no email' | 'mailed often' }

/**
 * Mails the link of a draft to the email among its answers, a few times a day.
 * @throws {TooManyAttempts} when this IP has had too many mailed.
 */
export async function mailDraftLink(
  db: Db,
  token: string,
  { site, userId, ip }: { site: Site; userId: number | null; ip: string | null },
): Promise<MailedLink> {
  const draft = await findDraft(db, token)
  if (!draft || draft.quoteId !== null) return { ok: false, reason: 'no email' }
  const { name = '' } = draft.answers
  const parsed = email().safeParse(draft.answers.email)
  if (!parsed.success) return { ok: false, reason: 'no email' }
  const to = parsed.data
  await consume(db, 'quote draft mails', ip)
  const isSent = await sendReceipt(db, {
    kind: 'quote draft',
    userId,
    to,
    message: quoteDraftMail(site, { name, token, keptUntil: draft.keptUntil }),
  })
  return isSent ? { ok: true, to } : { ok: false, reason: 'mailed often' }
}

export type SentDraft =
  /** `isNew` is false when the draft had been sent before. */
  | { ok: true; quoteId: number; isNew: boolean }
  | { ok: false; reason: 'invalid'; errors: FieldError[] }
  | { ok: false; reason: 'missing' }

/**
 * Sends a draft as an application, once: sent again, it returns the first one's id. After that only the application has its answers.
 * @throws {TooManyAttempts} when this IP has sent too many applications.
 */
export async function sendDraft(
  db: Db,
  token: string,
  caller: { userId: number | null; ip: string | null },
): Promise<SentDraft> {
  const schema = await currentQuoteSchema(db)
  return db.transaction().execute(async (trx): Promise<SentDraft> => {
    const draft = await queries.lockDraft(trx, hashToken(token))
    if (!draft) return { ok: false, reason: 'missing' }
    if (draft.quote_submission_id !== null)
      return { ok: true, quoteId: draft.quote_submission_id, isNew: false }
    const parsed = parseFields(schema, draft.answers)
    if (!parsed.ok) return { ok: false, reason: 'invalid', errors: inFormOrder(parsed.errors) }
    const { id } = await storeQuote(trx, parsed.value, caller)
    await queries.markSent(trx, draft.id, id)
    return { ok: true, quoteId: id, isNew: true }
  })
}
