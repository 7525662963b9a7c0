import { db } from '~/db.server'
import { parseFields } from '~/domain/parse-fields'
import { TooManyAttempts } from '~/domain/rate-limits/rate-limits.server'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { whatIfSchema } from '~/domain/underwriting/what-if.schema'
import { whatIf, type WhatIf } from '~/domain/underwriting/what-if.server'
import { retryAfter, waitOf } from '~/http/problem.server'
import { typedValues, type FormResult } from '~/ui/form-result'

const names = ['tier', 'years', 'employer']

type Answer = {
  form: FormResult | null
  outcome: Extract<WhatIf, { ok: true }> | null
  init: { status?: number; headers?: Record<string, string> }
}

/** Handles the what-if form of a page's URL; no result if the URL has none of its fields. `init` is the status and headers of the page. */
export async function answerWhatIf(search: URLSearchParams, quoteId: number, by: number): Promise<Answer> {
  if (!names.some((name) => search.has(name))) return { form: null, outcome: null, init: {} }
  const fields = Object.fromEntries(names.map((name) => [name, search.get(name) ?? '']))
  const values = typedValues(fields)
  const reject = (errors: FormResult['errors'], init: Answer['init']): Answer => ({
    form: { errors, values },
    outcome: null,
    init,
  })
  const parsed = parseFields(whatIfSchema, fields)
  if (!parsed.ok) return reject(parsed.errors, { status: 422 })
  try {
    const outcome = await whatIf(db, sandbox, quoteId, parsed.value, { by })
    if (outcome.ok) return { form: { errors: [], values }, outcome, init: {} }
    if (outcome.reason === 'invalid') return reject(outcome.errors, { status: 422 })
    const busy = outcome.reason === 'busy'
    return reject(
      [{ path: '', message: outcome.message }],
      busy ? { status: 503, headers: retryAfter } : { status: 422 },
    )
  } catch (error) {
    if (!(error instanceof TooManyAttempts)) throw error
    return reject([{ path: '', message: error.message }], { status: 429, headers: waitOf(error) })
  }
}
