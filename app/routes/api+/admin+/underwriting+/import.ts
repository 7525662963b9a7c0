import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { waitForRun, type TableOutcome } from '~/domain/reference-data/runs.server'
import { idempotencyKeyFromHeader, invalid, mustBeOwnId, resource } from '~/http/api.server'
import { busyMessage, chooseSources, contentOf, readImportCall, runFiles } from '~/http/import-desk.server'
import { Problem } from '~/http/problem.server'
import { requireAdminCall } from '~/http/session.server'

const imports = resource({
  POST: async ({ request }) => {
    const { user } = await requireAdminCall(request)
    const form = await readImportCall(request)
    try {
      mustBeOwnId(form.fields.user_id ?? form.fields.userId, user.id)
      const { sources, errors } = chooseSources(form)
      if (errors.length > 0) return invalid(errors)
      const key = idempotencyKeyFromHeader(`import ${user.id}`, request)
      const caller = { by: user.id, key, content: contentOf(form) }
      const outcome = await runFiles(caller, { kind: 'import', sources })
      const summary = outcome.ok
        ? outcome.summary
        : outcome.reason === 'running'
          ? await waitForRun(db, outcome.id) // a retry: it gets the outcome of the first
          : null
      if (!summary) throw new Problem(409, busyMessage)
      const body = { ...summary, results: summary.results.map(brief) }
      if (summary.success || summary.partialSuccess)
        return json(body, { status: summary.success ? 200 : 207 })
      const faults = body.results.map(({ table, message }) => ({ path: table, message }))
      return json({ error: faults, ...body }, { status: 422 })
    } finally {
      await form.close()
    }
  },
})

function brief({ table, success, message, count }: TableOutcome) {
  return { table, success, message, count }
}

export { imports as loader, imports as action }
