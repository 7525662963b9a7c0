import { Form, Link } from '@remix-run/react'
import { useState, type MouseEvent } from 'react'

import { listFields, submissionKinds, type Submission } from '~/domain/submissions/kinds'
import {
  submissionsUrl,
  exportPath,
  isFiltered,
  submissionUrl,
  sortName,
  usualSort,
  type ListState,
} from '~/domain/submissions/list-state'
import type { Count } from '~/domain/submissions/submissions.server'
import { Button } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { SelectField, TextField } from '~/ui/field'
import { SubmissionValue } from '~/ui/submission-value'
import { Table } from '~/ui/table'
import { Tabs } from '~/ui/tabs'

import { SubmissionDialog } from './submission-dialog'

/** 12, about 12,000 or 10,000+. */
export function countInWords({ count, precision }: Count) {
  const figure = count.toLocaleString('en-US')
  return precision === 'exact' ? figure : precision === 'about' ? `about ${figure}` : `${figure}+`
}

/** The kinds as tabs, each with how many there are. */
export function SubmissionTabs({
  listState,
  counts,
}: {
  listState: ListState
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

type FilterProps = { listState: ListState; statuses: readonly ({ status: string } & Count)[]; busy: boolean }

export function SubmissionFilter({ listState, statuses, busy }: FilterProps) {
  const { kind, filter, sort } = listState
  const usual = sortName(usualSort(kind))
  return (
    <Form
      key={JSON.stringify([kind.slug, filter])}
      method="get"
      role="search"
      className="toolbar submissions-filter"
    >
      <input type="hidden" name="tab" value={kind.slug} />
      {sortName(sort) === usual ? null : <input type="hidden" name="sort" value={sortName(sort)} />}
      <TextField
        label={`Search by ${kind.searchedIn}`}
        name="q"
        type="search"
        maxLength={200}
        defaultValue={filter.search}
      />
      <SelectField
        label="Status"
        name="status"
        placeholder="All"
        defaultValue={filter.status}
        options={statuses.map(({ status, ...count }) => ({
          value: status,
          label: `${status} (${countInWords(count)})`,
        }))}
      />
      <TextField label="From" name="from" type="date" defaultValue={filter.from} />
      <TextField label="To" name="to" type="date" defaultValue={filter.to} />
      <Button type="submit" variant="secondary" busy={busy} busyLabel="Searching...">
        Search
      </Button>
      {isFiltered(filter) ? (
        <Link
          to={submissionsUrl({ kind, sort, filter: { search: '', status: '', from: '', to: '' } })}
          className="button button-quiet"
        >
          Show all
        </Link>
      ) : null}
    </Form>
  )
}

type TotalProps = { listState: ListState; total: Count }

/** How many there are, and all of them as a file. */
export function SubmissionTotal({ listState, total }: TotalProps) {
  const filtered = isFiltered(listState.filter)
  const words = countInWords(total)
  return (
    <div className="submissions-total">
      <p role="status">
        {filtered ? `${words} ${total.count === 1 ? 'matches' : 'match'}` : `${words} in all`}
        {total.precision === 'exact' ? '' : ' (counted one by one up to 10,000)'}
      </p>
      {total.count === 0 ? null : (
        <a href={exportPath(listState)} download className="button button-quiet">
          Download {filtered ? 'what matches' : 'all'} as CSV
        </a>
      )}
    </div>
  )
}

type ListProps = {
  listState: ListState
  rows: readonly Submission[]
  /** The name of the form that the rows' boxes belong to. */
  formId: string
  /** Which boxes are ticked at first. */
  chosen: (id: number) => boolean
}

/** The table of a kind's submissions. View opens a page of its own; with JavaScript, a dialog over the list. */
export function SubmissionTable({ listState, rows, formId, chosen }: ListProps) {
  const { kind, filter, sort } = listState
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
            {isFiltered(filter) ? (
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
            key: 'choose',
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
            const falling = sorted ? !sort.descending : field.order === 'time' || field.order === 'number'
            return {
              key: field.name,
              header: field.heading ?? field.label,
              numeric: field.shape === 'number' || field.shape === 'money',
              rowHeader: field.name === 'name',
              sort: field.order && {
                to: submissionsUrl({
                  kind,
                  filter,
                  sort: { field: field.name, order: field.order, descending: falling },
                }),
                order: sorted
                  ? sort.descending
                    ? ('descending' as const)
                    : ('ascending' as const)
                  : undefined,
              },
              cell: (submission: Submission) => (
                <SubmissionValue field={field} submission={submission} absent="-" brief />
              ),
            }
          }),
          {
            key: 'view',
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
