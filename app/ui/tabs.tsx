import { Link } from '@remix-run/react'

type Props = {
  label: string
  /** Each tab is an address of its own. */
  tabs: readonly { id: string; label: string; to: string }[]
  current: string
}

/** Views of one page, as links: the one that is shown is marked. */
export function Tabs({ label, tabs, current }: Props) {
  return (
    <nav className="tabs" aria-label={label}>
      <ul>
        {tabs.map(({ id, label, to }) => (
          <li key={id}>
            <Link to={to} aria-current={id === current ? 'page' : undefined} preventScrollReset>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
