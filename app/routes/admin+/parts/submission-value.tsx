import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'

import { formatCalendarDate } from '~/domain/dates'
import { money } from '~/domain/formats'
import { quoteUrl } from '~/domain/quotes/origin'
import { fileNameOf, fileUrl, type Submission, type SubmissionField } from '~/domain/submissions/kinds'
import { excerpt, isAbsent } from '~/domain/submissions/values'
import { AdminTime } from '~/ui/admin-time'
import { Badge } from '~/ui/badge'
import { EmailText } from '~/ui/email-text'
import { ExternalLink } from '~/ui/external-link'
import { Unset } from '~/ui/unset'

/** The maximum length of a long text in a list, unless its field has its own. */
const briefLength = 60

type Props = { field: SubmissionField; submission: Submission; emptyText: ReactNode; brief?: boolean }

/** Formats the value of a field of a submission: in full, or short for a list. */
export function SubmissionValue({ field, submission, emptyText, brief = false }: Props): ReactNode {
  const value = submission[field.name]
  if (isAbsent(field, value)) {
    const { fallback = emptyText } = field
    return fallback === null ? <Unset /> : fallback
  }
  const text = String(value)
  if (field.file) {
    const url = submission[`${field.file.replace(' ', '_')}_url`]
    const name = submission[fileNameOf(field.file)]
    return (
      <a href={typeof url === 'string' ? url : fileUrl(text)} download>
        {brief ? field.label : typeof name === 'string' ? name : text}
        <span className="visually-hidden">
          {brief ? '' : `, ${field.label.toLowerCase()}`} of {String(submission.name)}
        </span>
      </a>
    )
  }
  switch (field.shape) {
    case 'status':
      return <StatusBadge status={text} />
    case 'time':
      return <AdminTime at={text} />
    case 'day':
      return formatCalendarDate(text)
    case 'money':
      return money(Number(value))
    case 'boolean':
      return value ? 'Yes' : 'No'
    case 'email':
      return brief ? (
        text
      ) : (
        <a href={`mailto:${text}`}>
          <EmailText>{text}</EmailText>
        </a>
      )
    case 'quote':
      return brief ? `Q-${text}` : <Link to={quoteUrl(Number(text))}>{`Q-${text}`}</Link>
    case 'link':
      return <ExternalLink href={text}>{text}</ExternalLink>
    case 'words':
      return brief ? (
        excerpt(text, typeof field.list === 'number' ? field.list : briefLength)
      ) : (
        <span className="as-typed">{text}</span>
      )
    default:
      return field.format?.(text) ?? text
  }
}

const tones: Record<string, 'yellow' | 'blue' | 'green' | 'red' | 'neutral'> = {
  Pending: 'yellow',
  'In review': 'blue',
  Reviewing: 'blue',
  Interview: 'blue',
  Quoted: 'green',
  Responded: 'green',
  Invited: 'green',
  Hired: 'green',
  Declined: 'red',
  Rejected: 'red',
}

/** The status of a submission, in its color. */
export function StatusBadge({ status }: { status: string }) {
  return <Badge tone={tones[status] ?? 'neutral'}>{status}</Badge>
}
