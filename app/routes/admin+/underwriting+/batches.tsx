import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { listBatchesWithFigures } from '~/domain/batch-runs/batch-runs.server'
import { findWork } from '~/domain/work/work.server'
import { requireAdmin } from '~/http/session.server'
import { AdminPage } from '~/ui/admin-frame'
import { AdminTime } from '~/ui/admin-time'
import { ButtonLink } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { RemoteIntentForm } from '~/ui/remote-intent-form'
import { Table, type TableColumn } from '~/ui/table'
import type { RowOf } from '~/ui/row-of'
import { Unset } from '~/ui/unset'

import { statusNames } from './parts/run-status'

/** The runs of the page, the newest ones. */
const maxRuns = 50

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Batch runs', matches) }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const runs = await listBatchesWithFigures(db, maxRuns)
  const groups = runs.length > 0 ? [] : (await findWork(db)).groups
  return json({ runs, neverRun: groups.find(({ act }) => act === 'run')?.count ?? 0 })
}

type Row = RowOf<typeof listBatchesWithFigures>

/** A figure of a run that has ended. */
function figure(header: string, of: (figures: NonNullable<Row['figures']>) => number): TableColumn<Row> {
  return { header, numeric: true, cell: ({ figures }) => (figures ? of(figures) : <Unset />) }
}

/** The runs of the engine on many applications, newest first. */
export default function Batches() {
  const { runs, neverRun } = useLoaderData<typeof loader>()
  return (
    <AdminPage title="Batch runs" tool="Batches">
      {runs.length === 0 ? null : (
        <p>
          Start one from the <Link to="/admin/work">work list</Link> or from the{' '}
          <Link to="/admin/submissions">submissions</Link>. Times are in UTC.
        </p>
      )}
      <Table
        caption="Batch runs, newest first"
        captionHidden
        dense
        stickyHead
        rows={runs}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title="No run has been started yet.">
            {neverRun === 0 ? (
              <>
                <p>Choose applications, and the engine runs on all of them.</p>
                <ButtonLink to="/admin/submissions">Choose applications</ButtonLink>
              </>
            ) : (
              <>
                <p>A run puts many applications through the engine at once.</p>
                <RemoteIntentForm action="/admin/work" intent="run" variant="primary" busyLabel="Starting...">
                  {neverRun === 1 ? 'Run the application' : `Run the ${neverRun} applications`}
                </RemoteIntentForm>
              </>
            )}
          </EmptyState>
        }
        columns={[
          {
            header: 'Run',
            rowHeader: true,
            cell: ({ id }) => <Link to={`/admin/underwriting/batch/${id}`}>{`Run ${id}`}</Link>,
          },
          { header: 'Started', cell: ({ created_at }) => <AdminTime at={created_at} /> },
          { header: 'By', cell: ({ username }) => username ?? 'A deleted account' },
          { header: 'State', cell: ({ status }) => statusNames[status] },
          { header: 'Applications', numeric: true, cell: ({ count }) => count.toLocaleString('en-US') },
          figure('Approved', ({ decisions }) => decisions.approved),
          figure('Referred', ({ decisions }) => decisions.referred),
          figure('Declined', ({ decisions }) => decisions.declined),
          figure('Without a result', ({ failed }) => failed),
        ]}
      />
    </AdminPage>
  )
}
