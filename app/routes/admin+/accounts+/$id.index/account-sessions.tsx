import { Link } from '@remix-run/react'

import type { listSessions } from '~/domain/sessions/sessions.server'
import { AdminTime } from '~/ui/admin-time'
import { Card } from '~/ui/card'
import { ConfirmButton, type Confirmation } from '~/ui/confirmation'
import type { RowOf } from '~/ui/row-of'
import { addressOf } from '~/ui/session-list'
import { Table } from '~/ui/table'
import { useListFocus } from '~/ui/use-restore-focus'

type Session = RowOf<typeof listSessions>

/** The confirmation for ending one session of an account, or all of them. */
export function sessionEnding(accountId: number, sessionId?: number): Confirmation {
  return {
    question: sessionId === undefined ? 'End all sessions of this account?' : 'End this session?',
    confirmLabel: sessionId === undefined ? 'End all sessions' : 'End this session',
    action: `/admin/accounts/${accountId}`,
    fields: sessionId === undefined ? { intent: 'end-all' } : { intent: 'end', session_id: sessionId },
  }
}

type Props = {
  account: { id: number; username: string }
  sessions: readonly Session[]
  /** Whether the account is that of the signed-in administrator. */
  isOwn: boolean
}

/** The sessions of an account, which an administrator can end. */
export function AccountSessions({ account, sessions, isOwn }: Props) {
  const list = useListFocus<HTMLDivElement>(sessions.length)
  const page = `/admin/accounts/${account.id}/end-sessions`
  return (
    <Card id="sessions" title="Sessions">
      <div ref={list} tabIndex={-1} className="list">
        <Table
          caption={`Sessions of ${account.username}`}
          captionHidden
          dense
          rows={sessions}
          rowKey={({ id }) => id}
          empty={<p>This account is logged in nowhere.</p>}
          columns={[
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
            {
              header: 'IP address',
              phone: 'first',
              cell: ({ ip_address }) => <span className="breakable">{addressOf(ip_address)}</span>,
            },
            { header: 'Logged in', cell: ({ created_at }) => <AdminTime at={created_at} /> },
            {
              header: 'Last activity',
              phone: 'second',
              cell: ({ last_seen_at }) => <AdminTime at={last_seen_at} />,
            },
            ...(isOwn
              ? []
              : [
                  {
                    header: 'Actions',
                    phone: 'act' as const,
                    cell: ({ id, device }: Session) => (
                      <div className="actions">
                        <ConfirmButton
                          label={
                            <>
                              End this session<span className="visually-hidden"> on {device}</span>
                            </>
                          }
                          busyLabel="Ending..."
                          page={`${page}?session=${id}`}
                          about={`${device}, of ${account.username}`}
                          {...sessionEnding(account.id, id)}
                        />
                      </div>
                    ),
                  },
                ]),
          ]}
        />
      </div>
      {sessions.length > 0 ? <p className="hint">Times are in UTC.</p> : null}
      {isOwn ? (
        <p className="hint">
          This is your own account. End its sessions under <Link to="/admin/session-info">Session Info</Link>.
        </p>
      ) : null}
      {!isOwn && sessions.length > 0 ? (
        <ConfirmButton
          label="End all sessions"
          busyLabel="Ending..."
          page={page}
          about={`${account.username} is logged out everywhere.`}
          {...sessionEnding(account.id)}
        />
      ) : null}
    </Card>
  )
}
