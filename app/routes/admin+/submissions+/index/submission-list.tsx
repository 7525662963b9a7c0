import { Link } from '@remix-run/react'
import { useState, type MouseEvent } from 'react'

import { capital } from '~/domain/formats'
import { listFields, submissionKinds, type Submission } from '~/domain/submissions/kinds'
import {
  decisions,
  exportUrl,
  submissionUrl,
  type SubmissionListState,
} from '~/domain/submissions/submission-list'
import type { Count } from '~/domain/submissions/submissions.server'
import { sortText } from '~/lists/list-params'
import { EmptyState } from '~/ui/empty-state'
import { dateFields, ListToolbar } from '~/ui/list-toolbar'
import { Table } from '~/ui/table'

import { SubmissionValue } from '../../parts/submission-value'
import { Tabs } from '../../parts/tabs'
import { SubmissionDialog } from './submission-dialog'

/** Formats a count: 12, about 12,000 or 10,000+. */
export function countInWords({ count, precision }: Count) {
  const figure = count.toLocaleString('en-US')
  return precision === 'exact' ? figure : precision === 'about' ? `about ${figure}` : `${figure}+`
}

/** The kinds as tabs, each with its count. */
export function SubmissionTabs({
  listState,
  counts,
}: {
  listState: SubmissionListState
  counts: readonly ({ slug: string } & Count)[]
}) {
  return (
    <Tabs
      label="Kinds of submissions"
      tabs={submissionKinds.map(({ slug, title }) => {
        const count = counts.find((one) => one.slug === slug)
        return {
          label: title,
          to: `/admin/submissions?tab=${slug}`,
          current: slug === listState.kind.slug,
          count: count && countInWords(count),
        }
      })}
    />
  )
}

type FilterProps = {
  listState: SubmissionListState
  statuses: readonly ({ status: string } & Count)[]
  total: Count
}

/** The filters of the list, the number of matching submissions, and a link to export them. */
export function SubmissionFilter({ listState, statuses, total }: FilterProps) {
  const { kind, isFiltered } = listState
  const count = countInWords(total)
  const matching = isFiltered ? `${count} ${total.count === 1 ? 'matches' : 'match'}` : `${count} in all`
  return (
    <ListToolbar
      key={kind.slug}
      url={listState.list.url({}, listState)}
      state={listState}
      fields={[
        { name: 'q', label: `Search by ${kind.searchedIn}` },
        {
          name: 'status',
          label: 'Status',
          options: statuses.map(({ status, ...count }) => ({
            value: status,
            label: `${status} (${countInWords(count)})`,
          })),
        },
        ...(kind.underwritten
          ? [
              {
                name: 'decision' as const,
                label: 'Underwriting',
                options: decisions.map((value) => ({
                  value,
                  label: value === 'none' ? 'Not run' : capital(value),
                })),
              },
            ]
          : []),
        ...dateFields,
      ]}
      total={total.precision === 'exact' ? matching : `${matching} (counted one by one up to 10,000)`}
      csv={
        total.count === 0
          ? null
          : { to: exportUrl(listState), label: `Download ${isFiltered ? 'what matches' : 'all'} as CSV` }
      }
    />
  )
}

type ListProps = {
  listState: SubmissionListState
  rows: readonly Submission[]
  /** The id of the form that the rows' checkboxes belong to. */
  formId: string
  /** The checkboxes that are checked at first. */
  chosen: (id: number) => boolean
}

/** The submissions of a kind. View opens a page or, with JavaScript, a dialog over the list. */
export function SubmissionTable({ listState, rows, formId, chosen }: ListProps) {
  const { kind, sort, isFiltered } = listState
  const [open, setOpen] = useState<number | null>(null)
  const opensHere = (event: MouseEvent) =>
    event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  return (
    <>
      <Table
        caption={`${kind.title}; times are in UTC`}
        captionHidden
        dense
        stickyHead
        rows={rows}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title={`No ${kind.singular} submissions found.`}>
            {isFiltered ? (
              <p>Try other words, another status or more days.</p>
            ) : (
              <p>
                What visitors send appears here. The form for it is{' '}
                <a href={kind.form.to}>{kind.form.label}</a>.
              </p>
            )}
          </EmptyState>
        }
        columns={[
          {
            header: 'Choose',
            cell: ({ id, status, name }) => (
              <input
                type="checkbox"
                className="table-choice"
                form={formId}
                name={`chosen-${id}`}
                value={status}
                defaultChecked={chosen(id)}
                aria-label={`Choose ${String(name)}, number ${id}`}
              />
            ),
          },
          ...listFields(kind).map((field) => {
            const sorted = sort.field === field.name
            const descending = sorted ? !sort.descending : field.order === 'time' || field.order === 'number'
            return {
              header: field.heading ?? field.label,
              numeric: field.shape === 'number' || field.shape === 'money',
              rowHeader: field.name === 'name',
              sort: field.order && {
                to: listState.list.url({ sort: sortText({ field: field.name, descending }) }, listState),
                order: sorted
                  ? sort.descending
                    ? ('descending' as const)
                    : ('ascending' as const)
                  : undefined,
              },
              cell: (submission: Submission) => (
                <>
                  <SubmissionValue field={field} submission={submission} emptyText="-" brief />
                  {field.name === 'coverage_tier' ? <DecisionNote submission={submission} /> : null}
                </>
              ),
            }
          }),
          {
            header: 'Actions',
            cell: ({ id }) => (
              <Link
                to={submissionUrl(listState, id)}
                onClick={(event) => {
                  if (!opensHere(event)) return
                  event.preventDefault()
                  setOpen(id)
                }}
              >
                View
                <span className="visually-hidden">
                  {' '}
                  {kind.singular} submission {id}
                </span>
              </Link>
            ),
          },
        ]}
      />
      {open === null ? null : (
        <SubmissionDialog
          listState={listState}
          ids={rows.map(({ id }) => id)}
          id={open}
          onMove={setOpen}
          onClosed={() => setOpen(null)}
        />
      )}
    </>
  )
}

/** Why an application has no tier, or that its price is no offer yet. */
function DecisionNote({ submission: { engine_decision: decision } }: { submission: Submission }) {
  if (decision === 'approved') return null
  return <span className="cell-note">{decision == null ? 'Not run' : capital(String(decision))}</span>
}
