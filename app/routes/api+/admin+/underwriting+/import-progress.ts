import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { findProgress } from '~/domain/imports/runs.server'
import { resource } from '~/http/api.server'
import { requireAdminCall } from '~/http/session.server'

/** How far the run under way has come: `{run, kind, table, rows, share}`, or null. Asking keeps no session alive. */
const progress = resource({
  GET: async ({ request }) => {
    await requireAdminCall(request, { renew: false })
    return json(await findProgress(db))
  },
})

export { progress as loader, progress as action }
