import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { endSessionsByAdmin, missingAccount } from '~/domain/sessions/end-by-admin.server'
import { pathId, resource } from '~/http/api.server'
import { Problem, statusOfReason } from '~/http/problem.server'
import { requireAdminCall } from '~/http/session.server'
import { site } from '~/http/site.server'

const sessions = resource({
  DELETE: async ({ request, params }) => {
    const { user } = await requireAdminCall(request)
    const outcome = await endSessionsByAdmin(db, pathId(params.id, missingAccount), { by: user.id, site })
    if (!outcome.ok) throw new Problem(statusOfReason(outcome.reason), outcome.message)
    return json({ success: true, ended: outcome.ended })
  },
})

export { sessions as loader, sessions as action }
