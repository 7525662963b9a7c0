import { db } from '~/db.server'
import { readSecurityEvents } from '~/domain/security-events/security-events.server'
import { pageRequest, resource } from '~/http/api.server'
import { requireAdminCall } from '~/http/session.server'
import { streamJsonArray } from '~/http/stream-response.server'

const securityEvents = resource({
  GET: async ({ request }) => {
    await requireAdminCall(request)
    const page = pageRequest(request)
    return streamJsonArray(request, readSecurityEvents(db, page), page.limit)
  },
})

export { securityEvents as loader, securityEvents as action }
