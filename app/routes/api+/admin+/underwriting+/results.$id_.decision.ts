import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { confirmDecision, decideResult, listDecisions } from '~/domain/decisions/decisions.server'
import { parseBaseId, parseId } from '~/domain/ids'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { findResult } from '~/domain/underwriting/underwriting.server'
import { invalid, pathId, readFields, resource } from '~/http/api.server'
import { Problem, statusOfReason } from '~/http/problem.server'
import { requireAdminCall } from '~/http/session.server'

const notFound = 'Underwriting result not found.'

/** The decisions of underwriters about a result; a post of the fields of `decideResult` adds one about a referred result, with `seen`, an id, only if that is the newest; a put of `decision`, an id, confirms that one. */
const decisions = resource({
  GET: async ({ request, params }) => {
    await requireAdminCall(request)
    const id = pathId(params.id, notFound)
    if (!(await findResult(db, id))) throw new Problem(404, notFound)
    return json(await listDecisions(db, id))
  },
  POST: async ({ request, params }) => {
    const { user } = await requireAdminCall(request)
    const id = pathId(params.id, notFound)
    const fields = await readFields(request)
    const outcome = await decideResult(db, sandbox, id, fields, {
      by: user.id,
      base: parseBaseId(fields.seen),
    })
    if (outcome.ok)
      return json(
        { success: true, id: outcome.id, waits_for_senior: outcome.beyond !== null },
        { status: 201 },
      )
    if (outcome.reason === 'invalid') return invalid(outcome.errors)
    throw new Problem(statusOfReason(outcome.reason, { refused: 409 }), outcome.message)
  },
  PUT: async ({ request, params }) => {
    const { user } = await requireAdminCall(request)
    const { decision } = await readFields(request)
    const outcome = await confirmDecision(db, pathId(params.id, notFound), parseId(decision) ?? 0, {
      by: user.id,
    })
    if (outcome.ok) return json({ success: true, id: outcome.id })
    throw new Problem(statusOfReason(outcome.reason, { refused: 409 }), outcome.message)
  },
})

export { decisions as loader, decisions as action }
