import { Link } from '@remix-run/react'

/** The ways on from a part of a list that goes from the newest to the oldest; a way that there is not is null. */
export function Pager({ newest, older }: { newest: string | null; older: string | null }) {
  return (
    <nav aria-label="Pages" className="pager">
      {newest === null ? null : <Link to={newest}>Newest</Link>}
      {older === null ? null : <Link to={older}>Older</Link>}
    </nav>
  )
}
