import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { correctQuote, listCorrections } from '~/domain/corrections/corrections.server'
import { parseBaseId } from '~/domain/ids'
import { findQuote } from '~/domain/quotes/quotes.server'
import { idempotencyKeyFromHeader, invalid, pathId, readFields, resource } from '~/http/api.server'
import { Problem, statusOfReason } from '~/http/problem.server'
import { requireAdminCall } from '~/http/session.server'

const notFound = 'Quote submission not found.'

/**
 * The corrections of an application, newest first. A post of a `reason` and of answers, by their names in the application, corrects these; with
 * `seen`, the id of a correction or 0, only if that is the newest.
 */
const corrections = resource({
  GET: async ({ request, params }) => {
    await requireAdminCall(request)
    const id = pathId(params.id, notFound)
    if (!(await findQuote(db, id))) throw new Problem(404, notFound)
    return json(await listCorrections(db, id))
  },
  POST: async ({ request, params }) => {
    const { user } = await requireAdminCall(request)
    const id = pathId(params.id, notFound)
    const fields = await readFields(request)
    const outcome = await correctQuote(db, id, fields, {
      by: user.id,
      base: parseBaseId(fields.seen),
      key: idempotencyKeyFromHeader(`/api/admin/quotes/${id}/corrections of ${user.id}`, request),
    })
    if (outcome.ok) return json({ success: true, id: outcome.id }, { status: 201 })
    if (outcome.reason === 'invalid') return invalid(outcome.errors)
    throw new Problem(statusOfReason(outcome.reason, { refused: 409 }), outcome.message)
  },
})

export { corrections as loader, corrections as action }
