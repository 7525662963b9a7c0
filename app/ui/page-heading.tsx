import type { ReactNode } from 'react'

type Props = { title: string; lede?: string; eyebrow?: ReactNode }

export function PageHeading({ title, lede, eyebrow }: Props) {
  return (
    <header className="page-heading">
      {eyebrow ? <p className="eyebrow">{eyebrow}</p> : null}
      <h1>{title}</h1>
      {lede ? <p className="lede">{lede}</p> : null}
    </header>
  )
}
