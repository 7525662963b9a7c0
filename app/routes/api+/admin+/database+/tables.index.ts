import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { listTables } from '~/domain/database-browser/database-browser.server'
import { resource } from '~/http/api.server'
import { requireAdminCall } from '~/http/session.server'

const tables = resource({
  GET: async ({ request }) => {
    await requireAdminCall(request)
    return json(await listTables(db))
  },
})

export { tables as loader, tables as action }
