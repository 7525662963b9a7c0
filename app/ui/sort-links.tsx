import { Link } from '@remix-run/react'

import { Shortened } from './shortened'

type Column = { header: string; sort?: { to: string; order?: 'ascending' | 'descending' } }

/** The orders of a list as links, for phones, on which tables have no headers; `brief` if they are beside other links. */
export function SortLinks({ columns, brief = false }: { columns: readonly Column[]; brief?: boolean }) {
  const current = columns.find(({ sort }) => sort?.order)
  return (
    <details className="phone-sorts">
      <summary>
        <SortSummary current={current} brief={brief} />
      </summary>
      <ul>
        {columns.map(({ header, sort }) =>
          sort ? (
            <li key={header}>
              <Link to={sort.to} preventScrollReset>
                {header}
              </Link>
            </li>
          ) : null,
        )}
      </ul>
    </details>
  )
}

function SortSummary({ current, brief }: { current: Column | undefined; brief: boolean }) {
  if (!current) return 'Sort'
  const { header, sort } = current
  if (!brief) return `Sorted by ${header}, ${sort?.order}`
  return <Shortened before="Sorted by " part={header} after={`, ${sort?.order}`} />
}
