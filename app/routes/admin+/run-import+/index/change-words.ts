import type { ChangeCounts } from '~/domain/imports/imports.queries.server'

/** The numbers of changes of a table in words; null if nothing changes. */
export function changeWords(changes: ChangeCounts) {
  const parts = (['added', 'changed', 'removed'] as const)
    .filter((kind) => changes[kind] > 0)
    .map((kind) => `${changes[kind].toLocaleString('en-US')} ${kind}`)
  return parts.length > 0 ? parts.join(', ') : null
}
