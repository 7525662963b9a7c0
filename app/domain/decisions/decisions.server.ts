import type { Db } from '../../../db/schema'
import { recordAudit } from '~/domain/audit/audit.server'
import { parseFields, type FieldError, type Fields } from '~/domain/parse-fields'
import { isAnonymised } from '~/domain/quotes/anonymise'
import type { Sandbox } from '~/domain/underwriting/sandbox.server'

import { decisionSchema, isToldWhy } from './decisions.schema'
import * as queries from './decisions.queries.server'
import { priceTerms, type Terms } from './terms.server'

export {
  countByReferralReason,
  listDecisions,
  listTiers,
  type ReferralReason,
} from './decisions.queries.server'

export type DecisionOutcome =
  | { ok: true; id: number; terms: Terms | null }
  | { ok: false; reason: 'missing'; message: string }
  | { ok: false; reason: 'invalid'; errors: FieldError[] }
  | { ok: false; reason: 'refused' | 'busy'; message: string }

/**
 * Stores what an underwriter decides about a referred result; the result itself never changes, and the newest decision counts. Fields:
 * `verdict`, `reason`, `words`, `told` for a refusal or a change, and for a change at least one of `tier`, `coverage`, `loading_percent`
 * and `exclusion`.
 */
export async function decideResult(
  db: Db,
  sandbox: Pick<Sandbox, 'run'>,
  resultId: number,
  fields: Fields,
  { by }: { by: number },
): Promise<DecisionOutcome> {
  const parsed = parseFields(decisionSchema, fields)
  const priced =
    parsed.ok && parsed.value.verdict === 'changed'
      ? await priceTerms(db, sandbox, resultId, parsed.value)
      : null
  return db.transaction().execute(async (trx): Promise<DecisionOutcome> => {
    const result = await queries.lockResult(trx, resultId)
    if (!result) return { ok: false, reason: 'missing', message: 'Underwriting result not found.' }
    const obstacle = obstacleTo(result, await queries.isSent(trx, resultId))
    if (obstacle !== null) return { ok: false, reason: 'refused', message: obstacle }
    if (!parsed.ok) return { ok: false, reason: 'invalid', errors: parsed.errors }
    if (priced && !priced.ok) return priced
    const { verdict, reason, words, told } = parsed.value
    const { rated = null, ...terms } = priced?.terms ?? {}
    const { id } = await queries.insertDecision(trx, {
      ...{ result_id: resultId, user_id: by, verdict, reason, words, ...terms },
      told: isToldWhy(verdict) ? told : null,
      rated: rated && JSON.stringify(rated),
    })
    await recordAudit(trx, {
      userId: by,
      action: 'decide',
      entity: 'underwriting result',
      entityId: resultId,
      after: { verdict, reason, quote: result.quote_id, ...changedFigures(terms) },
    })
    return { ok: true, id, terms: priced?.terms ?? null }
  })
}

/** The words of an exclusion are not audited. */
function changedFigures({ exclusion, ...figures }: Partial<Terms>) {
  return exclusion == null ? figures : { ...figures, exclusion: true }
}

type Result = NonNullable<Awaited<ReturnType<typeof queries.lockResult>>>

function obstacleTo(result: Result, isSent: boolean) {
  if (result.decision !== 'referred')
    return 'The engine has decided on this result. Only a referred one needs a decision.'
  if (isAnonymised(result)) return 'The applicant has deleted the account.'
  if (isSent) return 'This result is with its applicant. Withdraw it first.'
  return null
}
