import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { collections, importedCollections } from '~/domain/configuration/collections'
import type { IdempotencyKey } from '~/domain/idempotency/idempotency.server'
import { parseId } from '~/domain/ids'
import type { FieldError, Fields } from '~/domain/parse-fields'
import {
  bundledSources,
  runChecked,
  runImport,
  runPreview,
  type ImportSource,
  type RunOutcome,
} from '~/domain/reference-data/run-import.server'
import type { TableOutcome } from '~/domain/reference-data/runs.server'
import { undoImport } from '~/domain/reference-data/undo.server'
import { log } from '~/log.server'
import { forgetPages } from '~/server/page-cache.server'

import { readFields } from './api.server'
import { BodyError } from './body.server'
import { seeOtherWithFlash } from './flash.server'
import { formFields, idempotencyKeyFromForm, refuseForm, refuseForNow } from './forms.server'
import { seeOther } from './redirects.server'
import { isMultipart, readUploads, type UploadForm } from './uploads.server'

const desk = '/admin/run-import'

export const busyMessage = 'Another import is under way. Please wait until it has ended.'

/** The form of the import, with the files that were chosen, if any. What cannot be read is answered with its status. */
export async function readImportForm(request: Request): Promise<UploadForm> {
  if (!isMultipart(request)) return withoutFiles(await formFields(request))
  try {
    return await readUploads(request)
  } catch (error) {
    if (error instanceof BodyError) throw json(error.message, { status: error.status })
    throw error
  }
}

/** The body of a call: JSON or a form, or none at all. @throws {BodyError} */
export async function readImportCall(request: Request): Promise<UploadForm> {
  if (isMultipart(request)) return readUploads(request)
  if (!request.headers.get('Content-Type')) {
    const reader = request.body?.getReader()
    const { done = true } = (await reader?.read()) ?? {}
    reader?.releaseLock()
    if (done) return withoutFiles({})
  }
  return withoutFiles(await readFields(request))
}

function withoutFiles(fields: Fields): UploadForm {
  return { fields, files: new Map(), close: () => Promise.resolve() }
}

/** Which file goes into which table, or what is wrong with the choice. */
export function chooseSources({ fields, files }: UploadForm) {
  const errors: FieldError[] = []
  const sources: ImportSource[] = []
  const { only_uploaded: only } = fields
  const onlyOwn = typeof only === 'string' && /^(?:yes|true|on|1)$/i.test(only)
  for (const bundled of bundledSources()) {
    const { slug } = bundled.collection
    const file = files.get(slug)
    if (file && !/\.csv$/i.test(file.name))
      errors.push({ path: slug, message: 'Choose a CSV file. Its name ends in .csv' })
    else if (file)
      sources.push({
        ...bundled,
        label: file.name,
        size: file.spool.size(),
        uploaded: true,
        open: () => file.spool.read(),
      })
    else if (!onlyOwn) sources.push(bundled)
  }
  for (const name of files.keys()) {
    if (!importedCollections.some(({ slug }) => slug === name))
      errors.push({ path: name.slice(0, 100), message: 'No table takes this file' })
  }
  if (errors.length === 0 && sources.length === 0)
    errors.push({ path: 'only_uploaded', message: 'Choose at least one file, or import the bundled files' })
  return { sources, errors }
}

/** What makes two requests one and the same: the same files for the same tables. */
export function contentOf({ fields, files }: UploadForm) {
  return {
    intent: fields.intent,
    preview: fields.preview,
    only_uploaded: fields.only_uploaded,
    files: [...files].map(([slug, { name, spool }]) => [slug, name, spool.digest()]),
  }
}

/** Who asks for a run, and the key under which the same request may come again. */
export type RunCaller = { by: number; key: IdempotencyKey | null; content: unknown }

/** Runs an import or a preview of files, or imports what a preview has checked. What shows imported figures is shown afresh. */
export async function runFiles(
  caller: RunCaller,
  what: { kind: 'import' | 'preview'; sources: ImportSource[] } | { kind: 'checked'; preview: number },
): Promise<RunOutcome> {
  const onError = (error: unknown) => log.error({ err: error }, `a table's ${what.kind} failed`)
  const request = { ...caller, onError }
  if (what.kind === 'preview') return runPreview(db, { ...request, sources: what.sources })
  const outcome =
    what.kind === 'checked'
      ? await runChecked(db, { ...request, preview: what.preview })
      : await runImport(db, { ...request, sources: what.sources })
  if (outcome.ok) forgetTiers(outcome.summary.results)
  return outcome
}

function forgetTiers(results: readonly TableOutcome[]) {
  const { title } = collections.coverageTiers
  if (results.some(({ table, success }) => success && table === title)) forgetPages('/coverage-tiers')
}

/** What the page's form asks for: an import, a preview, the import of what it has checked, or the last import undone. */
export async function actOnImport(form: UploadForm, by: number) {
  const { fields } = form
  if (fields.intent === 'undo') return undoFromPage(fields, by)
  const content = contentOf(form)
  const caller = { by, key: idempotencyKeyFromForm(`import ${by}`, fields, content), content }
  const preview = parseId(fields.preview) ?? 0
  const isChecked = fields.intent === 'import-checked'
  const { sources, errors } = isChecked ? { sources: [], errors: [] } : chooseSources(form)
  if (errors.length > 0) return refuseForm(fields, errors)
  const kind = fields.intent === 'preview' ? 'preview' : 'import'
  try {
    const outcome = await runFiles(caller, isChecked ? { kind: 'checked', preview } : { kind, sources })
    if (outcome.ok || outcome.reason === 'running') return seeOther(`${desk}?run=${outcome.id}`)
    if (outcome.reason === 'gone')
      return seeOtherWithFlash(desk, { tone: 'error', duration: 30_000, message: goneMessage })
  } catch (error) {
    return refuseForNow(fields, error, 'The database did not answer in time. Please try again in a moment.')
  }
  return refuseForm(fields, [{ path: '', message: busyMessage }], { status: 409 })
}

const goneMessage =
  'Nothing was imported: the checked files do not wait any more. Another import or preview has taken their place, or a day has passed. Please choose them again.'

async function undoFromPage(fields: Fields, by: number) {
  const error = { tone: 'error', duration: 30_000 } as const
  const runId = parseId(fields.run) ?? 0
  const anyway = String(fields.anyway ?? '').split(',')
  const outcome = await undoImport(db, { by, runId, anyway })
  if (outcome.ok) {
    forgetTiers(outcome.summary.results)
    return seeOther(`${desk}?run=${outcome.id}`)
  }
  switch (outcome.reason) {
    case 'busy':
      return seeOtherWithFlash(desk, { ...error, message: busyMessage })
    case 'gone':
      return seeOtherWithFlash(desk, {
        ...error,
        message: 'This import cannot be undone any more, or has been undone already.',
      })
    case 'changed': {
      const message = `Nothing was put back. Changed since the import: ${outcome.titles.join(', ')}.`
      return seeOtherWithFlash(`${desk}/undo`, { ...error, message })
    }
  }
}
