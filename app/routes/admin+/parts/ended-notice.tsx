import type { SerializeFrom } from '@remix-run/node'
import { Link } from '@remix-run/react'

import { withdrawnText } from '~/domain/quotes/ended-text'
import type { Ending } from '~/domain/quotes/ending.server'

type Props = {
  /** Null while the application is active. */
  ending: SerializeFrom<Ending> | null
  quoteId: number
  /** Whether this page can change the status. */
  isStatusPage?: boolean
}

/** Explains why the applicant of a quote cannot be sent or asked anything. */
export function EndedNotice({ ending, quoteId, isStatusPage }: Props) {
  if (ending === null) return null
  return (
    <div className="notice notice-warning">
      <EndedText ending={ending} quoteId={quoteId} isStatusPage={isStatusPage} />
    </div>
  )
}

type WordsProps = Props & { ending: NonNullable<Props['ending']> }

/** The same text, inside another notice. */
export function EndedText({ ending, quoteId, isStatusPage = false }: WordsProps) {
  if (ending.why === 'deleted')
    return (
      <>
        <p className="notice-title">The applicant has deleted the account</p>
        <p>There is nobody to send a result to, and nobody to ask.</p>
      </>
    )
  const label = 'Give it another status'
  return (
    <>
      <p className="notice-title">This quote is withdrawn</p>
      <p>
        {withdrawnText(ending)} Nothing can be sent to its applicant, and nothing asked.{' '}
        {isStatusPage ? label : <Link to={`/admin/submissions/quotes/${quoteId}`}>{label}</Link>} first, if
        the applicant wants to go on.
      </p>
    </>
  )
}
