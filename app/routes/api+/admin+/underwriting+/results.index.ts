import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { listResults } from '~/domain/underwriting/underwriting.server'
import { listPage, resource } from '~/http/api.server'
import { requireAdminCall } from '~/http/session.server'

/** Polled by the underwriting page, so asking is no activity. */
const results = resource({
  GET: async ({ request }) => {
    await requireAdminCall(request, { renew: false })
    return json(await listResults(db, listPage(request)))
  },
})

export { results as loader, results as action }
