import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { findChallenger, listWithDetails } from '~/domain/challengers/challengers.server'
import { maxId } from '~/domain/ids'
import { callParams, resource } from '~/http/api.server'
import { requireAdminCall } from '~/http/session.server'
import { takePage } from '~/lists/list-page'
import { cursor, withDefault, wholeNumberParam } from '~/lists/list-params'

const params = {
  version: wholeNumberParam({ min: 1, max: maxId }, 'version'),
  limit: withDefault(wholeNumberParam({ min: 1, max: 200 }, 'limit'), '50'),
  cursor,
}

/** A page of the results of the current challenger, or of another version, with their calculations: `{results, nextCursor}`. */
const results = resource({
  GET: async ({ request }) => {
    await requireAdminCall(request)
    const { version, limit, cursor } = callParams(request, params)
    const id = version ?? (await findChallenger(db))?.engine_version_id
    const rows = id === undefined ? [] : await listWithDetails(db, id, { cursor, limit: limit + 1 })
    const page = takePage(rows, limit)
    return json({ results: page.rows, nextCursor: page.nextCursor })
  },
})

export { results as loader, results as action }
