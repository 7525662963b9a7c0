import { db, isUnavailable } from '~/db.server'
import { estimateFieldsOf, estimateQuery, type Estimate } from '~/domain/estimates/estimates'
import { estimateSchema } from '~/domain/estimates/estimates.schema'
import { busyMessage, estimatePrice } from '~/domain/estimates/estimates.server'
import { parseFields, type FieldError } from '~/domain/parse-fields'
import { TooManyAttempts } from '~/domain/rate-limits/rate-limits.server'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { retryAfter, waitOf } from '~/http/problem.server'
import { clientIp } from '~/request-context.server'

/** The state of an estimate's form: the input, with errors, a message or the estimate. */
export type EstimateAnswer = {
  answers: Record<string, string>
  errors: FieldError[]
  message: string | null
  estimate: Estimate | null
}

/**
 * Returns the estimate for the answers of an application; null while its pay, industry or years are missing or invalid, or if there is none at
 * this moment. Ignores other invalid answers.
 */
export async function estimateOf(answers: Record<string, string | undefined>): Promise<Estimate | null> {
  const fields = estimateFieldsOf(answers)
  const first = parseFields(estimateSchema, fields)
  const wrong = first.ok ? [] : first.errors.map(({ path }) => path)
  const rest = Object.entries(fields).filter(([name]) => !wrong.includes(name))
  const parsed = first.ok ? first : parseFields(estimateSchema, Object.fromEntries(rest))
  if (!parsed.ok) return null
  try {
    const outcome = await estimatePrice(db, sandbox, parsed.value, { ip: clientIp() })
    return outcome.ok ? outcome.estimate : null
  } catch (error) {
    if (error instanceof TooManyAttempts || isUnavailable(error)) return null
    throw error
  }
}

/** Handles the estimate's form on a page: null if the URL has none of its fields. `init` is the status and headers of the page. */
export async function answerEstimate(
  request: Request,
): Promise<{ estimate: EstimateAnswer | null; init: { status?: number; headers?: Record<string, string> } }> {
  const fields = estimateQuery(new URL(request.url).searchParams)
  if (Object.keys(fields).length === 0) return { estimate: null, init: {} }
  const answers = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, String([value].flat()[0])]),
  )
  const page = { answers, errors: [], message: null, estimate: null }
  const parsed = parseFields(estimateSchema, fields)
  if (!parsed.ok) return { estimate: { ...page, errors: parsed.errors }, init: {} }
  const busy = { estimate: { ...page, message: busyMessage }, init: { status: 503, headers: retryAfter } }
  try {
    const outcome = await estimatePrice(db, sandbox, parsed.value, { ip: clientIp() })
    return outcome.ok ? { estimate: { ...page, estimate: outcome.estimate }, init: {} } : busy
  } catch (error) {
    if (error instanceof TooManyAttempts)
      return {
        estimate: { ...page, message: error.message },
        init: { status: 429, headers: waitOf(error) },
      }
    if (isUnavailable(error)) return busy
    throw error
  }
}
