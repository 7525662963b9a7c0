import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { exportEvidence } from '~/domain/evidence/evidence.server'
import { pathId, resource } from '~/http/api.server'
import { Problem } from '~/http/problem.server'
import { requireAdminCall } from '~/http/session.server'

const notFound = 'Underwriting result not found.'

const evidence = resource({
  GET: async ({ request, params }) => {
    const { user } = await requireAdminCall(request)
    const file = await exportEvidence(db, pathId(params.id, notFound), { by: user.id, through: 'call' })
    if (!file) throw new Problem(404, notFound)
    return json(file)
  },
})

export { evidence as loader, evidence as action }
