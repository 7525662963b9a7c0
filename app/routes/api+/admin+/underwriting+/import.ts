import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { busyMessage } from '~/domain/imports/failures'
import { runImport } from '~/domain/imports/imports.server'
import { findBadRows, waitForRun, type TableOutcome } from '~/domain/imports/runs.server'
import { env } from '~/env.server'
import { idempotencyKeyFromHeader, invalid, requireOwnId, readFields, resource } from '~/http/api.server'
import { importFiles } from '~/http/body.server'
import { chooseSources, contentOf } from '~/http/import-files.server'
import { Problem } from '~/http/problem.server'
import { requireAdminCall } from '~/http/session.server'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { log } from '~/log.server'
import { evictPages } from '~/server/page-cache.server'

const imports = resource({
  POST: async ({ request }) => {
    const { user } = await requireAdminCall(request)
    const fields = (await isEmpty(request)) ? {} : await readFields(request, { files: importFiles })
    requireOwnId(fields.user_id ?? fields.userId, user.id)
    const { sources, errors } = chooseSources(fields)
    if (errors.length > 0) return invalid(errors)
    const outcome = await runImport(db, {
      by: user.id,
      key: idempotencyKeyFromHeader(`import ${user.id}`, request),
      content: await contentOf(fields),
      sources,
      sandbox,
      releaseBy: env.RELEASE_BY,
      onError: (error) => log.error({ err: error }, "a table's import failed"),
    })
    if (!outcome.ok && outcome.reason === 'forbidden')
      return json({ error: outcome.message }, { status: 403 })
    const summary = outcome.ok
      ? outcome.summary
      : outcome.reason === 'running'
        ? await waitForRun(db, outcome.id) // a retry gets the outcome of the first
        : null
    if (!summary) throw new Problem(409, busyMessage)
    evictPages()
    const { success, partialSuccess, message, totalImported, totalSuccess, totalFailed } = summary
    const badRows = totalFailed > 0 && outcome.ok ? await findBadRows(db, outcome.id) : null
    const results = summary.results.map((result) => ({
      ...brief(result),
      badRows: badRowsOf(result, badRows),
    }))
    const body = { success, partialSuccess, message, results, totalImported, totalSuccess, totalFailed }
    if (success || partialSuccess) return json(body, { status: success ? 200 : 207 })
    const faults = results.map(({ table, message }) => ({ path: table, message }))
    return json({ error: faults, ...body }, { status: 422 })
  },
})

/** Whether a request has neither a content type nor a body. */
async function isEmpty(request: Request) {
  if (request.headers.get('Content-Type')) return false
  const reader = request.body?.getReader()
  const { done = true } = (await reader?.read()) ?? {}
  reader?.releaseLock()
  return done
}

/** The bad rows of a table, as far as they are stored: line, column, value and reason; absent without any. */
function badRowsOf({ table }: TableOutcome, stored: Awaited<ReturnType<typeof findBadRows>>) {
  return stored?.find((one) => one.table === table)?.rows.map(({ cells: _, ...row }) => row)
}

function brief({ table, success, message, count }: TableOutcome) {
  return { table, success, message, count }
}

export { imports as loader, imports as action }
