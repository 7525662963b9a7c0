import { Link } from '@remix-run/react'

/** The previous or next record of a list. */
type Neighbor = { to: string; label: string }

type Props = {
  /** The name of the list, for assistive technology. */
  title: string
  previous: Neighbor | null
  /** The URL of the list, unless the page has another link to it. */
  back?: string
  next: Neighbor | null
}

/** Links to the previous and next record of the list that a record was opened from. */
export function ListLinks({ title, previous, back, next }: Props) {
  if (back === undefined && previous === null && next === null) return null
  return (
    <nav aria-label={title} className="list-links">
      {previous === null ? null : (
        <Link to={previous.to} rel="prev">
          Previous {previous.label}
        </Link>
      )}
      {back === undefined ? null : <Link to={back}>Back to the list</Link>}
      {next === null ? null : (
        <Link to={next.to} rel="next">
          Next {next.label}
        </Link>
      )}
    </nav>
  )
}
