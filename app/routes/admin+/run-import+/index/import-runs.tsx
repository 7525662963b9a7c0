import { Link } from '@remix-run/react'

import { adminTime } from '~/domain/formats'
import { EmptyState } from '~/ui/empty-state'
import { Notice } from '~/ui/notice'
import { Table } from '~/ui/table'

type RunEntry = {
  id: number
  kind: 'import' | 'preview' | 'undo'
  source: string
  created_at: string
  finished_at: string | null
  username: string | null
  /** The import of a preview's files. */
  imported_by: number | null
  message: string | null
}

type Props = {
  runs: RunEntry[]
  /** The run that the page shows, and the run in progress. */
  current: number | null
  under: number | null
}

export const kindNames = { import: 'Import', preview: 'Preview', undo: 'Undo' }

function usedText(importedBy: number) {
  return `Used: import ${importedBy} has imported its files.`
}

/** The outcome of the last run, so that an admin who lost the response does not start another one. */
export function LastRun({
  run: { id, kind, created_at, finished_at, username, imported_by, message },
}: {
  run: RunEntry
}) {
  return (
    <Notice tone={finished_at ? 'info' : 'warning'} title={`Last run: ${kindNames[kind]} ${id}`}>
      <p>
        {imported_by !== null
          ? usedText(imported_by)
          : finished_at
            ? message
            : 'It has broken off. What it had not finished has changed nothing.'}{' '}
        {adminTime(created_at)}
        {username ? `, by ${username}` : ''}.{' '}
        <Link to={`/admin/run-import?run=${id}`}>
          See its outcome<span className="visually-hidden"> of run {id}</span>
        </Link>
      </p>
    </Notice>
  )
}

export function ImportRuns({ runs, current, under }: Props) {
  const outcome = ({ id, finished_at, imported_by, message }: RunEntry) =>
    imported_by !== null
      ? usedText(imported_by)
      : finished_at
        ? message
        : id === under
          ? 'Under way'
          : 'Broken off'
  return (
    <>
      <h2>Recent imports</h2>
      <Table
        caption="Recent imports, newest first"
        captionHidden
        columns={[
          {
            key: 'run',
            header: 'Run',
            rowHeader: true,
            phone: 'title',
            cell: ({ kind, id }) => `${kindNames[kind]} ${id}`,
          },
          {
            key: 'time',
            header: 'Date',
            phone: 'first',
            cell: ({ created_at }) => <span className="on-one-line">{adminTime(created_at)}</span>,
          },
          {
            key: 'by',
            header: 'By',
            phone: 'second',
            cell: ({ username }) => username ?? 'A deleted account',
          },
          {
            key: 'source',
            header: 'Files',
            cell: ({ source }) => <span className="address">{source}</span>,
          },
          { key: 'outcome', header: 'Outcome', phone: 'below', cell: outcome },
          {
            key: 'view',
            header: 'Details',
            phone: 'link',
            cell: ({ id }) =>
              id === current ? (
                'Shown above'
              ) : (
                <Link to={`/admin/run-import?run=${id}`}>
                  View<span className="visually-hidden"> run {id}</span>
                </Link>
              ),
          },
        ]}
        dense
        rows={runs}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title="Nothing has been imported by hand yet.">
            <p>Choose ‘See what would change’ above to preview an import before you start it.</p>
          </EmptyState>
        }
      />
    </>
  )
}
