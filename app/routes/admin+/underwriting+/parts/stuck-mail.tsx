import { Link } from '@remix-run/react'

type Props = {
  /** The mail of an offer or a question; null once it is deleted. */
  mail: { id: number; status: 'pending' | 'sent' | 'failed' } | null
  /** Whether a mail server is set up. */
  isMailConnected: boolean
}

/** Whether a mail was not delivered and will not be without intervention. */
export function isStuck({ mail, isMailConnected }: Props) {
  return mail !== null && (mail.status === 'failed' || (mail.status === 'pending' && !isMailConnected))
}

/** Notes that a mail waits or has failed, with a link to it; renders nothing for other mails. */
export function StuckMail({ mail, isMailConnected }: Props) {
  if (mail === null || !isStuck({ mail, isMailConnected })) return null
  return (
    <>
      <Link to={`/admin/mail/${mail.id}`}>Its email</Link>{' '}
      {mail.status === 'failed' ? 'could not be sent.' : 'waits: no mail server is set up.'}
    </>
  )
}
