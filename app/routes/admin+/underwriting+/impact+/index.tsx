import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { adminTime } from '~/domain/formats'
import { listImpacts } from '~/domain/impacts/impacts.server'
import { requireAdmin } from '~/http/session.server'
import { AdminPage } from '~/ui/admin-frame'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { Table } from '~/ui/table'

import { outcomeText, subjectText } from '../parts/impact-subject'
import { statusNames } from '../parts/run-status'

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Impact on all quotes', matches) }]

const starts = [
  {
    title: 'A tier, an employer or an industry',
    text: 'Open its form, change a value, and press “See the impact”.',
    act: 'Edit a tier',
    to: '/admin/underwriting?tab=coverage-tiers',
  },
  {
    title: 'A rating table',
    text: 'Change a cell of your draft, and press “Run over all quotes”.',
    act: 'Edit a rating table',
    to: '/admin/underwriting/tables',
  },
  {
    title: 'The code',
    text: 'Change your draft or open a proposed version, and press “Run over all quotes”.',
    act: 'Edit the code',
    to: '/admin/underwriting/code?edit=yes',
  },
]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  return json({ runs: await listImpacts(db) })
}

export default function Impacts() {
  const { runs } = useLoaderData<typeof loader>()
  return (
    <AdminPage title="Impact on all quotes" tool="Impact">
      <p>Compare a change with what is in use, over every stored quote. Start with the change:</p>
      <div className="card-grid">
        {starts.map(({ title, text, act, to }) => (
          <Card key={title} title={title}>
            <p>{text}</p>
            <ButtonLink to={to} variant="secondary">
              {act}
            </ButtonLink>
          </Card>
        ))}
      </div>
      <Table
        caption="Recent runs, newest first"
        dense
        columns={[
          { header: '#', numeric: true, rowHeader: true, cell: ({ id }) => id },
          {
            header: 'Date',
            cell: ({ created_at }) => <span className="on-one-line">{adminTime(created_at)}</span>,
          },
          { header: 'By', cell: ({ username }) => username ?? 'A deleted account' },
          { header: 'What is compared', cell: ({ subject }) => subjectText(subject) },
          {
            header: 'Outcome',
            cell: ({ status, found }) => (found ? outcomeText(found) : statusNames[status]),
          },
          {
            header: 'Details',
            cell: ({ id }) => (
              <Link to={`/admin/underwriting/impact/${id}`}>
                View<span className="visually-hidden"> run {id}</span>
              </Link>
            ),
          },
        ]}
        rows={runs}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title="No run has been started yet.">
            <p>Finished runs are listed here.</p>
          </EmptyState>
        }
      />
    </AdminPage>
  )
}
