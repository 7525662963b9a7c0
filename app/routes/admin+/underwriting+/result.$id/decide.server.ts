import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { termFields } from '~/domain/decisions/decisions.options'
import { changesSchema } from '~/domain/decisions/decisions.schema'
import { confirmDecision, decideResult } from '~/domain/decisions/decisions.server'
import { priceTerms } from '~/domain/decisions/terms.server'
import { termsText } from '~/domain/decisions/terms-text'
import { parseBaseId, parseId } from '~/domain/ids'
import { parseFields, type Fields } from '~/domain/parse-fields'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { keepFormOnFailure, rejectForm } from '~/http/forms.server'
import { notFoundPage, statusOfReason } from '~/http/problem.server'
import { replaceHistoryEntry, seeOtherWithFlash } from '~/http/redirects.server'
import { typedValues, type FormResult } from '~/ui/form-result'

/** Stores an underwriter's decision from the form of the result's `page`. Ignores the fields that the form hides for its verdict. */
export async function decide(resultId: number, fields: Fields, { by, page }: { by: number; page: string }) {
  const decision = visibleFields(fields)
  return keepFormOnFailure(fields, 'Failed to save the decision. Please try again.', async () => {
    const outcome = await decideResult(db, sandbox, resultId, decision, {
      by,
      base: parseBaseId(fields.seen),
      baseState: typeof fields.seen_state === 'string' ? fields.seen_state : undefined,
      knownCover: Number(fields.known_cover) || null,
    })
    if (!outcome.ok) return reject(fields, outcome)
    const saved = outcome.terms
      ? `The decision is saved: ${termsText(outcome.terms, outcome.ratedCover)}.`
      : 'The decision is saved.'
    const message =
      outcome.beyond === null
        ? `${saved} ${canBeSent(decision.verdict)}`
        : `${saved} It waits for a senior, because ${outcome.beyond}.`
    return await seeOtherWithFlash(page, { tone: 'success', message }, replaceHistoryEntry)
  })
}

function canBeSent(verdict: unknown) {
  return `The ${verdict === 'declined' ? 'refusal' : 'result'} can be sent.`
}

function visibleFields(fields: Fields): Fields {
  const hidden: string[] = [
    ...(fields.verdict === 'changed' ? [] : termFields),
    ...(fields.verdict === 'accepted' ? ['told'] : []),
  ]
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !hidden.includes(name)))
}

/** Confirms the proposed decision that the form showed. */
export async function confirm(resultId: number, fields: Fields, { by, page }: { by: number; page: string }) {
  return keepFormOnFailure(fields, 'Failed to confirm the decision. Please try again.', async () => {
    const outcome = await confirmDecision(db, resultId, parseId(fields.decision) ?? 0, { by })
    if (!outcome.ok) return reject(fields, outcome)
    return await seeOtherWithFlash(
      page,
      { tone: 'success', message: `The decision is confirmed. ${canBeSent(outcome.verdict)}` },
      replaceHistoryEntry,
    )
  })
}

/** Renders the page again with the price of the entered changes; stores nothing. */
export async function priceChanges(resultId: number, fields: Fields) {
  return keepFormOnFailure(fields, 'Failed to work out the price. Please try again.', async () => {
    const parsed = parseFields(changesSchema, fields)
    if (!parsed.ok) return rejectForm(fields, parsed.errors)
    const outcome = await priceTerms(db, sandbox, resultId, parsed.value)
    if (!outcome.ok) return reject(fields, outcome)
    return json<FormResult & { price: string }>({
      errors: [],
      values: { ...typedValues(fields), known_cover: String(outcome.terms.coverage) },
      price: termsText(outcome.terms, outcome.ratedCover),
    })
  })
}

type Failure = Exclude<Awaited<ReturnType<typeof decideResult | typeof confirmDecision>>, { ok: true }>

function reject(fields: Fields, outcome: Failure) {
  if (outcome.reason === 'missing') throw notFoundPage(outcome.message)
  if (outcome.reason === 'invalid')
    return rejectForm(
      outcome.unknownCover == null ? fields : { ...fields, known_cover: String(outcome.unknownCover) },
      outcome.errors,
    )
  // Once the newer decision is shown, it may be replaced. Until then the form keeps the version that it was opened with.
  const refreshed =
    'newest' in outcome
      ? { ...fields, seen: String(outcome.newest.id), seen_state: outcome.newest.state }
      : fields
  const status = statusOfReason(outcome.reason, { refused: 409 })
  return rejectForm(refreshed, [{ path: '', message: outcome.message }], { status })
}
