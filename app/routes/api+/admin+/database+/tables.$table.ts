import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { readRecords } from '~/domain/database-browser/database-browser.server'
import { invalid, resource } from '~/http/api.server'
import { noSuchTable, recordQuery } from '~/http/database-query.server'
import { requireAdminCall } from '~/http/session.server'

const records = resource({
  GET: async ({ request, params }) => {
    await requireAdminCall(request)
    const query = recordQuery(request)
    const found = await readRecords(db, params.table ?? '', query)
    if (!found) throw noSuchTable
    const { sortedBy, ...page } = found
    if (query.sort !== undefined && query.sort !== sortedBy)
      throw invalid([{ path: 'sort', message: 'This table cannot be sorted by that column' }])
    return json(page)
  },
})

export { records as loader, records as action }
