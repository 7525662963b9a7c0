import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { auditExportUrl, auditFilter, auditList, type AuditListState } from '~/domain/audit/audit-list'
import { listAuditKinds, listEntries, listOverwritten, listUndone } from '~/domain/audit/audit.server'
import { addDays, calendarDay } from '~/domain/dates'
import { requireAdmin } from '~/http/session.server'
import { readPage, shownRows } from '~/lists/list-page'
import { AdminPage } from '~/ui/admin-frame'
import { EmptyState } from '~/ui/empty-state'
import { ErrorSummary } from '~/ui/error-summary'
import { ListRows } from '~/ui/list-rows'
import { dateFields, ListToolbar } from '~/ui/list-toolbar'
import { Pager } from '~/ui/pager'

import { LogDays } from '../parts/log-days'
import { AuditEntry } from './audit-entry'

/** The maximum total of the fields of a page's entries: one on a wide table has 50 or more, most have a few. */
const maxFields = 300

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Audit log', matches) }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const state = auditList.read(new URL(request.url).searchParams)
  const [page, kinds] = await Promise.all([
    readPage(state.position.cursor, (page) => listEntries(db, auditFilter(state), page), {
      weight: ({ fields }) => fields.length,
      maxWeight: maxFields,
    }),
    listAuditKinds(db),
  ])
  const ids = page.rows.map(({ id }) => id)
  const [undone, overwritten] = await Promise.all([listUndone(db, ids), listOverwritten(db, ids)])
  return json(
    { ...page, undone, overwritten, state, kinds, today: calendarDay(new Date()) },
    { status: state.errors.length > 0 ? 422 : 200 },
  )
}

export default function AuditLog() {
  const { rows, undone, overwritten, nextCursor, state, kinds, today } = useLoaderData<typeof loader>()
  return (
    <AdminPage title="Audit log">
      <p>What administrators have changed: who, when, and how it was before. Times are in UTC.</p>
      <Periods state={state} today={today} />
      <ErrorSummary errors={state.errors} />
      <ListToolbar
        url={auditList.url({}, state)}
        state={state}
        verb="Filter"
        total={shownRows(
          { one: 'entry', many: 'entries' },
          { count: rows.length, isFirstPage: state.isFirstPage, isMore: nextCursor !== null },
        )}
        csv={{ to: auditExportUrl(state), before: 'Download as' }}
        fields={[
          { name: 'who', label: 'Who', placeholder: 'Name or email' },
          { name: 'record', label: 'Name or number', placeholder: 'Standard' },
          { name: 'entity', label: 'Record', options: kinds.entities },
          { name: 'action', label: 'Action', options: kinds.actions },
          {
            name: 'kind',
            label: 'Entries',
            placeholder: 'Changes',
            options: [{ value: 'all', label: 'All entries' }],
          },
          ...dateFields,
        ]}
      />
      <ListRows state={state}>
        {rows.length === 0 ? (
          <EmptyState title={state.isNarrowed ? 'No entry matches.' : 'Nothing has been changed yet.'}>
            <p>
              {state.isNarrowed
                ? 'Try a longer time, or fewer filters.'
                : 'What administrators change appears here.'}
            </p>
          </EmptyState>
        ) : (
          <LogDays rows={rows} today={today} className="audit-rows">
            {(entry) => (
              <AuditEntry
                key={entry.id}
                entry={entry}
                since={
                  undone.includes(entry.id)
                    ? 'Undone'
                    : overwritten.includes(entry.id)
                      ? 'Changed since'
                      : null
                }
              />
            )}
          </LogDays>
        )}
        <Pager links={auditList.pages(state, nextCursor)} />
      </ListRows>
    </AdminPage>
  )
}

/** Links to common periods, each with only the changes. `today` is YYYY-MM-DD in UTC. */
function Periods({ state, today }: { state: Pick<AuditListState, 'texts'>; today: string }) {
  const { from, to, kind } = state.texts
  const yesterday = addDays(today, -1)
  const periods = [
    { label: 'All changes', from: '', to: '', kind: '' },
    { label: 'Today', from: today, to: today, kind: '' },
    { label: 'Yesterday', from: yesterday, to: yesterday, kind: '' },
    { label: 'Last 7 days', from: addDays(today, -6), to: today, kind: '' },
    { label: 'Views and exports too', from: '', to: '', kind: 'all' },
  ]
  return (
    <nav aria-label="Period" className="list-links preset-links">
      {periods.map(({ label, ...period }) => (
        <Link
          key={label}
          to={auditList.url({ ...period, cursor: '' }, state)}
          aria-current={period.from === from && period.to === to && period.kind === kind ? 'true' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
