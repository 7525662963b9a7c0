import { Link } from '@remix-run/react'

import type { Neighbours } from '~/domain/quotes/neighbours.server'
import { quoteUrl } from '~/domain/quotes/origin'

type Props = {
  neighbours: Neighbours
  /** The address of the list, and the param that carries it. */
  back: string
  from: string | null
}

/** Leads through the list that the quote was opened from. */
export function ListLinks({ neighbours: { previous, next }, back, from }: Props) {
  return (
    <nav aria-label="The list of quotes" className="list-links">
      {previous === null ? null : (
        <Link to={quoteUrl(previous, from)} rel="prev">
          Previous <span>Q-{previous}</span>
        </Link>
      )}
      <Link to={back}>Back to the list</Link>
      {next === null ? null : (
        <Link to={quoteUrl(next, from)} rel="next">
          Next <span>Q-{next}</span>
        </Link>
      )}
    </nav>
  )
}
