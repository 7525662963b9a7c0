import { randomUUID } from 'node:crypto'

import { db } from '~/db.server'
import { listQuestions } from '~/domain/applicant-questions/applicant-questions.server'
import { changesText, mergeChanges, typedAnswers, withoutChanges } from '~/domain/corrections/answers'
import { correctionsSince } from '~/domain/corrections/corrections.server'
import { adminTime } from '~/domain/formats'
import { parseId } from '~/domain/ids'
import { normalizeLineBreaks } from '~/domain/line-breaks'
import type { Fields } from '~/domain/parse-fields'
import { findLiveResult } from '~/domain/offers/offers.server'
import { coverageLevelLabel } from '~/domain/quotes/quotes.options'
import { findQuote, quoteChoices } from '~/domain/quotes/quotes.server'
import { quotes } from '~/domain/submissions/kinds'
import { openSubmission } from '~/domain/submissions/submissions.server'
import { findReferral } from '~/domain/underwriting/underwriting.server'

/** Returns what the form of an application shows; null if there is no such application. Audits the read. */
export async function loadForm(search: URLSearchParams, id: number, by: number) {
  const asked = parseId(search.get('question'))
  const [opened, quote, choices, questions, live, referral] = await Promise.all([
    openSubmission(db, quotes, id, { by }),
    findQuote(db, id),
    quoteChoices(db),
    asked === null ? [] : listQuestions(db, id),
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
    /** The result whose offer the applicant can read. */
    live,
    /** Why the newest result is referred, unless the answers were corrected since. */
    reasons: referral && referral.correctionId === quote.correction_id ? referral.reasons : [],
    answers: typedAnswers(quote, rolesOf(jobRoles)),
    seen: quote.correction_id ?? 0,
    choices: { jobRoles, coverageLevels: isOffered ? coverageLevels : [...coverageLevels, level] },
    question: questions.find((question) => question.id === asked && question.answer !== null) ?? null,
    idempotencyKey: randomUUID(),
  }
}

/**
 * Returns the fields of a form that is based on the correction `seen`, brought up to date with later ones: what was not touched becomes what
 * is stored. `since` tells the later corrections in words, by their ids.
 */
export async function bringUpToDate(id: number, fields: Fields, seen: number) {
  const [quote, corrections, { jobRoles }] = await Promise.all([
    findQuote(db, id),
    correctionsSince(db, id, seen),
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
