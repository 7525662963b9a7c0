import { Link, useLocation } from '@remix-run/react'

import type { Brand } from '~/content/brand'
import {
  companyLinks,
  isActive,
  mainLinks,
  quoteLink,
  userLinks,
  visitorLinks,
  type NavigationLink,
} from '~/content/navigation'

import { HeaderBar, LogoutItem } from './header-bar'
import { Icon } from './icon'

type Props = { user: { username: string; admin: boolean } | null; brand: Brand }

/** The header of every page outside the back office. */
export function SiteHeader({ user, brand }: Props) {
  const { pathname } = useLocation()
  const item = (link: NavigationLink, className?: string) => (
    <li key={link.to}>
      <Link
        to={link.to}
        className={className}
        aria-current={isActive(link.to, pathname) ? 'page' : undefined}
      >
        {link.label}
      </Link>
    </li>
  )

  return (
    <HeaderBar home="/" brand={brand.name} label="Main">
      <ul className="site-links">
        {mainLinks.map((link) => item(link))}
        <li>
          <details className="menu-group">
            <summary>
              Company <Icon name="chevron-down" />
            </summary>
            <ul>{companyLinks.map((link) => item(link))}</ul>
          </details>
        </li>
      </ul>
      <ul className="site-actions">
        {(user ? userLinks : visitorLinks).map((link) => item(link))}
        {user ? <LogoutItem /> : null}
        {item(quoteLink, 'button button-primary')}
      </ul>
    </HeaderBar>
  )
}
