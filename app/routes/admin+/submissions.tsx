import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Form, Link, useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { adminTime } from '~/domain/formats'
import { coverageLevelLabel } from '~/domain/quotes/quotes.options'
import { countQuotes, listQuotes } from '~/domain/quotes/quotes.server'
import { requireAdmin } from '~/http/session.server'
import { AdminPage } from '~/ui/admin-frame'
import { Badge } from '~/ui/badge'
import { Button } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { TextField } from '~/ui/field'
import { Table } from '~/ui/table'

const pageSize = 50

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Form submissions', matches) }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const url = new URL(request.url)
  const search = url.searchParams.get('q')?.trim().slice(0, 200) ?? ''
  const cursorText = url.searchParams.get('cursor') ?? ''
  const cursor = /^[1-9]\d{0,8}$/.test(cursorText) ? Number(cursorText) : undefined
  const [count, quotes] = await Promise.all([
    countQuotes(db),
    listQuotes(db, { limit: pageSize + 1, cursor, search: search || undefined }),
  ])
  const shown = quotes
    .slice(0, pageSize)
    .map(({ id, submitted_at, name, email, coverage_level, coverage_tier, status }) => ({
      id,
      submitted_at,
      name,
      email,
      coverage_level,
      coverage_tier,
      status,
    }))
  const next = quotes.length > pageSize ? shown.at(-1)?.id : undefined
  return json({ count, quotes: shown, search, next: next ?? null, deep: cursor !== undefined })
}

export default function Submissions() {
  const { count, quotes, search, next, deep } = useLoaderData<typeof loader>()
  const query = search === '' ? '' : `q=${encodeURIComponent(search)}`
  return (
    <AdminPage title="Form submissions">
      <h2>
        Quote Requests <Badge tone="neutral">{count.toLocaleString('en-US')}</Badge>
      </h2>
      <Form method="get" role="search" className="toolbar">
        <TextField label="Search by name, email, employer or number" name="q" defaultValue={search} />
        <Button type="submit" variant="secondary">
          Search
        </Button>
      </Form>
      <Table
        caption="Quote requests, newest first"
        captionHidden
        dense
        stickyHead
        rows={quotes}
        rowKey={(quote) => quote.id}
        empty={
          <EmptyState title="No quote submissions found.">
            {search === '' ? <p>Applications from the quote page appear here.</p> : <p>Try other words.</p>}
          </EmptyState>
        }
        columns={[
          { key: 'id', header: '#', numeric: true, cell: (quote) => quote.id },
          { key: 'submitted', header: 'Submitted', cell: (quote) => adminTime(quote.submitted_at) },
          { key: 'name', header: 'Name', rowHeader: true, cell: (quote) => quote.name },
          { key: 'email', header: 'Email', cell: (quote) => quote.email },
          {
            key: 'level',
            header: 'Coverage level',
            cell: (quote) => coverageLevelLabel(quote.coverage_level),
          },
          { key: 'tier', header: 'Tier', cell: (quote) => quote.coverage_tier ?? 'Not run yet' },
          {
            key: 'status',
            header: 'Status',
            cell: (quote) => (
              <Badge tone={quote.status === 'Pending' ? 'yellow' : 'blue'}>{quote.status}</Badge>
            ),
          },
          {
            key: 'view',
            header: 'Actions',
            cell: (quote) => (
              <Link to={`/admin/underwriting/quote/${quote.id}`}>
                View<span className="visually-hidden"> quote {quote.id}</span>
              </Link>
            ),
          },
        ]}
      />
      <nav aria-label="Pages" className="pager">
        {deep ? <Link to={`/admin/submissions${query && `?${query}`}`}>Newest</Link> : null}
        {next === null ? null : (
          <Link to={`/admin/submissions?${query && `${query}&`}cursor=${next}`}>Older</Link>
        )}
      </nav>
    </AdminPage>
  )
}
