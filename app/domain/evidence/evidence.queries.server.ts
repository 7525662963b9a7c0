import type { Db } from '../../../db/schema'

/** Returns a result with its input, the version that computed it, and who ran and released them. */
export async function findEvidence(db: Db, resultId: number) {
  return db
    .selectFrom('underwriting_results as result')
    .innerJoin('engine_versions as version', 'version.id', 'result.engine_version_id')
    .innerJoin('quote_submissions as quote', 'quote.id', 'result.quote_submission_id')
    .leftJoin('users as runner', 'runner.id', 'result.user_id')
    .leftJoin('users as author', 'author.id', 'version.author_id')
    .leftJoin('users as releaser', 'releaser.id', 'version.decided_by')
    .select(['result.id', 'result.quote_submission_id', 'result.date_created', 'result.decision'])
    .select(['result.coverage_tier', 'result.max_coverage', 'result.monthly_premium'])
    .select(['result.annual_premium', 'result.ratio', 'result.user_score', 'result.combined_risk_factor'])
    .select(['result.calculation_details', 'result.engine_hash', 'result.configuration_hash', 'result.input'])
    .select(['quote.submitted_at', 'quote.status'])
    .select(['runner.id as runner_id', 'runner.username as runner'])
    .select(['version.interface', 'version.filename', 'version.hash', 'version.created_at', 'version.note'])
    .select(['version.source', 'version.tables', 'version.tests'])
    .select(['version.decided_at', 'version.decision_note'])
    .select(['author.id as author_id', 'author.username as author'])
    .select(['releaser.id as releaser_id', 'releaser.username as releaser'])
    .where('result.id', '=', resultId)
    .executeTakeFirst()
}

/** Returns the decisions of underwriters about a result, oldest first. */
export async function listDecisionsOf(db: Db, resultId: number) {
  return db
    .selectFrom('decisions')
    .leftJoin('users', 'users.id', 'user_id')
    .leftJoin('users as senior', 'senior.id', 'confirmed_by')
    .select(['decisions.created_at', 'verdict', 'reason', 'words', 'users.id as decider_id'])
    .select(['tier', 'coverage', 'loading_percent', 'exclusion', 'monthly', 'annual'])
    .select(['users.username as decider', 'state', 'confirmed_at'])
    .select(['senior.id as senior_id', 'senior.username as senior'])
    .where('result_id', '=', resultId)
    .orderBy('decisions.id')
    .execute()
}

/** Returns the offers that were made of a result, oldest first. */
export async function listOffersOf(db: Db, resultId: number) {
  return db
    .selectFrom('offers')
    .leftJoin('users', 'users.id', 'sent_by')
    .select(['offers.id', 'sent_at', 'withdrawn_at', 'users.id as sender_id', 'username as sender'])
    .where('result_id', '=', resultId)
    .orderBy('offers.id')
    .execute()
}

/** Returns the questions about an application to its applicant with the answers, oldest first. */
export async function listQuestionsOf(db: Db, quoteId: number) {
  return db
    .selectFrom('applicant_questions as question')
    .leftJoin('users', 'users.id', 'asked_by')
    .select(['question.id', 'message', 'asked_at', 'users.id as asker_id', 'username as asker'])
    .select(['withdrawn_at', 'answer', 'answered_at'])
    .where('quote_submission_id', '=', quoteId)
    .orderBy('question.id')
    .execute()
}
