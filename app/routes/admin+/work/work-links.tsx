import { Link } from '@remix-run/react'

import { counted } from '~/domain/formats'
import type { WorkList } from '~/domain/work/work.server'

/** Links to work other than applications. */
export function OtherWork({
  messages,
  requests,
  mails,
  isMailConnected,
}: Record<'messages' | 'requests' | 'mails', number> & { isMailConnected: boolean }) {
  return (
    <nav aria-label="Other work" className="list-links">
      {messages > 0 ? (
        <Link to="/admin/submissions?tab=contacts&status=Pending">
          {counted(messages, 'message')} to answer
        </Link>
      ) : null}
      {requests > 0 ? (
        <Link to="/pitch-deck-admin?status=pending">{counted(requests, 'request')} for the pitch deck</Link>
      ) : null}
      {mails > 0 ? <Link to="/admin/mail?state=failed">{counted(mails, 'failed mail')}</Link> : null}
      {isMailConnected ? null : (
        <Link to="/admin/mail?state=pending">No mail server is set up: mails wait</Link>
      )}
      <Link to="/admin/underwriting/batches">Runs on many applications</Link>
    </nav>
  )
}

type JumpLinksProps = {
  groups: readonly { act: WorkList; count: number }[]
  questions: { count: number; waiting: number }
}

const jumpLabels: Record<WorkList, (count: number) => string> = {
  decide: (count) => `${counted(count, 'referral')} to decide`,
  again: (count) => `${count.toLocaleString('en-US')} corrected`,
  run: (count) => `${count.toLocaleString('en-US')} never run`,
  send: (count) => `${count.toLocaleString('en-US')} to send`,
}

/** The counts of the lists below, as links to them. */
export function JumpLinks({ groups, questions }: JumpLinksProps) {
  const lists = [
    { id: 'answers', count: questions.count, text: `${counted(questions.count, 'answer')} to read` },
    ...groups.map(({ act, count }) => ({ id: act, count, text: jumpLabels[act](count) })),
    {
      id: 'waiting',
      count: questions.waiting,
      text: `${questions.waiting.toLocaleString('en-US')} waiting for the applicant`,
    },
  ].filter(({ count }) => count > 0)
  if (lists.length === 0) return null
  return (
    <nav aria-label="What waits" className="list-links jump-links">
      {lists.map(({ id, text }) => (
        <a key={id} href={`#${id}`}>
          {text}
        </a>
      ))}
    </nav>
  )
}
