import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { describeTable } from '~/domain/database-browser/database-browser.server'
import { resource } from '~/http/api.server'
import { noSuchTable } from '~/http/database-query.server'
import { requireAdminCall } from '~/http/session.server'

const schema = resource({
  GET: async ({ request, params }) => {
    await requireAdminCall(request)
    const columns = await describeTable(db, params.table ?? '')
    if (!columns) throw noSuchTable
    return json(columns)
  },
})

export { schema as loader, schema as action }
