import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { adminTime } from '~/domain/formats'
import { listImpacts } from '~/domain/impacts/impacts.server'
import { requireAdmin } from '~/http/session.server'
import { AdminPage } from '~/ui/admin-frame'
import { EmptyState } from '~/ui/empty-state'
import { Table } from '~/ui/table'

import { outcomeText, subjectText } from '../parts/impact-subject'
import { statusNames } from '../parts/run-status'

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Impact on all quotes', matches) }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  return json({ runs: await listImpacts(db) })
}

export default function Impacts() {
  const { runs } = useLoaderData<typeof loader>()
  return (
    <AdminPage title="Impact on all quotes" tool="Impact">
      <p>
        A run compares a change with what is in use, over every stored quote. Start one with “Run over all
        quotes” on your draft of the <Link to="/admin/underwriting/code?edit=yes">code</Link> or the{' '}
        <Link to="/admin/underwriting/tables">tables</Link> or on a proposed version, or with “See the impact”
        on the form of a tier, an employer or an industry.
      </p>
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
            <p>
              Open the form of a tier, an employer or an industry in the{' '}
              <Link to="/admin/underwriting?tab=coverage-tiers#coverage-tiers">configuration tables</Link>,
              and press “See the impact”.
            </p>
          </EmptyState>
        }
      />
    </AdminPage>
  )
}
