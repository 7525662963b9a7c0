import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { readOverview } from '~/domain/portfolio/overview.server'
import { readOverviewDays } from '~/domain/portfolio/period'
import { resource } from '~/http/api.server'
import { requireAdminCall } from '~/http/session.server'

/** The outcomes of the applications of the last `days` days, and of the same number before them. */
const portfolio = resource({
  GET: async ({ request }) => {
    await requireAdminCall(request)
    const days = readOverviewDays(new URL(request.url).searchParams)
    return json(await readOverview(db, days, new Date()))
  },
})

export { portfolio as loader, portfolio as action }
