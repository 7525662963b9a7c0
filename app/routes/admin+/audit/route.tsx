import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { listAuditKinds, listEntries } from '~/domain/audit/audit.server'
import { requireAdmin } from '~/http/session.server'
import { readPage } from '~/lists/list-page'
import { cursor, dateRange, text } from '~/lists/list-params'
import { defineList } from '~/lists/list-state'
import { AdminPage } from '~/ui/admin-frame'
import { EmptyState } from '~/ui/empty-state'
import { ErrorSummary } from '~/ui/error-summary'
import { dateFields, ListToolbar } from '~/ui/list-toolbar'
import { Pager } from '~/ui/pager'

import { AuditEntry } from './audit-entry'

/** The fields that the entries of a page have together; an entry on a wide table has 50 and more, most others have a few. */
const maxFields = 300

const list = defineList({
  path: '/admin/audit',
  filters: { who: text(200), entity: text(200), action: text(200), ...dateRange },
  position: { cursor },
})

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Audit log', matches) }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const state = list.read(new URL(request.url).searchParams)
  const [page, kinds] = await Promise.all([
    readPage(state.position.cursor, (page) => listEntries(db, state.filter, page), {
      weight: ({ fields }) => fields.length,
      maxWeight: maxFields,
    }),
    listAuditKinds(db),
  ])
  return json({ ...page, state, kinds }, { status: state.errors.length > 0 ? 422 : 200 })
}

export default function AuditLog() {
  const { rows, nextCursor, state, kinds } = useLoaderData<typeof loader>()
  return (
    <AdminPage title="Audit log">
      <p>What administrators have changed: who, when, and how it was before. Times are in UTC.</p>
      <ErrorSummary errors={state.errors} />
      <ListToolbar
        url={list.url({}, state)}
        state={state}
        verb="Filter"
        fields={[
          { name: 'who', label: 'Who', placeholder: 'Name, email or user ID' },
          { name: 'entity', label: 'Record', options: kinds.entities },
          { name: 'action', label: 'Action', options: kinds.actions },
          ...dateFields,
        ]}
      />
      {rows.length === 0 ? (
        <EmptyState
          title={
            state.isFiltered || !state.isFirstPage ? 'No entry matches.' : 'Nothing has been changed yet.'
          }
        >
          <p>
            {state.isFiltered
              ? 'Try a longer time, or fewer filters.'
              : 'What administrators change appears here.'}
          </p>
        </EmptyState>
      ) : (
        <ol className="audit-log">
          {rows.map((entry) => (
            <AuditEntry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      <Pager links={list.pages(state, nextCursor)} />
    </AdminPage>
  )
}
