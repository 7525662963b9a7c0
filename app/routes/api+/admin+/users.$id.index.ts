import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { findAccount } from '~/domain/accounts/accounts.server'
import { pathId, resource } from '~/http/api.server'
import { Problem } from '~/http/problem.server'
import { requireAdminCall } from '~/http/session.server'

const missing = 'User not found with this ID'

const user = resource({
  GET: async ({ request, params }) => {
    await requireAdminCall(request)
    const account = await findAccount(db, pathId(params.id, missing))
    if (!account) throw new Problem(404, missing)
    return json(account)
  },
})

export { user as loader, user as action }
