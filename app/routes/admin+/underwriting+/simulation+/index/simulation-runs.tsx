import { Link } from '@remix-run/react'

import { adminTime } from '~/domain/formats'
import type { SimulationParameters } from '~/domain/simulations/simulations.schema'
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
    <>
      <h2>Recent simulations</h2>
      <Table
        caption="Recent simulations, newest first"
        captionHidden
        dense
        columns={[
          { key: 'id', header: '#', numeric: true, cell: ({ id }) => id },
          {
            key: 'time',
            header: 'Date',
            cell: ({ created_at, username }) => (
              <>
                <span className="on-one-line">{adminTime(created_at)}</span>
                <span className="cell-note">{username ?? 'A deleted account'}</span>
              </>
            ),
          },
          {
            key: 'what',
            header: 'Scenario',
            cell: ({ parameters: { scenario } }) => scenarioLabel(scenario),
          },
          {
            key: 'size',
            header: 'Paths',
            cell: ({ parameters: { paths, months } }) =>
              `${paths.toLocaleString('en-US')} of ${months} months`,
          },
          { key: 'outcome', header: 'Outcome', cell: ({ status }) => statusNames[status] },
          {
            key: 'view',
            header: 'Details',
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
        empty={<p>No simulation has been started yet.</p>}
      />
    </>
  )
}
