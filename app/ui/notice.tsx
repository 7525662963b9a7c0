import type { ReactNode } from 'react'

type Tone = 'info' | 'success' | 'warning' | 'danger'

export function Notice({ tone, title, children }: { tone: Tone; title?: string; children: ReactNode }) {
  return (
    <div className={`notice notice-${tone}`}>
      {title ? <p className="notice-title">{title}</p> : null}
      {children}
    </div>
  )
}
