import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

import { facts } from '~/content/facts'
import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { calendarDay } from '~/domain/dates'
import { securityEventKindNames, securityEventKinds } from '~/domain/security-events/kinds'
import { listSecurityEvents } from '~/domain/security-events/security-events.server'
import { requireAdmin } from '~/http/session.server'
import { readPage, shownRows } from '~/lists/list-page'
import { cursor, dateRange, text } from '~/lists/list-params'
import { defineList } from '~/lists/list-state'
import { AdminPage } from '~/ui/admin-frame'
import { EmptyState } from '~/ui/empty-state'
import { ErrorSummary } from '~/ui/error-summary'
import { ListRows } from '~/ui/list-rows'
import { dateFields, ListToolbar } from '~/ui/list-toolbar'
import { Pager } from '~/ui/pager'

import { LogDays } from './parts/log-days'
import { SecurityEvent } from './parts/security-event'

const list = defineList({
  path: '/admin/security',
  filters: { account: text(254), kind: text(254), ip: text(254), ...dateRange },
  position: { cursor },
})

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Security log', matches) }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const state = list.read(new URL(request.url).searchParams)
  const page = await readPage(state.position.cursor, (page) => listSecurityEvents(db, state.filter, page))
  return json(
    { ...page, state, today: calendarDay(new Date()) },
    { status: state.errors.length > 0 ? 422 : 200 },
  )
}

const kindOptions = securityEventKindNames.map((value) => ({ value, label: securityEventKinds[value].label }))

export default function SecurityLog() {
  const { rows, nextCursor, state, today } = useLoaderData<typeof loader>()
  return (
    <AdminPage title="Security log">
      <p>
        Logins, changes of passwords and email addresses, ended sessions and refused requests of the last{' '}
        {facts.securityLogDays} days. Times are in UTC.
      </p>
      <ErrorSummary errors={state.errors} />
      <ListToolbar
        url={list.url({}, state)}
        state={state}
        verb="Filter"
        total={shownRows(
          { one: 'event', many: 'events' },
          { count: rows.length, isFirstPage: state.isFirstPage, isMore: nextCursor !== null },
        )}
        fields={[
          { name: 'account', label: 'Account', placeholder: 'Name, email or user ID' },
          { name: 'kind', label: 'Event', options: kindOptions },
          { name: 'ip', label: 'IP address', type: 'text' },
          ...dateFields,
        ]}
      />
      <ListRows state={state}>
        {rows.length === 0 ? (
          <EmptyState title={state.isNarrowed ? 'No event matches.' : 'Nothing has happened yet.'}>
            <p>
              {state.isNarrowed ? 'Try a longer time, or fewer filters.' : 'Logins and refusals appear here.'}
            </p>
          </EmptyState>
        ) : (
          <LogDays rows={rows} today={today} className="security-log">
            {(event) => <SecurityEvent key={event.id} event={event} isUnderDay />}
          </LogDays>
        )}
        <Pager links={list.pages(state, nextCursor)} />
      </ListRows>
    </AdminPage>
  )
}
