import type { Db } from '../../../db/schema'

/** Returns a result with its application, which is locked until the transaction ends. */
export async function lockResult(trx: Db, resultId: number) {
  return trx
    .selectFrom('underwriting_results')
    .innerJoin('quote_submissions', 'quote_submissions.id', 'quote_submission_id')
    .select(['decision', 'quote_submissions.id as quote_id', 'status', 'email'])
    .where('underwriting_results.id', '=', resultId)
    .forUpdate('quote_submissions')
    .executeTakeFirst()
}

/** Whether a result is with its applicant. */
export async function isSent(db: Db, resultId: number) {
  const row = await db
    .selectFrom('offers')
    .select('id')
    .where('result_id', '=', resultId)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

type NewDecision = {
  result_id: number
  user_id: number
  verdict: 'accepted' | 'declined'
  reason: string
  words: string
  told: string | null
}

export async function insertDecision(trx: Db, decision: NewDecision) {
  return trx.insertInto('decisions').values(decision).returning('id').executeTakeFirstOrThrow()
}

/** The decisions about a result, newest first. */
export async function listDecisions(db: Db, resultId: number) {
  return db
    .selectFrom('decisions')
    .leftJoin('users', 'users.id', 'user_id')
    .select(['decisions.id', 'decisions.created_at', 'verdict', 'reason', 'words', 'told'])
    .select(['users.id as decider_id', 'username as decider'])
    .where('result_id', '=', resultId)
    .orderBy('decisions.id', 'desc')
    .execute()
}
