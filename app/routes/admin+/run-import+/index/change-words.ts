import type { ChangeCounts } from '~/domain/imports/imports.queries.server'
import type { RunSummary, TableOutcome } from '~/domain/imports/runs.server'
import type { LaterChange } from '~/domain/imports/undo.server'

/** Describes the numbers of changes of a table; null if nothing changes. */
export function changeWords(changes: ChangeCounts) {
  const parts = (['added', 'changed', 'removed'] as const)
    .filter((kind) => changes[kind] > 0)
    .map((kind) => `${changes[kind].toLocaleString('en-US')} ${kind}`)
  return parts.length > 0 ? parts.join(', ') : null
}

/** Names what an undo would lose, by table, up to `max` rows of each: 'Coverage tiers: Basic, Elite (deleted) and 2 more'. */
export function laterChangeWords(changes: readonly LaterChange[], max: number) {
  return [...new Set(changes.map(({ table }) => table))].map((table) => {
    const rows = changes.filter((change) => change.table === table)
    const names = rows
      .slice(0, max)
      .map(({ name, kind }) => (kind === 'changed' ? name : `${name} (${kind})`))
    const more = rows.length > max ? ` and ${(rows.length - max).toLocaleString('en-US')} more` : ''
    return `${table}: ${names.join(', ')}${more}`
  })
}

/** Whether a preview found no difference between a table and its file. */
export function isUnchanged({ success, preview }: Pick<TableOutcome, 'success' | 'preview'>) {
  return success && preview !== undefined && changeWords(preview) === null
}

/** Whether importing the files of a preview would change nothing. */
export function changesNothing({ success, results }: Pick<RunSummary, 'success' | 'results'>) {
  return success && results.every(isUnchanged)
}
