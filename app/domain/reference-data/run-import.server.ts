import type { Readable } from 'node:stream'

import { isUnavailable } from '../../../db/errors'
import type { Db } from '../../../db/schema'
import { importedCollections } from '~/domain/configuration/collections'

import { bundledFile, replaceTable, type ImportedCollection } from './import.server'
import { previewTable } from './preview.server'
import {
  beginRun,
  endRun,
  holdRun,
  noteProgress,
  RunLost,
  summaryOf,
  type RunSummary,
  type TableRun,
} from './runs.server'
import { keepUndo } from './undo.server'

/** A file for a table: a bundled one, or one that an admin has sent. */
export type ImportSource = {
  collection: ImportedCollection
  /** Its name. */
  label: string
  uploaded: boolean
  open: () => Readable
}

export type RunOutcome = { ok: true; id: number; summary: RunSummary } | { ok: false; reason: 'busy' }

/** Who runs which files. What nobody expects is said of its table in the summary, and given to `onError`. */
export type RunRequest = {
  by: number
  sources: readonly ImportSource[]
  onError?: (error: unknown) => void
}

/** How often a run says how far it is, in milliseconds. */
const progressInterval = 1000

/** The bundled files of all five tables, in the order in which they are imported. */
export function bundledSources(): ImportSource[] {
  return importedCollections.map((collection) => ({
    collection,
    label: collection.file,
    uploaded: false,
    open: () => bundledFile(collection),
  }))
}

/**
 * Replaces the tables of the given files, one transaction each: those that fail keep their rows. Only one run is under way at a
 * time.
 */
export async function runImport(db: Db, request: RunRequest): Promise<RunOutcome> {
  const { by } = request
  return run(db, 'import', request, ({ collection, label, open }, id, onRows) =>
    replaceTable(db, collection, open(), {
      onRows,
      replacement: {
        by,
        runId: id,
        source: label,
        begin: (trx) => holdRun(trx, id),
        finish: (trx, rowsBefore) => keepUndo(trx, collection.table, id, rowsBefore),
      },
    }),
  )
}

/** Finds out what importing the given files would change. Nothing is changed but the list of runs. */
export async function runPreview(db: Db, request: RunRequest): Promise<RunOutcome> {
  return run(db, 'preview', request, ({ collection, open }, _, onRows) =>
    previewTable(db, collection, open(), onRows),
  )
}

async function run(
  db: Db,
  kind: 'import' | 'preview',
  { by, sources, onError = () => {} }: RunRequest,
  work: (
    source: ImportSource,
    id: number,
    onRows: (rows: number) => Promise<void>,
  ) => Promise<Omit<TableRun, 'source'>>,
): Promise<RunOutcome> {
  const id = await beginRun(db, { by, kind, source: sourceText(sources) })
  if (id === null) return { ok: false, reason: 'busy' }
  const results: TableRun[] = []
  for (const source of sources) {
    const { title } = source.collection
    await noteProgress(db, id, title, 0)
    let noted = performance.now()
    const onRows = async (rows: number) => {
      if (performance.now() - noted < progressInterval) return
      noted = performance.now()
      await noteProgress(db, id, title, rows)
    }
    try {
      results.push({ ...(await work(source, id, onRows)), source: source.label })
    } catch (error) {
      onError(error)
      const message = isUnavailable(error)
        ? 'The database did not answer in time, nothing was changed. Please try again.'
        : error instanceof RunLost
          ? 'Another import has begun meanwhile, nothing was changed.'
          : 'An unknown error occurred. Nothing was changed.'
      const nothing = { count: 0, badRows: [], badCount: 0, header: [] }
      results.push({ table: title, success: false, message, source: source.label, ...nothing })
    }
  }
  const summary = summaryOf(kind, results)
  const badRows = results.flatMap(({ table, header, badRows }) =>
    badRows.length > 0 ? [{ table, header, rows: badRows }] : [],
  )
  await endRun(db, id, summary, badRows)
  return { ok: true, id, summary }
}

function sourceText(sources: readonly ImportSource[]) {
  const own = sources.filter(({ uploaded }) => uploaded)
  if (own.length === 0) return 'Bundled files'
  const names = own.map(({ label }) => label).join(', ')
  return own.length === sources.length ? names : `${names} and bundled files`
}
