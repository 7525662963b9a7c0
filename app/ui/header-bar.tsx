import { Form, Link } from '@remix-run/react'
import type { ReactNode } from 'react'

import { Icon } from './icon'
import { Mark } from './mark'

type HeaderBarProps = {
  className?: string
  /** The target of the brand's link. */
  home: string
  brand: ReactNode
  /** The name of the navigation. */
  label: string
  children: ReactNode
}

/**
 * The bar on top of every page: the brand and a navigation. On narrow screens its links are in a panel that opens, and closes by its button
 * or a click outside, without JavaScript; public/accordion.js adds more ways to close it.
 */
export function HeaderBar({ className = 'site-header', home, brand, label, children }: HeaderBarProps) {
  return (
    <header className={className}>
      <div className="container-wide site-header-bar">
        <Link to={home} className="brand">
          <Mark />
          {brand}
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
          <nav aria-label={label}>{children}</nav>
        </div>
      </div>
    </header>
  )
}

/** The button that ends the session. */
export function LogoutItem() {
  return (
    <li>
      <Form method="post" action="/logout" reloadDocument>
        <button type="submit" className="link-button">
          Logout
        </button>
      </Form>
    </li>
  )
}
