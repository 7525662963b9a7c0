import { Link } from '@remix-run/react'

type Props = {
  page: number
  pages: number
  /** Whether there is a page after this one, which an estimate of the pages may not know. */
  more: boolean
  to: (page: number) => string
}

/** Previous and Next, and the numbers of the pages around this one. The rest of the page stays where it is. */
export function Pagination({ page, pages, more, to }: Props) {
  if (page === 1 && !more) return null
  return (
    <nav aria-label="Pages" className="pagination">
      <Step label="Previous" to={page > 1 ? to(page - 1) : null} />
      <ol>
        {windowOf(page, Math.max(pages, page)).map((number, index, all) => (
          <li key={number}>
            {index > 0 && number - (all[index - 1] ?? 0) > 1 ? <span aria-hidden="true">…</span> : null}
            <Link
              to={to(number)}
              preventScrollReset
              aria-label={`Page ${number}`}
              aria-current={number === page ? 'page' : undefined}
            >
              {number.toLocaleString('en-US')}
            </Link>
          </li>
        ))}
      </ol>
      <Step label="Next" to={more ? to(page + 1) : null} />
    </nav>
  )
}

function Step({ label, to }: { label: string; to: string | null }) {
  return to === null ? (
    <span className="pagination-step" aria-hidden="true">
      {label}
    </span>
  ) : (
    <Link className="pagination-step" to={to} preventScrollReset>
      {label}
    </Link>
  )
}

/** The first and the last page, and those around the one shown. */
function windowOf(page: number, pages: number) {
  const numbers = [1, page - 2, page - 1, page, page + 1, page + 2, pages]
  if (page === 5) numbers.push(2) // instead of an ellipsis for this page alone
  if (page === pages - 4) numbers.push(pages - 1)
  return [...new Set(numbers)]
    .filter((number) => number >= 1 && number <= pages)
    .sort((one, other) => one - other)
}
