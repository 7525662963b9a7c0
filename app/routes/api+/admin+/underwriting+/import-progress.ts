import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { findProgress } from '~/domain/imports/runs.server'
import { resource } from '~/http/api.server'
import { requireAdminCall } from '~/http/session.server'

/** The progress of the current run: `{run, kind, table, rows, share}`, or null. Polling does not extend the session. */
const progress = resource({
  GET: async ({ request }) => {
    await requireAdminCall(request, { renew: false })
    return json(await findProgress(db))
  },
})

export { progress as loader, progress as action }
