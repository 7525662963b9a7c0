import { db } from '~/db.server'
import { listPublicTiers } from '~/domain/tiers/tiers.server'
import { publicList, resource } from '~/http/api.server'

const coverageTiers = resource({
  GET: async ({ request }) => publicList(request, await listPublicTiers(db)),
})

export { coverageTiers as loader, coverageTiers as action }
