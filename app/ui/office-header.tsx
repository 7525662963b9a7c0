import { Link, useLocation, useMatches } from '@remix-run/react'

import type { Brand } from '~/content/brand'
import { userLinks, type NavigationLink } from '~/content/navigation'
import { areaOf, officeLinks, officeTools, widerLinks } from '~/content/office-navigation'

import { HeaderBar, LogoutItem } from './header-bar'
import { Icon } from './icon'
import { OfficeKeys } from './office-keys'
import { OfficeSearch } from './office-search'

/** The bar of the back office, in place of the site's header. */
export function OfficeHeader({ brand }: { brand: Brand }) {
  const open = openWorkOf(useMatches().map(({ data }) => data))
  const current = areaOf(useLocation().pathname)
  const item = (link: NavigationLink, className?: string) => (
    <li key={link.to} className={className}>
      <Link to={link.to} aria-current={link === current ? 'page' : undefined}>
        {link.label}
        {link.to === '/admin/work' && open ? <WorkCount open={open} /> : null}
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
      <OfficeSearch />
      <ul className="site-links">
        <MenuHeading>Quotes</MenuHeading>
        {officeLinks.map((link) => item(link))}
        <MenuHeading>Records</MenuHeading>
        {widerLinks.map((link) => item(link, 'office-wide'))}
        <li>
          <details className="menu-group">
            <summary aria-current={current && officeTools.includes(current) ? 'true' : undefined}>
              More <Icon name="chevron-down" />
            </summary>
            <ul>
              {widerLinks.map((link) => item(link, 'office-narrow'))}
              <MenuHeading>Tools</MenuHeading>
              {officeTools.map((link) => item(link))}
              <MenuHeading>Your account</MenuHeading>
              {userLinks.map((link) => item(link))}
              <li>
                <Link to="/">Public site</Link>
              </li>
            </ul>
          </details>
        </li>
      </ul>
      <ul className="site-actions">
        <OfficeKeys />
        <LogoutItem />
      </ul>
    </HeaderBar>
  )
}

/** The name of a group of links in the menu of a narrow screen. */
function MenuHeading({ children }: { children: string }) {
  return <li className="menu-heading">{children}</li>
}

/** Returns the number of applications without an answer, as the layout of the office or a page outside of it has loaded it. */
function openWorkOf(loaded: readonly unknown[]) {
  for (const data of loaded)
    if (typeof data === 'object' && data !== null && 'openWork' in data && typeof data.openWork === 'string')
      return data.openWork
  return null
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
