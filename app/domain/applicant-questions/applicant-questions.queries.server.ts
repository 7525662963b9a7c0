import { sql, type Insertable, type RawBuilder } from 'kysely'

import { now } from '../../../db/now'
import type { Database, Db } from '../../../db/schema'
import { adminName } from '~/domain/accounts/admin-name.queries.server'
import { isOwnQuote, type Owner } from '~/domain/accounts/owner.queries.server'
import { deleteWaitingMail, mailOf } from '~/domain/mail/mail-of.queries.server'

import { questionDays } from './applicant-questions.options'

export { lockQuote, setStatus } from '~/domain/quotes/quote-row.queries.server'

const lifetime = sql`make_interval(days => ${sql.lit(questionDays)})`

const expiresAt = sql<Date>`asked_at + ${lifetime}`.as('expires_at')
const expired = sql<boolean>`asked_at <= now() - ${lifetime}`.as('expired')

/** Whether a question waits for its answer, in a query of applicant_questions. */
export const isOpen = sql<boolean>`(answered_at is null and withdrawn_at is null and asked_at > now() - ${lifetime})`

/** Whether a question about a quote has an answer that nobody has marked as read. */
export function hasUnreadAnswer(quoteId: RawBuilder<unknown>) {
  return sql<boolean>`exists (select 1 from applicant_questions
    where quote_submission_id = ${quoteId} and answered_at is not null and read_at is null)`
}

/** Whether a question about a quote waits for its answer. */
export function hasOpenQuestion(quoteId: RawBuilder<unknown>) {
  return sql<boolean>`exists (select 1 from applicant_questions where quote_submission_id = ${quoteId} and ${isOpen})`
}

export async function insertQuestion(trx: Db, question: Insertable<Database['applicant_questions']>) {
  return trx
    .insertInto('applicant_questions')
    .values(question)
    .returning(['id', expiresAt])
    .executeTakeFirstOrThrow()
}

/** Whether the application of a question has been withdrawn. */
const isWithdrawn = sql<boolean>`exists (select 1 from quote_submissions
  where quote_submissions.id = quote_submission_id and status = 'Withdrawn')`.as('is_withdrawn')

const shown = [
  'id',
  'quote_submission_id',
  'message',
  'asked_at',
  'withdrawn_at',
  'answer',
  'answered_at',
] as const

export async function findByToken(db: Db, tokenHash: Buffer) {
  return db
    .selectFrom('applicant_questions')
    .select([...shown, expiresAt, expired, isWithdrawn])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
}

export async function findById(db: Db, id: number) {
  return db
    .selectFrom('applicant_questions')
    .select([...shown, 'read_at', expiresAt, expired])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Returns a question about one of the owner's applications. */
export async function findOwn(db: Db, owner: Owner, id: number) {
  return db
    .selectFrom('applicant_questions')
    .select([...shown, expiresAt, expired, isWithdrawn])
    .where('id', '=', id)
    .where('quote_submission_id', 'in', (own) =>
      own.selectFrom('quote_submissions').select('quote_submissions.id').where(isOwnQuote(owner)),
    )
    .executeTakeFirst()
}

/** Lists the questions about the owner's applications that wait for an answer. */
export async function listOpenOf(db: Db, owner: Owner) {
  return db
    .selectFrom('applicant_questions')
    .select(['id', 'quote_submission_id', 'asked_at', expiresAt])
    .where(isOpen)
    .where('quote_submission_id', 'in', (own) =>
      own.selectFrom('quote_submissions').select('quote_submissions.id').where(isOwnQuote(owner)),
    )
    .orderBy('id')
    .limit(100)
    .execute()
}

/** Returns the newest question about a quote, if it came after the question with an id and waits for its answer. */
export async function findOpenAfter(trx: Db, quoteId: number, id: number) {
  return trx
    .selectFrom('applicant_questions')
    .select(['id', 'asked_at', 'asked_by'])
    .where('quote_submission_id', '=', quoteId)
    .where('id', '>', id)
    .where(isOpen)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Stores an answer, if the question still waits for one. @returns whether it did. */
export async function setAnswer(trx: Db, id: number, answer: string) {
  const { numUpdatedRows } = await trx
    .updateTable('applicant_questions')
    .set({ answer, answered_at: now })
    .where('id', '=', id)
    .where(isOpen)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Withdraws a question that has no answer yet. @returns whether it had none, and was not withdrawn before. */
export async function withdraw(trx: Db, id: number) {
  const { numUpdatedRows } = await trx
    .updateTable('applicant_questions')
    .set({ withdrawn_at: now })
    .where('id', '=', id)
    .where('answered_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Marks an answer as read. @returns whether it was new. */
export async function markRead(trx: Db, id: number, by: number) {
  const { numUpdatedRows } = await trx
    .updateTable('applicant_questions')
    .set({ read_at: now, read_by: by })
    .where('id', '=', id)
    .where('answered_at', 'is not', null)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** The number of questions that a page shows of a quote. */
const shownOfQuote = 20

const questionMail = mailOf({
  quoteId: sql.ref('question.quote_submission_id'),
  at: sql.ref('question.asked_at'),
  kinds: ['applicant question'],
})

/** Deletes the mail of a question, if it still waits. */
export async function deleteMailOf(trx: Db, id: number) {
  const mails = trx
    .selectFrom('applicant_questions as question')
    .select(sql<number>`(${questionMail} ->> 'id')::int`.as('id'))
  await deleteWaitingMail(trx, mails.where('question.id', '=', id).$asScalar())
}

/** The newest questions about a quote with their askers, readers and mails, newest first. */
export async function listQuestions(db: Db, quoteId: number) {
  return db
    .selectFrom('applicant_questions as question')
    .leftJoin('users as asker', 'asker.id', 'asked_by')
    .leftJoin('users as reader', 'reader.id', 'read_by')
    .select(['question.id', 'message', 'asked_at', 'withdrawn_at', 'answer', 'answered_at', 'read_at'])
    .select([adminName('asker').as('asker'), adminName('reader').as('reader'), expiresAt, expired])
    .select(questionMail.as('mail'))
    .where('quote_submission_id', '=', quoteId)
    .orderBy('question.id', 'desc')
    .limit(shownOfQuote)
    .execute()
}

/** Returns the question about a quote with the newest answer. */
export async function findNewestAnswer(db: Db, quoteId: number) {
  return newestAnswer(db, quoteId).executeTakeFirst()
}

const newestAnswer = (db: Db, quoteId: number) =>
  db
    .selectFrom('applicant_questions')
    .select(['id', sql<Date>`answered_at`.as('answered_at')])
    .where('quote_submission_id', '=', quoteId)
    .where('answered_at', 'is not', null)
    .orderBy('answered_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)

/** Returns the question about a quote with the newest answer that nobody has marked as read. */
export async function findUnreadAnswer(db: Db, quoteId: number) {
  return newestAnswer(db, quoteId).where('read_at', 'is', null).executeTakeFirst()
}

/** The answers that nobody has marked as read, oldest first, and their number. */
export async function listUnread(db: Db, limit: number) {
  return db
    .selectFrom('applicant_questions as question')
    .innerJoin('quote_submissions as quote', 'quote.id', 'quote_submission_id')
    .select(['question.id', 'quote_submission_id', 'quote.name', 'asked_at', 'answered_at'])
    .select(sql<number>`count(*) over ()::int`.as('count'))
    .where('answered_at', 'is not', null)
    .where('read_at', 'is', null)
    .orderBy('answered_at')
    .orderBy('question.id')
    .limit(limit)
    .execute()
}

/** The questions that wait for an answer, oldest first, and their number. Nobody waits for the applicant of a withdrawn application. */
export async function listOpen(db: Db, limit: number) {
  return db
    .selectFrom('applicant_questions as question')
    .innerJoin('quote_submissions as quote', 'quote.id', 'quote_submission_id')
    .select(['question.id', 'quote_submission_id', 'quote.name', 'asked_at', expiresAt])
    .select(sql<number>`count(*) over ()::int`.as('count'))
    .where(isOpen)
    .where('status', '<>', 'Withdrawn')
    .orderBy('asked_at')
    .orderBy('question.id')
    .limit(limit)
    .execute()
}

/** Deletes the questions about applications with their answers. */
export async function deleteQuestionsOf(trx: Db, quoteIds: readonly number[]) {
  await trx.deleteFrom('applicant_questions').where('quote_submission_id', 'in', quoteIds).execute()
}

/** The questions about applications, as exported to their applicant. */
export async function listForExport(db: Db, quoteIds: readonly number[]) {
  if (quoteIds.length === 0) return []
  return db
    .selectFrom('applicant_questions')
    .select(shown)
    .where('quote_submission_id', 'in', quoteIds)
    .orderBy('id')
    .execute()
}
