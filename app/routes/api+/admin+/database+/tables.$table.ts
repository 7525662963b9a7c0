import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { readRecords } from '~/domain/database-browser/database-browser.server'
import { resource } from '~/http/api.server'
import { noSuchTable, recordQuery } from '~/http/database-query.server'
import { requireAdminCall } from '~/http/session.server'

const records = resource({
  GET: async ({ request, params }) => {
    await requireAdminCall(request)
    const found = await readRecords(db, params.table ?? '', recordQuery(request))
    if (!found) throw noSuchTable
    return json(found)
  },
})

export { records as loader, records as action }
