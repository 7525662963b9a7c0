import { Link } from '@remix-run/react'

/** Tabs as links: each part of a page has its own URL. */
export function Tabs({
  label,
  tabs,
  inner = false,
}: {
  label: string
  tabs: readonly { label: string; to: string; current: boolean; count?: string }[]
  /** Tabs within a page that is itself a tab. */
  inner?: boolean
}) {
  return (
    <nav className={inner ? 'inner-tabs' : 'tabs'} aria-label={label}>
      <ul>
        {tabs.map(({ label, to, current, count }) => (
          <li key={to}>
            <Link to={to} aria-current={current ? 'page' : undefined}>
              {label} {count === undefined ? null : <span className="tab-count">{count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
