import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { findContact, listReplies, replyToContact } from '~/domain/contacts/replies.server'
import { idempotencyKeyFromHeader, invalid, pathId, readFields, resource } from '~/http/api.server'
import { Problem } from '~/http/problem.server'
import { requireAdminCall } from '~/http/session.server'

const notFound = 'Contact submission not found'

/** The replies to a visitor's message, oldest first; a post of `subject` and `message` mails another one. */
const replies = resource({
  GET: async ({ request, params }) => {
    await requireAdminCall(request)
    const id = pathId(params.id, notFound)
    if (!(await findContact(db, id))) throw new Problem(404, notFound)
    return json(await listReplies(db, id))
  },
  POST: async ({ request, params }) => {
    const { user } = await requireAdminCall(request)
    const id = pathId(params.id, notFound)
    const outcome = await replyToContact(db, id, await readFields(request), {
      by: user.id,
      key: idempotencyKeyFromHeader(`/api/admin/contact-submissions/${id}/replies of ${user.id}`, request),
    })
    if (outcome.ok) return json({ success: true, id: outcome.id }, { status: 201 })
    if (outcome.reason === 'invalid') return invalid(outcome.errors)
    if (outcome.reason === 'conflict') throw new Problem(409, outcome.message)
    throw new Problem(404, notFound)
  },
})

export { replies as loader, replies as action }
