import { Link } from '@remix-run/react'

import { gridKey, type Grid } from '~/domain/engine-versions/grid'
import { counted } from '~/domain/formats'
import { factorLabel } from '~/domain/underwriting/factor-label'
import { Badge } from '~/ui/badge'
import { Table } from '~/ui/table'

type Listed = Omit<Grid, 'rows' | 'columns'> & { count: number }

const parts = [
  { part: 'limits', title: 'Limits' },
  { part: 'rating', title: 'Rating tables' },
  { part: 'claim', title: 'Claim model' },
] as const

/** The tables of the version, by part; those that a draft changes are marked. */
export function TableList({ tables, changed }: { tables: readonly Listed[]; changed: readonly string[] }) {
  return (
    <div className="table-lists">
      {parts.map(({ part, title }) => (
        <section key={part}>
          <h2>{title}</h2>
          <Table
            caption={title}
            captionHidden
            dense
            rows={tables.filter((table) => table.part === part)}
            rowKey={gridKey}
            columns={[
              {
                header: 'Table',
                rowHeader: true,
                phone: 'title',
                cell: (table) => (
                  <>
                    <Link to={`/admin/underwriting/tables?table=${gridKey(table)}`}>{table.label}</Link>
                    {changed.includes(gridKey(table)) ? (
                      <>
                        {' '}
                        <Badge tone="yellow">Changed</Badge>
                      </>
                    ) : null}
                  </>
                ),
              },
              {
                header: part === 'claim' ? 'Unit' : 'Basis',
                phone: 'first',
                cell: ({ basis, count }) => (
                  <>
                    {basis}
                    <span className="phone-only">, {counted(count, 'row')}</span>
                  </>
                ),
              },
              { header: 'Chosen by', cell: ({ input }) => (input === null ? 'Always' : inputLabel(input)) },
              { header: 'Rows', numeric: true, cell: ({ count }) => count },
            ]}
          />
        </section>
      ))}
    </div>
  )
}

/** The label of a value that the engine chooses a row by, such as `employer.layoff_mentions`. */
function inputLabel(input: string) {
  return factorLabel(input.slice(input.indexOf('.') + 1))
}
