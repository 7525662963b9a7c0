import type { Db } from '../../../db/schema'
import { recordAudit } from '~/domain/audit/audit.server'
import { parseFields, type FieldError, type Fields } from '~/domain/parse-fields'
import { isAnonymised } from '~/domain/quotes/anonymise'

import { decisionSchema } from './decisions.schema'
import * as queries from './decisions.queries.server'

export { listDecisions } from './decisions.queries.server'

export type DecisionOutcome =
  | { ok: true; id: number }
  | { ok: false; reason: 'missing'; message: string }
  | { ok: false; reason: 'invalid'; errors: FieldError[] }
  | { ok: false; reason: 'refused'; message: string }

/**
 * Stores what an underwriter decides about a referred result; the result itself never changes, and the newest decision counts. Fields:
 * `verdict`, `reason`, `words`, and `told` for a refusal.
 */
export async function decideResult(
  db: Db,
  resultId: number,
  fields: Fields,
  { by }: { by: number },
): Promise<DecisionOutcome> {
  const parsed = parseFields(decisionSchema, fields)
  return db.transaction().execute(async (trx): Promise<DecisionOutcome> => {
    const result = await queries.lockResult(trx, resultId)
    if (!result) return { ok: false, reason: 'missing', message: 'Underwriting result not found.' }
    const obstacle = obstacleTo(result, await queries.isSent(trx, resultId))
    if (obstacle !== null) return { ok: false, reason: 'refused', message: obstacle }
    if (!parsed.ok) return { ok: false, reason: 'invalid', errors: parsed.errors }
    const { verdict, reason, words, told } = parsed.value
    const { id } = await queries.insertDecision(trx, {
      ...{ result_id: resultId, user_id: by, verdict, reason, words },
      told: verdict === 'declined' ? told : null,
    })
    await recordAudit(trx, {
      userId: by,
      action: 'decide',
      entity: 'underwriting result',
      entityId: resultId,
      after: { verdict, reason, quote: result.quote_id },
    })
    return { ok: true, id }
  })
}

type Result = NonNullable<Awaited<ReturnType<typeof queries.lockResult>>>

function obstacleTo(result: Result, isSent: boolean) {
  if (result.decision !== 'referred')
    return 'The engine has decided on this result. Only a referred one needs a decision.'
  if (isAnonymised(result)) return 'The applicant has deleted the account.'
  if (isSent) return 'This result is with its applicant. Withdraw it first.'
  return null
}
