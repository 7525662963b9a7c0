import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { listQuotes } from '~/domain/quotes/quotes.server'
import { listPage, resource } from '~/http/api.server'
import { requireAdminCall } from '~/http/session.server'

const quoteSubmissions = resource({
  GET: async ({ request }) => {
    await requireAdminCall(request)
    return json(await listQuotes(db, listPage(request)))
  },
})

export { quoteSubmissions as loader, quoteSubmissions as action }
