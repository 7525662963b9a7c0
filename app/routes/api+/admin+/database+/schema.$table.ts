import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { describeTable } from '~/domain/database-browser/database-browser.server'
import { resource } from '~/http/api.server'
import { Problem } from '~/http/problem.server'
import { requireAdminCall } from '~/http/session.server'

const schema = resource({
  GET: async ({ request, params }) => {
    await requireAdminCall(request)
    const columns = await describeTable(db, params.table ?? '')
    if (!columns) throw new Problem(404, 'There is no such table')
    return json(columns)
  },
})

export { schema as loader, schema as action }
