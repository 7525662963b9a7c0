import { Link, useLocation, useRouteLoaderData } from '@remix-run/react'

import type { Brand } from '~/content/brand'
import { userLinks, type NavigationLink } from '~/content/navigation'
import { areaOf, officeLinks, officeTools, widerLinks } from '~/content/office-navigation'

import { HeaderBar, LogoutItem } from './header-bar'
import { Icon } from './icon'
import { OfficeKeys } from './office-keys'
import { OfficeSearch } from './office-search'

/** The bar of the back office, in place of the site's header. */
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
    <HeaderBar
      className="site-header office-header"
      home="/admin"
      brand={<span className="office-brand">{brand.name}</span>}
      label="Back office"
    >
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
        <LogoutItem />
      </ul>
    </HeaderBar>
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
