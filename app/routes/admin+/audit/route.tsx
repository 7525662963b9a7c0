import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { listAuditKinds, listEntries, reads } from '~/domain/audit/audit.server'
import { addDays, calendarDay } from '~/domain/dates'
import { requireAdmin } from '~/http/session.server'
import { readPage } from '~/lists/list-page'
import { choiceParam, cursor, dateRange, text } from '~/lists/list-params'
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
  filters: {
    who: text(200),
    record: text(200),
    entity: text(200),
    action: text(200),
    kind: choiceParam(['changes', 'all']),
    ...dateRange,
  },
  position: { cursor },
})

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Audit log', matches) }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const state = list.read(new URL(request.url).searchParams)
  const [page, kinds] = await Promise.all([
    readPage(state.position.cursor, (page) => listEntries(db, entriesOf(state.filter), page), {
      weight: ({ fields }) => fields.length,
      maxWeight: maxFields,
    }),
    listAuditKinds(db),
  ])
  return json(
    { ...page, state, kinds, today: calendarDay(new Date()) },
    { status: state.errors.length > 0 ? 422 : 200 },
  )
}

/** Changes alone, unless views and exports are asked for. */
function entriesOf({ kind, ...filter }: ReturnType<typeof list.read>['filter']) {
  const isOfReads = reads.some((action) => action === filter.action)
  return kind === 'all' || isOfReads ? filter : { ...filter, kind: 'changes' as const }
}

export default function AuditLog() {
  const { rows, nextCursor, state, kinds, today } = useLoaderData<typeof loader>()
  return (
    <AdminPage title="Audit log">
      <p>What administrators have changed: who, when, and how it was before. Times are in UTC.</p>
      <Periods state={state} today={today} />
      <ErrorSummary errors={state.errors} />
      <ListToolbar
        url={list.url({}, state)}
        state={state}
        verb="Filter"
        fields={[
          { name: 'who', label: 'Who', placeholder: 'Name, email or user ID' },
          { name: 'record', label: 'Name or number', placeholder: 'Standard, or 12' },
          { name: 'entity', label: 'Record', options: kinds.entities },
          { name: 'action', label: 'Action', options: kinds.actions },
          {
            name: 'kind',
            label: 'Entries',
            placeholder: 'Changes only',
            options: [{ value: 'all', label: 'Views and exports too' }],
          },
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

/** Links to the usual periods, each with the changes alone. `today` is YYYY-MM-DD in UTC. */
function Periods({ state, today }: { state: Pick<ReturnType<typeof list.read>, 'texts'>; today: string }) {
  const { from, to, kind } = state.texts
  const yesterday = addDays(today, -1)
  const periods = [
    { label: 'All changes', from: '', to: '', kind: '' },
    { label: 'Changes of today', from: today, to: today, kind: '' },
    { label: 'Changes of yesterday', from: yesterday, to: yesterday, kind: '' },
    { label: 'Changes of the last 7 days', from: addDays(today, -6), to: today, kind: '' },
    { label: 'Views and exports too', from: '', to: '', kind: 'all' },
  ]
  return (
    <nav aria-label="Period" className="link-row">
      {periods.map(({ label, ...period }) => (
        <Link
          key={label}
          to={list.url({ ...period, cursor: '' }, state)}
          aria-current={period.from === from && period.to === to && period.kind === kind ? 'true' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
