import { Link } from '@remix-run/react'

import { adminTime } from '~/domain/formats'
import type { SimulationParameters } from '~/domain/simulations/simulations.schema'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { Table } from '~/ui/table'

import { statusNames } from '../../parts/run-status'
import { scenarioLabel } from './scenario-label'

type RunEntry = {
  id: number
  created_at: string
  username: string | null
  status: 'running' | 'done' | 'cancelled' | 'failed'
  parameters: SimulationParameters
}

export function SimulationRuns({ runs, current }: { runs: RunEntry[]; current: number | null }) {
  return (
    <Card title="Recent simulations">
      <Table
        caption="Recent simulations, newest first"
        captionHidden
        dense
        columns={[
          { key: 'id', header: '#', numeric: true, phone: 'first', cell: ({ id }) => id },
          {
            key: 'time',
            header: 'Date',
            phone: 'second',
            cell: ({ created_at }) => <span className="on-one-line">{adminTime(created_at)}</span>,
          },
          {
            key: 'what',
            header: 'Scenario',
            rowHeader: true,
            phone: 'title',
            cell: ({ parameters: { scenario } }) => scenarioLabel(scenario),
          },
          {
            key: 'size',
            header: 'Size',
            phone: 'below',
            cell: ({ parameters: { paths, months }, username }) =>
              `${paths.toLocaleString('en-US')} paths of ${months} months, by ${username ?? 'a deleted account'}`,
          },
          { key: 'outcome', header: 'Outcome', phone: 'third', cell: ({ status }) => statusNames[status] },
          {
            key: 'view',
            header: 'Details',
            phone: 'link',
            cell: ({ id }) =>
              id === current ? (
                'Shown above'
              ) : (
                <Link to={`/admin/underwriting/simulation?run=${id}`}>
                  View<span className="visually-hidden"> simulation {id}</span>
                </Link>
              ),
          },
        ]}
        rows={runs}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title="No simulation has been started yet.">
            <p>
              Start one above. Each run is listed here; its reserve by month is shown at the top of the page.
            </p>
          </EmptyState>
        }
      />
    </Card>
  )
}
