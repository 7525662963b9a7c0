import { Form, Link, useLocation } from '@remix-run/react'
import { useEffect, useRef } from 'react'

import type { Brand } from '~/content/brand'
import { isActive, siteLinks, userLinks, visitorLinks } from '~/content/navigation'

import { Icon } from './icon'

type Props = { user: { username: string; admin: boolean } | null; brand: Brand }

/** The header of every page. On narrow screens its links lie in a panel that opens without JavaScript. */
export function SiteHeader({ user, brand }: Props) {
  const { pathname } = useLocation()
  const { toggle, panel } = usePanel(pathname)
  const links = [...siteLinks, ...(user ? userLinks : visitorLinks)]

  return (
    <header className="site-header">
      <div className="container-wide site-header-bar">
        <Link to="/" className="brand">
          <Mark />
          {brand.name}
        </Link>
        <input type="checkbox" id="menu" className="menu-state visually-hidden" ref={toggle} />
        <label htmlFor="menu" className="menu-toggle">
          <Icon name="list" />
          Menu
        </label>
        <div className="menu-panel" ref={panel}>
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

/** What JavaScript adds to the panel: it closes on a change of page, on a click outside it and on Escape. */
function usePanel(pathname: string) {
  const toggle = useRef<HTMLInputElement>(null)
  const panel = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const close = () => {
      if (toggle.current) toggle.current.checked = false
    }
    const onClick = ({ target }: MouseEvent) => {
      if (
        !(target instanceof Element) ||
        target.closest('.menu-state, .menu-toggle') ||
        panel.current?.contains(target)
      )
        return
      close()
    }
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !toggle.current?.checked) return
      close()
      toggle.current.focus()
    }
    close()
    document.addEventListener('click', onClick)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('click', onClick)
      document.removeEventListener('keydown', onKey)
    }
  }, [pathname])
  return { toggle, panel }
}

/** The mark: a line made fast around a bollard. */
function Mark() {
  return (
    <svg className="mark" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" />
      <path d="M9 8v16M23 8v16M9 13c5 0 9 6 14 6M23 13c-5 0-9 6-14 6" />
    </svg>
  )
}
