import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { findAccount } from '~/domain/accounts/accounts.server'
import { authorityOf, setAuthority } from '~/domain/decisions/authority.server'
import { missingAccount } from '~/domain/sessions/end-by-admin.server'
import { invalid, pathId, readFields, resource } from '~/http/api.server'
import { Problem, statusOfReason } from '~/http/problem.server'
import { requireAdminCall } from '~/http/session.server'

/** The authority of an admin to decide on referred results. */
const authority = resource({
  GET: async ({ request, params }) => {
    await requireAdminCall(request)
    const account = await findAccount(db, pathId(params.id, missingAccount))
    if (!account?.admin) throw new Problem(404, missingAccount)
    return json({ authority: await authorityOf(db, account.id) })
  },
  PUT: async ({ request, params }) => {
    const { user } = await requireAdminCall(request)
    const fields = await readFields(request)
    const outcome = await setAuthority(db, pathId(params.id, missingAccount), fields.authority, {
      by: user.id,
    })
    if (outcome.ok) return json({ success: true })
    if (outcome.reason === 'invalid') return invalid([{ path: 'authority', message: outcome.message }])
    throw new Problem(statusOfReason(outcome.reason), outcome.message)
  },
})

export { authority as loader, authority as action }
