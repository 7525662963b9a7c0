import { json } from '@remix-run/node'

import { parseFields } from '~/domain/parse-fields'
import { runRequestSchema } from '~/domain/underwriting/underwriting.schema'
import { idempotencyKeyFromHeader, invalid, requireOwnId, readFields, resource } from '~/http/api.server'
import { runLive, runProblem } from '~/http/run-answer.server'
import { requireAdminCall } from '~/http/session.server'

const runs = resource({
  POST: async ({ request }) => {
    const { user } = await requireAdminCall(request)
    const fields = await readFields(request)
    requireOwnId(fields.user_id ?? fields.userId, user.id)
    const parsed = parseFields(runRequestSchema, fields)
    if (!parsed.ok) return invalid(parsed.errors)
    const run = await runLive({
      quoteId: parsed.value.quote_id,
      adminId: user.id,
      key: idempotencyKeyFromHeader(`/api/admin/underwriting/quote of ${user.id}`, request),
    })
    if (!run.ok) throw runProblem(run)
    return json({ success: true, result: run.result }, { status: 201 })
  },
})

export { runs as loader, runs as action }
