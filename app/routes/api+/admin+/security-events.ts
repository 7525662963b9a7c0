import { db } from '~/db.server'
import { readSecurityEvents } from '~/domain/security-events/security-events.server'
import { listPage, resource } from '~/http/api.server'
import { answerList } from '~/http/long-answer.server'
import { requireAdminCall } from '~/http/session.server'

const securityEvents = resource({
  GET: async ({ request }) => {
    await requireAdminCall(request)
    const page = listPage(request)
    return answerList(request, readSecurityEvents(db, page), page.limit)
  },
})

export { securityEvents as loader, securityEvents as action }
