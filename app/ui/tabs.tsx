import { Link } from '@remix-run/react'

/** Tabs that are links: each part of a page has an address of its own. */
export function Tabs({
  label,
  tabs,
  below = false,
}: {
  label: string
  tabs: readonly { label: string; to: string; current: boolean; count?: string }[]
  /** Further down on a page, which then stays where it is. */
  below?: boolean
}) {
  return (
    <nav className="tabs" aria-label={label}>
      <ul>
        {tabs.map(({ label, to, current, count }) => (
          <li key={to}>
            <Link to={to} aria-current={current ? 'page' : undefined} preventScrollReset={below}>
              {label} {count === undefined ? null : <span className="tab-count">{count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
