import {
  json,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  type SerializeFrom,
} from '@remix-run/node'
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'

import { officeAreas } from '~/content/office-navigation'
import { hiddenPageMeta } from '~/content/metadata'
import { db } from '~/db.server'
import { findAccount } from '~/domain/accounts/accounts.server'
import { openQuestionsOf } from '~/domain/applicant-questions/answers.server'
import { pendingEmail } from '~/domain/accounts/verification.server'
import { calendarDay, longDate } from '~/domain/dates'
import { listOwnMails } from '~/domain/mail/mail.server'
import { offersOf } from '~/domain/offers/offers.server'
import { listSessions } from '~/domain/sessions/sessions.server'
import { formFields, rejectForm } from '~/http/forms.server'
import { endSessionsFromPage } from '~/http/session-form.server'
import { requireUser } from '~/http/session.server'
import { Badge } from '~/ui/badge'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { DescriptionList } from '~/ui/description-list'
import { ErrorSummary } from '~/ui/error-summary'
import { IntentForm } from '~/ui/intent-form'
import { keepPageOnFailure } from '~/ui/keep-page'
import { PageHeading } from '~/ui/page-heading'
import { SessionList } from '~/ui/session-list'

import { MailList } from './mail-list'
import { OwnQuotes } from './own-quotes'
import { VerificationCard } from './verification-card'
import { cancelChangeFromPage, resendFromPage, verifyFromPage } from './verification-form.server'

export { shouldRevalidate } from '~/ui/keep-page'

export const handle = { beta: 'Full functionality comes at launch. Cover is not active during the beta.' }

export const meta: MetaFunction = ({ matches }) => hiddenPageMeta('My dashboard', matches)

export async function loader({ request }: LoaderFunctionArgs) {
  const { id, user } = await requireUser(request)
  const [account, pending, mails, sessions, quotes, questions] = await Promise.all([
    findAccount(db, user.id),
    pendingEmail(db, user.id),
    listOwnMails(db, user.id),
    listSessions(db, user.id),
    offersOf(db, user.id),
    openQuestionsOf(db, user),
  ])
  return json({
    // The action of this request may have changed the email or its verification after the session was read.
    user: account ?? { ...user, created_at: null },
    pending,
    verifying: new URL(request.url).searchParams.has('verify'),
    now: new Date(),
    session: id,
    sessions,
    quotes,
    questions,
    mails: mails.map(({ id, created_at, recipient, subject, body }) => ({
      id,
      created_at,
      recipient,
      subject,
      body,
    })),
  })
}

export async function action({ request }: ActionFunctionArgs) {
  const session = await requireUser(request)
  const fields = await formFields(request)
  switch (fields.intent) {
    case 'end-session':
    case 'end-other-sessions':
      return endSessionsFromPage(request, session, fields, '/dashboard#sessions')
    case 'resend':
      return resendFromPage(session.user, fields)
    case 'cancel-change':
      return cancelChangeFromPage(session.user, fields)
    case 'verify':
    case undefined:
      return verifyFromPage(request, session.user, fields)
    default:
      return rejectForm(fields, [{ path: '', message: 'This could not be done. Please try again.' }])
  }
}

export const clientAction = keepPageOnFailure(
  (intent) => {
    if (isSessionIntent(intent)) return 'The session could not be ended. Please try again.'
    if (intent === 'cancel-change') return 'The change could not be cancelled. Please try again.'
    return intent === 'resend'
      ? 'There was an error sending the verification email. Please try again.'
      : 'There was an error verifying your email. Please try again.'
  },
  { actsAgain: true },
)

export default function Dashboard() {
  const { user, pending, verifying, now, session, sessions, quotes, questions, mails } =
    useLoaderData<typeof loader>()
  const formResult = useActionData<typeof action>()
  const isSessionForm = isSessionIntent(formResult?.values.intent)
  const isWaiting = pending !== null || !user.email_verified
  const hasQuotes = quotes.length > 0
  // The keys keep a form that is being filled in when a first quote arrives.
  const verification = (
    <VerificationCard
      key="verification"
      user={user}
      pending={pending}
      open={verifying}
      formResult={isSessionForm ? null : formResult}
    />
  )
  const ownQuotes = (
    <OwnQuotes key="quotes" quotes={quotes} questions={questions} verified={user.email_verified} />
  )
  return (
    <div className="container">
      <PageHeading title={`Welcome, ${user.username}`} />
      {/* The fields of a stale page are gone: its errors link to nothing. */}
      {isWaiting || isSessionForm ? null : (
        <ErrorSummary errors={formResult?.errors.map(({ message }) => ({ path: '', message }))} />
      )}
      {user.admin ? <BackOfficeCard /> : null}
      {isWaiting ? (
        <div className={hasQuotes ? undefined : 'first-steps'}>
          {hasQuotes ? [verification, ownQuotes] : [ownQuotes, verification]}
        </div>
      ) : (
        ownQuotes
      )}
      <div className="dashboard-columns">
        <Card title="Account Information" actions={<Badge tone="neutral">{`Account ID ${user.id}`}</Badge>}>
          <DescriptionList items={accountFacts(user)} />
        </Card>
        <div>
          <QuickActions isWaiting={isWaiting} />
          {isWaiting ? null : verification}
        </div>
      </div>
      <SessionList
        sessions={sessions}
        current={session}
        now={now}
        action="/dashboard"
        formResult={isSessionForm ? formResult : null}
      />
      <MailList mails={mails} />
      <p className="leave">
        <Link to="/delete-account">Delete my account</Link>
      </p>
    </div>
  )
}

function isSessionIntent(intent: string | undefined) {
  return intent === 'end-session' || intent === 'end-other-sessions'
}

function accountFacts(user: SerializeFrom<typeof loader>['user']) {
  return [
    { term: 'Username', description: user.username },
    { term: 'Email', description: user.email },
    { term: 'Address', description: user.full_address ?? 'Not provided' },
    { term: 'State', description: user.region_state ?? 'Not provided' },
    { term: 'Occupation', description: user.occupation ?? 'Not provided' },
    {
      term: 'Joined',
      description: user.created_at ? longDate(calendarDay(new Date(user.created_at))) : 'Not recorded',
    },
  ]
}

/** `isWaiting` is whether an email waits for its code. */
function QuickActions({ isWaiting }: { isWaiting: boolean }) {
  return (
    <Card title="Quick Actions">
      <ul className="action-list">
        <li>
          <Link to="/get-a-quote">Get a quote</Link>
        </li>
        <li>
          <Link to="/edit-profile">Edit profile</Link>
        </li>
        <li>
          <Link to="/change-password">Change password</Link>
        </li>
        <li>
          <Link to="/two-step-login">Two-step login</Link>
        </li>
        {isWaiting ? (
          <>
            <li>
              <Link to="/dashboard?verify=yes#verification" preventScrollReset>
                Verify My Email
              </Link>
            </li>
            <li>
              <IntentForm action="/dashboard" intent="resend" variant="quiet" busyLabel="Sending...">
                Resend Verification Email
              </IntentForm>
            </li>
          </>
        ) : null}
        <li>
          <a href="/api/user/data" download>
            Download my data
          </a>
        </li>
        <li>
          <Form method="post" action="/logout" reloadDocument>
            <Button type="submit" variant="quiet">
              Log Out
            </Button>
          </Form>
        </li>
      </ul>
    </Card>
  )
}

/** Links to the back office, shown above the account of an admin. */
function BackOfficeCard() {
  return (
    <Card title="Back office">
      <p>What visitors have sent waits under Submissions.</p>
      <ul className="link-list office-areas">
        {officeAreas.map(({ to, label }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
