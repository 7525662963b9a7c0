import { Link } from '@remix-run/react'

import { Shortened } from './shortened'

type Column = { header: string; sort?: { to: string; order?: 'ascending' | 'descending' } }

/** The orders of a list as links, for phones, on which tables have no headers; `brief` if they are beside other links. */
export function SortLinks({ columns, brief = false }: { columns: readonly Column[]; brief?: boolean }) {
  const current = columns.find(({ sort }) => sort?.order)
  const text = current ? `Sorted by ${current.header}, ${current.sort?.order}` : ''
  return (
    <details className="phone-sorts">
      <summary>
        {!current ? (
          'Sort'
        ) : brief ? (
          <Shortened before="Sorted by " part={current.header} after={`, ${current.sort?.order}`} />
        ) : (
          text
        )}
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
