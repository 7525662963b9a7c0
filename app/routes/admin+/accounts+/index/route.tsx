import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Form, Link, useLoaderData, useNavigation } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { listAccounts } from '~/domain/accounts/directory.server'
import { parseCursor, parseFilterParams } from '~/http/list-query.server'
import { requireAdmin } from '~/http/session.server'
import { AdminPage } from '~/ui/admin-frame'
import { Button } from '~/ui/button'
import { TextField } from '~/ui/field'
import { Pager } from '~/ui/pager'

import { AccountTable } from './account-table'

const pageSize = 50

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Accounts', matches) }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const params = new URL(request.url).searchParams
  const { q } = parseFilterParams(params, ['q'], 254)
  const cursor = parseCursor(params)
  const found = await listAccounts(db, { search: q, cursor, limit: pageSize + 1 })
  const accounts = found.slice(0, pageSize)
  const next = found.length > pageSize ? (accounts.at(-1)?.id ?? null) : null
  return json({ accounts, q, next, isFirst: cursor === undefined })
}

/** The list's path for a search, from the newest account or after the one whose id is `cursor`. */
function listPath(q: string, cursor?: number) {
  const query = new URLSearchParams({ ...(q && { q }), ...(cursor && { cursor: String(cursor) }) }).toString()
  return `/admin/accounts${query && `?${query}`}`
}

export default function Accounts() {
  const { accounts, q, next, isFirst } = useLoaderData<typeof loader>()
  const isSearching = useNavigation().formMethod === 'GET'
  return (
    <AdminPage title="Accounts">
      <Form key={q} method="get" role="search" className="toolbar">
        <TextField
          label="Search"
          name="q"
          type="search"
          placeholder="Email, username or user ID"
          defaultValue={q}
          autoComplete="off"
        />
        <Button type="submit" variant="secondary" busy={isSearching} busyLabel="Searching...">
          Search
        </Button>
        {q === '' ? null : (
          <Link to="/admin/accounts" className="button button-quiet">
            Show all
          </Link>
        )}
      </Form>
      <AccountTable accounts={accounts} />
      <Pager newest={isFirst ? null : listPath(q)} older={next === null ? null : listPath(q, next)} />
    </AdminPage>
  )
}
