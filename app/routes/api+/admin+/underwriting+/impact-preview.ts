import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { parseId } from '~/domain/ids'
import { previewRecord } from '~/domain/impacts/preview.server'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { invalid, readFields, resource } from '~/http/api.server'
import { Problem, retryAfter } from '~/http/problem.server'
import { requireAdminCall } from '~/http/session.server'

/** What changed columns of a record, `{ collection, id, ...columns }`, do to the newest quotes. Stores nothing. */
const preview = resource({
  POST: async ({ request }) => {
    await requireAdminCall(request)
    const { collection, id, ...fields } = await readFields(request)
    const outcome = await previewRecord(db, sandbox, String(collection), parseId(String(id)) ?? 0, fields)
    if (outcome.ok) return json(outcome.preview)
    switch (outcome.reason) {
      case 'invalid':
        return invalid(outcome.errors)
      case 'missing':
        throw new Problem(404, outcome.message)
      case 'unchanged':
        throw new Problem(409, outcome.message)
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
