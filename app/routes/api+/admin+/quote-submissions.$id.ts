import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { findQuote } from '~/domain/quotes/quotes.server'
import { pathId, resource } from '~/http/api.server'
import { Problem } from '~/http/problem.server'
import { requireAdminCall } from '~/http/session.server'

const quoteSubmission = resource({
  GET: async ({ request, params }) => {
    await requireAdminCall(request)
    const quote = await findQuote(db, pathId(params.id))
    if (!quote) throw new Problem(404, 'Quote submission not found')
    return json(quote)
  },
})

export { quoteSubmission as loader, quoteSubmission as action }
