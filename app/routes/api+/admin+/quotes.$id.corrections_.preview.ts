import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { previewCorrection } from '~/domain/corrections/preview.server'
import { parseBaseId } from '~/domain/ids'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { pathId, readFields, resource } from '~/http/api.server'
import { Problem, statusOfReason } from '~/http/problem.server'
import { requireAdminCall } from '~/http/session.server'

/**
 * Previews a post to the corrections, with the live engine's result: `{ changes, errors, price, problem }`. Answers that
 * cannot be stored are among `errors`, with status 200. Stores nothing, and needs no reason.
 */
const preview = resource({
  POST: async ({ request, params }) => {
    const { user } = await requireAdminCall(request)
    const id = pathId(params.id, 'Quote submission not found.')
    const fields = await readFields(request)
    const outcome = await previewCorrection(db, sandbox, id, fields, {
      by: user.id,
      base: parseBaseId(fields.seen),
    })
    if (outcome.ok) return json(outcome.preview)
    throw new Problem(statusOfReason(outcome.reason, { refused: 409 }), outcome.message)
  },
})

export { preview as loader, preview as action }
