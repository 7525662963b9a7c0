import { sql } from 'kysely'

import type { Db } from '../../../db/schema'
import { adminName } from '~/domain/accounts/admin-name.queries.server'

/*
 * What happened to an application, a query for each source, newest first. The words of notes, decisions and mails are not read: they stay
 * on the pages that the timeline links to.
 */

export async function findSubmission(db: Db, quoteId: number) {
  return db
    .selectFrom('quote_submissions')
    .select(['submitted_at', 'email'])
    .where('id', '=', quoteId)
    .executeTakeFirst()
}

/** Changes of the application by the back office. Views and corrections are left out. */
export async function listChanges(db: Db, quoteId: number, limit: number) {
  return db
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.user_id')
    .select(['audit_log.id', 'audit_log.created_at', 'action', 'before', 'after', adminName().as('username')])
    .where('entity', '=', 'quote submission')
    .where('entity_id', '=', String(quoteId))
    .where('action', 'not in', ['view', 'export', 'correct'])
    .orderBy('audit_log.created_at', 'desc')
    .orderBy('audit_log.id', 'desc')
    .limit(limit)
    .execute()
}

export async function listRuns(db: Db, quoteId: number, limit: number) {
  return db
    .selectFrom('underwriting_results')
    .leftJoin('users', 'users.id', 'underwriting_results.user_id')
    .select(['underwriting_results.id', 'date_created', 'decision', 'underwriting_results.coverage_tier'])
    .select(['monthly_premium', adminName().as('username')])
    .where('quote_submission_id', '=', quoteId)
    .orderBy('date_created', 'desc')
    .orderBy('underwriting_results.id', 'desc')
    .limit(limit)
    .execute()
}

export async function listDecisions(db: Db, quoteId: number, limit: number) {
  return db
    .selectFrom('decisions')
    .innerJoin('underwriting_results', 'underwriting_results.id', 'result_id')
    .leftJoin('users', 'users.id', 'decisions.user_id')
    .leftJoin('users as senior', 'senior.id', 'confirmed_by')
    .select(['decisions.id', 'decisions.created_at', 'result_id', 'decisions.verdict', 'reason'])
    .select(adminName().as('username'))
    .select(['state', 'confirmed_at', adminName('senior').as('senior')])
    .where('quote_submission_id', '=', quoteId)
    .orderBy('decisions.created_at', 'desc')
    .orderBy('decisions.id', 'desc')
    .limit(limit)
    .execute()
}

export async function listQuestions(db: Db, quoteId: number, limit: number) {
  return db
    .selectFrom('applicant_questions')
    .leftJoin('users', 'users.id', 'asked_by')
    .select(['applicant_questions.id', 'asked_at', 'answered_at', 'withdrawn_at'])
    .select(adminName().as('username'))
    .where('quote_submission_id', '=', quoteId)
    .orderBy('applicant_questions.id', 'desc')
    .limit(limit)
    .execute()
}

/** The questions of the applicant from the page of an offer. */
export async function listMessages(db: Db, quoteId: number, limit: number) {
  return db
    .selectFrom('contact_submissions')
    .select(['id', 'created_at'])
    .where('quote_submission_id', '=', quoteId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** What was replied to those messages. */
export async function listReplies(db: Db, quoteId: number, limit: number) {
  return db
    .selectFrom('contact_replies')
    .innerJoin('contact_submissions', 'contact_submissions.id', 'contact_submission_id')
    .leftJoin('users', 'users.id', 'sent_by')
    .select(['contact_replies.id', 'sent_at', 'contact_submission_id', adminName().as('username')])
    .where('quote_submission_id', '=', quoteId)
    .orderBy('contact_replies.id', 'desc')
    .limit(limit)
    .execute()
}

/** What the applicant has answered to the offers, each answer with its time, from the audit log. */
export async function listAnswers(db: Db, quoteId: number, limit: number) {
  return db
    .selectFrom('offers')
    .innerJoin('audit_log', (join) =>
      join
        .on('entity', '=', 'offer')
        .on('entity_id', '=', sql<string>`offers.id::text`)
        .on('action', '=', 'answer'),
    )
    .select(['audit_log.id', 'audit_log.created_at', 'after', 'result_id'])
    .where('quote_submission_id', '=', quoteId)
    .orderBy('audit_log.id', 'desc')
    .limit(limit)
    .execute()
}

/** Offers and, if withdrawn, by whom, from the audit log. */
export async function listOffers(db: Db, quoteId: number, limit: number) {
  return db
    .selectFrom('offers')
    .leftJoin('users as senders', 'senders.id', 'sent_by')
    .leftJoin('audit_log as withdrawals', (join) =>
      join
        .on('withdrawals.entity', '=', 'offer')
        .on('withdrawals.entity_id', '=', sql<string>`offers.id::text`)
        .on('withdrawals.action', '=', 'withdraw'),
    )
    .leftJoin('users as withdrawers', 'withdrawers.id', 'withdrawals.user_id')
    .select(['offers.id', 'result_id', 'sent_at', adminName('senders').as('sender')])
    .select(['withdrawals.created_at as withdrawn_at', adminName('withdrawers').as('withdrawer')])
    .where('quote_submission_id', '=', quoteId)
    .orderBy(sql`greatest(sent_at, withdrawals.created_at)`, 'desc')
    .orderBy('offers.id', 'desc')
    .limit(limit)
    .execute()
}

/** Mails to the applicant that name the application by its number. */
export async function listMails(db: Db, quoteId: number, email: string, limit: number) {
  return db
    .selectFrom('sent_emails')
    .select(['id', 'created_at', 'kind', 'status'])
    .where(sql`lower(recipient)`, '=', email.toLowerCase())
    .where(sql`subject || ' ' || body_text`, '~', `\\mQ-${quoteId}\\M`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
