import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { parseFields } from '~/domain/parse-fields'
import { deckRejectionSchema, noDeckRequest } from '~/domain/pitch-deck/pitch-deck.schema'
import { rejectRequest } from '~/domain/pitch-deck/pitch-deck.server'
import { idempotencyKeyFromHeader, invalid, pathId, readFields, resource } from '~/http/api.server'
import { Problem, statusOfReason } from '~/http/problem.server'
import { requireAdminCall } from '~/http/session.server'
import { site } from '~/http/site.server'

const rejection = resource({
  POST: async ({ request, params }) => {
    const { user } = await requireAdminCall(request)
    const id = pathId(params.id, noDeckRequest)
    const key = idempotencyKeyFromHeader(`/api/pitch-deck/admin/reject/${id} of ${user.id}`, request)
    const parsed = parseFields(deckRejectionSchema, hasBody(request) ? await readFields(request) : {})
    if (!parsed.ok) return invalid(parsed.errors)
    const done = await rejectRequest(db, id, { by: user.id, key, site, ...parsed.value })
    if (!done.ok) throw new Problem(statusOfReason(done.reason), done.message)
    return json({ success: true })
  },
})

/** The call takes a note, but needs no body: an empty one may have any type. */
function hasBody({ headers }: Request) {
  return headers.has('Transfer-Encoding') || Number(headers.get('Content-Length') ?? 0) > 0
}

export { rejection as loader, rejection as action }
