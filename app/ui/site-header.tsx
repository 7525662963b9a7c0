import { Form, Link, useLocation } from '@remix-run/react'

import type { Brand } from '~/content/brand'
import { isActive, siteLinks, userLinks, visitorLinks } from '~/content/navigation'

import { Icon } from './icon'

type Props = { user: { username: string; admin: boolean } | null; brand: Brand }

/**
 * The header of every page. On narrow screens its links are in a panel that opens, and closes by its button or a click outside, without
 * JavaScript; public/accordion.js adds more ways to close it.
 */
export function SiteHeader({ user, brand }: Props) {
  const { pathname } = useLocation()
  const links = [...siteLinks, ...(user ? userLinks : visitorLinks)]

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
            <ul>
              {links.map(({ to, label }) => (
                <li key={to}>
                  <Link to={to} aria-current={isActive(to, pathname) ? 'page' : undefined}>
                    {label}
                  </Link>
                </li>
              ))}
              {user ? (
                <li>
                  <Form method="post" action="/logout" reloadDocument>
                    <button type="submit" className="link-button">
                      Logout
                    </button>
                  </Form>
                </li>
              ) : null}
            </ul>
          </nav>
        </div>
      </div>
    </header>
  )
}

/** The logo: a line made fast around a bollard. */
function Mark() {
  return (
    <svg className="mark" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" />
      <path d="M9 8v16M23 8v16M9 13c5 0 9 6 14 6M23 13c-5 0-9 6-14 6" />
    </svg>
  )
}
