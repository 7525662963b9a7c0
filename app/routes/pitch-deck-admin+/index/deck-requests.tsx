import { Link, useLocation } from '@remix-run/react'

import { calendarDay, longDate } from '~/domain/dates'
import { truncate } from '~/domain/office-formats'
import { deckStatuses, type DeckStatus as Status } from '~/domain/pitch-deck/pitch-deck.options'
import type { listRequests } from '~/domain/pitch-deck/pitch-deck.server'
import { choiceParam, cursor, text } from '~/lists/list-params'
import { defineList } from '~/lists/list-state'
import { ActionAlert } from '~/ui/action-alert'
import { Badge } from '~/ui/badge'
import { Button } from '~/ui/button'
import { ConfirmButton } from '~/ui/confirmation'
import { EmptyState } from '~/ui/empty-state'
import { Form } from '~/ui/form'
import type { RowOf } from '~/ui/row-of'
import { Table } from '~/ui/table'
import { useActionFetcher } from '~/ui/use-action-fetcher'
import { useRestoreFocus, useListFocus } from '~/ui/use-restore-focus'

type DeckRequestRow = RowOf<typeof listRequests> & { codeEnded: boolean }

const page = '/pitch-deck-admin'
export const deckList = defineList({
  path: page,
  filters: { status: choiceParam(deckStatuses), q: text(254) },
  position: { cursor },
})
const states = {
  pending: { tone: 'yellow', label: 'Pending' },
  approved: { tone: 'green', label: 'Approved' },
  rejected: { tone: 'red', label: 'Rejected' },
} as const

/** The confirmation for deleting a request. */
export function deletion(id: number) {
  return {
    question: 'Are you sure you want to delete this request? This action cannot be undone.',
    confirmLabel: 'Delete',
    action: page,
    fields: { intent: 'delete', id },
  }
}

/** The message after a rejection. */
export function rejected({ tell_applicant }: { tell_applicant: boolean }) {
  return {
    title: 'Request Rejected',
    message: tell_applicant ? 'An email tells its sender.' : 'It no longer waits for an answer.',
  }
}

/** The message of an action on a request that was not done: sent again after it had been done, it has not failed. */
export function notDone(failed: string, { reason, message }: { reason: string; message: string }) {
  const title = reason === 'unchanged' ? {} : { title: failed }
  return { tone: reason === 'unchanged' ? 'info' : 'error', ...title, message, duration: 10_000 } as const
}

/** The number of requests by status, as links to them. */
export function DeckCounts(props: { counts: readonly { status: Status; count: number }[]; status?: Status }) {
  return (
    <ul className="state-counts">
      {props.counts.map(({ status, count }) => (
        <li key={status}>
          <Link
            to={deckList.url({ status: status === props.status ? '' : status })}
            aria-current={status === props.status ? 'true' : undefined}
            className={`state-count state-count-${states[status].tone}`}
          >
            <strong>{count.toLocaleString('en-US')}</strong> {status}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The requests for the pitch deck, each with its actions. */
export function DeckRequests({
  requests,
  filtered,
}: {
  requests: readonly DeckRequestRow[]
  filtered: boolean
}) {
  const list = useListFocus<HTMLDivElement>(requests.length)
  return (
    <div ref={list} tabIndex={-1} className="list deck-requests">
      <Table
        caption="Requests for the pitch deck, newest first"
        captionHidden
        dense
        stickyHead
        rows={requests}
        rowKey={({ id }) => id}
        empty={
          filtered ? (
            <EmptyState title="No request here.">
              <p>
                <Link to={page}>Show all requests</Link>
              </p>
            </EmptyState>
          ) : (
            <EmptyState title="No Access Requests">
              <p>There are currently no pitch deck access requests.</p>
              <p>
                Investors ask on the <Link to="/pitch-deck">page of the pitch deck</Link>. What they send
                appears here: approve it to email its sender an access code.
              </p>
            </EmptyState>
          )
        }
        details={detailsOf}
        columns={[
          { header: 'Name', rowHeader: true, title: ({ name }) => name, cell: ({ name }) => name },
          {
            header: 'Email',
            title: ({ email }) => email,
            cell: ({ email }) => <a href={`mailto:${email}`}>{email}</a>,
          },
          {
            header: 'Company',
            title: ({ company }) => company ?? undefined,
            cell: ({ company }) => company || <span className="wide-only">-</span>,
          },
          {
            header: 'Date',
            cell: ({ created_at }) => (
              <time dateTime={created_at} className="on-one-line">
                {dayOf(created_at)}
              </time>
            ),
          },
          { header: 'Status', cell: ({ status }) => <DeckStatus status={status} /> },
          { header: 'Actions', cell: (request) => <Actions request={request} /> },
        ]}
      />
    </div>
  )
}

export function DeckStatus({ status }: Pick<DeckRequestRow, 'status'>) {
  const { tone, label } = states[status]
  return <Badge tone={tone}>{label}</Badge>
}

/** The day of an instant (UTC) in words, as the table of this page shows dates. */
function dayOf(instant: string) {
  return longDate(calendarDay(new Date(instant)))
}

/** Details that the columns leave out: the state of the code and the deck, the reason for the request and for its rejection. */
function detailsOf({
  id,
  status,
  code_expires_at,
  codeEnded,
  opened_at,
  reason,
  rejection_note,
  applicant_told,
}: DeckRequestRow) {
  const facts = [
    code_expires_at && `Code ${codeEnded ? 'expired' : 'expires'} ${dayOf(code_expires_at)}`,
    opened_at ? `Opened ${dayOf(opened_at)}` : status === 'approved' && 'Not opened yet',
    status === 'rejected' && applicant_told && 'Its sender was told by email',
  ].filter(Boolean)
  const isPending = status === 'pending'
  if (facts.length === 0 && !reason && !rejection_note && !isPending) return null
  return (
    <div className="deck-details">
      {facts.length > 0 ? <p>{facts.join(' · ')}</p> : null}
      {reason ? <LongText label="Reason" text={reason} /> : null}
      {rejection_note ? <LongText label="Rejected because" text={rejection_note} /> : null}
      {isPending ? <RejectLink id={id} /> : null}
    </div>
  )
}

function RejectLink({ id }: Pick<DeckRequestRow, 'id'>) {
  const { search } = useLocation()
  return (
    <p>
      <Link to={`${page}/${id}/reject${search}`}>Reject with a note</Link>, or tell its sender by email.
    </p>
  )
}

/** A preview of the approval's email, with dots in place of the code. */
export function ApprovalMail({ text }: { text: string }) {
  return (
    <details>
      <summary>The email that Approve sends</summary>
      <p className="as-typed">{text}</p>
    </details>
  )
}

const previewLength = 140

/** A text of the requester; a long one is collapsed. */
function LongText({ label, text }: { label: string; text: string }) {
  if (text.length <= previewLength)
    return (
      <p className="as-typed">
        {label}: {text}
      </p>
    )
  return (
    <details>
      <summary>
        {label}: {truncate(text, previewLength)}
      </summary>
      <p className="as-typed">{text}</p>
    </details>
  )
}

function Actions({ request: { id, name, status } }: { request: DeckRequestRow }) {
  const fetcherKey = `deck-request-${id}`
  const fetcher = useActionFetcher(fetcherKey)
  const { search } = useLocation()
  const pageUrl = `${page}${search}`
  const busy = fetcher.isSending
  const group = useRestoreFocus<HTMLDivElement>(busy)
  const choice = (intent: string, label: string, variant: 'primary' | 'secondary') => (
    <Button
      type="submit"
      name="intent"
      value={intent}
      variant={variant}
      busy={busy}
      busyLabel={fetcher.formData?.get('intent') === intent ? 'Working...' : undefined}
    >
      {label}
      <HiddenName name={name} />
    </Button>
  )
  return (
    <div
      className="actions"
      ref={group}
      tabIndex={-1}
      role="group"
      aria-label={`Actions on the request of ${name}`}
      aria-busy={busy}
    >
      {status === 'rejected' ? null : (
        <Form as={fetcher.Form} method="post" action={pageUrl} preventScrollReset className="actions">
          <input type="hidden" name="id" value={id} />
          {status === 'pending' ? (
            <>
              {choice('approve', 'Approve', 'primary')}
              {choice('reject', 'Reject', 'secondary')}
            </>
          ) : (
            choice('resend', 'Resend code', 'secondary')
          )}
        </Form>
      )}
      <ConfirmButton
        label={
          <>
            Delete
            <HiddenName name={name} />
          </>
        }
        page={`${page}/${id}/delete`}
        disabled={busy}
        about={`The request of ${name}`}
        fetcherKey={fetcherKey}
        {...deletion(id)}
        action={pageUrl}
      />
      {busy || fetcher.data?.values.intent === 'delete' ? null : <ActionAlert formResult={fetcher.data} />}
    </div>
  )
}

/** Distinguishes the buttons of the rows for screen readers. */
function HiddenName({ name }: { name: string }) {
  return <span className="visually-hidden"> the request of {name}</span>
}
