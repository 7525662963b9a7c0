import { db } from '~/db.server'
import { listJobRoles } from '~/domain/quotes/quotes.server'
import { publicList, resource } from '~/http/api.server'

const jobRoles = resource({
  GET: async ({ request }) => publicList(request, await listJobRoles(db)),
})

export { jobRoles as loader, jobRoles as action }
