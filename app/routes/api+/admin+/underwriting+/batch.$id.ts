import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { cancelBatch, findBatch } from '~/domain/batch-runs/batch-runs.server'
import { pathId, resource } from '~/http/api.server'
import { Problem } from '~/http/problem.server'
import { requireAdminCall } from '~/http/session.server'

const missing = 'There is no such run'

/** A run on many applications: GET reads it, DELETE cancels it while it is under way. */
const batch = resource({
  GET: async ({ request, params }) => {
    await requireAdminCall(request)
    const run = await findBatch(db, pathId(params.id, missing))
    if (!run) throw new Problem(404, missing)
    return json(run)
  },
  DELETE: async ({ request, params }) => {
    const { user } = await requireAdminCall(request)
    const id = pathId(params.id, missing)
    if (await cancelBatch(db, { by: user.id, id })) return json({ success: true })
    if (!(await findBatch(db, id))) throw new Problem(404, missing)
    throw new Problem(409, 'This run is not under way any more')
  },
})

export { batch as loader, batch as action }
