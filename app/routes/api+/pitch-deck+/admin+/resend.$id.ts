import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { noDeckRequest } from '~/domain/pitch-deck/pitch-deck.schema'
import { resendCode } from '~/domain/pitch-deck/pitch-deck.server'
import { pathId, resource } from '~/http/api.server'
import { Problem } from '~/http/problem.server'
import { requireAdminCall } from '~/http/session.server'
import { site } from '~/http/site.server'

const newCode = resource({
  POST: async ({ request, params }) => {
    const { user } = await requireAdminCall(request)
    const done = await resendCode(db, pathId(params.id, noDeckRequest), { by: user.id, site })
    if (!done.ok) throw new Problem(done.status, done.error)
    return json({ success: true })
  },
})

export { newCode as loader, newCode as action }
