import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { listRequests } from '~/domain/pitch-deck/pitch-deck.server'
import { pageRequest, resource } from '~/http/api.server'
import { requireAdminCall } from '~/http/session.server'
import { linkedPage } from '~/http/stream-response.server'

const requests = resource({
  GET: async ({ request }) => {
    await requireAdminCall(request)
    const { limit, ...page } = pageRequest(request)
    const read = await listRequests(db, { ...page, limit: limit && limit + 1 })
    const { rows, headers } = linkedPage(request, read, limit)
    return json({ success: true, requests: rows }, { headers })
  },
})

export { requests as loader, requests as action }
