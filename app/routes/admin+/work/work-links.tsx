import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'

import type { WorkList } from '~/domain/work/work.server'

type Props = {
  groups: readonly { act: WorkList; count: number }[]
  questions: { count: number; waiting: number }
  isMailConnected: boolean
} & Record<'messages' | 'requests' | 'mails', number>

const labels: Record<WorkList, (count: number) => string> = {
  decide: (count) => `${plural(count, 'referral')} to decide`,
  again: () => 'corrected',
  run: () => 'never run',
  send: () => 'to send',
}

/** The counts of what waits, each a link: to a list of this page, or to the page of other work. */
export function WorkCounts({ groups, questions, messages, requests, mails, isMailConnected }: Props) {
  const counts: { to: string; count: number; label: string; warns?: boolean }[] = [
    { to: '#answers', count: questions.count, label: `${plural(questions.count, 'answer')} to read` },
    ...groups.map(({ act, count }) => ({ to: `#${act}`, count, label: labels[act](count) })),
    { to: '#waiting', count: questions.waiting, label: 'waiting for the applicant' },
    {
      to: '/admin/submissions?tab=contacts&status=Pending',
      count: messages,
      label: `${plural(messages, 'message')} to answer`,
    },
    {
      to: '/pitch-deck-admin?status=pending',
      count: requests,
      label: `${plural(requests, 'request')} for the pitch deck`,
    },
    { to: '/admin/mail?state=failed', count: mails, label: plural(mails, 'failed mail'), warns: true },
  ].filter(({ count }) => count > 0)
  if (counts.length === 0 && isMailConnected) return null
  return (
    <nav aria-label="What waits" className="work-counts">
      {counts.map(({ to, count, label, warns }) => (
        <Count key={to} to={to} warns={warns}>
          <span className="work-figure">{count.toLocaleString('en-US')}</span> {label}
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

function plural(count: number, noun: string) {
  return count === 1 ? noun : `${noun}s`
}
