import { db } from '~/db.server'
import { findQuote } from '~/domain/quotes/quotes.server'
import { resultBatches } from '~/domain/underwriting/underwriting.server'
import { pageRequest, pathId, resource } from '~/http/api.server'
import { Problem } from '~/http/problem.server'
import { requireAdminCall } from '~/http/session.server'
import { streamJsonArray } from '~/http/stream-response.server'

const resultsByQuote = resource({
  GET: async ({ request, params }) => {
    await requireAdminCall(request)
    const quoteId = pathId(params.id)
    if (!(await findQuote(db, quoteId))) throw new Problem(404, 'Quote submission not found')
    const page = pageRequest(request)
    return streamJsonArray(request, resultBatches(db, { ...page, quoteId }), page.limit)
  },
})

export { resultsByQuote as loader, resultsByQuote as action }
