import { Link } from '@remix-run/react'
import { useEffect, useRef, useState, type ReactNode } from 'react'

import { auditList } from '~/domain/audit/audit-list'
import { calendarDay } from '~/domain/dates'
import { adminTime } from '~/domain/formats'
import type { Run, TableOutcome } from '~/domain/imports/runs.server'
import { Badge } from '~/ui/badge'
import { Icon } from '~/ui/icon'
import { Notice } from '~/ui/notice'
import { Table } from '~/ui/table'

import { changeWords } from './change-words'
import { kindNames } from './import-runs'
import { PreviewDetails, RemovedInUse } from './preview-details'
import { PreviewImpact } from './preview-impact'

type Times = 'created_at' | 'finished_at'
type Report = Omit<Run, Times> & { created_at: string; finished_at: string | null }

type Props = {
  run: Report
  /** Whether it has just ended; its outcome then disappears after a while. */
  isNew: boolean
  tables: readonly { slug: string; title: string }[]
  /** Actions on the run, between what they would lead to and its details. */
  children?: ReactNode
}

/** Milliseconds until JavaScript hides the outcome; the list of runs links to it. */
const shownFor = 30_000

/** The outcome of a run or a preview for each table, then the rows concerned. */
export function RunReport({ run, isNew, tables, children }: Props) {
  const { summary } = run
  if (!summary)
    return (
      <Notice tone="warning" title={`${kindNames[run.kind]} ${run.id} has no outcome`}>
        <p>It is under way still, or has broken off. What it had not finished has changed nothing.</p>
      </Notice>
    )
  return (
    <>
      <Outcome run={run} isNew={isNew} />
      {summary.results.map(({ table, preview }) =>
        preview?.inUse?.length ? <RemovedInUse key={table} table={table} rows={preview.inUse} /> : null,
      )}
      {summary.impact ? <PreviewImpact impact={summary.impact} /> : null}
      {children}
      {summary.results.map((result) => (
        <TableDetails
          key={result.table}
          result={result}
          download={`/admin/run-import/bad-rows/${run.id}/${tables.find(({ title }) => title === result.table)?.slug}`}
        />
      ))}
      {run.kind === 'import' ? (
        <p className="link-row">
          <Link to={historyUrl(run.created_at)}>The changes of this day’s imports in the audit log</Link>
        </p>
      ) : null}
    </>
  )
}

function historyUrl(createdAt: string) {
  const day = calendarDay(new Date(createdAt))
  return auditList.url({ action: 'import', from: day, to: day })
}

/** Whether a preview has found the tables to be as its files are. */
function isWithoutChanges({ kind, summary }: Pick<Report, 'kind' | 'summary'>) {
  return (
    kind === 'preview' &&
    summary?.success === true &&
    summary.results.every(({ preview }) => preview && preview.added + preview.changed + preview.removed === 0)
  )
}

function titleOf({ kind, summary }: Report) {
  if (kind === 'preview') return summary?.success ? 'What would change' : 'Some files have faults'
  if (kind === 'undo') return summary?.success ? 'Import undone' : 'Undone with issues'
  if (summary?.success) return 'Import Successful'
  return summary?.partialSuccess ? 'Import Completed with Issues' : 'Import Failed'
}

function Outcome({ run, isNew }: { run: Report; isNew: boolean }) {
  const [shown, setShown] = useState(true)
  const [held, setHeld] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isNew) box.current?.focus()
  }, [isNew])
  const disappears = isNew && run.kind !== 'preview'
  useEffect(() => {
    if (!disappears || held) return
    const timer = setTimeout(() => setShown(false), shownFor)
    return () => clearTimeout(timer)
  }, [disappears, held])

  const { summary } = run
  if (!shown || !summary) return null
  const tone = summary.success
    ? run.kind === 'preview'
      ? 'info'
      : 'success'
    : summary.partialSuccess
      ? 'warning'
      : 'danger'
  return (
    <div
      className={`notice notice-${tone} import-outcome`}
      role={summary.success ? 'status' : 'alert'}
      tabIndex={-1}
      ref={box}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
    >
      <h2 className="notice-title">{isWithoutChanges(run) ? 'Nothing to change' : titleOf(run)}</h2>
      <p>
        {isWithoutChanges(run)
          ? 'The tables are as these files are: an import would change nothing.'
          : summary.message}
      </p>
      <ul className="import-results">
        {summary.results.map(({ table, success, message, changes, source }) => (
          <li key={table}>
            {success ? (
              <span className="import-good">
                <Icon name="check-circle-fill" label="Success" />
              </span>
            ) : (
              <span className="import-bad">
                <Icon name="x-circle-fill" label="Failure" />
              </span>
            )}
            <span>
              <strong>{table}</strong>: {message}
              {changes ? ` (${changeWords(changes) ?? 'nothing changed'})` : null}{' '}
              <span className="import-source">{source}</span>
            </span>
          </li>
        ))}
      </ul>
      <p className="import-source">
        {kindNames[run.kind]} {run.id}, {adminTime(run.created_at)}
        {run.username ? `, by ${run.username}` : ''}
      </p>
    </div>
  )
}

function TableDetails({ result, download }: { result: TableOutcome; download: string }) {
  const { table, badRows, badCount, preview } = result
  if (badRows.length === 0 && !preview) return null
  return (
    <section className="import-table" aria-label={table}>
      <h2>{table}</h2>
      {preview ? <PreviewDetails table={table} preview={preview} /> : null}
      {badRows.length > 0 ? (
        <>
          <p>
            <Badge tone="red">
              {badCount.toLocaleString('en-US')} {badCount === 1 ? 'fault' : 'faults'}
            </Badge>{' '}
            {badCount > badRows.length ? `The first ${badRows.length} are shown. ` : null}
            <a href={download} download>
              Download the bad rows of {table} as CSV
            </a>
          </p>
          <Table
            caption={`Bad rows of ${table}`}
            captionHidden
            columns={[
              {
                key: 'line',
                header: 'Line',
                numeric: true,
                cell: ({ line }) => (line === 0 ? 'File' : line),
              },
              { key: 'column', header: 'Column', cell: ({ column }) => column ?? 'Whole row' },
              {
                key: 'value',
                header: 'Value',
                cell: ({ value }) => <span className="address">{value === '' ? 'Empty' : value}</span>,
              },
              {
                key: 'reason',
                header: 'Reason',
                cell: ({ reason }) => <span className="address">{reason}</span>,
              },
            ]}
            rows={badRows}
            rowKey={(row) => badRows.indexOf(row)}
            empty={null}
            dense
          />
        </>
      ) : null}
    </section>
  )
}
