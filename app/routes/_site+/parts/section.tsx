import type { ReactNode } from 'react'

type Props = {
  id?: string
  title: string
  lede?: string
  /** The background, over the full width. */
  tone?: 'plain' | 'sunken' | 'deep'
  children: ReactNode
}

/** A part of a public page with a heading. */
export function Section({ id, title, lede, tone = 'plain', children }: Props) {
  return (
    <section className={`section section-${tone}`} id={id}>
      <div className="container">
        <h2>{title}</h2>
        {lede ? <p className="lede">{lede}</p> : null}
        {children}
      </div>
    </section>
  )
}
