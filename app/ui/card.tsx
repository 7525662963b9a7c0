import type { ReactNode } from 'react'

type Props = { title?: string; headingLevel?: 2 | 3; actions?: ReactNode; children: ReactNode }

export function Card({ title, headingLevel = 2, actions, children }: Props) {
  const Heading = `h${headingLevel}` as const
  return (
    <section className="card">
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
