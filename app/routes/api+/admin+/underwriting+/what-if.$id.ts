import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { parseFields } from '~/domain/parse-fields'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { whatIfSchema } from '~/domain/underwriting/what-if.schema'
import { whatIf } from '~/domain/underwriting/what-if.server'
import { invalid, pathId, resource } from '~/http/api.server'
import { Problem, retryAfter } from '~/http/problem.server'
import { requireAdminCall } from '~/http/session.server'

const missing = 'Quote submission not found'

/** The live engine on an application with another `tier`, `years` with the employer or `employer`. Stores nothing. */
const trial = resource({
  GET: async ({ request, params }) => {
    const { user } = await requireAdminCall(request)
    const id = pathId(params.id, missing)
    const search = new URL(request.url).searchParams
    const fields = Object.fromEntries(
      ['tier', 'years', 'employer'].map((name) => [name, search.get(name) ?? '']),
    )
    const parsed = parseFields(whatIfSchema, fields)
    if (!parsed.ok) return invalid(parsed.errors)
    const outcome = await whatIf(db, sandbox, id, parsed.value, { by: user.id })
    if (outcome.ok) {
      const { now, changed, basePremium, moved } = outcome
      return json({ now, changed, basePremium, moved })
    }
    switch (outcome.reason) {
      case 'invalid':
        return invalid(outcome.errors)
      case 'missing':
        throw new Problem(404, missing)
      case 'busy':
        throw new Problem(503, outcome.message, retryAfter)
      case 'refused':
        throw new Problem(422, outcome.message)
    }
  },
})

export { trial as loader, trial as action }
