import { json } from '@remix-run/node'

import type { StateRuleOutcome } from '~/domain/state-rules/state-rules.server'
import { invalid } from '~/http/api.server'
import { initOfReason, Problem } from '~/http/problem.server'

/** Responds to a call that changed nothing. */
export function rejectStateRule(outcome: Extract<StateRuleOutcome, { ok: false }>) {
  switch (outcome.reason) {
    case 'invalid':
      return invalid(outcome.errors)
    case 'missing':
      throw new Problem(404, 'Rule not found')
    case 'conflict': {
      const error = 'Somebody has changed this record since you read it'
      return json({ error, current: outcome.current }, initOfReason(outcome.reason))
    }
    default:
      return json({ error: outcome.message }, initOfReason(outcome.reason))
  }
}
