import { Link } from '@remix-run/react'

import type { listOffers } from '~/domain/offers/offers.server'
import type { RowOf } from '~/ui/row-of'

type Props = {
  mail: RowOf<typeof listOffers>['mail']
  /** A mail server is set up. */
  connected: boolean
}

/** Whether the mail of an offer has not reached its applicant, and does not by itself. */
export function isStuck({ mail, connected }: Props) {
  return mail !== null && (mail.status === 'failed' || (mail.status === 'pending' && !connected))
}

/** Says that the mail of an offer waits or has failed, with a link to it; nothing of other mails. */
export function OfferMail({ mail, connected }: Props) {
  if (mail === null || !isStuck({ mail, connected })) return null
  return (
    <>
      <Link to={`/admin/mail/${mail.id}`}>Its email</Link>{' '}
      {mail.status === 'failed' ? 'could not be sent.' : 'waits: no mail server is set up.'}
    </>
  )
}
