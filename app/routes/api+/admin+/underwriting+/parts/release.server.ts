import { json } from '@remix-run/node'

import type { ReleaseOutcome } from '~/domain/releases/releases.server'
import { invalid } from '~/http/api.server'
import { initOfReason } from '~/http/problem.server'

/** Responds to a call that released and decided nothing. */
export function rejectReleaseCall(outcome: Exclude<ReleaseOutcome, { ok: true }>) {
  if (outcome.reason === 'invalid') return invalid(outcome.errors)
  return json({ error: outcome.message }, initOfReason(outcome.reason))
}
