import { Link, useLocation } from '@remix-run/react'

import { capital } from '~/domain/formats'
import { truncate } from '~/domain/office-formats'
import type { listDeliveries } from '~/domain/mail/delivery.server'
import { ActionAlert } from '~/ui/action-alert'
import { AdminTime } from '~/ui/admin-time'
import { Badge } from '~/ui/badge'
import { Button } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { Form } from '~/ui/form'
import { LeftOut } from '~/ui/left-out'
import type { RowOf } from '~/ui/row-of'
import { Table, type TableColumn } from '~/ui/table'
import { useActionFetcher } from '~/ui/use-action-fetcher'
import { usePreloadedPage } from '~/ui/use-preloaded-page'
import { useRestoreFocus, useListFocus } from '~/ui/use-restore-focus'
import { Unset } from '~/ui/unset'

export const mailStates = {
  failed: { tone: 'red', label: 'Failed' },
  pending: { tone: 'yellow', label: 'Pending' },
  sent: { tone: 'green', label: 'Sent' },
} as const

type Delivery = RowOf<typeof listDeliveries>

export function DeliveryTable({ mails, filtered }: { mails: readonly Delivery[]; filtered: boolean }) {
  const list = useListFocus<HTMLDivElement>(mails.length)
  const isTried = mails.some(({ attempts, last_error }) => attempts > 1 || last_error !== null)
  const columns: TableColumn<Delivery>[] = [
    { header: 'Time', phone: 'third', cell: ({ created_at }) => <AdminTime at={created_at} /> },
    {
      header: 'To',
      phone: 'second',
      title: ({ recipient }) => recipient,
      cell: ({ recipient }) => recipient,
    },
    {
      header: 'About',
      rowHeader: true,
      phone: 'title',
      title: ({ subject }) => subject,
      cell: ({ id, subject }) => <MailSubject subject={subject} to={`/admin/mail/${id}`} />,
    },
    { header: 'Kind', from: isTried ? 110 : 80, cell: ({ kind }) => capital(kind) },
    { header: 'State', phone: 'mark', cell: (mail) => <MailState mail={mail} /> },
    ...(isTried ? triedColumns : []),
    {
      header: 'Actions',
      phone: 'link',
      cell: (mail) => (
        <div className="actions">
          <Link to={`/admin/mail/${mail.id}`}>
            View<span className="visually-hidden"> mail {mail.id}</span>
          </Link>
          <RetryMail mail={mail} />
        </div>
      ),
    },
  ]
  return (
    <div ref={list} tabIndex={-1} className="list">
      <Table
        caption="Mails, newest first"
        captionHidden
        dense
        stickyHead
        rows={mails}
        rowKey={({ id }) => id}
        empty={
          filtered ? (
            <EmptyState title="No such mail.">
              <p>Try another state, or fewer letters of the address.</p>
            </EmptyState>
          ) : (
            <EmptyState title="No mails yet.">
              <p>What the site writes to people appears here.</p>
            </EmptyState>
          )
        }
        columns={columns}
      />
      {mails.length > 0 ? <LeftOut columns={columns} /> : null}
    </div>
  )
}

/** The details of failed attempts. */
const triedColumns: TableColumn<Delivery>[] = [
  { header: 'Attempts', from: 80, numeric: true, cell: ({ attempts }) => attempts },
  {
    header: 'Last error',
    title: ({ last_error }) => last_error ?? undefined,
    cell: ({ last_error }) => briefly(last_error),
  },
]

/** A subject, after a link to its quote, which the column does not cut there: 'Q-12: We have received your application'. */
export function MailSubject({ subject, to }: { subject: string; /** The page of the mail. */ to?: string }) {
  const [, words = subject, quote] = /^(.*?):? Q-(\d+)$/s.exec(subject) ?? []
  return (
    <>
      {quote === undefined ? null : (
        <>
          <Link to={`/admin/underwriting/quote/${quote}`}>Q-{quote}</Link>:{' '}
        </>
      )}
      {to === undefined ? words : <Link to={to}>{words}</Link>}
    </>
  )
}

export function MailState({
  mail: { status, being_sent, next_attempt_at, is_due, sent_at },
}: {
  mail: Pick<Delivery, 'status' | 'being_sent' | 'next_attempt_at' | 'is_due' | 'sent_at'>
}) {
  const { tone, label } = mailStates[status]
  return (
    <div>
      <Badge tone={tone}>{label}</Badge>
      <span className="state-note">
        {status === 'failed' ? 'given up' : null}
        {status === 'sent' && sent_at ? <AdminTime at={sent_at} /> : null}
        {status === 'pending' && being_sent ? 'being sent now' : null}
        {status === 'pending' && !being_sent && !is_due ? (
          <>
            next attempt at <AdminTime at={next_attempt_at} />
          </>
        ) : null}
      </span>
    </div>
  )
}

/** A form that requeues a failed or waiting mail; renders nothing for a sent one, or one without an attempt. */
export function RetryMail({
  mail: { id, status, being_sent, attempts },
}: {
  mail: Pick<Delivery, 'id' | 'status' | 'being_sent' | 'attempts'>
}) {
  const { pathname, search } = useLocation()
  const fetcher = useActionFetcher(`mail-${id}`)
  usePreloadedPage(`/admin/mail/${id}`)
  const busy = fetcher.isSending
  const group = useRestoreFocus<HTMLDivElement>(busy)
  if (status === 'sent' || (status === 'pending' && attempts === 0)) return null
  return (
    <div ref={group} className="actions">
      <Form as={fetcher.Form} method="post" action={`/admin/mail/${id}`} preventScrollReset>
        <input type="hidden" name="back" value={pathname + search} />
        <Button type="submit" variant="secondary" busy={busy} busyLabel="Working..." disabled={being_sent}>
          Retry<span className="visually-hidden"> mail {id}</span>
        </Button>
      </Form>
      {busy ? null : <ActionAlert formResult={fetcher.data} />}
    </div>
  )
}

const glance = 100

/** Shortens an error for the list; the page of the mail shows all of it. */
function briefly(error: string | null) {
  if (error === null) return <Unset />
  return truncate(error, glance)
}
