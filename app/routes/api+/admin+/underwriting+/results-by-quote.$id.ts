import { db } from '~/db.server'
import { findQuote } from '~/domain/quotes/quotes.server'
import { resultBatches } from '~/domain/underwriting/underwriting.server'
import { pathId, resource } from '~/http/api.server'
import { Problem } from '~/http/problem.server'
import { requireAdminCall } from '~/http/session.server'
import { streamJsonArray } from '~/http/stream-response.server'

const resultsByQuote = resource({
  GET: async ({ request, params }) => {
    await requireAdminCall(request)
    const quoteId = pathId(params.id)
    if (!(await findQuote(db, quoteId))) throw new Problem(404, 'Quote submission not found')
    return streamJsonArray(request, resultBatches(db, { quoteId }))
  },
})

export { resultsByQuote as loader, resultsByQuote as action }
