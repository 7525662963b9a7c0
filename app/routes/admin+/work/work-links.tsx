import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'

import { counted } from '~/domain/formats'
import type { WorkList } from '~/domain/work/work.server'

type Props = {
  groups: readonly { act: WorkList; count: number }[]
  questions: { count: number; waiting: number }
  isMailConnected: boolean
} & Record<'messages' | 'requests' | 'mails', number>

const texts: Record<WorkList, (count: number) => string> = {
  decide: (count) => `${counted(count, 'referral')} to decide`,
  again: (count) => `${count.toLocaleString('en-US')} corrected`,
  run: (count) => `${count.toLocaleString('en-US')} never run`,
  send: (count) => `${count.toLocaleString('en-US')} to send`,
}

/** The counts of what waits, each a link: to a list of this page, or to the page of other work. */
export function WorkCounts({ groups, questions, messages, requests, mails, isMailConnected }: Props) {
  const waiting = questions.waiting.toLocaleString('en-US')
  const counts: { to: string; count: number; text: string; warns?: boolean }[] = [
    { to: '#answers', count: questions.count, text: `${counted(questions.count, 'answer')} to read` },
    ...groups.map(({ act, count }) => ({ to: `#${act}`, count, text: texts[act](count) })),
    { to: '#waiting', count: questions.waiting, text: `${waiting} waiting for the applicant` },
    {
      to: '/admin/submissions?tab=contacts&status=Pending',
      count: messages,
      text: `${counted(messages, 'message')} to answer`,
    },
    {
      to: '/pitch-deck-admin?status=pending',
      count: requests,
      text: `${counted(requests, 'request')} for the pitch deck`,
    },
    {
      to: '/admin/mail?state=failed',
      count: mails,
      text: counted(mails, 'failed mail'),
      warns: true,
    },
  ].filter(({ count }) => count > 0)
  if (counts.length === 0 && isMailConnected) return null
  return (
    <nav aria-label="What waits" className="work-counts">
      {counts.map(({ to, text, warns }) => (
        <Count key={to} to={to} warns={warns}>
          <CountText text={text} />
        </Count>
      ))}
      {isMailConnected ? null : (
        <Count to="/admin/mail?state=pending" warns>
          No mail server is set up: mails wait
        </Count>
      )}
    </nav>
  )
}

function Count({ to, warns = false, children }: { to: string; warns?: boolean; children: ReactNode }) {
  const className = warns ? 'work-count work-count-warning' : 'work-count'
  return to.startsWith('#') ? (
    <a className={className} href={to}>
      {children}
    </a>
  ) : (
    <Link className={className} to={to}>
      {children}
    </Link>
  )
}

/** '3 referrals to decide', its number as a figure. */
function CountText({ text }: { text: string }) {
  const [number, ...words] = text.split(' ')
  return (
    <>
      <span className="work-figure">{number}</span> {words.join(' ')}
    </>
  )
}
