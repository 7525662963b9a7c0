import { Link } from '@remix-run/react'

import { isKeyOf } from '~/domain/is-key-of'
import { securityEventKinds } from '~/domain/security-events/kinds'
import type { listSecurityEvents } from '~/domain/security-events/security-events.server'
import { AdminTime } from '~/ui/admin-time'
import { Badge } from '~/ui/badge'
import { EmailText } from '~/ui/email-text'
import type { RowOf } from '~/ui/row-of'
import { addressOf } from '~/ui/session-list'

type Event = RowOf<typeof listSecurityEvents>

/** A security event in one line: time, kind, account and origin. An account that the page itself names is left out. */
export function SecurityEvent({
  event,
  isUnderDay = false,
  namesAccount = true,
}: {
  event: Event
  /** Whether a heading tells the day. */
  isUnderDay?: boolean
  namesAccount?: boolean
}) {
  const { created_at, kind, ip_address, device, actor, hits, last_at } = event
  const { label, tone } = isKeyOf(securityEventKinds, kind)
    ? securityEventKinds[kind]
    : { label: kind, tone: 'neutral' as const }
  const notes = notesOf(event)
  const { request_id: request } = event
  return (
    <li className="audit-entry">
      <p className="audit-line">
        {isUnderDay ? (
          <time dateTime={created_at}>{created_at.slice(11, 16)}</time>
        ) : (
          <AdminTime at={created_at} />
        )}
        <Badge tone={tone}>{label}</Badge>
        <span className="security-where">
          {namesAccount ? <Account event={event} /> : null}{' '}
          {ip_address === null ? null : (
            <span className="security-origin">
              <span className="wide-only">from </span>
              <Link to={`/admin/security?${new URLSearchParams({ ip: ip_address })}`}>
                {addressOf(ip_address)}
              </Link>
            </span>
          )}{' '}
          <span className="security-device">
            {[device, actor && `by ${actor}`].filter(Boolean).join(', ')}
            {hits === 1 ? null : (
              <>
                {device || actor ? ', ' : ''}
                {hits.toLocaleString('en-US')} times, last at <AdminTime at={last_at} />
              </>
            )}
          </span>
        </span>
      </p>
      {notes === '' && request === null ? null : (
        <p className="security-notes">
          {notes}
          {request === null ? null : (
            <span title={request}>
              {notes === '' ? '' : ', '}request {request.slice(0, shortId)}
            </span>
          )}
        </p>
      )}
    </li>
  )
}

function Account({ event: { account_id, username, email, unknown_email } }: { event: Event }) {
  if (account_id === null)
    return unknown_email ? <span className="security-account">An address without an account</span> : null
  return (
    <span className="security-account">
      <Link to={`/admin/accounts/${account_id}`}>{username ?? `Account ${account_id}`}</Link>{' '}
      {email === null ? null : (
        <span className="audit-email">
          <EmailText>{email}</EmailText>
        </span>
      )}
    </span>
  )
}

/** The first characters of a request's id; the title has all. */
const shortId = 8

function notesOf({ details, actor }: Event) {
  const { by, outcome, limit, method, path, sessions } = details
  return [
    outcome,
    actor === null && by && `by ${by}`,
    sessions !== undefined && `${sessions} ${sessions === 1 ? 'session' : 'sessions'}`,
    limit && `limit: ${limit}`,
    path && `${method ?? ''} ${path}`.trim(),
  ]
    .filter(Boolean)
    .join(', ')
}
