import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { assignQuote, findAssignee, readAdminId } from '~/domain/assignments/assignments.server'
import { findQuote } from '~/domain/quotes/quotes.server'
import { invalid, pathId, readFields, resource } from '~/http/api.server'
import { Problem, statusOfReason } from '~/http/problem.server'
import { requireAdminCall } from '~/http/session.server'

const missing = 'Quote submission not found.'

/** The assignee of an application: `{ admin_id }`, null for nobody. */
const assignment = resource({
  GET: async ({ request, params }) => {
    await requireAdminCall(request)
    const id = pathId(params.id, missing)
    if (!(await findQuote(db, id))) throw new Problem(404, missing)
    return json({ admin_id: (await findAssignee(db, id))?.id ?? null })
  },
  PUT: async ({ request, params }) => {
    const { user } = await requireAdminCall(request)
    const { admin_id } = await readFields(request)
    const to = readAdminId(admin_id)
    if (to === undefined) return invalid([{ path: 'admin_id', message: 'Choose an admin' }])
    const outcome = await assignQuote(db, pathId(params.id, missing), to, { by: user.id })
    if (outcome.ok) return json({ success: true })
    if (outcome.reason === 'invalid') return invalid([{ path: 'admin_id', message: outcome.message }])
    throw new Problem(statusOfReason(outcome.reason), outcome.message)
  },
})

export { assignment as loader, assignment as action }
