import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { listImpacts, startImpact } from '~/domain/impacts/impacts.server'
import { subjectOf, type SubjectOutcome } from '~/domain/impacts/subjects.server'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { idempotencyKeyFromHeader, invalid, readFields, resource } from '~/http/api.server'
import { initOfReason, Problem } from '~/http/problem.server'
import { requireAdminCall } from '~/http/session.server'
import { log } from '~/log.server'

import { rejectSource } from './parts/engine-change.server'

/** Runs over all quotes: GET lists the newest, POST starts one. */
const runs = resource({
  GET: async ({ request }) => {
    await requireAdminCall(request)
    return json(await listImpacts(db))
  },
  POST: async ({ request }) => {
    const { user } = await requireAdminCall(request)
    const outcome = await subjectOf(db, sandbox, user.id, await readFields(request))
    if (!outcome.ok) return respondToRejection(outcome)
    const key = idempotencyKeyFromHeader(`/api/admin/underwriting/impact of ${user.id}`, request)
    const onError = (error: unknown) => log.error({ err: error }, 'a run of impact failed')
    const { subject, comparison } = outcome
    const started = await startImpact(db, { by: user.id, subject, comparison, key, onError })
    if (!started.ok) throw new Problem(409, 'Another run over all quotes is under way')
    return json({ success: true, id: started.id }, { status: 202 })
  },
})

function respondToRejection(outcome: Exclude<SubjectOutcome, { ok: true }>) {
  switch (outcome.reason) {
    case 'invalid':
      return invalid(outcome.errors)
    case 'refused':
      return rejectSource(outcome.fault)
    default:
      return json({ error: outcome.message }, initOfReason(outcome.reason))
  }
}

export { runs as loader, runs as action }
