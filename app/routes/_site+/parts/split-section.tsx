import type { ReactNode } from 'react'

import { capital } from '~/domain/formats'

type Props = {
  id?: string
  title: string
  lede?: ReactNode
  /** Shown below the heading. */
  figure?: ReactNode
  /** Shown below the heading, and on narrow screens after the text. */
  beside?: ReactNode
  children: ReactNode
}

/** A part of a public page with its heading on the left and its text on the right. */
export function SplitSection({ id, title, lede, figure, beside, children }: Props) {
  return (
    <section className="split-section" id={id}>
      <div>
        <h2>{title}</h2>
        {lede ? <p>{lede}</p> : null}
        {figure}
      </div>
      <div>{children}</div>
      {beside ? <div className="split-beside">{beside}</div> : null}
    </section>
  )
}

type TermsProps = {
  items: readonly { term: string; text: ReactNode }[]
  /** Two in a row where there is room. */
  columns?: boolean
}

/** Terms in bold, each with its text. */
export function Terms({ items, columns = false }: TermsProps) {
  return (
    <dl className={columns ? 'terms terms-columns' : 'terms'}>
      {items.map(({ term, text }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Splits a text such as 'Identity: the person who claims ...' at its first colon. */
export function termOf(text: string) {
  const end = text.indexOf(': ')
  return { term: text.slice(0, end), text: capital(text.slice(end + 2)) }
}
