import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { retryOvertaken } from '~/domain/engine-versions/configuration-guard.server'
import { listStateRules, putStateRule } from '~/domain/state-rules/state-rules.server'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { readFields, resource } from '~/http/api.server'
import { requireAdminCall } from '~/http/session.server'
import { rejectStateRule } from './parts/state-rule.server'

const rules = resource({
  GET: async ({ request }) => {
    await requireAdminCall(request)
    return json(await listStateRules(db))
  },
  POST: async ({ request }) => {
    const { user } = await requireAdminCall(request)
    const fields = await readFields(request)
    const added = await retryOvertaken(() => putStateRule(db, null, fields, { by: user.id, sandbox }))
    return added.ok ? json(added.rule, { status: 201 }) : rejectStateRule(added)
  },
})

export { rules as loader, rules as action }
