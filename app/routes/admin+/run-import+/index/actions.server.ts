import { db } from '~/db.server'
import { busyMessage, undoRefusals } from '~/domain/imports/failures'
import { importChecked, runImport, runPreview } from '~/domain/imports/imports.server'
import { undoImport } from '~/domain/imports/undo.server'
import { parseId } from '~/domain/ids'
import type { Fields } from '~/domain/parse-fields'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { env } from '~/env.server'
import { seeOther, seeOtherWithFlash } from '~/http/redirects.server'
import { idempotencyKeyFromForm, keepFormOnFailure, rejectForm } from '~/http/forms.server'
import { chooseSources, contentOf } from '~/http/import-files.server'
import { log } from '~/log.server'
import { evictPages } from '~/server/page-cache.server'

const page = '/admin/run-import'
const errorFlash = { tone: 'error', duration: 30_000 } as const

/** Imports or previews the selected files, or imports previewed files. */
export async function importFromPage(fields: Fields, by: number) {
  const isChecked = fields.intent === 'import-checked' || fields.intent === 'import-good-rows'
  const { sources, errors } = isChecked ? { sources: [], errors: [] } : chooseSources(fields)
  if (errors.length > 0) return rejectForm(fields, errors)
  const content = await contentOf(fields)
  const request = {
    by,
    key: idempotencyKeyFromForm(`import ${by}`, fields, content),
    content,
    sandbox,
    releaseBy: env.RELEASE_BY,
    onError: (error: unknown) => log.error({ err: error }, "a table's import failed"),
  }
  return keepFormOnFailure(
    fields,
    'The database did not answer in time. Please try again in a moment.',
    async () => {
      const outcome = isChecked
        ? await importChecked(db, {
            ...request,
            preview: parseId(fields.preview) ?? 0,
            goodRows: fields.intent === 'import-good-rows',
          })
        : fields.intent === 'preview'
          ? await runPreview(db, { ...request, sources })
          : await runImport(db, { ...request, sources })
      if (!outcome.ok && outcome.reason === 'forbidden')
        return rejectForm(fields, [{ path: '', message: outcome.message }], { status: 403 })
      evictPages()
      if (outcome.ok || outcome.reason === 'running' || outcome.reason === 'changed')
        return seeOther(`${page}?run=${outcome.id}`)
      if (outcome.reason === 'missing')
        return seeOtherWithFlash(page, { ...errorFlash, message: missingMessage })
      return rejectForm(fields, [{ path: '', message: busyMessage }], { status: 409 })
    },
  )
}

const missingMessage =
  'Nothing was imported: the checked files do not wait any more. Another import or preview has taken their place, or a day has passed. Please choose them again.'

/** Undoes the last import. */
export async function undoFromPage(fields: Fields, by: number) {
  const runId = parseId(fields.run) ?? 0
  const anyway = typeof fields.anyway === 'string' ? fields.anyway : ''
  return keepFormOnFailure(fields, 'Failed to undo the import. Please try again.', async () => {
    const outcome = await undoImport(db, { by, runId, anyway, releaseBy: env.RELEASE_BY })
    if (outcome.ok) {
      evictPages()
      return seeOther(`${page}?run=${outcome.id}`)
    }
    switch (outcome.reason) {
      case 'busy':
        return seeOtherWithFlash(page, { ...errorFlash, message: busyMessage })
      case 'undone':
        return seeOtherWithFlash(`${page}?run=${outcome.id}`, { tone: 'info', message: undoRefusals.undone })
      case 'forbidden':
        return seeOtherWithFlash(page, { ...errorFlash, message: outcome.message })
      case 'missing':
        return seeOtherWithFlash(page, { ...errorFlash, message: undoRefusals.missing })
      case 'conflict': {
        const message =
          'Nothing was put back: rows were changed after this page was opened. They are listed below.'
        return seeOtherWithFlash(`${page}/undo`, { ...errorFlash, message })
      }
    }
  })
}
