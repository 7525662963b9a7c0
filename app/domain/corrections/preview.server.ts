import type { Db } from '../../../db/schema'
import { parseFields, type FieldError, type Fields } from '~/domain/parse-fields'
import { isAnonymized } from '~/domain/quotes/anonymize'
import { inFormOrder } from '~/domain/quotes/quotes.schema'
import { currentQuoteSchema, findQuote } from '~/domain/quotes/quotes.server'
import { TooManyAttempts } from '~/domain/rate-limits/rate-limits.server'
import type { Sandbox } from '~/domain/underwriting/sandbox.server'
import { compareAnswers, type WhatIfComparison } from '~/domain/underwriting/what-if.server'

import { changesOf, isRated, type Change } from './answers'
import { correctedSince, submittedAnswers, identityErrors, storedFields } from './corrections.server'

export type CorrectionPreview = {
  /** Without those of answers that cannot be stored. */
  changes: Change[]
  /** The answers that cannot be stored; the price is unknown until they are corrected. */
  errors: FieldError[]
  /** The price before and after the correction; null if the engine was not run, or returned no price. */
  price: WhatIfComparison | null
  /** Why the engine gave no price. */
  problem: string | null
}

export type PreviewOutcome =
  | { ok: true; preview: CorrectionPreview }
  | { ok: false; reason: 'missing' | 'refused' | 'conflict'; message: string }

/**
 * Returns what a correction would change, and its price under the live engine, which runs if an answer that it reads differs and all are
 * valid. Stores nothing. Fields and `base` are those of `correctQuote`; no reason is needed.
 */
export async function previewCorrection(
  db: Db,
  sandbox: Pick<Sandbox, 'run'>,
  quoteId: number,
  fields: Fields,
  { by, base, asOf }: { by: number; base?: number; asOf?: string },
): Promise<PreviewOutcome> {
  const [schema, quote] = await Promise.all([currentQuoteSchema(db), findQuote(db, quoteId)])
  if (!quote) return { ok: false, reason: 'missing', message: 'Quote submission not found.' }
  if (isAnonymized(quote))
    return { ok: false, reason: 'refused', message: 'The applicant has deleted the account.' }
  if (base !== undefined && base !== (quote.correction_id ?? 0))
    return { ok: false, reason: 'conflict', message: correctedSince }

  const submitted = submittedAnswers(fields)
  const parse = (answers: Fields) => parseFields(schema, { ...storedFields(quote), ...answers })
  const application = parse(submitted)
  const wrong = application.ok ? [] : application.errors
  const valid = application.ok ? application : parse(without(submitted, wrong))
  const changes = valid.ok ? changesOf(quote, valid.value) : []
  const errors = inFormOrder([...identityErrors(quote, fields), ...wrong])
  const preview: CorrectionPreview = { changes, errors, price: null, problem: null }
  if (errors.length > 0 || !changes.some(({ name }) => isRated(name))) return { ok: true, preview }
  const answers = Object.fromEntries(changes.map(({ name, after }) => [name, after]))
  return {
    ok: true,
    preview: { ...preview, ...(await priceOf(db, sandbox, quoteId, answers, { by, asOf })) },
  }
}

/** The question on which a conditional question depends: where the one has an error, neither answer counts. */
const dependsOn: Record<string, string> = { spouse_working: 'marital_status', other_job_role: 'job_role' }

function without(fields: Fields, errors: readonly FieldError[]): Fields {
  const excluded = errors.flatMap(({ path }) => [path, dependsOn[path]])
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !excluded.includes(name)))
}

async function priceOf(
  ...[db, sandbox, quoteId, answers, options]: Parameters<typeof compareAnswers>
): Promise<Pick<CorrectionPreview, 'price' | 'problem'>> {
  try {
    const outcome = await compareAnswers(db, sandbox, quoteId, answers, options)
    if (!outcome.ok) return { price: null, problem: outcome.message }
    const { now, changed, basePremium, moved } = outcome
    return { price: { now, changed, basePremium, moved }, problem: null }
  } catch (error) {
    if (!(error instanceof TooManyAttempts)) throw error
    return { price: null, problem: error.message }
  }
}
