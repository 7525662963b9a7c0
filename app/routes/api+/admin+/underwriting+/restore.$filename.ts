import { engineSaid } from '~/content/engine'
import { db } from '~/db.server'
import { restoreBackup } from '~/domain/engine-versions/engine-versions.server'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { resource } from '~/http/api.server'
import { answerChange } from '~/http/engine-problem.server'
import { requireAdminCall } from '~/http/session.server'

const restoring = resource({
  POST: async ({ request, params }) => {
    const { user } = await requireAdminCall(request)
    const change = await restoreBackup(db, sandbox, params.filename ?? '', { by: user.id })
    return answerChange(change, engineSaid.restored)
  },
})

export { restoring as loader, restoring as action }
