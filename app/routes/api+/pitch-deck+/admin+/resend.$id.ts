import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { noDeckRequest } from '~/domain/pitch-deck/pitch-deck.schema'
import { resendCode } from '~/domain/pitch-deck/pitch-deck.server'
import { idempotencyKeyFromHeader, pathId, resource } from '~/http/api.server'
import { Problem, statusOfReason } from '~/http/problem.server'
import { requireAdminCall } from '~/http/session.server'
import { site } from '~/http/site.server'

const newCode = resource({
  POST: async ({ request, params }) => {
    const { user } = await requireAdminCall(request)
    const id = pathId(params.id, noDeckRequest)
    const key = idempotencyKeyFromHeader(`/api/pitch-deck/admin/resend/${id} of ${user.id}`, request)
    const done = await resendCode(db, id, { by: user.id, key, site })
    if (!done.ok) throw new Problem(statusOfReason(done.reason), done.message)
    return json({ success: true })
  },
})

export { newCode as loader, newCode as action }
