import { adminTime } from '~/domain/formats'
import { EmptyState } from '~/ui/empty-state'
import { Table } from '~/ui/table'
import { Unset } from '~/ui/unset'

export type FactorEntry = {
  id: number
  created_at: string
  factor: number
  previous: number
  note: string
  state: 'proposed' | 'released' | 'rejected' | 'withdrawn'
  author: string | null
  decider: string | null
}

/** The factors that were released or proposed, newest first. */
export function FactorHistory({ history }: { history: FactorEntry[] }) {
  return (
    <Table
      caption="Portfolio factors, newest first"
      captionHidden
      dense
      rows={history}
      rowKey={({ id }) => id}
      empty={
        <EmptyState title="No factor has been released yet.">
          <p>See the impact of one, and release it with its reason.</p>
        </EmptyState>
      }
      details={({ note }) => <p className="as-typed">{note}</p>}
      columns={[
        {
          header: 'Date',
          rowHeader: true,
          cell: ({ created_at }) => <span className="on-one-line">{adminTime(created_at)}</span>,
        },
        { header: 'Factor', numeric: true, cell: ({ factor }) => factor.toFixed(4) },
        { header: 'Before', numeric: true, cell: ({ previous }) => previous.toFixed(4) },
        { header: 'State', cell: ({ state }) => state[0]?.toUpperCase() + state.slice(1) },
        { header: 'By', cell: ({ author }) => author ?? 'A deleted account' },
        { header: 'Decided by', cell: ({ decider }) => decider ?? <Unset /> },
      ]}
    />
  )
}
