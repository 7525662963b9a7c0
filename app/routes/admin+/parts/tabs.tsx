import { Link } from '@remix-run/react'

import { Shortened } from '~/ui/shortened'

/** Tabs as links: each part of a page has its own URL. A phone shows only the first word of a label with a count. */
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
              {count === undefined ? (
                label
              ) : (
                <>
                  <Shortened part={firstWord(label)} after={label.slice(firstWord(label).length)} />{' '}
                  <span className="tab-count">{count}</span>
                </>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function firstWord(label: string) {
  return label.replace(/ .*/, '')
}
