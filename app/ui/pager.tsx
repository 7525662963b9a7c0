import { Link } from '@remix-run/react'
import { Fragment, type ReactNode } from 'react'

type Props = {
  label?: string
  /** The URLs of the other pages by name; null for a page that does not exist. */
  links: Readonly<Record<string, string | null>>
  /** Shown before the last link. */
  children?: ReactNode
  preventScrollReset?: boolean
}

/** Links to the other pages of a list. */
export function Pager({ label = 'Pages', links, children, preventScrollReset }: Props) {
  const pages = Object.entries(links)
  if (pages.every(([, to]) => to === null)) return null
  return (
    <nav aria-label={label} className="pager">
      {pages.map(([name, to], index) => (
        <Fragment key={name}>
          {index === pages.length - 1 ? children : null}
          {to === null ? null : (
            <Link to={to} preventScrollReset={preventScrollReset}>
              {name}
            </Link>
          )}
        </Fragment>
      ))}
    </nav>
  )
}
