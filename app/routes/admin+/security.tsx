import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Form, Link, useLoaderData, useNavigation } from '@remix-run/react'

import { facts } from '~/content/facts'
import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { securityEventKindNames, securityEventKinds } from '~/domain/security-events/kinds'
import { listSecurityEvents } from '~/domain/security-events/security-events.server'
import { parseCursor, parseDateRange, parseFilterParams } from '~/http/list-query.server'
import { requireAdmin } from '~/http/session.server'
import { AdminPage } from '~/ui/admin-frame'
import { Button } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { ErrorSummary } from '~/ui/error-summary'
import { SelectField, TextField } from '~/ui/field'
import { Pager } from '~/ui/pager'
import { SecurityEvents } from '~/ui/security-events'

const pageSize = 50
const filters = ['account', 'kind', 'ip', 'from', 'to'] as const

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Security log', matches) }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const params = new URL(request.url).searchParams
  const input = parseFilterParams(params, filters, 254)
  const { errors, ...days } = parseDateRange(input)
  const filter = Object.fromEntries(
    Object.entries({ ...input, ...days }).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  )
  const cursor = parseCursor(params)
  const found = await listSecurityEvents(db, filter, { cursor, limit: pageSize + 1 })
  const events = found.slice(0, pageSize)
  const next = found.length > pageSize ? (events.at(-1)?.id ?? null) : null
  return json(
    { events, input, filter, errors, next, isFirst: cursor === undefined },
    { status: errors.length > 0 ? 422 : 200 },
  )
}

/** The log's path for a filter, from its newest event or after the one whose id is `cursor`. */
function logPath(filter: Record<string, string>, cursor?: number) {
  const query = new URLSearchParams({ ...filter, ...(cursor && { cursor: String(cursor) }) }).toString()
  return `/admin/security${query && `?${query}`}`
}

const kindOptions = securityEventKindNames.map((value) => ({ value, label: securityEventKinds[value].label }))

export default function SecurityLog() {
  const { events, input, filter, errors, next, isFirst } = useLoaderData<typeof loader>()
  const isSearching = useNavigation().formMethod === 'GET'
  const errorOf = (path: string) => errors.find((error) => error.path === path)?.message
  const isFiltered = Object.keys(filter).length > 0
  return (
    <AdminPage title="Security log">
      <p>
        Sign-ins, changes of passwords and email addresses, ended sessions and refused requests of the last{' '}
        {facts.securityLogDays} days. Times are in UTC.
      </p>
      <ErrorSummary errors={errors} />
      <Form
        key={JSON.stringify(input)}
        method="get"
        role="search"
        className="toolbar audit-filter"
        noValidate
      >
        <TextField
          label="Account"
          name="account"
          type="search"
          placeholder="Email or user ID"
          defaultValue={input.account}
          autoComplete="off"
        />
        <SelectField
          label="Event"
          name="kind"
          placeholder="All"
          defaultValue={input.kind}
          options={kindOptions}
        />
        <TextField label="IP address" name="ip" defaultValue={input.ip} autoComplete="off" />
        <TextField label="From" name="from" type="date" defaultValue={input.from} error={errorOf('from')} />
        <TextField label="To" name="to" type="date" defaultValue={input.to} error={errorOf('to')} />
        <Button type="submit" variant="secondary" busy={isSearching} busyLabel="Filtering...">
          Filter
        </Button>
        {isFiltered ? (
          <Link to="/admin/security" className="button button-quiet">
            Show all
          </Link>
        ) : null}
      </Form>
      {events.length === 0 ? (
        <EmptyState title={isFiltered || !isFirst ? 'No event matches.' : 'Nothing has happened yet.'}>
          <p>{isFiltered ? 'Try a longer time, or fewer filters.' : 'Sign-ins and refusals appear here.'}</p>
        </EmptyState>
      ) : (
        <SecurityEvents events={events} />
      )}
      <Pager newest={isFirst ? null : logPath(filter)} older={next === null ? null : logPath(filter, next)} />
    </AdminPage>
  )
}
