import { Form, Link, useLocation } from '@remix-run/react'

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

import { Icon } from './icon'
import { Mark } from './mark'

type Props = { user: { username: string; admin: boolean } | null; brand: Brand }

/**
 * The header of every page. On narrow screens its links are in a panel that opens, and closes by its button or a click outside, without
 * JavaScript; public/accordion.js adds more ways to close it.
 */
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
    <header className="site-header">
      <div className="container-wide site-header-bar">
        <Link to="/" className="brand">
          <Mark />
          {brand.name}
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
          <nav aria-label="Main">
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
              {user ? (
                <li>
                  <Form method="post" action="/logout" reloadDocument>
                    <button type="submit" className="link-button">
                      Logout
                    </button>
                  </Form>
                </li>
              ) : null}
              {item(quoteLink, 'button button-primary')}
            </ul>
          </nav>
        </div>
      </div>
    </header>
  )
}
