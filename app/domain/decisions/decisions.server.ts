import type { Db } from '../../../db/schema'
import { recordAudit } from '~/domain/audit/audit.server'
import { isOutdated } from '~/domain/corrections/corrections.server'
import { parseFields, type FieldError, type Fields } from '~/domain/parse-fields'
import { isAnonymized } from '~/domain/quotes/anonymize'
import { withdrawnRefusal } from '~/domain/quotes/ended-text'
import type { Sandbox } from '~/domain/underwriting/sandbox.server'

import { beyondUnderwriter, type Decided } from './authority'
import { authorityOf } from './authority.server'
import { needsApplicantReason, type Verdict } from './decisions.options'
import { decisionSchema } from './decisions.schema'
import * as queries from './decisions.queries.server'
import { priceTerms, type Terms } from './terms.server'
import { isMoreCover, moreCoverQuestion } from './terms-text'

export { findEarlierDecision, listDecisions, listTiers } from './decisions.queries.server'
export { countByReferralReason, type ReferralReason } from './referrals.queries.server'

export type DecisionOutcome =
  /** `beyond` is why the decision waits for a senior; null if it is final. */
  | { ok: true; id: number; terms: Terms | null; ratedCover: number | null; beyond: string | null }
  | { ok: false; reason: 'missing'; message: string }
  /** `unknownCover` is the cover in US dollars that the underwriter has to know first. */
  | { ok: false; reason: 'invalid'; errors: FieldError[]; unknownCover?: number | null }
  /** `newest` is the decision that the underwriter did not know, or not as confirmed. */
  | { ok: false; reason: 'conflict'; message: string; newest: { id: number; state: string } }
  | { ok: false; reason: 'refused' | 'busy'; message: string }

/**
 * Stores an underwriter's decision about a referred result; the engine's never changes, and the newest decision counts. One that exceeds
 * the underwriter's authority is only proposed until a senior confirms it. Fields: `verdict`, `reason`, `words`, `told` for a refusal or a
 * change, and for a change at least one of `tier`, `coverage`, `loading_percent` and `exclusion`.
 * @param base the newest decision that the underwriter knew, 0 for none, and `baseState` its state then: a later one, or one that was
 * confirmed since, is a conflict, unless it is the same. If absent, the last write wins.
 * @param knownCover the cover in US dollars that the underwriter has seen with its price, null for none: a different one that exceeds the
 * rated cover needs a confirmation. If absent, none is needed.
 */
export async function decideResult(
  db: Db,
  sandbox: Pick<Sandbox, 'run'>,
  resultId: number,
  fields: Fields,
  {
    by,
    base,
    baseState,
    knownCover,
  }: {
    by: number
    base?: number | undefined
    baseState?: string | undefined
    knownCover?: number | null
  },
): Promise<DecisionOutcome> {
  const parsed = parseFields(decisionSchema, fields)
  const priced =
    parsed.ok && parsed.value.verdict === 'changed'
      ? await priceTerms(db, sandbox, resultId, parsed.value)
      : null
  return db.transaction().execute(async (trx): Promise<DecisionOutcome> => {
    const result = await queries.lockResult(trx, resultId)
    if (!result) return { ok: false, reason: 'missing', message: 'Underwriting result not found.' }
    const refusal = await decisionRefusal(trx, resultId, result)
    if (refusal !== null) return { ok: false, reason: 'refused', message: refusal }
    if (!parsed.ok) return { ok: false, reason: 'invalid', errors: parsed.errors }
    if (priced && !priced.ok) return priced
    const { verdict, reason, words, told } = parsed.value
    const { rated = null, ...terms } = priced?.terms ?? {}
    const asRated = { tier: result.coverage_tier, coverage: result.max_coverage }
    const offered = { ...asRated, loading_percent: null, exclusion: null, ...terms }
    const misfit = verdict === 'changed' ? misfitOf(reason, offered, asRated) : null
    if (misfit !== null)
      return { ok: false, reason: 'invalid', errors: [{ path: 'reason', message: misfit }] }
    const cover = priced?.terms.coverage ?? null
    if (priced && knownCover !== undefined && knownCover !== cover && isMoreCover(cover, asRated.coverage)) {
      const message = moreCoverQuestion(priced.terms, asRated.coverage)
      return { ok: false, reason: 'invalid', errors: [{ path: 'tier', message }], unknownCover: cover }
    }
    const beyond =
      (await authorityOf(trx, by)) === 'senior' ? null : beyondUnderwriter({ verdict, ...offered })
    const decision = {
      user_id: by,
      verdict,
      reason,
      words,
      told: needsApplicantReason(verdict) ? told : null,
      ...terms,
    }
    const newest = base === undefined ? undefined : await queries.findNewest(trx, resultId)
    const isConfirmed = newest?.id === base && baseState === 'proposed' && newest?.state === 'final'
    if (newest && (newest.id !== base || isConfirmed))
      return isSame(newest, decision)
        ? {
            ok: true,
            id: newest.id,
            terms: priced?.terms ?? null,
            ratedCover: asRated.coverage,
            beyond: newest.state === 'final' ? null : beyond,
          }
        : { ok: false, reason: 'conflict', message: isConfirmed ? confirmedSince : decidedSince, newest }
    const { id } = await queries.insertDecision(trx, {
      result_id: resultId,
      ...decision,
      rated: rated && JSON.stringify(rated),
      state: beyond === null ? 'final' : 'proposed',
    })
    const statuses = await noteDecision(trx, resultId, result)
    await recordAudit(trx, {
      userId: by,
      action: beyond === null ? 'decide' : 'propose decision',
      entity: 'underwriting result',
      entityId: resultId,
      before: statuses.before,
      after: { verdict, reason, quote: result.quote_id, ...changedFigures(terms), ...statuses.after },
    })
    return { ok: true, id, terms: priced?.terms ?? null, ratedCover: asRated.coverage, beyond }
  })
}

type AsRated = { tier: string | null; coverage: number | null }

/** Returns why a reason, which the applicant's mail rests on, does not fit the changes; null if it does. */
function misfitOf(
  reason: string,
  { tier, coverage, loading_percent, exclusion }: Omit<Decided, 'verdict'> & AsRated,
  rated: AsRated,
) {
  const isLess = (coverage ?? 0) < (rated.coverage ?? Infinity)
  if (reason === 'lower' && !isLess) return 'The cover is not less than rated: choose another reason'
  if (reason === 'loaded' && !loading_percent) return 'There is no loading: choose another reason'
  if (reason === 'asked' && tier === rated.tier && coverage === rated.coverage)
    return 'Tier and cover are as rated: choose another reason'
  if (reason === 'excluded' && exclusion === null) return 'Nothing is excluded: choose another reason'
  return null
}

const decidedSince =
  'Another decision was saved since you opened this page. Read it, and save yours again only if you want to replace it.'

const confirmedSince =
  'The proposed decision was confirmed since you opened this page: it counts. Save yours again only if you want to replace it.'

/** Whether every column of a decision is the same in a stored one. */
function isSame(stored: object, decision: object) {
  const columns = new Map(Object.entries(stored))
  return Object.entries(decision).every(([name, value]) => columns.get(name) === value)
}

export type ConfirmOutcome =
  | { ok: true; id: number; verdict: Verdict }
  | { ok: false; reason: 'missing' | 'refused' | 'forbidden' | 'conflict'; message: string }

/**
 * Confirms the proposed decision `decisionId` about a result, by a senior who did not propose it; again by the same changes nothing.
 * From then on it counts.
 */
export async function confirmDecision(
  db: Db,
  resultId: number,
  decisionId: number,
  { by }: { by: number },
): Promise<ConfirmOutcome> {
  return db.transaction().execute(async (trx): Promise<ConfirmOutcome> => {
    const result = await queries.lockResult(trx, resultId)
    if (!result) return { ok: false, reason: 'missing', message: 'Underwriting result not found.' }
    const newest = await queries.findNewest(trx, resultId)
    if (newest?.id === decisionId && newest.confirmed_by === by)
      return { ok: true, id: decisionId, verdict: newest.verdict }
    if (newest?.id !== decisionId || newest.state !== 'proposed')
      return {
        ok: false,
        reason: 'conflict',
        message:
          newest?.state === 'proposed'
            ? 'Another decision was proposed since you opened this page. Read it before you confirm it.'
            : 'Nothing waits for a senior here any more. Look at the newest decision.',
      }
    const refusal = await decisionRefusal(trx, resultId, result)
    if (refusal !== null) return { ok: false, reason: 'refused', message: refusal }
    if (newest.user_id === by)
      return { ok: false, reason: 'forbidden', message: 'Another senior confirms what you have proposed.' }
    if ((await authorityOf(trx, by)) !== 'senior')
      return { ok: false, reason: 'forbidden', message: 'Only a senior confirms a decision.' }
    await queries.confirm(trx, decisionId, by)
    const statuses = await noteDecision(trx, resultId, result)
    await recordAudit(trx, {
      userId: by,
      action: 'confirm decision',
      entity: 'underwriting result',
      entityId: resultId,
      before: statuses.before,
      after: { verdict: newest.verdict, quote: result.quote_id, decision: decisionId, ...statuses.after },
    })
    return { ok: true, id: decisionId, verdict: newest.verdict }
  })
}

/** Notes the decision that counts, and returns the status of the application as the audit log has it: nothing if it stays. */
async function noteDecision(trx: Db, resultId: number, { status: before }: { status: string }) {
  const status = (await queries.noteDecision(trx, resultId)) ?? before
  return status === before ? {} : { before: { status: before }, after: { status } }
}

/** The words of an exclusion are not audited. */
function changedFigures({ exclusion, ...figures }: Partial<Terms>) {
  return exclusion == null ? figures : { ...figures, exclusion: true }
}

type Result = NonNullable<Awaited<ReturnType<typeof queries.lockResult>>>

/** Returns why `decideResult` would refuse a decision about a result now; null if it would not. */
export async function findDecisionRefusal(db: Db, resultId: number) {
  const result = await queries.findResult(db, resultId)
  return result ? decisionRefusal(db, resultId, result) : null
}

async function decisionRefusal(trx: Db, resultId: number, result: Result) {
  if (result.decision !== 'referred')
    return 'The engine has decided on this result. Only a referred one needs a decision.'
  if (isAnonymized(result)) return 'The applicant has deleted the account.'
  if (result.status === 'Withdrawn') return withdrawnRefusal
  if (await queries.isSent(trx, resultId)) return 'This result is with its applicant. Withdraw it first.'
  if (await isOutdated(trx, result.quote_id, result))
    return 'The application was corrected after this result. Run it again, and decide on the new result.'
  return null
}
