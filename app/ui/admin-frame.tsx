import type { LinksFunction } from '@remix-run/node'
import { isRouteErrorResponse, Link, useLocation, useRouteError } from '@remix-run/react'
import type { ReactNode } from 'react'

import { areaOf } from '~/content/office-navigation'
import figuresFont from '~/styles/generated/schibsted-figures.woff2?url'
import styles from '~/styles/office.css?url'

import { EngineNav, type EngineTool } from './engine-nav'
import { useDescribedError } from './error-page'
import { OfficeHeader } from './office-header'

/** The `handle` of the back office's routes: its own bar, and neither footer nor beta notice. */
export const officeHandle = { beta: null, Header: OfficeHeader }

/** The `links` of the back office's routes. */
export const officeLinks: LinksFunction = () => [
  { rel: 'preload', href: figuresFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'stylesheet', href: styles },
]

type AdminPageProps = {
  title: string
  /** The page's own link in the row of the pages under 'Underwriting'; null for a page that has the row and no link in it. */
  tool?: EngineTool | null
  breadcrumbs?: readonly { label: string; to: string }[]
  /** Links to related pages, beside the heading. */
  related?: readonly { label: string; to: string }[]
  /** Other content beside the heading. */
  beside?: ReactNode
  children: ReactNode
}

export function AdminPage({
  title,
  tool,
  breadcrumbs = [],
  related = [],
  beside = null,
  children,
}: AdminPageProps) {
  return (
    <div className="container-wide admin-page">
      {tool === undefined ? null : <EngineNav current={tool} />}
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
      {related.length > 0 || beside ? (
        <div className="admin-head">
          <h1>{title}</h1>
          <RelatedLinks links={related} />
          {beside}
        </div>
      ) : (
        <h1>{title}</h1>
      )}
      {children}
    </div>
  )
}

/** Links to related pages beside a heading; on a phone a row of its own, which scrolls. */
export function RelatedLinks({ links }: { links: readonly { label: string; to: string }[] }) {
  if (links.length === 0) return null
  return (
    <div className="related-links">
      {links.map(({ label, to }) => (
        <Link key={to} to={to}>
          {label}
        </Link>
      ))}
    </div>
  )
}

/** The error boundary of the back office's pages, which keeps the navigation. */
export function AdminErrorPage() {
  const error = useRouteError()
  const { title, message } = useDescribedError()
  const { pathname, search } = useLocation()
  const missing = isRouteErrorResponse(error) && error.status === 404
  const area = areaOf(pathname)
  return (
    <AdminPage title={title}>
      <p>{message}</p>
      <p className="link-row">
        {missing ? (
          <Link to={area?.to ?? '/admin/work'}>Back to {area?.label ?? 'Work'}</Link>
        ) : (
          <Link to={pathname + search} reloadDocument>
            Try again
          </Link>
        )}
      </p>
    </AdminPage>
  )
}
