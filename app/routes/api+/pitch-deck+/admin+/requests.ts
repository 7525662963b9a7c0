import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { listRequests } from '~/domain/pitch-deck/pitch-deck.server'
import { listPage, resource } from '~/http/api.server'
import { requireAdminCall } from '~/http/session.server'

const requests = resource({
  GET: async ({ request }) => {
    await requireAdminCall(request)
    return json({ success: true, requests: await listRequests(db, listPage(request)) })
  },
})

export { requests as loader, requests as action }
