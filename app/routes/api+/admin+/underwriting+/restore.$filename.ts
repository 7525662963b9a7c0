import { engineMessages } from '~/content/engine'
import { db } from '~/db.server'
import { restoreBackup } from '~/domain/engine-versions/engine-versions.server'
import { waitingConfiguration as waiting } from '~/domain/releases/parts.server'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { env } from '~/env.server'
import { idempotencyKeyFromHeader, readFields, resource } from '~/http/api.server'
import { requireAdminCall } from '~/http/session.server'

import { respondToChange } from './parts/engine-change.server'

const restoring = resource({
  POST: async ({ request, params }) => {
    const { user } = await requireAdminCall(request)
    // The request has no body; a caller that wants to detect concurrent edits sends the base version, as for saving.
    const fields = request.headers.has('Content-Type') ? await readFields(request) : {}
    const filename = params.filename ?? ''
    const key = idempotencyKeyFromHeader(`/api/admin/underwriting/restore/${filename} of ${user.id}`, request)
    const releaseBy = env.RELEASE_BY
    const change = await restoreBackup(db, sandbox, filename, fields, {
      by: user.id,
      key,
      releaseBy,
      waiting,
    })
    return respondToChange(change, engineMessages.restored)
  },
})

export { restoring as loader, restoring as action }
