import { json } from '@remix-run/node'

import type { ReleaseOutcome } from '~/domain/releases/releases.server'
import { invalid } from '~/http/api.server'
import { retryAfter } from '~/http/problem.server'

/** Responds to a call that released and decided nothing. */
export function rejectReleaseCall(outcome: Exclude<ReleaseOutcome, { ok: true }>) {
  if (outcome.reason === 'invalid') return invalid(outcome.errors)
  const { reason, message } = outcome
  const headers = reason === 'busy' ? retryAfter : undefined
  return json({ error: message }, { status: statuses[reason], headers })
}

const statuses = { missing: 404, forbidden: 403, conflict: 409, refused: 422, busy: 503 }
