import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { listTables } from '~/domain/database-browser/database-browser.server'
import { callParams, resource } from '~/http/api.server'
import { requireAdminCall } from '~/http/session.server'
import { text, withDefault } from '~/lists/list-params'

const tables = resource({
  GET: async ({ request }) => {
    await requireAdminCall(request)
    const { q } = callParams(request, { q: withDefault(text(200), '') })
    const tables = await listTables(db)
    return json(tables.filter(({ table_name }) => table_name.includes(q.toLowerCase())))
  },
})

export { tables as loader, tables as action }
