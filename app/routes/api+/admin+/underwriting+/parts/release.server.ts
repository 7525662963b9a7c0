import { json } from '@remix-run/node'

import type { ReleaseOutcome } from '~/domain/releases/releases.server'
import { invalid } from '~/http/api.server'
import { initOfReason } from '~/http/problem.server'

/** Responds to a call whose release or decision was rejected. */
export function rejectReleaseCall(outcome: Exclude<ReleaseOutcome, { ok: true }>) {
  if (outcome.reason === 'invalid') return invalid(outcome.errors)
  return json({ error: outcome.message }, initOfReason(outcome.reason))
}
