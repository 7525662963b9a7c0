import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Form, Link, useLoaderData, useNavigation } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { listAuditKinds, listEntries } from '~/domain/audit/audit.server'
import { parseCursor, parseDateRange, parseFilterParams } from '~/http/list-query.server'
import { requireAdmin } from '~/http/session.server'
import { AdminPage } from '~/ui/admin-frame'
import { Button } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { ErrorSummary } from '~/ui/error-summary'
import { SelectField, TextField } from '~/ui/field'
import { Pager } from '~/ui/pager'

import { AuditEntry } from './audit-entry'

const pageSize = 50
const filters = ['who', 'entity', 'action', 'from', 'to'] as const

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Audit log', matches) }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const asked = new URL(request.url).searchParams
  const given = parseFilterParams(asked, filters, 200)
  const { errors, ...days } = parseDateRange(given)
  const filter = Object.fromEntries(
    Object.entries({ ...given, ...days }).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  )
  const cursor = parseCursor(asked)
  const [entries, kinds] = await Promise.all([
    listEntries(db, filter, { cursor, limit: pageSize + 1 }),
    listAuditKinds(db),
  ])
  const shown = entries.slice(0, pageSize)
  const next = entries.length > pageSize ? (shown.at(-1)?.id ?? null) : null
  return json(
    { entries: shown, given, filter, kinds, errors, next, deep: cursor !== undefined },
    { status: errors.length > 0 ? 422 : 200 },
  )
}

/** The log's address for a filter, from its newest entry or after the one whose id is `cursor`. */
function logPath(filter: Record<string, string>, cursor?: number) {
  const query = new URLSearchParams({ ...filter, ...(cursor && { cursor: String(cursor) }) }).toString()
  return `/admin/audit${query && `?${query}`}`
}

export default function AuditLog() {
  const { entries, given, filter, kinds, errors, next, deep } = useLoaderData<typeof loader>()
  const searching = useNavigation().formMethod === 'GET'
  const errorOf = (path: string) => errors.find((error) => error.path === path)?.message
  const filtered = Object.keys(filter).length > 0
  const options = (all: string[], one: string) => [...new Set([...all, ...(one ? [one] : [])])]
  return (
    <AdminPage title="Audit log">
      <p>What administrators have changed: who, when, and how it was before. Times are in UTC.</p>
      <ErrorSummary errors={errors} />
      <Form
        key={JSON.stringify(given)}
        method="get"
        role="search"
        className="toolbar audit-filter"
        noValidate
      >
        <TextField
          label="Who"
          name="who"
          type="search"
          placeholder="Name, email or user ID"
          defaultValue={given.who}
          autoComplete="off"
        />
        <SelectField
          label="Record"
          name="entity"
          placeholder="All"
          defaultValue={given.entity}
          options={options(kinds.entities, given.entity)}
        />
        <SelectField
          label="Action"
          name="action"
          placeholder="All"
          defaultValue={given.action}
          options={options(kinds.actions, given.action)}
        />
        <TextField label="From" name="from" type="date" defaultValue={given.from} error={errorOf('from')} />
        <TextField label="To" name="to" type="date" defaultValue={given.to} error={errorOf('to')} />
        <Button type="submit" variant="secondary" busy={searching} busyLabel="Filtering...">
          Filter
        </Button>
        {filtered ? (
          <Link to="/admin/audit" className="button button-quiet">
            Show all
          </Link>
        ) : null}
      </Form>
      {entries.length === 0 ? (
        <EmptyState title={filtered || deep ? 'No entry matches.' : 'Nothing has been changed yet.'}>
          <p>
            {filtered ? 'Try a longer time, or fewer filters.' : 'What administrators change appears here.'}
          </p>
        </EmptyState>
      ) : (
        <ol className="audit-log">
          {entries.map((entry) => (
            <AuditEntry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      <Pager newest={deep ? logPath(filter) : null} older={next === null ? null : logPath(filter, next)} />
    </AdminPage>
  )
}
