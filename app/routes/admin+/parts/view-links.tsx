import { Link } from '@remix-run/react'

import { saveViewUrl, viewQuery, viewUrl, type ViewedList } from '~/domain/saved-views/viewed-lists'
import { Shortened } from '~/ui/shortened'

type Props = {
  list: ViewedList
  views: readonly { id: number; name: string; query: string }[]
  /** The query of the list's URL. */
  search: string
}

/** The saved views of a list as links, with the current one marked, and a link that saves the current state. */
export function ViewLinks({ list, views, search }: Props) {
  const present = viewQuery(list, search)
  const isSaved = views.some(({ query }) => query === present)
  return (
    <nav aria-label="Saved views" className="list-links">
      {views.map(({ id, name, query }) => (
        <Link key={id} to={viewUrl(list, query)} aria-current={query === present ? 'true' : undefined}>
          {name}
        </Link>
      ))}
      {present === null || isSaved ? null : (
        <Link to={saveViewUrl(list, present)}>
          <Shortened part="Save" after=" this view" />
        </Link>
      )}
      {views.length > 0 ? <Link to="/admin/views">Change views</Link> : null}
    </nav>
  )
}
