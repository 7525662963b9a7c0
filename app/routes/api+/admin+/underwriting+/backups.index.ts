import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { listBackups } from '~/domain/engine-versions/engine-versions.server'
import { pageRequest, resource } from '~/http/api.server'
import { requireAdminCall } from '~/http/session.server'

/** Newest first. Its rows have no id, so that a page cannot begin after one. */
const backups = resource({
  GET: async ({ request }) => {
    await requireAdminCall(request)
    const { limit, search = '', oldestFirst } = pageRequest(request)
    const found = (await listBackups(db)).filter(({ filename }) => filename.includes(search))
    const page = (oldestFirst ? found.reverse() : found).slice(0, limit)
    return json({ backups: page.map(({ filename, created, size }) => ({ filename, created, size })) })
  },
})

export { backups as loader, backups as action }
