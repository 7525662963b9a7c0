import { Link } from '@remix-run/react'

import type { readOverview } from '~/domain/portfolio/overview.server'

type Props = Awaited<ReturnType<typeof readOverview>>['undelivered']

/** The mails with an answer that have not reached their applicants, with links to those that wait and that failed. */
export function Undelivered({ pending, failed }: Props) {
  const all = pending + failed
  if (all === 0) return null
  const number = all.toLocaleString('en-US')
  return (
    <>
      {'; '}
      {all === 1 ? '1 mail is' : `${number} mails are`} not delivered yet:{' '}
      {pending === 0 ? null : (
        <Link to="/admin/mail?state=pending">{pending.toLocaleString('en-US')} wait</Link>
      )}
      {pending > 0 && failed > 0 ? ', ' : null}
      {failed === 0 ? null : (
        <Link to="/admin/mail?state=failed">{failed.toLocaleString('en-US')} failed</Link>
      )}
    </>
  )
}
