import { sql } from 'kysely'

import type { Db } from '../../../db/schema'
import { hasText } from '~/domain/has-text.queries.server'
import { pageById } from '~/lists/keyset.queries.server'
import type { PageRequest } from '~/lists/list-page'

import { isOwnMail, isOwnQuote, type Owner } from './owner.queries.server'

/** Applications of the account, and those that visitors sent under its verified email. Excludes the office's note. */
export async function listQuotes(db: Db, owner: Owner, page: PageRequest) {
  const own = db.selectFrom('quote_submissions').selectAll().where(isOwnQuote(owner))
  const quotes = await pageById(own, page).execute()
  return quotes.map(({ note: _, correction_id: __, ...quote }) => quote)
}

export async function listResults(db: Db, quoteIds: readonly number[]) {
  if (quoteIds.length === 0) return []
  return db
    .selectFrom('underwriting_results')
    .select([
      'id',
      'quote_submission_id',
      'date_created',
      'decision',
      'coverage_tier',
      'max_coverage',
      'monthly_premium',
      'annual_premium',
      'ratio',
      'user_score',
      'combined_risk_factor',
      sql<unknown>`calculation_details #> '{decision,reasons}'`.as('reasons'),
    ])
    .where('quote_submission_id', 'in', quoteIds)
    .orderBy('id')
    .execute()
}

/** When results were sent to the applicant, and when they were withdrawn. */
export async function listOffers(db: Db, quoteIds: readonly number[]) {
  if (quoteIds.length === 0) return []
  return db
    .selectFrom('offers')
    .select(['id', 'quote_submission_id', 'result_id', 'sent_at', 'withdrawn_at'])
    .where('quote_submission_id', 'in', quoteIds)
    .orderBy('id')
    .execute()
}

/** Applications that are not sent yet. */
export async function listDrafts(db: Db, owner: Owner, page: PageRequest) {
  const own = db
    .selectFrom('quote_drafts')
    .select(['id', 'created_at', 'updated_at', 'answers', 'quote_submission_id'])
    .where(isOwnQuote(owner))
  return pageById(own, page).execute()
}

export async function listMails(db: Db, owner: Owner, page: PageRequest) {
  const own = db
    .selectFrom('sent_emails')
    .select(['id', 'created_at', 'sent_at', 'kind', 'status', 'sender', 'recipient', 'subject', 'body_text'])
    .where(isOwnMail(owner))
  return pageById(own, page).execute()
}

export async function listWaitlistEntries(db: Db, owner: Owner, page: PageRequest) {
  const own = db.selectFrom('waitlist_submissions').selectAll().where(hasText('email', owner.provenEmail))
  const entries = await pageById(own, page).execute()
  return entries.map(({ note: _, ...entry }) => entry)
}

export async function listContacts(db: Db, owner: Owner, page: PageRequest) {
  const own = db.selectFrom('contact_submissions').selectAll().where(hasText('email', owner.provenEmail))
  const contacts = await pageById(own, page).execute()
  return contacts.map(({ note: _, ...contact }) => contact)
}

export async function listApplications(db: Db, owner: Owner, page: PageRequest) {
  const own = db.selectFrom('career_submissions').selectAll().where(hasText('email', owner.provenEmail))
  const applications = await pageById(own, page).execute()
  return applications.map(({ notes: _, ...application }) => application)
}

/** Names and sizes, never the bytes. */
export async function listFiles(db: Db, applicationIds: readonly number[]) {
  if (applicationIds.length === 0) return []
  return db
    .selectFrom('career_files')
    .select(['career_submission_id', 'kind', 'original_name', 'content_type', 'size'])
    .where('career_submission_id', 'in', applicationIds)
    .orderBy('filename')
    .execute()
}

export async function listDeckRequests(db: Db, owner: Owner, page: PageRequest) {
  const own = db
    .selectFrom('pitch_deck_requests')
    .select(['id', 'created_at', 'updated_at', 'name', 'email', 'company', 'reason', 'status', 'opened_at'])
    .where(hasText('email', owner.provenEmail))
  return pageById(own, page).execute()
}
