import type { SerializeFrom } from '@remix-run/node'

import type { describeTable } from '~/domain/database-browser/database-browser.server'
import { counted } from '~/domain/formats'
import { Badge } from '~/ui/badge'
import { Table } from '~/ui/table'
import { Unset } from '~/ui/unset'

type Columns = SerializeFrom<NonNullable<Awaited<ReturnType<typeof describeTable>>>>

export function DatabaseColumns({ columns }: { columns: Columns }) {
  return (
    <details className="database-columns">
      <summary>{counted(columns.length, 'column')}</summary>
      <Table
        caption="Columns"
        captionHidden
        dense
        rows={columns}
        rowKey={({ column_name }) => column_name}
        columns={[
          {
            header: 'Column',
            rowHeader: true,
            cell: ({ column_name, primary_key, hidden }) => (
              <>
                {column_name} {primary_key ? <Badge tone="primary">Primary key</Badge> : null}
                {hidden ? <Badge tone="neutral">Hidden</Badge> : null}
              </>
            ),
          },
          { header: 'Type', cell: ({ data_type }) => data_type },
          { header: 'NULL', cell: ({ is_nullable }) => (is_nullable ? 'Allowed' : 'Not allowed') },
          {
            header: 'Default',
            cell: ({ column_default }) =>
              column_default === null ? <Unset /> : <code>{column_default}</code>,
          },
        ]}
      />
    </details>
  )
}
