import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { cancelImpact, findImpact } from '~/domain/impacts/impacts.server'
import { pathId, resource } from '~/http/api.server'
import { Problem } from '~/http/problem.server'
import { requireAdminCall } from '~/http/session.server'

const missing = 'There is no such run'

/** A run over all quotes: GET reads it, DELETE cancels it while it is under way. */
const run = resource({
  GET: async ({ request, params }) => {
    await requireAdminCall(request)
    const impact = await findImpact(db, pathId(params.id, missing))
    if (!impact) throw new Problem(404, missing)
    return json(impact)
  },
  DELETE: async ({ request, params }) => {
    const { user } = await requireAdminCall(request)
    const id = pathId(params.id, missing)
    if (await cancelImpact(db, { by: user.id, id })) return json({ success: true })
    if (!(await findImpact(db, id))) throw new Problem(404, missing)
    throw new Problem(409, 'This run is not under way any more')
  },
})

export { run as loader, run as action }
