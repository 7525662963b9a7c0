import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { searchOffice } from '~/domain/search/search.server'
import { resource } from '~/http/api.server'
import { requireAdminCall } from '~/http/session.server'

/** The results of the back office's search for `q`, grouped by kind. */
const search = resource({
  GET: async ({ request }) => {
    await requireAdminCall(request)
    return json(await searchOffice(db, new URL(request.url).searchParams.get('q') ?? ''))
  },
})

export { search as loader, search as action }
