import type { ReactNode } from 'react'

import { ButtonLink } from './button'
import { useOwner } from './form'
import { PageHeading } from './page-heading'
import { useBrand } from './use-brand'

/** The text of an unknown private link. */
export const unknownLink = {
  title: 'We do not know this link',
  lede: 'Perhaps a part of it was lost on the way: open the link in our email once more, or copy all of it. After an account is deleted, none of its links works.',
}

type Props = {
  title: string
  lede: string
  /** Whether the link was once valid, for an application that goes on. */
  isAlive: boolean
  children?: ReactNode
}

/** The page of an invalid private link, with the next steps. */
export function ClosedLink({ title, lede, isAlive, children }: Props) {
  const { email } = useBrand()
  const isSignedIn = useOwner() !== null
  return (
    <div className="container">
      <PageHeading title={title} lede={lede} />
      {children}
      <p>
        {isAlive ? 'Your application is not lost. ' : ''}
        If you have an account, your dashboard shows where your application stands; or write to{' '}
        <a href={`mailto:${email}`}>{email}</a>, and a person answers.
      </p>
      <p className="link-row">
        {isSignedIn ? (
          <ButtonLink to="/dashboard">Go to my dashboard</ButtonLink>
        ) : (
          <ButtonLink to="/login">Log in</ButtonLink>
        )}
        <ButtonLink to="/contact" variant="secondary">
          Contact us
        </ButtonLink>
      </p>
    </div>
  )
}
