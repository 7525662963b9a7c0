import { Link } from '@remix-run/react'

/** Tabs as links: each part of a page has its own URL. */
export function Tabs({
  label,
  tabs,
  below = false,
}: {
  label: string
  tabs: readonly { label: string; to: string; current: boolean; count?: string }[]
  /** Tabs in the middle of a page, which keep the scroll position. */
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
