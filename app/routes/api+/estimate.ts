import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { estimateQuery } from '~/domain/estimates/estimates'
import { estimateSchema } from '~/domain/estimates/estimates.schema'
import { busyMessage, estimatePrice } from '~/domain/estimates/estimates.server'
import { parseFields } from '~/domain/parse-fields'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { invalid, resource } from '~/http/api.server'
import { Problem, retryAfter } from '~/http/problem.server'
import { clientIp } from '~/request-context.server'

const estimate = resource({
  GET: async ({ request }) => {
    const parsed = parseFields(estimateSchema, estimateQuery(new URL(request.url).searchParams))
    if (!parsed.ok) return invalid(parsed.errors)
    const outcome = await estimatePrice(db, sandbox, parsed.value, { ip: clientIp() })
    if (!outcome.ok) throw new Problem(503, busyMessage, retryAfter)
    return json(outcome.estimate)
  },
})

export { estimate as loader, estimate as action }
