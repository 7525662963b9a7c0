import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { retryOvertaken } from '~/domain/engine-versions/configuration-guard.server'
import { deleteStateRule, findStateRule, putStateRule } from '~/domain/state-rules/state-rules.server'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { pathId, readFields, resource } from '~/http/api.server'
import { readAtOf } from '~/http/configuration-calls.server'
import { requireAdminCall } from '~/http/session.server'
import { rejectStateRule } from './parts/state-rule.server'

const rule = resource({
  GET: async ({ request, params }) => {
    await requireAdminCall(request)
    const stored = await findStateRule(db, pathId(params.id))
    return stored ? json(stored) : rejectStateRule({ ok: false, reason: 'missing' })
  },
  PUT: async ({ request, params }) => {
    const { user } = await requireAdminCall(request)
    const id = pathId(params.id)
    const fields = await readFields(request)
    const readAt = readAtOf(fields.updated_at)
    const changed = await retryOvertaken(() => putStateRule(db, id, fields, { by: user.id, sandbox, readAt }))
    return changed.ok ? json(changed.rule) : rejectStateRule(changed)
  },
  DELETE: async ({ request, params }) => {
    const { user } = await requireAdminCall(request)
    const id = pathId(params.id)
    const deleted = await retryOvertaken(() => deleteStateRule(db, id, { by: user.id, sandbox }))
    return deleted.ok ? json({ success: true }) : rejectStateRule(deleted)
  },
})

export { rule as loader, rule as action }
