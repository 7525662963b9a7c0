import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { removeSecondFactorByAdmin } from '~/domain/second-factor/remove-by-admin.server'
import { missingAccount } from '~/domain/sessions/end-by-admin.server'
import { pathId, resource } from '~/http/api.server'
import { Problem, statusOfReason } from '~/http/problem.server'
import { requireAdminCall } from '~/http/session.server'
import { site } from '~/http/site.server'

const secondFactor = resource({
  DELETE: async ({ request, params }) => {
    const { user } = await requireAdminCall(request)
    const id = pathId(params.id, missingAccount)
    const outcome = await removeSecondFactorByAdmin(db, id, { by: user.id, site })
    if (!outcome.ok) throw new Problem(statusOfReason(outcome.reason), outcome.message)
    return json({ success: true })
  },
})

export { secondFactor as loader, secondFactor as action }
