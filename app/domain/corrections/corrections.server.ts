import type { Db } from '../../../db/schema'
import { recordAudit } from '~/domain/audit/audit.server'
import { onceUnlessRefused, type IdempotencyKey } from '~/domain/idempotency/idempotency.server'
import { normalizeLineBreaks } from '~/domain/line-breaks'
import { parseFields, type FieldError, type Fields } from '~/domain/parse-fields'
import { isAnonymized } from '~/domain/quotes/anonymize'
import type { QuoteAnswers } from '~/domain/quotes/questions'
import { updateQuote } from '~/domain/quotes/quotes.queries.server'
import { currentQuoteSchema } from '~/domain/quotes/quotes.server'
import { inFormOrder } from '~/domain/quotes/quotes.schema'

import { changesOf, correctable, identityQuestions, isRated, mergeChanges, typedAnswers } from './answers'
import { reasonSchema } from './corrections.schema'
import * as queries from './corrections.queries.server'

export { deleteCorrectionsOf, listForExport } from './corrections.queries.server'

export type Correction = Awaited<ReturnType<typeof queries.listAfter>>[number]

export type CorrectionOutcome =
  | { ok: true; id: number }
  | { ok: false; reason: 'missing' | 'refused' | 'conflict'; message: string }
  | { ok: false; reason: 'invalid'; errors: FieldError[] }

const unchanged = 'Every answer is the stored one. Change what the applicant has corrected.'

/**
 * Corrects answers of an application, once per idempotency key: stores what differs, with a reason; absent answers and the identity of the
 * applicant stay. Results that were made before keep their input; if the applicant has one that is now outdated, the application waits for
 * a new answer. `base` is the newest correction that the editor knew, 0 for none: after a later one nothing is stored. If absent, the last
 * write wins. Fields: the answers by the names of the application, and `reason`.
 */
export async function correctQuote(
  db: Db,
  quoteId: number,
  fields: Fields,
  { by, base, key = null }: { by: number; base?: number; key?: IdempotencyKey | null },
): Promise<CorrectionOutcome> {
  const schema = await currentQuoteSchema(db)
  const submitted = { ...submittedAnswers(fields), reason: normalizeLineBreaks(fields.reason) }
  const content = { quoteId, seen: base ?? null, ...submitted }
  const { result } = await onceUnlessRefused(db, key, content, async (trx): Promise<CorrectionOutcome> => {
    const quote = await queries.lockQuote(trx, quoteId)
    if (!quote) return { ok: false, reason: 'missing', message: 'Quote submission not found.' }
    if (isAnonymized(quote))
      return { ok: false, reason: 'refused', message: 'The applicant has deleted the account.' }
    if (base !== undefined && base !== (quote.correction_id ?? 0))
      return { ok: false, reason: 'conflict', message: correctedSince }

    const application = parseFields(schema, { ...storedFields(quote), ...submitted })
    const reason = parseFields(reasonSchema, submitted)
    const errors = [
      ...identityErrors(quote, fields),
      ...[application, reason].flatMap((parsed) => (parsed.ok ? [] : parsed.errors)),
    ]
    if (errors.length > 0 || !application.ok || !reason.ok)
      return { ok: false, reason: 'invalid', errors: inOrder(errors) }
    const changes = changesOf(quote, application.value)
    if (changes.length === 0)
      return { ok: false, reason: 'invalid', errors: [{ path: '', message: unchanged }] }

    const id = await queries.insertCorrection(trx, {
      quote_submission_id: quoteId,
      user_id: by,
      reason: reason.value.reason,
      changes: JSON.stringify(changes),
    })
    const answersOf = (side: 'before' | 'after') =>
      Object.fromEntries(changes.map((change) => [change.name, change[side]]))
    const { other_job_role } = application.value
    const sent = await queries.findSent(trx, quoteId)
    await updateQuote(trx, quoteId, {
      ...answersOf('after'),
      ...(changes.some(({ name }) => name === 'job_role') && { other_job_role }),
      correction_id: id,
      answered: sent !== undefined && !(await isOutdated(trx, quoteId, sent)),
    })
    await recordAudit(trx, {
      userId: by,
      action: 'correct',
      entity: 'quote submission',
      entityId: quoteId,
      before: answersOf('before'),
      after: { ...answersOf('after'), reason: reason.value.reason },
    })
    return { ok: true, id }
  })
  return result
}

export const correctedSince =
  'This application was corrected since you opened it. Read what it says now, and save again.'

/** Returns the answers of an application as a form sends them. */
export function storedFields(quote: QuoteAnswers): Fields {
  return { name: quote.name, email: quote.email, ...typedAnswers(quote, [quote.job_role]) }
}

/** Returns the errors of fields that would change the identity of the applicant. */
export function identityErrors(quote: QuoteAnswers, fields: Fields) {
  return identityQuestions
    .filter(({ name }) => fields[name] !== undefined && fields[name] !== quote[name as 'name'])
    .map(refuse)
}

/** Returns the answers among the fields of a correction. */
export function submittedAnswers(fields: Fields): Fields {
  return Object.fromEntries(
    correctable.flatMap(({ name }) => (fields[name] === undefined ? [] : [[name, fields[name]]])),
  )
}

function refuse({ name, label }: { name: string; label: string }): FieldError {
  return { path: name, message: `${label} says who applied, and cannot be corrected` }
}

/** The form has the reason below the answers. */
function inOrder(errors: readonly FieldError[]) {
  const isReason = ({ path }: FieldError) => path === 'reason'
  return [...inFormOrder(errors.filter((error) => !isReason(error))), ...errors.filter(isReason)]
}

/** Returns the corrections of an application, newest first. */
export async function listCorrections(db: Db, quoteId: number) {
  return (await queries.listAfter(db, quoteId, 0)).toReversed()
}

/** Returns the corrections of an application after the one whose id is `correctionId`, oldest first; null or 0 for all. */
export async function correctionsSince(db: Db, quoteId: number, correctionId: number | null) {
  return queries.listAfter(db, quoteId, correctionId ?? 0)
}

/** Returns what corrections after a result changed, of those of its application, oldest first. */
export function changesSince(
  corrections: readonly Pick<Correction, 'id' | 'changes'>[],
  { correction_id }: { correction_id: number | null },
) {
  return mergeChanges(
    corrections.filter(({ id }) => id > (correction_id ?? 0)).flatMap(({ changes }) => changes),
  )
}

/** Whether corrections after a result of an application changed what the engine sees. */
export async function isOutdated(db: Db, quoteId: number, result: { correction_id: number | null }) {
  return isOutdatedBy(await correctionsSince(db, quoteId, result.correction_id), result)
}

/** Like isOutdated, for corrections that were read already. */
export function isOutdatedBy(...[corrections, result]: Parameters<typeof changesSince>) {
  return changesSince(corrections, result).some(({ name }) => isRated(name))
}
