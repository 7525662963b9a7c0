import { Link } from '@remix-run/react'

import type { FailingCase } from '~/domain/engine-versions/case-figures'
import { Table } from '~/ui/table'

/** The golden cases that a version fails, each with the expected and the actual result. */
export function FailingCases({ cases }: { cases: readonly FailingCase[] }) {
  return (
    <Table
      caption="Golden cases that fail"
      dense
      rows={cases}
      rowKey={({ name }) => name}
      columns={[
        {
          header: 'Golden case',
          rowHeader: true,
          cell: ({ name }) => (
            <Link to={`/admin/underwriting/tests?${new URLSearchParams({ case: name, find: name })}`}>
              {name}
            </Link>
          ),
        },
        { header: 'Expected → now', cell: ({ differences }) => differences.join(', ') },
      ]}
    />
  )
}
