import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { parseFields } from '~/domain/parse-fields'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { whatIfSchema } from '~/domain/underwriting/what-if.schema'
import { whatIf } from '~/domain/underwriting/what-if.server'
import { invalid, pathId, resource } from '~/http/api.server'
import { initOfReason, Problem } from '~/http/problem.server'
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
    if (outcome.reason === 'invalid') return invalid(outcome.errors)
    if (outcome.reason === 'missing') throw new Problem(404, missing)
    return json({ error: outcome.message }, initOfReason(outcome.reason))
  },
})

export { trial as loader, trial as action }
