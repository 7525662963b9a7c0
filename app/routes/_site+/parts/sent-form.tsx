import type { ReactNode } from 'react'

import { ButtonLink } from '~/ui/button'
import { Done } from '~/ui/done'

type Props = {
  sent: boolean
  title: string
  /** What is said once the form was sent. */
  message: string
  /** The label of the folded form for another one. */
  again: string
  /** The form. */
  children: ReactNode
}

/** A form; once sent, its confirmation takes its place, and the form is empty and folded. */
export function SentForm({ sent, title, message, again, children }: Props) {
  if (!sent) return children
  return (
    <>
      <Done title={title}>{message}</Done>
      <ButtonLink to="/coverage-tiers" variant="secondary">
        See what cover would cost
      </ButtonLink>
      <details className="again">
        <summary>{again}</summary>
        {children}
      </details>
    </>
  )
}
