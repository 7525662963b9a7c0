import { sql, type Insertable } from 'kysely'

import { now } from '../../../db/now'
import type { Database, Db } from '../../../db/schema'
import { isOwnQuote, type Owner } from '~/domain/accounts/owner.queries.server'
import { adminName } from '~/domain/accounts/admin-name.queries.server'
import { deleteWaitingMail, mailOf } from '~/domain/mail/mail-of.queries.server'

import { linkDays } from './offers.options'
import type { OfferDecision } from './offer-summary'

export { setStatus } from '~/domain/quotes/quote-row.queries.server'

/** Whether an offer's private link has expired. */
const expired = sql<boolean>`sent_at <= now() - make_interval(days => ${sql.lit(linkDays)})`.as('expired')

/** The mail of an offer. */
const offerMail = mailOf({
  quoteId: sql.ref('offers.quote_submission_id'),
  at: sql.ref('offers.sent_at'),
  kinds: ['quote ready', 'application declined'],
})

/** The newest decision of an underwriter about a result; none while it waits for a senior. */
const decided = sql<OfferDecision | null>`(select json_build_object('verdict', verdict, 'told', told, 'terms',
    case when verdict = 'changed' then json_build_object('tier', tier, 'coverage', coverage, 'monthly', monthly,
      'annual', annual, 'loading_percent', loading_percent, 'exclusion', exclusion, 'rated', rated) end)
  from (select * from decisions where decisions.result_id = underwriting_results.id order by id desc limit 1) newest
  where state = 'final')`.as('decided')

/** The id of that decision. */
const decisionId = sql<number | null>`(select case when state = 'final' then id end from decisions
  where decisions.result_id = underwriting_results.id order by id desc limit 1)`.as('decision_id')

/** The parts of a result that an applicant may see. `tiers` are those that it was computed with. */
const resultColumns = [
  'decision',
  'underwriting_results.coverage_tier',
  'max_coverage',
  'monthly_premium',
  'annual_premium',
  'user_score',
  'combined_risk_factor',
  'calculation_details',
  decided,
  sql<{ tier_name: string; vesting_months: number }[] | null>`input -> 'tiers'`.as('tiers'),
  sql<{ employer: boolean; industry: boolean } | null>`case when input ->> 'interface' = '2' then
    json_build_object('employer', input ->> 'employer' is not null, 'industry', input ->> 'industry' is not null) end`.as(
    'used',
  ),
] as const

const quoteOf = (db: Db, resultId: number) =>
  db
    .selectFrom('underwriting_results')
    .innerJoin('quote_submissions', 'quote_submissions.id', 'quote_submission_id')
    .select([
      'quote_submissions.id',
      'name',
      'email',
      'status',
      'quote_submissions.user_id',
      'underwriting_results.correction_id',
      decisionId,
      ...resultColumns,
    ])
    .where('underwriting_results.id', '=', resultId)

/** Returns a result with its application. */
export async function findQuoteOf(db: Db, resultId: number) {
  return quoteOf(db, resultId).executeTakeFirst()
}

/** Returns a result with its application, which is locked until the transaction ends. */
export async function lockQuoteOf(trx: Db, resultId: number) {
  return quoteOf(trx, resultId).forUpdate('quote_submissions').executeTakeFirst()
}

/** Returns the newest result of an application. */
export async function findNewest(db: Db, quoteId: number) {
  return db
    .selectFrom('underwriting_results')
    .select(['id', 'decision', 'coverage_tier', 'max_coverage', 'monthly_premium', decided])
    .where('quote_submission_id', '=', quoteId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Returns the name and email of the applicant of a result. */
export async function applicantOf(db: Db, resultId: number) {
  return db
    .selectFrom('underwriting_results')
    .innerJoin('quote_submissions', 'quote_submissions.id', 'quote_submission_id')
    .select(['name', 'email'])
    .where('underwriting_results.id', '=', resultId)
    .executeTakeFirst()
}

/** Returns the newest question about the offers of an application, and whether somebody has responded to it. */
export async function newestQuestion(db: Db, quoteId: number) {
  return db
    .selectFrom('contact_submissions')
    .select(['created_at', 'message', 'responded'])
    .where('quote_submission_id', '=', quoteId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function findLive(db: Db, quoteId: number) {
  return db
    .selectFrom('offers')
    .select(['id', 'result_id', 'sent_at', 'answer', expired])
    .where('quote_submission_id', '=', quoteId)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
}

/** @returns whether the offer was live. */
export async function endOffer(trx: Db, id: number) {
  const { numUpdatedRows } = await trx
    .updateTable('offers')
    .set({ withdrawn_at: now })
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Deletes the mail of an offer, if it still waits. */
export async function deleteMailOf(trx: Db, offerId: number) {
  const mails = trx.selectFrom('offers').select(sql<number>`(${offerMail} ->> 'id')::int`.as('id'))
  await deleteWaitingMail(trx, mails.where('offers.id', '=', offerId).$asScalar())
}

export async function insertOffer(trx: Db, offer: Insertable<Database['offers']>) {
  return trx.insertInto('offers').values(offer).returning(['id', 'sent_at']).executeTakeFirstOrThrow()
}

/** Stores what an applicant answers to an offer; null takes the answer back. */
export async function setAnswer(trx: Db, id: number, answer: 'interested' | 'withdrawn' | null) {
  const answered_at = answer === null ? null : now
  await trx.updateTable('offers').set({ answer, answered_at }).where('id', '=', id).execute()
}

/** Whether a later offer of the same quote is live. */
const replaced = sql<boolean>`exists (select from offers later where later.withdrawn_at is null
  and later.quote_submission_id = offers.quote_submission_id and later.id > offers.id)`.as('replaced')

const offersWithResults = (db: Db) =>
  db
    .selectFrom('offers')
    .innerJoin('underwriting_results', 'underwriting_results.id', 'result_id')
    .innerJoin('quote_submissions', 'quote_submissions.id', 'offers.quote_submission_id')
    .select([
      'offers.id',
      'status',
      'answered',
      'result_id',
      'offers.quote_submission_id',
      'sent_at',
      'withdrawn_at',
      'answer',
      expired,
      replaced,
      ...resultColumns,
    ])

export async function findByToken(db: Db, tokenHash: Buffer) {
  return offersWithResults(db).where('token_hash', '=', tokenHash).executeTakeFirst()
}

/** Returns the newest offer of one of the owner's applications: no earlier one is live. */
export async function findOwn(db: Db, owner: Owner, quoteId: number) {
  return offersWithResults(db)
    .where('offers.quote_submission_id', 'in', (own) =>
      own
        .selectFrom('quote_submissions as own')
        .select('own.id')
        .where('own.id', '=', quoteId)
        .where(isOwnQuote(owner)),
    )
    .orderBy('offers.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** When the last offer of an application was withdrawn; null if none was. */
const takenBack = sql<Date | null>`(select max(earlier.withdrawn_at) from offers earlier
  where earlier.quote_submission_id = quote_submissions.id)`.as('taken_back')

/** An account's own applications, newest first, and those that a visitor sent under its verified email, with their live offers. */
export async function listQuotesOf(db: Db, userId: number, limit: number) {
  return db
    .selectFrom('quote_submissions')
    .innerJoin('users', (join) =>
      join.on((eb) =>
        eb.or([
          eb('quote_submissions.user_id', '=', eb.ref('users.id')),
          eb.and([
            eb('quote_submissions.user_id', 'is', null),
            eb('users.email_verified', '=', true),
            eb(sql`lower(quote_submissions.email)`, '=', sql`lower(users.email)`),
          ]),
        ]),
      ),
    )
    .leftJoin('offers', (join) =>
      join
        .onRef('offers.quote_submission_id', '=', 'quote_submissions.id')
        .on('offers.withdrawn_at', 'is', null),
    )
    .leftJoin('underwriting_results', 'underwriting_results.id', 'offers.result_id')
    .select([
      'quote_submissions.id',
      'submitted_at',
      'status',
      'answered',
      'coverage_level',
      'sent_at',
      'answer',
      'offers.answered_at',
      'offers.id as offer_id',
      expired,
      takenBack,
      ...resultColumns,
    ])
    .where('users.id', '=', userId)
    .orderBy('quote_submissions.id', 'desc')
    .limit(limit)
    .execute()
}

/**
 * The offers of a quote, with their senders, mails and whether the link has expired, newest first. One without a `withdrawn_at` is live,
 * though its link may have expired.
 */
export async function listOffers(db: Db, quoteId: number) {
  return db
    .selectFrom('offers')
    .leftJoin('users', 'users.id', 'sent_by')
    .select(['offers.id', 'result_id', 'sent_by', 'sent_at', 'withdrawn_at', 'answer', 'answered_at'])
    .select([adminName().as('sender'), expired, offerMail.as('mail')])
    .where('quote_submission_id', '=', quoteId)
    .orderBy('offers.id', 'desc')
    .limit(20)
    .execute()
}
