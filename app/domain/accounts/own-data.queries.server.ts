import { sql } from 'kysely'

import type { Db } from '../../../db/schema'

import { accountColumns } from './account-columns.server'

/** The owner of the requested data; submissions sent under an email count as theirs only if it is verified. */
export type Owner = { id: number; provenEmail: string | null }

/** The part of a list after an id, oldest first. */
type Page = { after: number; limit: number }

/** Whether the email in a column is the owner's verified one. */
function isProven(column: 'email' | 'recipient', { provenEmail }: Owner) {
  return sql<boolean>`lower(${sql.ref(column)}) = lower(${provenEmail}::text)`
}

export async function findOwner(db: Db, id: number) {
  return db.selectFrom('users').select(accountColumns).where('id', '=', id).executeTakeFirst()
}

/** Applications of the account, and those that visitors sent under its verified email. Excludes the office's note. */
export async function listQuotes(db: Db, owner: Owner, { after, limit }: Page) {
  const quotes = await db
    .selectFrom('quote_submissions')
    .selectAll()
    .where((eb) =>
      eb.or([eb('user_id', '=', owner.id), eb.and([eb('user_id', 'is', null), isProven('email', owner)])]),
    )
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return quotes.map(({ note: _, ...quote }) => quote)
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

export async function listMails(db: Db, owner: Owner, { after, limit }: Page) {
  return db
    .selectFrom('sent_emails')
    .select(['id', 'created_at', 'sent_at', 'kind', 'status', 'sender', 'recipient', 'subject', 'body_text'])
    .where((eb) => eb.or([eb('user_id', '=', owner.id), isProven('recipient', owner)]))
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function listWaitlistEntries(db: Db, owner: Owner, { after, limit }: Page) {
  const entries = await db
    .selectFrom('waitlist_submissions')
    .selectAll()
    .where(isProven('email', owner))
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return entries.map(({ note: _, ...entry }) => entry)
}

export async function listContacts(db: Db, owner: Owner, { after, limit }: Page) {
  const contacts = await db
    .selectFrom('contact_submissions')
    .selectAll()
    .where(isProven('email', owner))
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return contacts.map(({ note: _, ...contact }) => contact)
}

export async function listApplications(db: Db, owner: Owner, { after, limit }: Page) {
  const applications = await db
    .selectFrom('career_submissions')
    .selectAll()
    .where(isProven('email', owner))
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
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

export async function listDeckRequests(db: Db, owner: Owner, { after, limit }: Page) {
  return db
    .selectFrom('pitch_deck_requests')
    .select(['id', 'created_at', 'updated_at', 'name', 'email', 'company', 'reason', 'status', 'opened_at'])
    .where(isProven('email', owner))
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}
