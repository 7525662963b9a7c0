import { json } from '@remix-run/node'

import { engineMessages } from '~/content/engine'
import { db } from '~/db.server'
import { findActiveEngine, saveEngine } from '~/domain/engine-versions/engine-versions.server'
import { sandbox } from '~/domain/underwriting/sandbox.server'
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
    return respondToChange(await saveEngine(db, sandbox, fields, { by: user.id, key }), engineMessages.saved)
  },
})

export { code as loader, code as action }
