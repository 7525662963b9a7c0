import { json } from '@remix-run/node'

import { db } from '~/db.server'
import {
  countRecords,
  createRecord,
  recordBatches,
  sortedUpTo,
} from '~/domain/configuration/configuration.server'
import { retryOvertaken } from '~/domain/engine-versions/configuration-guard.server'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { idempotencyKeyFromHeader, invalid, pageRequest, readFields, resource } from '~/http/api.server'
import { pathCollection, proposeByCall, respondToRejection } from '~/http/configuration-calls.server'
import { requireAdminCall } from '~/http/session.server'
import { streamJsonArray } from '~/http/stream-response.server'
import { evictPages } from '~/server/page-cache.server'

const records = resource({
  GET: async ({ request, params }) => {
    await requireAdminCall(request)
    const collection = pathCollection(params.collection)
    const page = pageRequest(request, {
      defaultSort: 'id',
      fields: collection.columns.map(({ name }) => name),
    })
    if (page.sort && (await countRecords(db, collection, sortedUpTo)) > sortedUpTo)
      return invalid([{ path: 'sort', message: 'sort must be id or -id: this table is large' }])
    return streamJsonArray(request, recordBatches(db, collection, page), page.limit)
  },
  POST: async ({ request, params }) => {
    const { user } = await requireAdminCall(request)
    const collection = pathCollection(params.collection)
    const key = idempotencyKeyFromHeader(`/api/admin/underwriting/${collection.slug} of ${user.id}`, request)
    const fields = await readFields(request)
    const proposed = await proposeByCall(collection, 'create', { fields, by: user.id })
    if (proposed) return proposed
    const created = await retryOvertaken(() =>
      createRecord(db, collection, fields, { by: user.id, key, sandbox }),
    )
    if (!created.ok) return respondToRejection(created)
    evictPages()
    return json(created.row, { status: 201 })
  },
})

export { records as loader, records as action }
