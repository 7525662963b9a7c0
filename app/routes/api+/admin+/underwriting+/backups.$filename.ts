import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { readBackup } from '~/domain/engine-versions/engine-versions.server'
import { resource } from '~/http/api.server'
import { requireAdminCall } from '~/http/session.server'

import { missingBackup } from './parts/engine-change.server'

const backup = resource({
  GET: async ({ request, params }) => {
    await requireAdminCall(request)
    const row = await readBackup(db, params.filename ?? '')
    if (!row) throw missingBackup
    return json({ code: row.source })
  },
})

export { backup as loader, backup as action }
