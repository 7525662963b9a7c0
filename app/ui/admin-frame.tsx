import { Link, useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'

import { adminLinks, isActive } from '~/content/navigation'

export function AdminNav() {
  const { pathname } = useLocation()
  return (
    <nav className="admin-nav" aria-label="Back office">
      <ul className="container-wide">
        {adminLinks.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} aria-current={isActive(to, pathname) ? 'page' : undefined}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type AdminPageProps = {
  title: string
  breadcrumbs?: readonly { label: string; to: string }[]
  children: ReactNode
}

export function AdminPage({ title, breadcrumbs = [], children }: AdminPageProps) {
  return (
    <div className="container-wide admin-page">
      {breadcrumbs.length > 0 ? (
        <nav aria-label="Breadcrumbs">
          <ol className="breadcrumbs">
            {breadcrumbs.map(({ label, to }) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
          </ol>
        </nav>
      ) : null}
      <h1>{title}</h1>
      {children}
    </div>
  )
}
