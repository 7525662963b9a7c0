import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { maxOffset, readRecords } from '~/domain/database-browser/database-browser.server'
import { callParams, invalid, resource } from '~/http/api.server'
import { Problem } from '~/http/problem.server'
import { requireAdminCall } from '~/http/session.server'
import { text, wholeNumberParam, withDefault } from '~/lists/list-params'

/** The maximum number of records in a response. */
const maxLimit = 100

const records = resource({
  GET: async ({ request, params }) => {
    const { user } = await requireAdminCall(request)
    const { limit, offset, sort, q } = callParams(request, {
      limit: withDefault(wholeNumberParam({ min: 1, max: maxLimit }, 'limit'), '10'),
      offset: withDefault(wholeNumberParam({ min: 0, max: maxOffset }, 'offset'), '0'),
      sort: withDefault(text(200), ''),
      q: withDefault(text(200), ''),
    })
    const column = sort.replace(/^-/, '') || undefined
    const query = { limit, offset, sort: column, descending: sort.startsWith('-'), search: q || undefined }
    const result = await readRecords(db, params.table ?? '', query, { by: user.id })
    if (!result) throw new Problem(404, 'There is no such table')
    const { sortedBy, ...page } = result
    if (column !== undefined && column !== sortedBy)
      throw invalid([{ path: 'sort', message: 'This table cannot be sorted by that column' }])
    return json(page)
  },
})

export { records as loader, records as action }
