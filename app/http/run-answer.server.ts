import { db } from '~/db.server'
import { challengerRuns } from '~/domain/challengers/runs.server'
import type { IdempotencyKey } from '~/domain/idempotency/idempotency.server'
import type { Fields } from '~/domain/parse-fields'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { runUnderwriting, type RunOutcome } from '~/domain/underwriting/underwriting.server'
import type { Flash } from '~/ui/flash'

import { idempotencyKeyFromForm } from './forms.server'
import { Problem, retryAfter } from './problem.server'

/** Runs underwriting for a page's form, idempotently under the form's key. */
export function runFromPage(fields: Fields, { quoteId, adminId }: { quoteId: number; adminId: number }) {
  const key = idempotencyKeyFromForm(`/admin/underwriting ${adminId}`, fields, quoteId)
  return runLive({ quoteId, adminId, key })
}

/** Runs underwriting, and then the challenger in the background. */
export async function runLive(request: { quoteId: number; adminId: number; key: IdempotencyKey | null }) {
  const run = await runUnderwriting(db, sandbox, request)
  if (run.ok) challengerRuns.add(db, run.result.id)
  return run
}

/** The message of a page after underwriting has run. */
export function ranSuccessfully({ id }: { id: number }): Flash {
  return {
    tone: 'success',
    message: 'Underwriting completed successfully!',
    duration: 10_000,
    link: { to: `/admin/underwriting/result/${id}`, label: `View result ${id}` },
  }
}

/** Responds to a failed underwriting run. */
export function runProblem(run: Extract<RunOutcome, { ok: false }>) {
  switch (run.reason) {
    case 'quote not found':
      return new Problem(404, run.message)
    case 'busy':
      return new Problem(503, run.message, retryAfter)
    case 'no engine':
    case 'refused':
      return new Problem(422, run.message)
  }
}
