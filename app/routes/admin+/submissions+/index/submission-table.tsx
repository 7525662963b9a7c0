import { Link } from '@remix-run/react'
import { useRef, useState, type MouseEvent } from 'react'

import { capital, money } from '~/domain/formats'
import { shortAge } from '~/domain/office-formats'
import type { Submission, SubmissionField, SubmissionKind } from '~/domain/submissions/kinds'
import { shownFields, submissionUrl, type SubmissionListState } from '~/domain/submissions/submission-list'
import { sortLink } from '~/lists/list-params'
import { EmptyState } from '~/ui/empty-state'
import { LeftOut } from '~/ui/left-out'
import { DecisionBadge } from '~/ui/result-badges'
import { RowChoice } from '~/ui/row-choice'
import { Table, type PhonePlace, type TableColumn } from '~/ui/table'
import { useKeptFocus } from '~/ui/use-kept-focus'
import { isPlainClick } from '~/ui/use-in-page-links'
import { Unset } from '~/ui/unset'

import { SubmissionValue } from '../../parts/submission-value'
import { SubmissionDialog } from './submission-dialog'

const mayBeCut: ReadonlySet<SubmissionField['shape']> = new Set(['text', 'words', 'email', 'link'])

/** The columns with names of tiers, which can be long. */
const tierNames: ReadonlySet<string> = new Set(['coverage_level', 'coverage_tier'])

/** The columns that a narrow screen leaves out, unless they were chosen. */
const shownFrom: Record<string, TableColumn<Submission>['from']> = {
  email: 64,
  coverage_level: 80,
  monthly_premium: 64,
  employer_name: 80,
  response_date: 110,
}

type ListProps = {
  listState: SubmissionListState
  rows: readonly Submission[]
  /** The id of the form that the rows' checkboxes belong to. */
  formId: string
  /** The checkboxes that are checked at first. */
  chosen: (id: number) => boolean
  /** The time when the list was loaded. */
  now: string
}

/** The submissions of a kind. View opens a page or, with JavaScript, a dialog over the list. */
export function SubmissionTable({ listState, rows, formId, chosen, now }: ListProps) {
  const { kind, isNarrowed } = listState
  const [open, setOpen] = useState<number | null>(null)
  // The saved submission may have left the list: focuses the one in its place.
  const links = useRef<(HTMLAnchorElement | null)[]>([])
  const place = useRef(0)
  useKeptFocus(rows, () =>
    (links.current[Math.min(place.current, rows.length - 1)] ?? document.getElementById('main'))?.focus(),
  )
  const openDialog = (id: number) => {
    place.current = rows.findIndex((row) => row.id === id)
    setOpen(id)
  }
  // On a phone the page of a submission has more room than a dialog.
  const opensHere = (event: MouseEvent) => isPlainClick(event) && matchMedia('(min-width: 40em)').matches
  const fields = shownFields(listState).map((field) => fieldColumn(field, listState, now))
  return (
    <>
      <Table
        caption={`${kind.title}; times are in UTC`}
        wide={listState.texts.columns !== ''}
        captionHidden
        dense
        stickyHead
        rows={rows}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title={`No ${kind.singular} submissions found.`}>
            {isNarrowed ? (
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
            phone: 'choice',
            cell: ({ id, status, name }) => (
              <RowChoice
                form={formId}
                name={`chosen-${id}`}
                value={status}
                defaultChecked={chosen(id)}
                label={`Choose ${String(name)}, number ${id}`}
              />
            ),
          },
          ...fields,
          {
            header: 'Actions',
            phone: 'link',
            cell: ({ id }) => (
              <Link
                ref={(link) => {
                  links.current[rows.findIndex((row) => row.id === id)] = link
                }}
                to={submissionUrl(listState, id)}
                onClick={(event) => {
                  if (!opensHere(event)) return
                  event.preventDefault()
                  openDialog(id)
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
      {rows.length > 0 ? <LeftOut columns={fields} /> : null}
      {open === null ? null : (
        <SubmissionDialog
          listState={listState}
          ids={rows.map(({ id }) => id)}
          id={open}
          onMove={openDialog}
          onClosed={() => setOpen(null)}
        />
      )}
    </>
  )
}

/** Returns the shown columns, with the URL of the order by each. */
export function sortColumns(listState: SubmissionListState) {
  return shownFields(listState).map((field) => ({
    header: field.heading ?? field.label,
    sort: sortOf(field, listState),
  }))
}

function sortOf({ name, order }: SubmissionField, { sort, list, texts }: SubmissionListState) {
  const descendingFirst = order === 'time' || order === 'number'
  return order && sortLink(sort, name, (sort) => list.url({ sort }, { texts }), descendingFirst)
}

function fieldColumn(
  field: SubmissionField,
  listState: SubmissionListState,
  now: string,
): TableColumn<Submission> {
  const { kind, texts } = listState
  return {
    header: field.heading ?? field.label,
    numeric: field.shape === 'number' || field.shape === 'money',
    rowHeader: field.name === 'name',
    phone: phonePlace(kind, field),
    from: texts.columns === '' ? shownFrom[field.name] : undefined,
    title: ({ [field.name]: value }) =>
      value != null && (mayBeCut.has(field.shape) || tierNames.has(field.name))
        ? (field.format?.(String(value)) ?? String(value))
        : undefined,
    sort: sortOf(field, listState),
    cell: (submission) => (
      <>
        {field.name === 'engine_decision' ? (
          <Decision field={field} submission={submission} />
        ) : field.name === 'coverage_tier' && submission[field.name] == null ? (
          <span className="wide-only">
            <Unset />
          </span>
        ) : (
          <SubmissionValue field={field} submission={submission} emptyText={<Unset />} brief />
        )}
        {field.name === 'coverage_tier' ? <DecisionNote submission={submission} /> : null}
        {field.name === kind.sent ? (
          <span className="cell-note age">
            {shortAge(String(submission[field.name]), now)}
            <span className="visually-hidden"> ago</span>
          </span>
        ) : null}
      </>
    ),
  }
}

/** A submission on a phone: name and status, then number, subject and time; the first line of a message. */
function phonePlace({ sent, about }: SubmissionKind, { name }: SubmissionField) {
  const places: Record<string, PhonePlace> = {
    name: 'title',
    status: 'mark',
    id: 'first',
    [about]: 'second',
    [sent]: 'third',
    message: 'below',
  }
  return places[name]
}

type DecisionProps = { submission: Submission }

/** The latest decision: the engine's or, on a referral, an underwriter's. */
function Decision({
  field,
  submission: { engine_decision: decision, verdict },
}: DecisionProps & { field: SubmissionField }) {
  if (typeof decision !== 'string') return <span className="unset">{field.fallback}</span>
  return <DecisionBadge decision={decision} verdict={typeof verdict === 'string' ? verdict : null} />
}

/** The price and the decision on a phone, which has no columns for them; an approval without a person's decision is the price alone. */
function DecisionNote({
  submission: { engine_decision: decision, verdict, monthly_premium: premium },
}: DecisionProps) {
  const price = premium == null ? null : money(Number(premium))
  const isPriced = price !== null && decision === 'approved' && verdict == null
  const word = isPriced ? null : capital(String(verdict ?? decision ?? 'Not run'))
  return (
    <span className="phone-only">
      <span className="cell-note">{[price, word].filter((text) => text !== null).join(', ')}</span>
    </span>
  )
}
