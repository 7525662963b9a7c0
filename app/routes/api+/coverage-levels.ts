import { db } from '~/db.server'
import { listCoverageLevels } from '~/domain/quotes/quotes.server'
import { publicList, resource } from '~/http/api.server'

const coverageLevels = resource({
  GET: async ({ request }) => publicList(request, await listCoverageLevels(db)),
})

export { coverageLevels as loader, coverageLevels as action }
