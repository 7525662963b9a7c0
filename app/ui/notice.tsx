import type { ReactNode } from 'react'

type Tone = 'info' | 'success' | 'warning' | 'danger'

/** The target of links, which then focus it. */
export function Notice({
  tone,
  title,
  id,
  children,
}: {
  tone: Tone
  title?: string
  id?: string
  children: ReactNode
}) {
  return (
    <div className={`notice notice-${tone}`} id={id} tabIndex={id === undefined ? undefined : -1}>
      {title ? <p className="notice-title">{title}</p> : null}
      {children}
    </div>
  )
}
