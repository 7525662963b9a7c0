import { choiceParam, cursor, dateRange, text } from '~/lists/list-params'
import { defineList } from '~/lists/list-state'

/** The actions that change nothing. */
export const reads = ['view', 'export']

export const auditList = defineList({
  path: '/admin/audit',
  filters: {
    who: text(200),
    record: text(200),
    entity: text(200),
    action: text(200),
    kind: choiceParam(['changes', 'all']),
    ...dateRange,
  },
  position: { cursor },
})

export type AuditListState = ReturnType<typeof auditList.read>

/** Only changes, unless views and exports are requested. */
export function auditFilter({ filter: { kind, ...filter } }: Pick<AuditListState, 'filter'>) {
  const isOfReads = reads.some((action) => action === filter.action)
  return kind === 'all' || isOfReads ? filter : { ...filter, kind: 'changes' as const }
}

/** The URL of the file with all entries that a state of the list filters. */
export function auditExportUrl(state: Pick<AuditListState, 'texts'>) {
  const query = auditList.query({ cursor: '' }, state)
  return `/admin/audit/export${query && `?${query}`}`
}
