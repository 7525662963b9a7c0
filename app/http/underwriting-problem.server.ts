import type { RunOutcome } from '~/domain/underwriting/underwriting.server'

import { Problem, retryAfter } from './problem.server'

/** The refusal of an underwriting run, with its status. */
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
