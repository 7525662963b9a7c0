import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { changesSchema } from '~/domain/decisions/decisions.schema'
import { priceTerms } from '~/domain/decisions/terms.server'
import { termsText } from '~/domain/decisions/terms-text'
import { parseFields } from '~/domain/parse-fields'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { invalid, pathId, readFields, resource } from '~/http/api.server'
import { Problem, statusOfReason } from '~/http/problem.server'
import { requireAdminCall } from '~/http/session.server'

/** The price of a referred result with changes, by its engine version: `{ price }`, as text. Stores nothing. */
const price = resource({
  POST: async ({ request, params }) => {
    await requireAdminCall(request)
    const id = pathId(params.id, 'Underwriting result not found.')
    const parsed = parseFields(changesSchema, await readFields(request))
    if (!parsed.ok) return invalid(parsed.errors)
    const outcome = await priceTerms(db, sandbox, id, parsed.value)
    if (outcome.ok) return json({ price: termsText(outcome.terms, outcome.ratedCover) })
    if (outcome.reason === 'invalid') return invalid(outcome.errors)
    throw new Problem(statusOfReason(outcome.reason, { refused: 409 }), outcome.message)
  },
})

export { price as loader, price as action }
