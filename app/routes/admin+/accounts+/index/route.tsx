import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { listAccounts } from '~/domain/accounts/directory.server'
import { requireAdmin } from '~/http/session.server'
import { readPage } from '~/lists/list-page'
import { cursor, text } from '~/lists/list-params'
import { defineList } from '~/lists/list-state'
import { AdminPage } from '~/ui/admin-frame'
import { ListToolbar } from '~/ui/list-toolbar'
import { Pager } from '~/ui/pager'

import { AccountTable } from './account-table'

const list = defineList({ path: '/admin/accounts', filters: { q: text(254) }, position: { cursor } })

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Accounts', matches) }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const state = list.read(new URL(request.url).searchParams)
  const page = await readPage(state.position.cursor, (page) =>
    listAccounts(db, { search: state.filter.q, ...page }),
  )
  return json({ ...page, state })
}

export default function Accounts() {
  const { rows, nextCursor, state } = useLoaderData<typeof loader>()
  return (
    <AdminPage title="Accounts">
      <ListToolbar
        url={list.url({}, state)}
        state={state}
        fields={[{ name: 'q', label: 'Search', placeholder: 'Email, name or ID' }]}
      />
      <AccountTable accounts={rows} />
      <Pager links={list.pages(state, nextCursor)} />
    </AdminPage>
  )
}
