import { Link } from '@remix-run/react'

import type { listDirectChanges } from '~/domain/audit/audit.server'
import { historyUrl, recordUrl } from '~/domain/audit/record-url'
import { adminTime, capital } from '~/domain/formats'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { Pager } from '~/ui/pager'
import type { RowOf } from '~/ui/row-of'
import { Table } from '~/ui/table'

type Change = RowOf<typeof listDirectChanges>

type Props = { changes: readonly Change[]; nextCursor: number | null; isFirstPage: boolean }

const path = '/admin/underwriting/releases'

/** The changes that went live without a release, newest first, each with a link to its undo. */
export function DirectChanges({ changes, nextCursor, isFirstPage }: Props) {
  return (
    <Card id="direct" title="Changes without a release">
      <p>
        Saved directly: they went live at once. <Link to="/admin/audit">The audit log</Link> has all changes,
        with every value before and after.
      </p>
      <Table
        caption="Changes without a release, newest first"
        captionHidden
        dense
        rows={changes}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title={isFirstPage ? 'Nothing was changed directly.' : 'There are no older changes.'} />
        }
        columns={[
          {
            header: 'Date, UTC',
            phone: 'first',
            cell: ({ created_at }) => <span className="on-one-line">{adminTime(created_at)}</span>,
          },
          { header: 'What', rowHeader: true, phone: 'title', cell: (change) => <Subject change={change} /> },
          { header: 'Change', phone: 'below', cell: ({ summary }) => summary },
          { header: 'By', phone: 'second', cell: ({ username }) => username ?? 'A deleted account' },
          { header: 'Undo', phone: 'act', cell: (change) => <Undo change={change} /> },
        ]}
      />
      <Pager
        label="Pages of the changes without a release"
        links={{
          Newest: isFirstPage ? null : `${path}#direct`,
          Older: nextCursor === null ? null : `${path}?before=${nextCursor}#direct`,
        }}
        preventScrollReset
      />
    </Card>
  )
}

const verbs: Record<string, string> = {
  create: 'Added',
  update: 'Changed',
  delete: 'Deleted',
  save: 'Saved',
  restore: 'Restored',
  release: 'Changed',
  import: 'Imported',
  'undo import': 'Import undone',
}

function Subject({ change: { entity, entity_id, name, action } }: { change: Change }) {
  const to = entity_id === null || action === 'delete' ? null : recordUrl(entity, entity_id)
  const subject = capital(name === null ? `${entity} ${entity_id ?? ''}`.trimEnd() : `${entity} ${name}`)
  return (
    <>
      {to === null ? subject : <Link to={to}>{subject}</Link>}
      <span className="cell-note">{verbs[action] ?? capital(action)}</span>
    </>
  )
}

/** The page that undoes a change or, where earlier values are chosen by hand, the one to choose them on. */
function wayBack({ id, entity, entity_id, action }: Change) {
  if (entity === 'engine version')
    return { to: '/admin/underwriting/code?tab=backups', label: 'See the backups' }
  if (entity === 'portfolio factor')
    return { to: '/admin/underwriting/portfolio-factor', label: 'Release another factor' }
  if (entity === 'state rule') return { to: '/admin/underwriting/state-rules', label: 'See the rules' }
  if (action === 'import') return { to: `/admin/run-import?run=${entity_id}`, label: 'Undo' }
  return action === 'undo import' ? null : { to: `/admin/audit/${id}/undo`, label: 'Undo' }
}

function Undo({ change }: { change: Change }) {
  if (change.undone) return <>Undone</>
  const way = wayBack(change)
  if (way === null) return null
  if (change.overwritten)
    return (
      <Link to={historyUrl(change.entity, change.entity_id)}>
        Changed since<span className="visually-hidden"> change {change.id}: the history of the record</span>
      </Link>
    )
  return (
    <Link to={way.to}>
      {way.label}
      <span className="visually-hidden">, change {change.id}</span>
    </Link>
  )
}
