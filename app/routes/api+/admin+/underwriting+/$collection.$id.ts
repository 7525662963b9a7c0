import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { deleteRecord, findRecord, updateRecord } from '~/domain/configuration/configuration.server'
import { retryOvertaken } from '~/domain/engine-versions/configuration-guard.server'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { pathId, readFields, resource } from '~/http/api.server'
import { evictPages } from '~/server/page-cache.server'
import {
  missingRecord,
  pathCollection,
  proposeByCall,
  readAtOf,
  respondToRejection,
} from '~/http/configuration-calls.server'
import { requireAdminCall } from '~/http/session.server'

const record = resource({
  GET: async ({ request, params }) => {
    await requireAdminCall(request)
    const collection = pathCollection(params.collection)
    const row = await findRecord(db, collection, pathId(params.id))
    if (!row) throw missingRecord
    return json(row)
  },
  PUT: async ({ request, params }) => {
    const { user } = await requireAdminCall(request)
    const collection = pathCollection(params.collection)
    const id = pathId(params.id)
    const fields = await readFields(request)
    const proposed = await proposeByCall(collection, 'update', { id, fields, by: user.id })
    if (proposed) return proposed
    const readAt = readAtOf(fields.updated_at)
    const changed = await retryOvertaken(() =>
      updateRecord(db, collection, id, fields, { by: user.id, readAt, sandbox }),
    )
    if (!changed.ok) return respondToRejection(changed)
    evictPages()
    return json({ success: true, ...changed.row })
  },
  DELETE: async ({ request, params }) => {
    const { user } = await requireAdminCall(request)
    const collection = pathCollection(params.collection)
    const id = pathId(params.id)
    const proposed = await proposeByCall(collection, 'delete', { id, by: user.id })
    if (proposed) return proposed
    const deleted = await retryOvertaken(() => deleteRecord(db, collection, id, { by: user.id, sandbox }))
    if (!deleted.ok) return respondToRejection(deleted)
    evictPages()
    return json({ success: true })
  },
})

export { record as loader, record as action }
