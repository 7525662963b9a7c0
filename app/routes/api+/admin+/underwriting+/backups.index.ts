import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { listBackups } from '~/domain/engine-versions/engine-versions.server'
import { resource } from '~/http/api.server'
import { requireAdminCall } from '~/http/session.server'

const backups = resource({
  GET: async ({ request }) => {
    await requireAdminCall(request)
    const list = await listBackups(db)
    return json({ backups: list.map(({ filename, created, size }) => ({ filename, created, size })) })
  },
})

export { backups as loader, backups as action }
