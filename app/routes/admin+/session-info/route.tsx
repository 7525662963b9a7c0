import {
  json,
  redirect,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { useActionData, useLoaderData, useNavigation } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { findAccount } from '~/domain/accounts/accounts.server'
import { adminTime } from '~/domain/formats'
import { maxViews, sessionActivity } from '~/domain/sessions/activity.server'
import { partsOf } from '~/domain/sessions/device.server'
import { idleLimit, listSessions } from '~/domain/sessions/sessions.server'
import { formFields } from '~/http/forms.server'
import { endSessionsFromPage } from '~/http/session-form.server'
import { requireAdmin } from '~/http/session.server'
import { site } from '~/http/site.server'
import { clientIp } from '~/request-context.server'
import { AdminPage } from '~/ui/admin-frame'
import { RecentTime } from '~/ui/admin-time'
import { Badge } from '~/ui/badge'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { DescriptionList } from '~/ui/description-list'
import { EmailText } from '~/ui/email-text'
import { GetForm } from '~/ui/get-form'
import { keepPageOnFailure } from '~/ui/keep-page'
import { addressOf, SessionList } from '~/ui/session-list'
import { Stat } from '~/ui/stat'

import { ScreenSize, SessionDuration, TimeZone } from './session-clock'
import styles from './session-info.css?url'
import { SessionTimeline } from './session-timeline'

const pageUrl = '/admin/session-info'

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Session information', matches) }]

export async function loader({ request }: LoaderFunctionArgs) {
  const { id, user } = await requireAdmin(request)
  const [account, activity, sessions] = await Promise.all([
    findAccount(db, user.id),
    sessionActivity(db, id),
    listSessions(db, user.id),
  ])
  if (!activity) throw redirect('/login') // the session has just been ended elsewhere
  const { views, ...session } = activity
  return json({
    now: new Date(),
    id,
    session: {
      ...session,
      ...partsOf(request.headers.get('User-Agent')),
      ip_address: clientIp() ?? session.ip_address,
    },
    // The current view is recorded after the response. All views are listed, unless there are more than are stored.
    viewed: (views.length < maxViews ? views.length : session.page_views) + 1,
    views,
    sessions,
    account: account ?? { ...user, created_at: null, last_login: null },
    secure: new URL(site.appUrl).protocol === 'https:',
    idleMinutes: idleLimit / 60_000,
  })
}

export async function action({ request }: ActionFunctionArgs) {
  const session = await requireAdmin(request)
  return endSessionsFromPage(request, session, await formFields(request), `${pageUrl}#sessions`)
}

export { shouldRevalidate } from '~/ui/keep-page'

export const clientAction = keepPageOnFailure('The session could not be ended. Please try again.', {
  actsAgain: true,
})

const timeOf = (time: string | null) => (time === null ? 'Not recorded' : `${adminTime(time)} UTC`)

export default function SessionInformation() {
  const { now, id, session, viewed, views, sessions, account, secure, idleMinutes } =
    useLoaderData<typeof loader>()
  const formResult = useActionData<typeof action>()
  const refreshing = useNavigation().formMethod === 'GET'
  return (
    <AdminPage title="Session Information">
      <dl className="stat-grid">
        <Stat label="Session duration" value={<SessionDuration since={session.created_at} now={now} />} />
        <Stat
          label="Pages viewed"
          value={viewed.toLocaleString('en-US')}
          note={
            viewed > views.length + 1
              ? `in this session; the newest ${views.length + 1} are listed`
              : 'in this session'
          }
        />
        <Stat
          label="Security status"
          value={secure ? 'Secure' : 'Not secure'}
          note={secure ? 'over HTTPS' : 'over HTTP, without encryption'}
        />
        <Stat label="Auto logout" value={`${idleMinutes} minutes`} note="without a request" />
      </dl>
      <GetForm action={pageUrl} preventScrollReset className="toolbar">
        <Button type="submit" variant="secondary" busy={refreshing} busyLabel="Refreshing...">
          Refresh
        </Button>
        <p className="hint">As of {timeOf(now)}</p>
      </GetForm>
      <div className="card-grid session-facts">
        <Card title="User">
          <DescriptionList
            items={[
              { term: 'Username', description: account.username },
              { term: 'Email', description: <EmailText>{account.email}</EmailText> },
              { term: 'User ID', description: account.id },
              { term: 'Account created', description: timeOf(account.created_at) },
              { term: 'Last login', description: timeOf(account.last_login) },
              {
                term: 'Email verified',
                description: account.email_verified ? (
                  <Badge tone="green">Verified</Badge>
                ) : (
                  <Badge tone="yellow">Not verified</Badge>
                ),
              },
              { term: 'Region', description: account.region_state ?? 'Not specified' },
            ]}
          />
        </Card>
        <Card title="System">
          <DescriptionList
            items={[
              { term: 'IP address', description: addressOf(session.ip_address) },
              { term: 'Browser', description: session.program ?? 'Unknown' },
              { term: 'Operating system', description: session.system ?? 'Unknown' },
              { term: 'Screen size', description: <ScreenSize /> },
              { term: 'Time zone', description: <TimeZone /> },
              { term: 'Logged in', description: timeOf(session.created_at) },
              { term: 'Last activity', description: <RecentTime at={session.last_seen_at} now={now} /> },
            ]}
          />
        </Card>
      </div>
      <div className="session-columns">
        <Card title="Session timeline">
          <SessionTimeline views={views} signedIn={session.created_at} now={now} pageUrl={pageUrl} />
        </Card>
        <SessionList sessions={sessions} current={id} now={now} action={pageUrl} formResult={formResult} />
      </div>
    </AdminPage>
  )
}
