import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { noDeckRequest } from '~/domain/pitch-deck/pitch-deck.schema'
import { rejectRequest } from '~/domain/pitch-deck/pitch-deck.server'
import { idempotencyKeyFromHeader, pathId, resource } from '~/http/api.server'
import { Problem, statusOf } from '~/http/problem.server'
import { requireAdminCall } from '~/http/session.server'

const rejection = resource({
  POST: async ({ request, params }) => {
    const { user } = await requireAdminCall(request)
    const id = pathId(params.id, noDeckRequest)
    const key = idempotencyKeyFromHeader(`/api/pitch-deck/admin/reject/${id} of ${user.id}`, request)
    const done = await rejectRequest(db, id, { by: user.id, key })
    if (!done.ok) throw new Problem(statusOf(done.reason), done.message)
    return json({ success: true })
  },
})

export { rejection as loader, rejection as action }
