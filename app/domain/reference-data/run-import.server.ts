import { statSync } from 'node:fs'
import type { Readable } from 'node:stream'

import { isUnavailable } from '../../../db/errors'
import type { Db } from '../../../db/schema'
import { importedCollections } from '~/domain/configuration/collections'
import type { IdempotencyKey } from '~/domain/idempotency/idempotency.server'

import { bundledFile, bundledPath, imported, named, refused, type ImportedCollection } from './import.server'
import { previewTable } from './preview.server'
import {
  beginRun,
  endRun,
  findRun,
  noteProgress,
  RunLost,
  summaryOf,
  type RunSummary,
  type TableRun,
} from './runs.server'
import {
  clearLeftovers,
  clearStages,
  importStaged,
  keepStaged,
  listStaged,
  stageFile,
  type StagedFile,
} from './staging.server'

/** A file for a table: a bundled one, or one that an admin has sent. */
export type ImportSource = {
  collection: ImportedCollection
  /** Its name, and its bytes. */
  label: string
  size: number
  uploaded: boolean
  open: () => Readable
}

export type RunOutcome =
  | { ok: true; id: number; summary: RunSummary }
  /** Another run is under way. */
  | { ok: false; reason: 'busy' }
  /** This is a retry of the run under way. */
  | { ok: false; reason: 'running'; id: number }
  /** What was checked does not wait any more, or is another admin's. */
  | { ok: false; reason: 'gone' }

type Caller = {
  by: number
  /** Under which the same request may come again, and what makes it the same. */
  key?: IdempotencyKey | null
  content?: unknown
  /** Is given what nobody expects; the summary says that something of the kind was. */
  onError?: (error: unknown) => void
}

/** Who runs which files. */
export type RunRequest = Caller & { sources: readonly ImportSource[] }

/** How often a run says how far it is, in milliseconds. */
const progressInterval = 500

/** The bundled files of all five tables, in the order in which they are imported. */
export function bundledSources(): ImportSource[] {
  return importedCollections.map((collection) => ({
    collection,
    label: collection.file,
    size: statSync(bundledPath(collection), { throwIfNoEntry: false })?.size ?? 0,
    uploaded: false,
    open: () => bundledFile(collection),
  }))
}

/**
 * Replaces the tables of the given files, one transaction each: those that fail keep their rows. Only one run is under way at a
 * time. A retry gets the outcome of the first request.
 */
export async function runImport(db: Db, request: RunRequest): Promise<RunOutcome> {
  return runFiles(db, 'import', request, async ({ id, collection, label }, checked) => {
    const { rows } = checked
    await importStaged(db, { by: request.by, runId: id, collection, source: label, rows })
    return imported(collection, checked)
  })
}

/** Finds out what importing the given files would change. Their rows wait to be imported by `runChecked`, and change nothing yet. */
export async function runPreview(db: Db, request: RunRequest): Promise<RunOutcome> {
  return runFiles(db, 'preview', request, async ({ id, collection, label, size }, checked) => {
    const { rows } = checked
    const preview = await previewTable(db, collection, rows)
    await keepStaged(db, collection, { runId: id, source: label, size, rows })
    const message = `${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'} could be imported`
    return { ...named(collection, checked), success: true, message, count: rows, preview }
  })
}

/** Imports exactly what the same admin's preview has checked and not refused. */
export async function runChecked(
  db: Db,
  { preview, ...caller }: Caller & { preview: number },
): Promise<RunOutcome> {
  const run = await findRun(db, preview)
  if (run?.user_id !== caller.by) return { ok: false, reason: 'gone' }
  let staged: StagedFile[] = []
  const listed = await listStaged(db, preview)
  const begun = await begin(db, {
    ...caller,
    kind: 'import',
    source: `${listed.map(({ source }) => source).join(', ')}, as checked by preview ${preview}`,
    prepare: async (trx) => {
      staged = await listStaged(trx, preview)
      if (staged.length === 0) throw new NothingStaged()
    },
  }).catch((error: unknown) => {
    if (error instanceof NothingStaged) return { ok: false, reason: 'gone' } as const
    throw error
  })
  if (!begun.ok || begun.summary) return begun
  const { id } = begun
  const results: TableRun[] = []
  for (const { collection, source, size, rows } of staged) {
    const whole = { rows, badRows: [], badCount: 0, header: [] }
    const result = await attempt(collection, caller, async () => {
      await importStaged(db, { by: caller.by, runId: id, collection, source, rows })
      return imported(collection, whole)
    })
    results.push({ ...result, source, size })
  }
  return finish(db, 'import', id, results)
}

class NothingStaged extends Error {}

type Begun = { ok: true; id: number; summary: null } | RunOutcome

/** Begins a run; what is to be answered instead when it is a retry, or may not begin. */
async function begin(
  db: Db,
  { onError: _, ...start }: Caller & Omit<Parameters<typeof beginRun>[1], keyof Caller>,
): Promise<Begun> {
  const begun = await beginRun(db, start)
  if (!begun.ok) return { ok: false, reason: 'busy' }
  const { id } = begun
  if (!begun.repeated) return { ok: true, id, summary: null }
  const summary = (await findRun(db, id))?.summary
  return summary ? { ok: true, id, summary } : { ok: false, reason: 'running', id }
}

async function runFiles(
  db: Db,
  kind: 'import' | 'preview',
  { sources, ...caller }: RunRequest,
  work: (
    source: ImportSource & { id: number },
    checked: Awaited<ReturnType<typeof stageFile>>,
  ) => Promise<Omit<TableRun, 'source' | 'size'>>,
): Promise<RunOutcome> {
  const begun = await begin(db, { ...caller, kind, source: sourceText(sources), prepare: clearStages })
  if (!begun.ok || begun.summary) return begun
  const { id } = begun
  const total = sources.reduce((sum, { size }) => sum + size, 0)
  const results: TableRun[] = []
  let done = 0
  for (const source of sources) {
    const { collection, label, size, open } = source
    const note = (rows: number, read: number) =>
      noteProgress(db, id, {
        table_title: collection.title,
        rows_read: rows,
        size_read: done + read,
        size_total: total,
      })
    await note(0, 0)
    let noted = performance.now()
    const result = await attempt(collection, caller, async () => {
      const checked = await stageFile(db, id, collection, open(), async (soFar) => {
        if (performance.now() - noted < progressInterval) return
        noted = performance.now()
        await note(soFar.rows, soFar.size)
      })
      await note(checked.rows, size)
      return checked.badCount > 0 ? refused(collection, checked) : work({ ...source, id }, checked)
    })
    results.push({ ...result, source: label, size })
    done += size
  }
  await clearLeftovers(db, id).catch((error: unknown) => {
    if (!(error instanceof RunLost)) caller.onError?.(error) // the next run clears them too
  })
  return finish(db, kind, id, results)
}

/** Works on one table. What nobody expects is said of it. */
async function attempt(
  { title }: ImportedCollection,
  { onError }: Caller,
  work: () => Promise<Omit<TableRun, 'source' | 'size'>>,
): Promise<Omit<TableRun, 'source' | 'size'>> {
  try {
    return await work()
  } catch (error) {
    onError?.(error)
    const message = isUnavailable(error)
      ? 'The database did not answer in time, nothing was changed. Please try again.'
      : error instanceof RunLost
        ? 'Another import has begun meanwhile, nothing was changed.'
        : 'An unknown error occurred. Nothing was changed.'
    return { table: title, success: false, message, count: 0, badRows: [], badCount: 0, header: [] }
  }
}

async function finish(
  db: Db,
  kind: 'import' | 'preview',
  id: number,
  results: TableRun[],
): Promise<RunOutcome> {
  const summary = summaryOf(kind, results)
  const badRows = results.flatMap(({ table, header, badRows }) =>
    badRows.length > 0 ? [{ table, header, rows: badRows }] : [],
  )
  for (let attempt = 1; ; attempt += 1) {
    try {
      await endRun(db, id, summary, badRows)
      return { ok: true, id, summary }
    } catch (error) {
      // A run whose end is not written holds up the next one.
      if (!isUnavailable(error) || attempt === attemptsToEnd) throw error
    }
  }
}

const attemptsToEnd = 5

function sourceText(sources: readonly ImportSource[]) {
  const own = sources.filter(({ uploaded }) => uploaded)
  if (own.length === 0) return 'Bundled files'
  const names = own.map(({ label }) => label).join(', ')
  return own.length === sources.length ? names : `${names} and bundled files`
}
