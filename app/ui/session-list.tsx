import { useSearchParams } from '@remix-run/react'
import { useEffect, useRef } from 'react'

import { counted } from '~/domain/formats'
import type { listSessions } from '~/domain/sessions/sessions.server'
import { isLoopback } from '~/loopback'

import { AdminTime, RecentTime } from './admin-time'
import { Badge } from './badge'
import { ButtonLink } from './button'
import { Card } from './card'
import { ErrorSummary } from './error-summary'
import type { FormResult } from './form-result'
import { IntentForm } from './intent-form'
import type { RowOf } from './row-of'
import { Table, type TableColumn } from './table'

type Session = RowOf<typeof listSessions>

type Props = {
  sessions: readonly Session[]
  current: number
  /** The time when the page was loaded. */
  now: string
  /** The page to which the forms are posted. */
  action: string
  formResult?: FormResult | null
}

/** The number of sessions that are shown at once: the others are folded. */
const shown = 5

/** The sessions of an account, with forms to end them. */
export function SessionList({ sessions, current, now, action, formResult }: Props) {
  const others = sessions.filter(({ id }) => id !== current)
  const only = others.length === 0 ? sessions[0] : undefined
  const isAsking = useSearchParams()[0].get('end') === 'others'
  const table = { captionHidden: true, dense: true, columns: columns({ current, now, action }) }
  const [recent, older] = [sessions.slice(0, shown), sessions.slice(shown)]
  return (
    <Card
      id="sessions"
      title="Where you are logged in"
      actions={
        others.length > 1 && !isAsking ? (
          <ButtonLink to={`${action}?end=others#sessions`} variant="secondary" preventScrollReset>
            End all others
          </ButtonLink>
        ) : null
      }
    >
      {only ? (
        <p>
          {only.device} <Badge tone="green">This device</Badge> {addressOf(only.ip_address)}, logged in{' '}
          <AdminTime at={only.created_at} /> UTC. You are logged in nowhere else.
        </p>
      ) : null}
      {isAsking && others.length > 0 ? <EndOthers count={others.length} action={action} /> : null}
      <ErrorSummary errors={formResult?.errors} />
      {only ? null : (
        <Table {...table} caption="Where you are logged in" rows={recent} rowKey={({ id }) => id} />
      )}
      {older.length === 0 ? null : (
        <details>
          <summary>{counted(older.length, 'more session')}</summary>
          <Table {...table} caption="More sessions" rows={older} rowKey={({ id }) => id} />
        </details>
      )}
      {only ? null : (
        <p className="hint">
          If you do not know one of these, end it and change your password. Times are in UTC.
        </p>
      )}
    </Card>
  )
}

/** The confirmation before ending all other sessions. Receives the focus with JavaScript. */
function EndOthers({ count, action }: { count: number; action: string }) {
  const question = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    question.current?.focus({ preventScroll: true })
  }, [])
  return (
    <>
      <p ref={question} tabIndex={-1}>
        {count === 1 ? 'End the other session?' : `End all ${count} other sessions?`} Who is logged in there
        has to log in again.
      </p>
      <div className="button-row">
        <IntentForm action={action} intent="end-other-sessions" busyLabel="Ending...">
          End all others
        </IntentForm>
        <ButtonLink to={`${action}#sessions`} variant="quiet" preventScrollReset>
          Cancel
        </ButtonLink>
      </div>
    </>
  )
}

function columns({
  current,
  now,
  action,
}: Pick<Props, 'current' | 'now' | 'action'>): TableColumn<Session>[] {
  return [
    {
      header: 'Device',
      rowHeader: true,
      phone: 'title',
      cell: ({ device, remember }) => (
        <>
          {device}
          {remember ? <span className="cell-note">Remembered for 30 days</span> : null}
        </>
      ),
    },
    { header: 'Address', phone: 'first', cell: ({ ip_address }) => addressOf(ip_address) },
    { header: 'Logged in', cell: ({ created_at }) => <AdminTime at={created_at} /> },
    {
      header: 'Last activity',
      phone: 'second',
      cell: ({ last_seen_at }) => <RecentTime at={last_seen_at} now={now} />,
    },
    {
      header: 'Session',
      phone: 'act',
      cell: ({ id, device }) =>
        id === current ? (
          <Badge tone="green">This device</Badge>
        ) : (
          <IntentForm
            action={action}
            intent="end-session"
            fields={{ session_id: id }}
            variant="quiet"
            busyLabel="Ending..."
          >
            End<span className="visually-hidden"> {device}</span>
          </IntentForm>
        ),
    },
  ]
}

/** An IP; a loopback one says so. */
export function addressOf(ip: string | null) {
  if (ip === null) return 'Not recorded'
  return isLoopback(ip) ? `${ip} (this computer)` : ip
}
