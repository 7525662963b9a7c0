import type { Site } from '~/content/metadata'
import { recordAudit } from '~/domain/audit/audit.server'
import { adminTime } from '~/domain/formats'
import { onceUnlessRefused, type IdempotencyKey } from '~/domain/idempotency/idempotency.server'
import { normalizeLineBreaks } from '~/domain/line-breaks'
import { enqueueMail } from '~/domain/mail/mail.server'
import { parseFields, type FieldError, type Fields } from '~/domain/parse-fields'
import { isAnonymized } from '~/domain/quotes/anonymize'
import { nobodyToAsk, withdrawnRefusal } from '~/domain/quotes/ended-text'
import { consume } from '~/domain/rate-limits/rate-limits.server'
import { hashToken, newToken } from '~/domain/tokens.server'
import { applicantQuestionMail } from '~/emails/applicant-question'

import type { Db } from '../../../db/schema'
import { applicantQuestionSchema } from './applicant-questions.schema'
import * as queries from './applicant-questions.queries.server'

export {
  deleteQuestionsOf,
  findById,
  findNewestAnswer,
  findUnreadAnswer,
  listForExport,
  listQuestions,
} from './applicant-questions.queries.server'

const entity = 'applicant question'

export type AskOutcome =
  | { ok: true; id: number }
  | { ok: false; reason: 'missing' | 'refused'; message: string }
  | { ok: false; reason: 'invalid'; errors: FieldError[] }
  /** The ids of the newest question and of the question with the newest answer, of which the asker did not know one; 0 for none. */
  | {
      ok: false
      reason: 'conflict'
      message: string
      of: 'question' | 'answer'
      lastQuestion: number
      lastAnswer: number
    }

/**
 * Asks the applicant of a quote, once per idempotency key: mails the question with a private link to answer it. Fields: `message`. A pending
 * quote is in review from then on. The audit log has none of the words. Reports a
 * conflict while a question later than `lastQuestion` is open, or after an answer later than that to `lastAnswer`: ids that the asker knew, 0
 * for none. Absent ones are not compared.
 * @throws {TooManyAttempts} when this applicant has been mailed too often today.
 */
export async function askApplicant(
  db: Db,
  quoteId: number,
  fields: Fields,
  {
    by,
    site,
    key,
    lastQuestion,
    lastAnswer,
  }: {
    by: number
    site: Site
    key: IdempotencyKey | null
    lastQuestion?: number | undefined
    lastAnswer?: number | undefined
  },
): Promise<AskOutcome> {
  const parsed = parseFields(applicantQuestionSchema, { message: normalizeLineBreaks(fields.message) })
  if (!parsed.ok) return { ok: false, reason: 'invalid', errors: parsed.errors }
  const { message } = parsed.value
  const { result } = await onceUnlessRefused(
    db,
    key,
    { quoteId, message },
    async (trx): Promise<AskOutcome> => {
      const quote = await queries.lockQuote(trx, quoteId)
      if (!quote) return { ok: false, reason: 'missing', message: 'Quote submission not found.' }
      if (isAnonymized(quote)) return refused(nobodyToAsk)
      if (quote.status === 'Withdrawn') return refused(withdrawnRefusal)
      const later = await findLaterEntry(trx, quoteId, { by, lastQuestion, lastAnswer })
      if (later) return { ok: false, reason: 'conflict', ...later }
      await consume(trx, 'office mails by recipient', quote.email)
      const token = newToken()
      const { id, expires_at } = await queries.insertQuestion(trx, {
        quote_submission_id: quoteId,
        token_hash: hashToken(token),
        message,
        asked_by: by,
      })
      const status = quote.status === 'Pending' ? 'In review' : quote.status
      if (status !== quote.status) await queries.setStatus(trx, quoteId, { status })
      await recordAudit(trx, {
        userId: by,
        action: 'ask',
        entity,
        entityId: id,
        before: { status: quote.status },
        after: { quote: quoteId, status },
      })
      await enqueueMail(trx, {
        kind: 'applicant question',
        to: quote.email,
        userId: quote.user_id,
        message: applicantQuestionMail(site, {
          name: quote.name,
          quoteId,
          message,
          token,
          expiresAt: expires_at,
        }),
      })
      return { ok: true, id }
    },
  )
  return result
}

/** Returns the conflict with a later answer or, without one, with a later open question. */
async function findLaterEntry(
  trx: Db,
  quoteId: number,
  known: { by: number; lastQuestion?: number | undefined; lastAnswer?: number | undefined },
) {
  const [newest, open] = await Promise.all([
    known.lastAnswer === undefined ? undefined : queries.findNewestAnswer(trx, quoteId),
    known.lastQuestion === undefined ? undefined : queries.findOpenAfter(trx, quoteId, known.lastQuestion),
  ])
  const now = { lastQuestion: open?.id ?? known.lastQuestion ?? 0, lastAnswer: newest?.id ?? 0 }
  if (newest && newest.id !== known.lastAnswer)
    return { of: 'answer' as const, message: answeredSince(newest), ...now }
  return open ? { of: 'question' as const, message: askedSince(open, known.by), ...now } : null
}

function answeredSince({ answered_at }: { answered_at: Date }) {
  return `An answer of the applicant arrived ${adminTime(answered_at)} UTC, after you opened this page. Read it first; if your question is still needed, send it again.`
}

function askedSince({ asked_at, asked_by }: { asked_at: Date; asked_by: number | null }, reader: number) {
  const who = asked_by === reader ? 'You have asked another question' : 'Another question was asked'
  return `${who} ${adminTime(asked_at)} UTC, after you opened this page, and waits for its answer. Read it first; if yours is needed too, send it again.`
}

function refused(message: string): AskOutcome {
  return { ok: false, reason: 'refused', message }
}

/** Withdraws a question, with its link and its mail, if that still waits. @returns whether it is withdrawn now: false once it has its answer. */
export async function withdrawQuestion(db: Db, id: number, { by }: { by: number }) {
  return db.transaction().execute(async (trx) => {
    if (!(await queries.withdraw(trx, id))) return (await queries.findById(trx, id))?.withdrawn_at != null
    await queries.deleteMailOf(trx, id)
    await recordAudit(trx, { userId: by, action: 'withdraw', entity, entityId: id })
    return true
  })
}

/** Marks an answer as read, which takes it off the list of work. Again, or without an answer, it changes nothing. */
export async function markAnswerRead(db: Db, id: number, { by }: { by: number }) {
  await db.transaction().execute(async (trx) => {
    if (await queries.markRead(trx, id, by))
      await recordAudit(trx, { userId: by, action: 'read', entity, entityId: id })
  })
}

const shownOnWork = 50

/** Returns what the list of work shows of questions: the answers that are new, and the questions that applicants have not answered. */
export async function findQuestionWork(db: Db) {
  const [unread, open] = await Promise.all([
    queries.listUnread(db, shownOnWork),
    queries.listOpen(db, shownOnWork),
  ])
  return {
    answers: unread.map(({ count: _, ...row }) => row),
    count: unread[0]?.count ?? 0,
    asked: open.map(({ count: _, ...row }) => row),
    waiting: open[0]?.count ?? 0,
  }
}
