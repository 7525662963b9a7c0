import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { previewRecord } from '~/domain/impacts/preview.server'
import { readEdit } from '~/domain/impacts/subjects.server'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { invalid, readFields, resource } from '~/http/api.server'
import { Problem, retryAfter } from '~/http/problem.server'
import { requireAdminCall } from '~/http/session.server'

/**
 * The impact on the newest quotes of a record that is changed, `{ collection, id, ...columns }`, added, `{ collection, intent: 'create',
 * ...columns }`, or deleted, `{ collection, id, intent: 'delete' }`. Responds 204 if no value is changed. Stores nothing.
 */
const preview = resource({
  POST: async ({ request }) => {
    await requireAdminCall(request)
    const { collection, ...fields } = await readFields(request)
    const outcome = await previewRecord(db, sandbox, String(collection), readEdit(fields))
    if (outcome.ok) return json(outcome.preview)
    switch (outcome.reason) {
      case 'invalid':
        return invalid(outcome.errors)
      case 'missing':
        throw new Problem(404, outcome.message)
      case 'unchanged':
        return new Response(null, { status: 204 })
      case 'busy':
        throw new Problem(503, outcome.message, retryAfter)
      case 'refused':
        throw new Problem(422, outcome.fault.message)
      case 'failed':
        throw new Problem(422, outcome.message)
    }
  },
})

export { preview as loader, preview as action }
