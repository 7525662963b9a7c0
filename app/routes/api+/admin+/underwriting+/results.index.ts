import { db } from '~/db.server'
import { resultBatches } from '~/domain/underwriting/underwriting.server'
import { pageRequest, requireOwnId, resource } from '~/http/api.server'
import { requireAdminCall } from '~/http/session.server'
import { streamJsonArray } from '~/http/stream-response.server'

/** Polled by the underwriting page, so a request does not extend the session. */
const results = resource({
  GET: async ({ request }) => {
    const { user } = await requireAdminCall(request, { renew: false })
    requireOwnId(new URL(request.url).searchParams.get('userId'), user.id)
    const page = pageRequest(request)
    return streamJsonArray(request, resultBatches(db, page), page.limit)
  },
})

export { results as loader, results as action }
