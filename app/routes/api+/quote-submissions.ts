import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { parseFields } from '~/domain/parse-fields'
import { inFormOrder } from '~/domain/quotes/quotes.schema'
import { currentQuoteSchema, submitQuote } from '~/domain/quotes/quotes.server'
import { idempotencyKeyFromHeader, invalid, requireOwnId, readFields, resource } from '~/http/api.server'
import { currentSession } from '~/http/session.server'
import { clientIp } from '~/request-context.server'

const quoteSubmissions = resource({
  POST: async ({ request }) => {
    const fields = await readFields(request)
    fields.email ??= fields.quote_email
    const session = await currentSession(request)
    requireOwnId(fields.user_id, session?.user.id ?? null)
    const application = parseFields(await currentQuoteSchema(db), fields)
    if (!application.ok) return invalid(inFormOrder(application.errors))
    const { result } = await submitQuote(db, application.value, {
      userId: session?.user.id ?? null,
      ip: clientIp(),
      key: idempotencyKeyFromHeader('/api/quote-submissions', request),
    })
    return json(result, { status: 201 })
  },
})

export { quoteSubmissions as loader, quoteSubmissions as action }
