import type { ReactNode } from 'react'

import { ButtonLink } from '~/ui/button'
import { Done } from '~/ui/done'

type Props = {
  sent: boolean
  /** A new one after each submission, which empties and collapses the form. */
  idempotencyKey: string
  title: string
  /** What is said once the form was sent. */
  message: string
  /** The label of the collapsed form for another one. */
  again: string
  /** The form. */
  children: ReactNode
}

/** Renders a form; once it is sent, a confirmation, with the empty form collapsed below. */
export function SentForm({ sent, idempotencyKey, title, message, again, children }: Props) {
  if (!sent) return children
  return (
    <>
      <Done title={title}>{message}</Done>
      <ButtonLink to="/coverage-tiers" variant="secondary">
        See what cover would cost
      </ButtonLink>
      <details className="again" key={idempotencyKey}>
        <summary>{again}</summary>
        {children}
      </details>
    </>
  )
}
