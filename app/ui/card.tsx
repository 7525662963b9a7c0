import type { ReactNode } from 'react'

type Props = { id?: string; title?: string; headingLevel?: 2 | 3; actions?: ReactNode; children: ReactNode }

export function Card({ id, title, headingLevel = 2, actions, children }: Props) {
  const Heading = `h${headingLevel}` as const
  return (
    <section className="card" id={id}>
      {title ? (
        <header className="card-head">
          <Heading>{title}</Heading>
          {actions}
        </header>
      ) : null}
      {children}
    </section>
  )
}
