import { randomUUID } from 'node:crypto'
import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { listQuestions } from '~/domain/applicant-questions/applicant-questions.server'
import { changesText, mergeChanges, typedAnswers, withoutChanges } from '~/domain/corrections/answers'
import { correctionsSince } from '~/domain/corrections/corrections.server'
import { previewCorrection, type CorrectionPreview } from '~/domain/corrections/preview.server'
import { adminTime } from '~/domain/formats'
import { parseId } from '~/domain/ids'
import { normalizeLineBreaks } from '~/domain/line-breaks'
import type { Fields } from '~/domain/parse-fields'
import { findLiveResult } from '~/domain/offers/offers.server'
import { findEnding } from '~/domain/quotes/ending.server'
import { coverageLevelLabel } from '~/domain/quotes/quotes.options'
import { findQuote, quoteChoices } from '~/domain/quotes/quotes.server'
import { quotes } from '~/domain/submissions/kinds'
import { openSubmission } from '~/domain/submissions/submissions.server'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { findReferral } from '~/domain/underwriting/underwriting.server'
import { rejectForm } from '~/http/forms.server'
import { notFoundPage, statusOfReason } from '~/http/problem.server'
import { typedValues, type FormResult } from '~/ui/form-result'

/** Returns the data of an application's form; null if there is no such application. Audits the read. */
export async function loadForm(search: URLSearchParams, id: number, by: number) {
  const questionId = parseId(search.get('question'))
  const [opened, quote, choices, questions, live, referral] = await Promise.all([
    openSubmission(db, quotes, id, { by }),
    findQuote(db, id),
    quoteChoices(db),
    questionId === null ? [] : listQuestions(db, id),
    findLiveResult(db, id),
    findReferral(db, id),
  ])
  if (!opened || !quote) return null
  const { jobRoles, coverageLevels } = choices
  const level = { value: quote.coverage_level, label: coverageLevelLabel(quote.coverage_level) }
  const isOffered = coverageLevels.some(({ value }) => value === level.value)
  return {
    id,
    applicant: quote.name,
    email: quote.email,
    ending: await findEnding(db, quote),
    /** The result of the applicant's current offer. */
    live,
    /** Why the newest result is referred, unless the answers were corrected since. */
    reasons: referral && referral.correctionId === quote.correction_id ? referral.reasons : [],
    answers: typedAnswers(quote, rolesOf(jobRoles)),
    seen: quote.correction_id ?? 0,
    choices: { jobRoles, coverageLevels: isOffered ? coverageLevels : [...coverageLevels, level] },
    question: questions.find((question) => question.id === questionId && question.answer !== null) ?? null,
    idempotencyKey: randomUUID(),
  }
}

/** The result of the form; after 'Show the price first', with the preview. */
export type CorrectResult = FormResult & { preview?: CorrectionPreview }

/** Renders the page again with the changes and the price; stores nothing. */
export async function previewForm(id: number, fields: Fields, { by, base }: { by: number; base: number }) {
  const outcome = await previewCorrection(db, sandbox, id, fields, { by, base })
  if (!outcome.ok) return rejectStale(id, fields, { ...outcome, base })
  const { preview } = outcome
  return json<CorrectResult>(
    { errors: preview.errors, values: typedValues(fields), preview },
    { status: preview.errors.length > 0 ? 422 : 200 },
  )
}

/** Renders the page again if the application cannot be corrected, or if it was corrected since the form was loaded. */
export async function rejectStale(
  id: number,
  fields: Fields,
  { reason, message, base }: { reason: 'missing' | 'refused' | 'conflict'; message: string; base: number },
) {
  if (reason === 'missing') throw notFoundPage(message)
  const errors = [{ path: '', message }]
  const status = statusOfReason(reason, { refused: 409 })
  if (reason === 'refused') return rejectForm(fields, errors, { status })
  const merged = await mergeCorrections(id, fields, base)
  return rejectForm(merged.fields, errors, { status, stored: merged.since })
}

/**
 * Returns the fields of a form that is based on the correction `base`, merged with later ones: unchanged fields get the stored
 * values. `since` describes the later corrections, by their ids.
 */
async function mergeCorrections(id: number, fields: Fields, base: number) {
  const [quote, corrections, { jobRoles }] = await Promise.all([
    findQuote(db, id),
    correctionsSince(db, id, base),
    quoteChoices(db),
  ])
  if (!quote) return { fields, since: {} }
  const changes = mergeChanges(corrections.flatMap((correction) => correction.changes))
  const roles = rolesOf(jobRoles)
  const [before, now] = [withoutChanges(quote, changes), quote].map((one) => typedAnswers(one, roles))
  const untouched = Object.entries(now ?? {}).filter(
    ([name]) => normalizeLineBreaks(fields[name]) === normalizeLineBreaks(before?.[name]),
  )
  return {
    fields: { ...fields, ...Object.fromEntries(untouched), seen: String(quote.correction_id ?? 0) },
    since: Object.fromEntries(
      corrections.map(({ id, created_at, corrector, changes, reason }) => [
        id,
        `${corrector ?? 'Somebody'}, ${adminTime(created_at)} UTC: ${changesText(changes)}. “${reason}”`,
      ]),
    ),
  }
}

function rolesOf(jobRoles: readonly { value: string }[]) {
  return jobRoles.map(({ value }) => value)
}
