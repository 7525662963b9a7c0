import { Form, Link, useLocation, useRouteLoaderData } from '@remix-run/react'

import type { Brand } from '~/content/brand'
import { userLinks, type NavigationLink } from '~/content/navigation'
import { areaOf, officeLinks, officeTools, widerLinks } from '~/content/office-navigation'

import { Icon } from './icon'
import { Mark } from './mark'
import { OfficeKeys } from './office-keys'
import { OfficeSearch } from './office-search'

/** The bar of the back office, in place of the site's header; see there how its menu opens on narrow screens. */
export function OfficeHeader({ brand }: { brand: Brand }) {
  const counts = useRouteLoaderData<() => { open: string | null }>('routes/admin+/_layout')
  const current = areaOf(useLocation().pathname)
  const item = (link: NavigationLink, className?: string) => (
    <li key={link.to} className={className}>
      <Link to={link.to} aria-current={link === current ? 'page' : undefined}>
        {link.label}
        {link.to === '/admin/work' && counts?.open ? <WorkCount open={counts.open} /> : null}
      </Link>
    </li>
  )
  return (
    <header className="site-header office-header">
      <div className="container-wide site-header-bar">
        <Link to="/admin" className="brand">
          <Mark />
          <span className="office-brand">{brand.name}</span>
        </Link>
        <input
          type="checkbox"
          id="menu"
          className="menu-state visually-hidden"
          aria-label="Main menu"
          aria-controls="menu-panel"
        />
        <label htmlFor="menu" className="menu-toggle">
          <Icon name="list" />
          Menu
        </label>
        <label htmlFor="menu" className="menu-veil" aria-hidden="true">
          <span className="visually-hidden">Close</span>
        </label>
        <div className="menu-panel" id="menu-panel">
          <label htmlFor="menu" className="menu-toggle menu-toggle-close">
            <Icon name="x-lg" />
            Close menu
          </label>
          <nav aria-label="Back office">
            <ul className="site-links">
              {officeLinks.map((link) => item(link))}
              {widerLinks.map((link) => item(link, 'office-wide'))}
              <li>
                <details className="menu-group">
                  <summary aria-current={current && officeTools.includes(current) ? 'true' : undefined}>
                    More <Icon name="chevron-down" />
                  </summary>
                  <ul>
                    {widerLinks.map((link) => item(link, 'office-narrow'))}
                    {officeTools.map((link) => item(link))}
                    {userLinks.map((link) => item(link))}
                    <li>
                      <Link to="/">Public site</Link>
                    </li>
                  </ul>
                </details>
              </li>
            </ul>
            <ul className="site-actions">
              <li>
                <OfficeSearch />
              </li>
              <OfficeKeys />
              <li>
                <Form method="post" action="/logout" reloadDocument>
                  <button type="submit" className="link-button">
                    Logout
                  </button>
                </Form>
              </li>
            </ul>
          </nav>
        </div>
      </div>
    </header>
  )
}

/** The applications without an answer. */
function WorkCount({ open }: { open: string }) {
  if (open === '0') return null
  return (
    <span className="office-count">
      {open}
      <span className="visually-hidden"> without an answer</span>
    </span>
  )
}
