import { json } from '@remix-run/node'

import type { TableOutcome } from '~/domain/reference-data/runs.server'
import { invalid, mustBeOwnId, resource } from '~/http/api.server'
import { busyMessage, chooseSources, readImportCall, runFiles } from '~/http/import-desk.server'
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
      const outcome = await runFiles('import', user.id, sources)
      if (!outcome.ok) throw new Problem(409, busyMessage)
      const { summary } = outcome
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
