import { Link } from '@remix-run/react'
import { Fragment } from 'react'

import { counted } from '~/domain/formats'
import type { readOverview } from '~/domain/portfolio/overview.server'

type Props = Awaited<ReturnType<typeof readOverview>>['undelivered']

/** The undelivered mails with an answer to an applicant, with links to the waiting and the failed ones. */
export function Undelivered({ pending, failed }: Props) {
  if (pending + failed === 0) return null
  const words = [
    { count: pending, state: 'pending', word: 'waiting' },
    { count: failed, state: 'failed', word: 'failed' },
  ].filter(({ count }) => count > 0)
  return (
    <p>
      {`${counted(pending + failed, 'mail')} not delivered yet: `}
      {words.map(({ count, state, word }, index) => (
        <Fragment key={state}>
          {index > 0 ? ', ' : null}
          <Link to={`/admin/mail?state=${state}`}>
            {count.toLocaleString('en-US')} {word}
          </Link>
        </Fragment>
      ))}
      .
    </p>
  )
}
