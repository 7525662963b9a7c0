import { mailTime, timeAgo } from '~/domain/formats'
import type { listSessions } from '~/domain/sessions/sessions.server'

import { Badge } from './badge'
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
  /** The time of rendering; other times are shown relative to it. */
  now: string
  /** The page to which the forms are posted. */
  action: string
  formResult?: FormResult | null
}

/** The sessions of an account, with forms to end them. */
export function SessionList({ sessions, current, now, action, formResult }: Props) {
  const others = sessions.filter(({ id }) => id !== current)
  return (
    <Card id="sessions" title="Where you are signed in">
      <ErrorSummary errors={formResult?.errors} />
      <Table
        caption="Where you are signed in"
        captionHidden
        columns={columns(current, now, action)}
        rows={sessions}
        rowKey={({ id }) => id}
      />
      {others.length === 0 ? (
        <p className="hint">You are signed in nowhere else.</p>
      ) : (
        <p className="hint">If you do not know one of these, end it and change your password.</p>
      )}
      {others.length > 1 ? (
        <IntentForm action={action} intent="end-other-sessions" busyLabel="Ending...">
          End all others
        </IntentForm>
      ) : null}
    </Card>
  )
}

function columns(current: number, now: string, action: string): TableColumn<Session>[] {
  return [
    {
      header: 'Device',
      rowHeader: true,
      cell: ({ device, remember }) => (
        <>
          {device}
          {remember ? <span className="cell-note">Remembered for 30 days</span> : null}
        </>
      ),
    },
    { header: 'Address', cell: ({ ip_address }) => ip_address ?? 'Not recorded' },
    { header: 'Signed in', cell: ({ created_at }) => <Time time={created_at} now={now} /> },
    { header: 'Last activity', cell: ({ last_seen_at }) => <Time time={last_seen_at} now={now} /> },
    {
      header: 'Session',
      cell: ({ id, device }) =>
        id === current ? (
          <Badge tone="green">This device</Badge>
        ) : (
          <IntentForm action={action} intent="end-session" fields={{ session_id: id }} busyLabel="Ending...">
            End<span className="visually-hidden"> {device}</span>
          </IntentForm>
        ),
    },
  ]
}

/** A relative time, with the exact time. */
export function Time({ time, now }: { time: string; now: string }) {
  return (
    <div>
      {timeAgo(time, now)}
      <time dateTime={time} className="cell-note">
        {mailTime(time)} UTC
      </time>
    </div>
  )
}
