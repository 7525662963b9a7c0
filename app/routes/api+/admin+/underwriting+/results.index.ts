import { db } from '~/db.server'
import { resultParts } from '~/domain/underwriting/underwriting.server'
import { listPage, requireOwnId, resource } from '~/http/api.server'
import { requireAdminCall } from '~/http/session.server'
import { streamJsonArray } from '~/http/stream-response.server'

/** Polled by the underwriting page, so a request does not extend the session. */
const results = resource({
  GET: async ({ request }) => {
    const { user } = await requireAdminCall(request, { renew: false })
    requireOwnId(new URL(request.url).searchParams.get('userId'), user.id)
    const page = listPage(request)
    return streamJsonArray(request, resultParts(db, page), page.limit)
  },
})

export { results as loader, results as action }
