import type { MouseEvent, ReactNode } from 'react'

import { unreached, useReachable } from './use-reachable-form'

/** A link to a file. With JavaScript it keeps the page and shows an error if the server cannot be reached. */
export function DownloadLink({
  to,
  className,
  children,
}: {
  to: string
  className?: string
  children: ReactNode
}) {
  const { isLost, whenReached } = useReachable()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void whenReached(() => window.location.assign(to))
  }
  return (
    <>
      <a href={to} className={className} onClick={follow}>
        {children}
      </a>
      {isLost ? (
        <span className="error" role="alert">
          {unreached}
        </span>
      ) : null}
    </>
  )
}
