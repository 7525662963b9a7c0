import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { findBatchProgress } from '~/domain/batch-runs/batch-runs.server'
import { resource } from '~/http/api.server'
import { requireAdminCall } from '~/http/session.server'

/** The progress of the run on many applications that is under way: `{run, share}`, or null. Polling does not extend the session. */
const progress = resource({
  GET: async ({ request }) => {
    await requireAdminCall(request, { renew: false })
    return json(await findBatchProgress(db))
  },
})

export { progress as loader, progress as action }
