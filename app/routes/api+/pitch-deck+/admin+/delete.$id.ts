import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { noDeckRequest } from '~/domain/pitch-deck/pitch-deck.schema'
import { deleteRequest } from '~/domain/pitch-deck/pitch-deck.server'
import { pathId, resource } from '~/http/api.server'
import { Problem, statusOfReason } from '~/http/problem.server'
import { requireAdminCall } from '~/http/session.server'

const deletion = resource({
  DELETE: async ({ request, params }) => {
    const { user } = await requireAdminCall(request)
    const done = await deleteRequest(db, pathId(params.id, noDeckRequest), { by: user.id })
    if (!done.ok) throw new Problem(statusOfReason(done.reason), done.message)
    return json({ success: true })
  },
})

export { deletion as loader, deletion as action }
