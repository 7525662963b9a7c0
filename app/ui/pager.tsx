import { Link } from '@remix-run/react'
import { Fragment, type ReactNode } from 'react'

type Props = {
  label?: string
  /** The pages to which the list leads from here, by their names; null for one that it does not have. */
  links: Readonly<Record<string, string | null>>
  /** Stands before the last link. */
  children?: ReactNode
  preventScrollReset?: boolean
}

/** Leads to the other pages of a list. */
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
