import { isUnavailable, isUniqueViolation } from '../../../db/errors'
import type { Db } from '../../../db/schema'
import { importedCollections } from '~/domain/configuration/collections'
import { counted } from '~/domain/formats'
import type { IdempotencyKey } from '~/domain/idempotency/idempotency.server'
import type { GuardSandbox } from '~/domain/engine-versions/configuration-guard.server'
import type { ReleaseBy } from '~/domain/engine-versions/engine-versions.server'
import { isReleased } from '~/domain/releases/changes.server'

import type { ImportedCollection, ImportSource } from './bundled-files.server'
import { checkFile, type RowError, type CheckedFile } from './csv-file.server'
import { secondAdminMessages } from './failures'
import * as queries from './imports.queries.server'
import { mergeRows, RefusedRows } from './merge.server'
import { previewChanges, type PreviewedMerge } from './preview.server'
import {
  beginRun,
  endRun,
  findBadRows,
  findRun,
  storeProgress,
  RunLost,
  summaryOf,
  type RunStart,
  type RunSummary,
  type TableOutcome,
  type TableResult,
} from './runs.server'

export type RunOutcome =
  | { ok: true; id: number; summary: RunSummary }
  /** Another run is in progress. */
  | { ok: false; reason: 'busy' }
  /** This is a retry of the run in progress. */
  | { ok: false; reason: 'running'; id: number }
  /** The tables have changed since the preview: the run whose id this is compares the same rows again. */
  | { ok: false; reason: 'changed'; id: number }
  /** The staged rows have expired, or are another person's to import. */
  | { ok: false; reason: 'missing' }
  /** Another admin must release it. */
  | { ok: false; reason: 'forbidden'; message: string }

type Caller = {
  by: number
  /** A retry has the same key and content. */
  key?: IdempotencyKey | null
  content?: object
  /** Checks the configuration with each file's rows under the engine in use; without one nothing is checked. */
  sandbox?: GuardSandbox
  /** Where it is 'two', the tables that the engine reads are only imported from another admin's preview. */
  releaseBy?: ReleaseBy
  /** Receives unexpected errors; the summary only reports that there was one. */
  onError?: (error: unknown) => void
}

export type RunRequest = Caller & { sources: readonly ImportSource[] }

/** How often a run stores its progress, in milliseconds. */
const progressInterval = 500

/** How long the staged rows of a preview can be imported, in milliseconds. */
export const stagedFor = 24 * 60 * 60_000

/**
 * Merges files into their tables, one transaction each: a table whose import fails keeps its rows. Only one run is in progress at
 * a time. A retry gets the result of the first request.
 */
export async function runImport(db: Db, request: RunRequest): Promise<RunOutcome> {
  if (request.releaseBy === 'two' && request.sources.some(({ collection }) => isReleased(collection)))
    return { ok: false, reason: 'forbidden', message: secondAdminMessages.import }
  const begun = await begin(db, { ...request, kind: 'import', source: describeSources(request.sources) })
  if (!begun.ok || begun.summary) return begun
  const { id } = begun
  const results = await checkFiles(db, id, request, async (collection, source, checked) => {
    if (checked.badCount > 0) return refused(checked)
    const merge = { runId: id, stagedBy: id, rows: checked.rows, removes: true }
    const changes = await mergeRows(
      db,
      { by: request.by, collection, source, sandbox: request.sandbox },
      merge,
    )
    return imported(checked.rows, changes)
  })
  await queries.deleteStagedRows(db, id).catch((error: unknown) => request.onError?.(error)) // the next run deletes them
  return finish(db, id, 'import', results)
}

/** Computes the changes of an import without making them. The staged rows can then be imported by `importChecked`. */
export async function runPreview(
  db: Db,
  request: RunRequest & { sandbox: GuardSandbox },
): Promise<RunOutcome> {
  const begun = await begin(db, { ...request, kind: 'preview', source: describeSources(request.sources) })
  if (!begun.ok || begun.summary) return begun
  const { id } = begun
  const merges: PreviewedMerge[] = []
  const results = await checkFiles(db, id, request, async (collection, _, checked) => {
    const { rows, total, badCount, isWhole } = checked
    if (!isWhole || rows === 0) {
      await queries.deleteStagedRows(db, id, collection.table)
      return refused(checked)
    }
    merges.push({ collection, runId: id, stagedBy: id, rows, removes: badCount === 0 })
    return badCount > 0
      ? { ...refused(checked), goodRows: rows, leftOut: total - rows }
      : { success: true, count: rows, message: `${counted(rows, 'row')} could be imported` }
  })
  return finishPreview(db, id, { ...request, results, merges })
}

type Compared = Pick<Caller, 'onError'> & {
  sandbox: GuardSandbox
  results: TableResult[]
  merges: PreviewedMerge[]
  renews?: RunSummary['renews']
}

/** Adds to the results of the files the changes that importing them would make, and ends the run. */
async function finishPreview(
  db: Db,
  id: number,
  { sandbox, onError, results, merges, renews }: Compared,
): Promise<RunOutcome> {
  try {
    const { previews, impact, refusal } = await previewChanges(db, sandbox, merges)
    const previewed = results.map((result) => ({
      ...result,
      preview: previews.get(result.table),
      ...(refusal !== null && result.success && { success: false, count: 0, message: refusal }),
    }))
    return await finish(db, id, 'preview', previewed, { impact, renews })
  } catch (error) {
    onError?.(error)
    const failed = { success: false, count: 0, message: messageOf(error) }
    return finish(
      db,
      id,
      'preview',
      results.map((result) => (result.success ? { ...result, ...failed } : result)),
      { renews },
    )
  }
}

/**
 * Imports exactly the rows that a preview of the same admin has staged, or that of another one where two release: those of files without
 * errors, and with `goodRows` the valid rows of the others too. Files with errors remove no rows: one that seems to be missing may be a bad row.
 * Nothing is imported if one of their tables has changed since the preview: then a new preview compares the staged rows again.
 */
export async function importChecked(
  db: Db,
  { preview, goodRows = false, ...caller }: CheckedRequest & { goodRows?: boolean },
): Promise<RunOutcome> {
  const checked = await listChecked(db, preview, caller.by, caller.releaseBy)
  const files = checked.filter((file) => file.leftOut === 0 || goodRows)
  const titles = await listChanged(db, files)
  if (titles.length > 0) return renewPreview(db, { ...caller, preview }, titles)
  const source = `${files.map(({ source }) => source).join(', ')}, as checked by preview ${preview}`
  const begun = await begin(db, {
    ...caller,
    kind: 'import',
    source,
    isMissing: files.length === 0,
    prepare: (trx) => queries.deleteOtherStagedRows(trx, preview),
  })
  if (!begun.ok || begun.summary) return begun
  const { id } = begun
  const results: TableResult[] = []
  for (const { collection, source, size, rows, leftOut, preview: compared } of files) {
    const result = await attempt(collection, caller, async () => {
      const merge = { runId: id, stagedBy: preview, rows, removes: leftOut === 0 }
      const { by, sandbox } = caller
      const file = { by, collection, source, sandbox, version: compared?.version }
      const changes = await mergeRows(db, file, merge)
      return imported(rows, changes, leftOut)
    })
    results.push({ ...result, source, size })
  }
  return finish(db, id, 'import', results)
}

type CheckedRequest = Caller & { sandbox: GuardSandbox; preview: number }

/** Returns the titles of the tables of staged files that have changed since they were compared. */
async function listChanged(db: Db, files: readonly CheckedSource[]) {
  const titles: string[] = []
  for (const { collection, preview } of files)
    if ((await queries.tableVersion(db, collection.table)) !== preview?.version) titles.push(collection.title)
  return titles
}

/** Compares the staged rows of a preview with their tables again, in a new preview of the same author. */
async function renewPreview(
  db: Db,
  { preview, ...caller }: CheckedRequest,
  titles: string[],
): Promise<RunOutcome> {
  const run = await findRun(db, preview)
  const { author, files } = await stagedFiles(db, preview)
  const begun = await begin(db, {
    ...caller,
    by: author,
    kind: 'preview',
    source: run?.source ?? '',
    isMissing: files.length === 0,
    prepare: async (trx, id) => {
      await queries.moveStagedRows(trx, preview, id)
      await queries.deleteOtherStagedRows(trx, id)
    },
  })
  if (!begun.ok || begun.summary) return begun
  const { id } = begun
  const badRows = await findBadRows(db, preview)
  const results = (run?.summary?.results ?? [])
    .filter((result) => !hasRows(result) || files.some(({ collection }) => collection.title === result.table))
    .map(({ preview: _, ...result }) => {
      const { header = [], rows = [] } = badRows?.find(({ table }) => table === result.table) ?? {}
      return { ...result, header, badRows: rows }
    })
  const merges = files.map(({ collection, rows, leftOut }) => ({
    collection,
    runId: id,
    stagedBy: id,
    rows,
    removes: leftOut === 0,
  }))
  const outcome = await finishPreview(db, id, { ...caller, results, merges, renews: { preview, titles } })
  return outcome.ok ? { ok: false, reason: 'changed', id } : outcome
}

/** A file whose rows are staged for import; `size` is in bytes. */
export type CheckedSource = {
  collection: ImportedCollection
  source: string
  size: number | null
  /** The number of valid rows, and of rows that are left out. */
  rows: number
  leftOut: number
  preview: TableOutcome['preview']
}

/** Returns the staged files of a preview that this admin may import and that have not been imported yet, in import order. */
export async function listChecked(
  db: Db,
  preview: number,
  by: number,
  releaseBy: ReleaseBy = 'one',
): Promise<CheckedSource[]> {
  const { author, files } = await stagedFiles(db, preview)
  if (releaseBy === 'one') return author === by ? files : []
  return author === by ? files.filter(({ collection }) => !isReleased(collection)) : files
}

/** Returns the titles of the staged tables of this admin's preview that another admin must import. */
export async function listReserved(db: Db, preview: number, by: number, releaseBy: ReleaseBy) {
  const { author, files } = await stagedFiles(db, preview)
  if (releaseBy === 'one' || author !== by) return []
  return files.flatMap(({ collection }) => (isReleased(collection) ? [collection.title] : []))
}

async function stagedFiles(
  db: Db,
  preview: number,
): Promise<{ author: number | null; files: CheckedSource[] }> {
  const run = await findRun(db, preview)
  if (run?.kind !== 'preview' || Date.now() - run.created_at.getTime() > stagedFor)
    return { author: null, files: [] }
  const tables = await queries.listStagedTables(db, preview)
  const files = importedCollections.flatMap((collection) => {
    const result = run.summary?.results.find(({ table }) => table === collection.title)
    if (!result || !hasRows(result) || !tables.includes(collection.table)) return []
    const { source, size = null, count, goodRows = count, leftOut = 0, preview } = result
    return [{ collection, source, size, rows: goodRows, leftOut, preview }]
  })
  return { author: run.user_id, files }
}

/** Whether a preview has found rows to import: not in a file without valid rows, nor in one that the engine in use refuses. */
function hasRows({ success, goodRows }: TableOutcome) {
  return success || goodRows !== undefined
}

/** Deletes staged rows older than a day. */
export async function removeOldStagedRows(db: Db) {
  await queries.deleteOldStagedRows(db, stagedFor)
}

type Begun = { ok: true; id: number; summary: null } | RunOutcome

/** Begins a run, and deletes the staged rows of all others unless `prepare` does something else. */
async function begin(
  db: Db,
  {
    by,
    kind,
    source,
    key,
    content,
    isMissing,
    prepare = (trx, id) => queries.deleteOtherStagedRows(trx, id),
  }: RunStart,
): Promise<Begun> {
  const begun = await beginRun(db, { by, kind, source, key, content, isMissing, prepare })
  if (!begun.ok) return begun
  const { id } = begun
  if (!begun.repeated) return { ok: true, id, summary: null }
  const summary = (await findRun(db, id))?.summary
  if (!summary) return { ok: false, reason: 'running', id }
  return summary.renews ? { ok: false, reason: 'changed', id } : { ok: true, id, summary }
}

type Work = (
  collection: ImportedCollection,
  source: string,
  checked: CheckedFile,
) => Promise<Omit<Attempted, 'table' | 'badRows' | 'badCount' | 'header'>>

/** Validates and stages the files in turn, and processes the rows of each. */
async function checkFiles(db: Db, id: number, { sources, ...caller }: RunRequest, work: Work) {
  const totalSize = sources.reduce((sum, { size }) => sum + size, 0)
  const results: TableResult[] = []
  let done = 0
  for (const { collection, label, size, open } of sources) {
    let noted = 0
    const onProgress = async (read: { rows: number; size: number }) => {
      if (performance.now() - noted < progressInterval) return
      noted = performance.now()
      await storeProgress(db, id, {
        table: collection.title,
        rows: read.rows,
        size: done + read.size,
        totalSize,
      })
    }
    const result = await attempt(collection, caller, async () => {
      await onProgress({ rows: 0, size: 0 })
      const checked = await checkFile(collection, open(), {
        onRows: (rows) => queries.stageRows(db, id, collection, rows),
        onProgress,
      })
      noted = 0
      await onProgress({ rows: checked.total, size })
      const { badRows, badCount, header } = checked
      return { badRows, badCount, header, ...(await work(collection, label, checked)) }
    })
    results.push({ ...result, source: label, size })
    done += size
  }
  return results
}

type Attempted = Omit<TableResult, 'source' | 'size'>

/** Processes one table. An unexpected error becomes its result. */
async function attempt(
  { title }: ImportedCollection,
  { onError }: Caller,
  work: () => Promise<Partial<Attempted> & Pick<Attempted, 'success' | 'message' | 'count'>>,
): Promise<Attempted> {
  const none = { table: title, badRows: [], badCount: 0, header: [] }
  try {
    return { ...none, ...(await work()) }
  } catch (error) {
    if (!(error instanceof RefusedRows)) onError?.(error)
    return { ...none, success: false, message: messageOf(error), count: 0 }
  }
}

function messageOf(error: unknown) {
  // The database ignores more differences of case than JavaScript.
  if (isUniqueViolation(error)) return 'Two rows have the same name, nothing was changed.'
  if (isUnavailable(error))
    return 'The database did not answer in time, nothing was changed. Please try again.'
  if (error instanceof RefusedRows) return `${error.message}. Nothing was changed.`
  if (error instanceof RunLost) return 'Another import has begun meanwhile, nothing was changed.'
  return 'An unknown error occurred. Nothing was changed.'
}

function imported(rows: number, changes: queries.ChangeCounts, leftOut = 0) {
  const rest = leftOut > 0 ? `, ${counted(leftOut, 'bad row')} left out` : ''
  return { success: true, message: `${counted(rows, 'row')} imported${rest}`, count: rows, changes }
}

function refused({ badCount, badRows: [first] }: CheckedFile) {
  const message = `${counted(badCount, 'fault')}, nothing was changed. ${first ? describe(first) : ''}`
  return { success: false, message: message.trim(), count: 0 }
}

function describe({ line, column, reason }: RowError) {
  const place = [line > 0 ? `Line ${line}` : null, column].filter((part) => part !== null).join(', ')
  return place === '' ? reason : `${place}: ${reason}`
}

async function finish(
  db: Db,
  id: number,
  kind: 'import' | 'preview',
  results: TableResult[],
  { impact, renews }: { impact?: RunSummary['impact'] | null; renews?: RunSummary['renews'] } = {},
): Promise<RunOutcome> {
  const summary: RunSummary = {
    ...summaryOf(kind, results),
    ...(impact && { impact }),
    ...(renews && { renews }),
  }
  const badRows = results.flatMap(({ table, header, badRows }) =>
    badRows.length > 0 ? [{ table, header, rows: badRows }] : [],
  )
  for (let attempt = 1; ; attempt += 1) {
    try {
      await endRun(db, id, summary, badRows)
      return { ok: true, id, summary }
    } catch (error) {
      // A run that is not marked as ended would block the next one.
      if (!isUnavailable(error) || attempt === maxAttempts) throw error
    }
  }
}

const maxAttempts = 5

function describeSources(sources: readonly ImportSource[]) {
  const own = sources.filter(({ uploaded }) => uploaded)
  if (own.length === 0) return 'Bundled files'
  const names = own.map(({ label }) => label).join(', ')
  return own.length === sources.length ? names : `${names} and bundled files`
}
