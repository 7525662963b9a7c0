import { json } from '@remix-run/node'

import { engineMessages } from '~/content/engine'
import { db } from '~/db.server'
import { findActiveEngine, saveEngine } from '~/domain/engine-versions/engine-versions.server'
import { waitingConfiguration as waiting } from '~/domain/releases/parts.server'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { env } from '~/env.server'
import { idempotencyKeyFromHeader, readFields, resource } from '~/http/api.server'
import { Problem } from '~/http/problem.server'
import { requireAdminCall } from '~/http/session.server'

import { respondToChange } from './parts/engine-change.server'

const code = resource({
  GET: async ({ request }) => {
    await requireAdminCall(request)
    const engine = await findActiveEngine(db)
    if (!engine) throw new Problem(404, 'No underwriting engine is active')
    return json({ code: engine.source, hash: engine.hash })
  },
  POST: async ({ request }) => {
    const { user } = await requireAdminCall(request)
    const fields = await readFields(request)
    const key = idempotencyKeyFromHeader(`/api/admin/underwriting/code of ${user.id}`, request)
    const releaseBy = env.RELEASE_BY
    const change = await saveEngine(db, sandbox, fields, { by: user.id, key, releaseBy, waiting })
    return respondToChange(change, engineMessages.saved)
  },
})

export { code as loader, code as action }
