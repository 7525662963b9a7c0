import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { findResult } from '~/domain/underwriting/underwriting.server'
import { pathId, resource } from '~/http/api.server'
import { Problem } from '~/http/problem.server'
import { requireAdminCall } from '~/http/session.server'

const notFound = 'Underwriting result not found.'

const result = resource({
  GET: async ({ request, params }) => {
    await requireAdminCall(request)
    const row = await findResult(db, pathId(params.id, notFound))
    if (!row) throw new Problem(404, notFound)
    return json(row)
  },
})

export { result as loader, result as action }
