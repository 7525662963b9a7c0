import { Link, useSearchParams } from '@remix-run/react'
import type { SerializeFrom } from '@remix-run/node'

import type { Timeline as Data } from '~/domain/quotes/timeline.server'
import { AdminTime } from '~/ui/admin-time'
import { Card } from '~/ui/card'

/** The events of the application, newest first. */
export function Timeline({ timeline: { entries, page, hasMore } }: { timeline: SerializeFrom<Data> }) {
  const [params] = useSearchParams()
  const pageUrl = (page: number) => {
    const search = new URLSearchParams(params)
    search.set('timeline', String(page))
    return { search: `?${search}`, hash: 'timeline' }
  }
  return (
    <Card id="timeline" title="Timeline">
      {entries.length === 0 ? <p>Nothing older.</p> : null}
      <ol className="quote-timeline">
        {entries.map(({ id, at, who, text, link }) => (
          <li key={id}>
            <AdminTime at={at} />
            <span>
              <strong>{who ?? 'A deleted account'}</strong> {text}
            </span>
            {link.to.startsWith('#') ? (
              <a href={link.to}>{link.label}</a>
            ) : (
              <Link to={link.to}>{link.label}</Link>
            )}
          </li>
        ))}
      </ol>
      {page > 1 || hasMore ? (
        <p className="link-row">
          {page > 1 ? <Link to={pageUrl(page - 1)}>Newer entries</Link> : null}
          {hasMore ? <Link to={pageUrl(page + 1)}>Older entries</Link> : null}
        </p>
      ) : null}
    </Card>
  )
}
