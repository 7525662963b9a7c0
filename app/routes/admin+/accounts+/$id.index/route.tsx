import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { findAccount } from '~/domain/accounts/accounts.server'
import { authorityOf, setAuthority } from '~/domain/decisions/authority.server'
import { adminTime } from '~/domain/formats'
import { removeSecondFactorByAdmin } from '~/domain/second-factor/remove-by-admin.server'
import { factorsOf } from '~/domain/second-factor/second-factor.server'
import { listSecurityEvents } from '~/domain/security-events/security-events.server'
import { endSessionsByAdmin, missingAccount, missingSession } from '~/domain/sessions/end-by-admin.server'
import { listSessions } from '~/domain/sessions/sessions.server'
import { replaceHistoryEntry, seeOtherWithFlash } from '~/http/redirects.server'
import { formFields, keepFormOnFailure, unknownIntent } from '~/http/forms.server'
import { notFoundPage, pageId } from '~/http/problem.server'
import { requireAdmin } from '~/http/session.server'
import { site } from '~/http/site.server'
import { AdminPage } from '~/ui/admin-frame'
import { Card } from '~/ui/card'
import { DescriptionList } from '~/ui/description-list'
import { EmailText } from '~/ui/email-text'
import type { FormResult } from '~/ui/form-result'
import { keepPageOnFailure } from '~/ui/keep-page'

import { SecurityEvent } from '../../parts/security-event'
import { AccountState } from '../index/account-table'
import { AccountAuthority } from './account-authority'
import { AccountSecondFactor } from './account-second-factor'
import { AccountSessions } from './account-sessions'

const latest = 10

export const meta: MetaFunction<typeof loader> = ({ data, params, matches }) => [
  { title: pageTitle(data ? titleOf(data.account) : `Account ${params.id}`, matches) },
]

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user } = await requireAdmin(request)
  const account = await findAccount(db, pageId(params.id, missingAccount))
  if (!account) throw notFoundPage(missingAccount)
  const [sessions, factors, events, authority, ownAuthority] = await Promise.all([
    listSessions(db, account.id),
    factorsOf(db, account.id),
    listSecurityEvents(db, { account: String(account.id) }, { limit: latest }),
    authorityOf(db, account.id),
    authorityOf(db, user.id),
  ])
  const isOwn = account.id === user.id
  const canChange = !isOwn && ownAuthority === 'senior'
  return json({ account, sessions, factors, events, authority, canChange, isOwn })
}

function failureOf(intent: unknown) {
  return intent === 'remove-second-factor'
    ? 'The two-step login could not be removed. Please try again.'
    : intent === 'authority'
      ? 'The authority could not be saved. Please try again.'
      : 'The session could not be ended. Please try again.'
}

/** Ends one or all sessions of the account, removes its second factor, or sets an admin's authority. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { user } = await requireAdmin(request)
  const id = pageId(params.id, missingAccount)
  const fields = await formFields(request)
  return keepFormOnFailure(fields, failureOf(fields.intent), async () => {
    const { intent, session_id, authority } = fields
    if (intent === 'authority') return changeAuthority(id, authority, user.id)
    if (intent === 'remove-second-factor') return removeSecondFactor(id, user.id)
    if (intent !== 'end' && intent !== 'end-all') throw unknownIntent()
    const sessionId = intent === 'end' ? pageId(session_id, missingSession) : undefined
    const outcome = await endSessionsByAdmin(db, id, { sessionId, by: user.id, site })
    return seeOtherWithFlash(
      `/admin/accounts/${id}`,
      outcome.ok
        ? { tone: 'success', duration: 10_000, ...endedMessage(outcome.ended) }
        : { tone: 'error', duration: 10_000, message: outcome.message },
      replaceHistoryEntry,
    )
  })
}

async function changeAuthority(id: number, authority: unknown, by: number) {
  const outcome = await setAuthority(db, id, authority, { by })
  return seeOtherWithFlash(
    `/admin/accounts/${id}`,
    outcome.ok
      ? { tone: 'success', message: 'The underwriting authority is saved.' }
      : { tone: 'error', duration: 10_000, message: outcome.message },
    replaceHistoryEntry,
  )
}

async function removeSecondFactor(id: number, by: number) {
  const outcome = await removeSecondFactorByAdmin(db, id, { by, site })
  return seeOtherWithFlash(
    `/admin/accounts/${id}`,
    outcome.ok
      ? {
          tone: 'success',
          duration: 10_000,
          title: 'Two-step login is removed.',
          message: 'The account is logged out everywhere, and its owner gets an email about it.',
        }
      : { tone: 'error', duration: 10_000, message: outcome.message },
    replaceHistoryEntry,
  )
}

export { shouldRevalidate } from '~/ui/keep-page'

export const clientAction = keepPageOnFailure(failureOf, { actsAgain: true })

function endedMessage(ended: number) {
  if (ended === 0)
    return { title: 'There was no session to end.', message: 'This account is logged in nowhere.' }
  const title = ended === 1 ? 'The session has ended.' : `${ended} sessions have ended.`
  return { title, message: 'The owner of the account gets an email about it.' }
}

const timeOf = (time: string | null) => (time === null ? 'Not recorded' : `${adminTime(time)} UTC`)

const titleOf = ({ id, username }: { id: number; username: string }) => `Account ${id}, ${username}`

export default function Account() {
  const { account, sessions, factors, events, authority, canChange, isOwn } = useLoaderData<typeof loader>()
  const failure = useActionData<FormResult>()
  return (
    <AdminPage
      title={titleOf(account)}
      breadcrumbs={[{ label: 'Accounts', to: '/admin/accounts' }]}
      related={[{ label: 'History', to: `/admin/audit?entity=account&record=${account.id}` }]}
    >
      <div className="card-grid account-cards">
        <Card title="Account">
          <DescriptionList
            items={[
              { term: 'Email', description: <EmailText>{account.email}</EmailText> },
              {
                term: 'State',
                description: <AccountState admin={account.admin} emailVerified={account.email_verified} />,
              },
              { term: 'User ID', description: account.id },
              { term: 'Account created', description: timeOf(account.created_at) },
              { term: 'Last login', description: timeOf(account.last_login) },
              { term: 'Region', description: account.region_state ?? 'Not specified' },
              { term: 'Occupation', description: account.occupation ?? 'Not specified' },
            ]}
          />
        </Card>
        <AccountSecondFactor account={account} factors={factors} isOwn={isOwn} />
        {account.admin ? (
          <AccountAuthority
            accountId={account.id}
            authority={authority}
            canChange={canChange}
            failure={failure}
          />
        ) : null}
      </div>
      <AccountSessions account={account} sessions={sessions} isOwn={isOwn} />
      <Card title="Latest security events">
        {events.length === 0 ? (
          <p>Nothing has been recorded about this account.</p>
        ) : (
          <ol className="audit-log security-log">
            {events.map((event) => (
              <SecurityEvent key={event.id} event={event} namesAccount={false} />
            ))}
          </ol>
        )}
        <Link to={`/admin/security?account=${account.id}`}>All security events of this account</Link>
      </Card>
    </AdminPage>
  )
}
