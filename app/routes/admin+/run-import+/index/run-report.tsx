import { Link } from '@remix-run/react'
import { useEffect, useRef, useState, type ReactNode } from 'react'

import { auditList } from '~/domain/audit/audit-list'
import { calendarDay } from '~/domain/dates'
import { adminTime, counted } from '~/domain/formats'
import type { Run, TableOutcome } from '~/domain/imports/runs.server'
import { Icon } from '~/ui/icon'
import { Notice } from '~/ui/notice'
import { Table } from '~/ui/table'

import { changesNothing, changeWords, isUnchanged } from './change-words'
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
  /** The applicants of the quotes of a preview's impact. */
  names: Readonly<Record<number, string>>
  /** Actions on the run, between their impact and its details. */
  children?: ReactNode
}

/** Milliseconds until JavaScript hides the outcome; the list of runs links to it. */
const shownFor = 30_000

/** The outcome of a run or a preview for each table, then the affected rows. */
export function RunReport({ run, isNew, tables, names, children }: Props) {
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
      {summary.results
        .filter((result) => !isUnchanged(result))
        .map((result) => (
          <TableDetails
            key={result.table}
            result={result}
            download={downloadUrl(run.id, tables.find(({ title }) => title === result.table)?.slug)}
          />
        ))}
      {summary.impact ? <PreviewImpact impact={summary.impact} names={names} /> : null}
      {children}
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

function titleOf({ kind, summary, imported_by }: Report) {
  if (kind === 'preview') {
    if (imported_by !== null) return 'What this preview showed'
    if (summary?.renews) return 'Nothing was imported'
    if (!summary?.success) return 'Some files have faults'
    return changesNothing(summary) ? 'Nothing would change' : 'What would change'
  }
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
  const { results } = summary
  const isPreview = run.kind === 'preview'
  const isEmpty = isPreview && changesNothing(summary)
  const unchanged = isPreview ? results.filter(isUnchanged) : []
  const renews = run.imported_by === null ? summary.renews : undefined
  const tone = summary.success
    ? isPreview
      ? renews
        ? 'warning'
        : 'info'
      : 'success'
    : summary.partialSuccess
      ? 'warning'
      : 'danger'
  return (
    <div
      className={`notice notice-${tone} import-outcome`}
      role={summary.success && !renews ? 'status' : 'alert'}
      tabIndex={-1}
      ref={box}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
    >
      <h2 className="notice-title">{titleOf(run)}</h2>
      {renews ? (
        <p>
          {`Changed since preview ${renews.preview}: ${renews.titles.join(', ')}. `}
          {isEmpty
            ? 'The same files would change nothing now.'
            : 'This is what the same files would change now.'}
        </p>
      ) : null}
      {run.imported_by !== null ? (
        <p>
          This preview was used:{' '}
          <Link to={`/admin/run-import?run=${run.imported_by}`}>import {run.imported_by}</Link> has imported
          its files.
        </p>
      ) : isEmpty || (renews && summary.success) ? null : (
        <p>{summary.message}</p>
      )}
      <TableResults results={isPreview ? results.filter((result) => !isUnchanged(result)) : results} />
      {unchanged.length > 0 ? (
        <details>
          <summary>
            {isEmpty
              ? `${unchanged.length === 1 ? '1 table is' : `${unchanged.length} tables are`} as in the ${unchanged.length === 1 ? 'file' : 'files'}`
              : `${unchanged.length === 1 ? '1 table' : `${unchanged.length} tables`} would not change`}
          </summary>
          <ul className="import-results">
            {unchanged.map(({ table, preview, source }) => (
              <li key={table}>
                <span>
                  <strong>{table}</strong>: {counted(preview?.unchanged ?? 0, 'row')}{' '}
                  <span className="import-source">{source}</span>
                </span>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      <p className="import-source">
        {kindNames[run.kind]} {run.id}, {adminTime(run.created_at)}
        {run.username ? `, by ${run.username}` : ''}
      </p>
    </div>
  )
}

/** The outcome of a run, or the changes of a preview, by table. */
function TableResults({ results }: { results: readonly TableOutcome[] }) {
  if (results.length === 0) return null
  return (
    <ul className="import-results">
      {results.map(({ table, success, message, changes, preview, badRows, badCount, source }) => (
        <li key={table}>
          {success && preview ? null : success ? (
            <span className="import-good">
              <Icon name="check-circle-fill" label="Success" />
            </span>
          ) : (
            <span className="import-bad">
              <Icon name="x-circle-fill" label="Failure" />
            </span>
          )}
          <span>
            <strong>{table}</strong>:{' '}
            {success && preview
              ? `${changeWords(preview)}, ${preview.unchanged.toLocaleString('en-US')} unchanged`
              : badRows.length > 0
                ? `${counted(badCount, 'fault')}, nothing was changed.`
                : message}
            {changes ? ` (${changeWords(changes) ?? 'nothing changed'})` : null}{' '}
            <span className="import-source">{source}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The URL of the bad rows of a table; null if the table no longer exists. */
function downloadUrl(run: number, slug: string | undefined) {
  return slug === undefined ? null : `/admin/run-import/bad-rows/${run}/${slug}`
}

function TableDetails({ result, download }: { result: TableOutcome; download: string | null }) {
  const { table, badRows, badCount, preview } = result
  if (badRows.length === 0 && !preview) return null
  return (
    <section className="import-table" aria-label={table}>
      <h2>
        {table}:{' '}
        {badCount > 0 ? counted(badCount, 'fault') : preview ? (changeWords(preview) ?? 'no change') : null}
      </h2>
      {preview?.inUse?.length ? <RemovedInUse table={table} rows={preview.inUse} /> : null}
      {preview ? <PreviewDetails table={table} preview={preview} /> : null}
      {badRows.length > 0 ? (
        <>
          <p>
            {badCount > badRows.length ? `The first ${badRows.length} are shown. ` : null}
            {download === null ? null : (
              <a href={download} download>
                Download the bad rows of {table} as CSV
              </a>
            )}
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
