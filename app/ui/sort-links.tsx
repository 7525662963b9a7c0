import { Link } from '@remix-run/react'

type Column = { header: string; sort?: { to: string; order?: 'ascending' | 'descending' } }

/** The orders of a list as links, for phones, on which tables have no headers. */
export function SortLinks({ columns }: { columns: readonly Column[] }) {
  const current = columns.find(({ sort }) => sort?.order)
  return (
    <details className="phone-sorts">
      <summary>{current ? `Sorted by ${current.header}, ${current.sort?.order}` : 'Sort'}</summary>
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
