import { isRouteErrorResponse, Link, useLocation, useRouteError } from '@remix-run/react'
import type { ReactNode } from 'react'

import { adminLinks, adminTools, isActive } from '~/content/navigation'

import { describeError } from './error-page'

export function AdminNav() {
  const { pathname } = useLocation()
  return (
    <nav className="admin-nav" aria-label="Back office">
      <ul className="container-wide">
        {[...adminLinks, ...adminTools].map(({ to, label }) => (
          <li key={to}>
            <Link to={to} aria-current={isActive(to, areaOf(pathname)) ? 'page' : undefined}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The import is part of the underwriting, although its path is not. */
function areaOf(pathname: string) {
  return pathname.replace(/^\/admin\/run-import/, '/admin/underwriting/import')
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

/** An error of one page keeps the navigation of the back office. */
export function AdminErrorPage() {
  const error = useRouteError()
  const { title, message } = describeError(error)
  const { pathname, search } = useLocation()
  const missing = isRouteErrorResponse(error) && error.status === 404
  const area = [...adminLinks, ...adminTools].find(({ to }) => isActive(to, areaOf(pathname)))
  return (
    <>
      <AdminNav />
      <AdminPage title={title}>
        <p>{message}</p>
        <p className="link-row">
          {missing && area ? (
            <Link to={area.to}>Back to {area.label}</Link>
          ) : (
            <Link to={pathname + search} reloadDocument>
              Try again
            </Link>
          )}
        </p>
      </AdminPage>
    </>
  )
}
