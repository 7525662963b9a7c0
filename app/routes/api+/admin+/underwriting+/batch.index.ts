import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { listBatches, maxQuotes, startBatch } from '~/domain/batch-runs/batch-runs.server'
import { maxId } from '~/domain/ids'
import { idempotencyKeyFromHeader, invalid, readFields, resource } from '~/http/api.server'
import { Problem } from '~/http/problem.server'
import { requireAdminCall } from '~/http/session.server'
import { log } from '~/log.server'

/** Runs on many applications: GET lists the newest, POST starts one on `quotes`, an array of ids, or without it on all that never ran. */
const batches = resource({
  GET: async ({ request }) => {
    await requireAdminCall(request)
    return json(await listBatches(db))
  },
  POST: async ({ request }) => {
    const { user } = await requireAdminCall(request)
    const { quotes } = await readFields(request)
    if (quotes !== undefined && !areIds(quotes))
      return invalid([
        { path: 'quotes', message: `Enter 1 to ${maxQuotes.toLocaleString('en-US')} ids of quotes` },
      ])
    const key = idempotencyKeyFromHeader(`/api/admin/underwriting/batch of ${user.id}`, request)
    const onError = (error: unknown) => log.error({ err: error }, 'a batch run failed')
    const started = await startBatch(db, { by: user.id, quotes: quotes ?? 'never run', key, onError })
    if (started.ok) return json({ success: true, id: started.id }, { status: 202 })
    throw new Problem(409, notStarted[started.reason])
  },
})

const notStarted = {
  busy: 'Another such run is under way',
  empty: 'Every open application has been run',
  decided: 'A person has decided on each of these applications',
}

function areIds(value: unknown): value is number[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= maxQuotes &&
    value.every((id) => Number.isInteger(id) && id > 0 && id <= maxId)
  )
}

export { batches as loader, batches as action }
