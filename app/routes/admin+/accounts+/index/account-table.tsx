import { Link } from '@remix-run/react'

import type { listAccounts } from '~/domain/accounts/directory.server'
import { EmailText } from '~/ui/email-text'
import { AdminTime } from '~/ui/admin-time'
import { Badge } from '~/ui/badge'
import { EmptyState } from '~/ui/empty-state'
import type { RowOf } from '~/ui/row-of'
import { Table } from '~/ui/table'

type Account = RowOf<typeof listAccounts>

/** Accounts, newest first, each with a link to its page. */
export function AccountTable({ accounts }: { accounts: readonly Account[] }) {
  return (
    <>
      {accounts.length > 0 ? <p className="hint">Newest first. Times are in UTC.</p> : null}
      <Table
        caption="Accounts, newest first"
        captionHidden
        dense
        stickyHead
        rows={accounts}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title="No account matches.">
            <p>Try fewer letters, or the beginning of a word.</p>
          </EmptyState>
        }
        columns={[
          { header: 'ID', numeric: true, phone: 'first', cell: ({ id }) => id },
          {
            header: 'Username',
            rowHeader: true,
            phone: 'title',
            title: ({ username }) => username,
            cell: ({ id, username }) => <Link to={`/admin/accounts/${id}`}>{username}</Link>,
          },
          {
            header: 'Email',
            phone: 'second',
            title: ({ email }) => email,
            cell: ({ email }) => <EmailText>{email}</EmailText>,
          },
          {
            header: 'State',
            phone: 'below',
            cell: ({ admin, email_verified }) => (
              <AccountState admin={admin} emailVerified={email_verified} />
            ),
          },
          { header: 'Created', cell: ({ created_at }) => <AdminTime at={created_at} /> },
          {
            header: 'Last login',
            cell: ({ last_login }) => (last_login === null ? 'Never' : <AdminTime at={last_login} />),
          },
        ]}
      />
    </>
  )
}

/** Whether an account is an administrator's, and whether its email is verified. */
export function AccountState({ admin, emailVerified }: { admin: boolean; emailVerified: boolean }) {
  return (
    <span className="actions">
      {emailVerified ? <Badge tone="green">Verified</Badge> : <Badge tone="yellow">Not verified</Badge>}
      {admin ? <Badge tone="blue">Administrator</Badge> : null}
    </span>
  )
}
