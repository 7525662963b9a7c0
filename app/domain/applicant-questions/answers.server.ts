import { ownerOf, type Account } from '~/domain/accounts/owner.queries.server'
import { recordAudit } from '~/domain/audit/audit.server'
import { normalizeLineBreaks } from '~/domain/line-breaks'
import { parseFields, type FieldError, type Fields } from '~/domain/parse-fields'
import { consume } from '~/domain/rate-limits/rate-limits.server'
import { hashToken, isToken } from '~/domain/tokens.server'

import type { Db } from '../../../db/schema'
import { applicantAnswerSchema } from './applicant-questions.schema'
import * as queries from './applicant-questions.queries.server'

/** The private link of a question, or a question of the account that is logged in. */
export type Access = { token: string } | { account: Account; id: number }

/** A question as its applicant sees it. Times as stored. */
export type ApplicantQuestion = {
  id: number
  quoteId: number
  message: string
  askedAt: Date
  expiresAt: Date
  answer: string | null
  answeredAt: Date | null
  /** Whether its application has been withdrawn. */
  isWithdrawn: boolean
}

/** Why a question cannot be shown. */
export type Closed = 'missing' | 'withdrawn' | 'expired'

/** Returns a question for its applicant. An answered one stays visible until its link expires. */
export async function findQuestion(
  db: Db,
  access: Access,
): Promise<{ ok: true; question: ApplicantQuestion } | { ok: false; reason: Closed }> {
  const row = await findRow(db, access)
  if (!row) return { ok: false, reason: 'missing' }
  if (row.withdrawn_at !== null) return { ok: false, reason: 'withdrawn' }
  if (row.expired) return { ok: false, reason: 'expired' }
  const { id, quote_submission_id: quoteId, message, asked_at: askedAt, expires_at: expiresAt } = row
  const { answer, answered_at: answeredAt, is_withdrawn: isWithdrawn } = row
  return {
    ok: true,
    question: { id, quoteId, message, askedAt, expiresAt, answer, answeredAt, isWithdrawn },
  }
}

async function findRow(db: Db, access: Access) {
  if ('token' in access)
    return isToken(access.token) ? queries.findByToken(db, hashToken(access.token)) : undefined
  return queries.findOwn(db, ownerOf(access.account), access.id)
}

/** The questions about an account's applications that wait for an answer, oldest first. */
export async function openQuestionsOf(db: Db, account: Account) {
  return queries.listOpenOf(db, ownerOf(account))
}

export type QuestionAnswerOutcome =
  | { ok: true }
  | { ok: false; reason: 'missing'; why: Closed }
  | { ok: false; reason: 'conflict' }
  | { ok: false; reason: 'invalid'; errors: FieldError[] }

/**
 * Stores the answer to a question, once. Fields: `answer`. The same answer again changes nothing, another one is refused. The audit log
 * has none of its words.
 * @throws {TooManyAttempts} when this IP has sent too many answers, or tried too many links.
 */
export async function answerQuestion(
  db: Db,
  access: Access,
  fields: Fields,
  { ip, userId = null }: { ip: string | null; userId?: number | null },
): Promise<QuestionAnswerOutcome> {
  await consume(db, 'question answers', ip)
  const parsed = parseFields(applicantAnswerSchema, { answer: normalizeLineBreaks(fields.answer) })
  const answer = parsed.ok ? parsed.value.answer : null
  return db.transaction().execute(async (trx): Promise<QuestionAnswerOutcome> => {
    const found = await findQuestion(trx, access)
    if (!found.ok) return { ok: false, reason: 'missing', why: found.reason }
    const { id, quoteId } = found.question
    if (found.question.answer !== null)
      return found.question.answer === answer ? { ok: true } : { ok: false, reason: 'conflict' }
    if (!parsed.ok) return { ok: false, reason: 'invalid', errors: parsed.errors }
    if (!(await queries.setAnswer(trx, id, parsed.value.answer))) return lost(trx, access, answer)
    await recordAudit(trx, {
      userId,
      action: 'answer',
      entity: 'applicant question',
      entityId: id,
      after: { quote: quoteId },
    })
    return { ok: true }
  })
}

/** Returns the outcome after another request has answered or withdrawn the question. */
async function lost(trx: Db, access: Access, answer: string | null): Promise<QuestionAnswerOutcome> {
  const found = await findQuestion(trx, access)
  if (!found.ok) return { ok: false, reason: 'missing', why: found.reason }
  return found.question.answer === answer ? { ok: true } : { ok: false, reason: 'conflict' }
}
