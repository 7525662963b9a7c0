import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'

import { adminLinks } from '~/content/navigation'
import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { codeSchema } from '~/domain/accounts/accounts.schema'
import { findAccount } from '~/domain/accounts/accounts.server'
import { pendingEmail, resendCode, verifyEmail } from '~/domain/accounts/verification.server'
import { calendarDay, longDate } from '~/domain/dates'
import { listOwnMails } from '~/domain/mail/mail.server'
import { parseFields } from '~/domain/parse-fields'
import { seeOtherWithFlash } from '~/http/flash.server'
import { formFields, refuseForm, refuseForNow } from '~/http/forms.server'
import { requireUser } from '~/http/session.server'
import { site } from '~/http/site.server'
import { Badge } from '~/ui/badge'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { DescriptionList } from '~/ui/description-list'
import { MailList } from '~/ui/mail-list'
import { Disclaimer } from '~/ui/notice'
import { PageHeading } from '~/ui/page-heading'
import { VerificationCard } from '~/ui/verification-card'

export const meta: MetaFunction = ({ matches }) => [
  { title: pageTitle('My dashboard', matches) },
  { name: 'robots', content: 'noindex' },
]

export async function loader({ request }: LoaderFunctionArgs) {
  const { user } = await requireUser(request)
  const [account, pending, mails] = await Promise.all([
    findAccount(db, user.id),
    pendingEmail(db, user.id),
    listOwnMails(db, user.id),
  ])
  return json({
    // Verified or changed by the action of this request, perhaps, after the session was read.
    user: account ?? { ...user, created_at: null },
    waiting: pending ?? (account?.email_verified ? null : user.email),
    verifying: new URL(request.url).searchParams.has('verify'),
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
  const { user } = await requireUser(request)
  const fields = await formFields(request)
  return fields.intent === 'resend' ? resend(user, fields) : verify(user, fields)
}

type User = Awaited<ReturnType<typeof requireUser>>['user']
type Fields = Awaited<ReturnType<typeof formFields>>

async function resend(user: User, fields: Fields) {
  try {
    const sent = await resendCode(db, user, site)
    if (!sent.ok)
      return refuseForm(fields, [{ path: '', message: `Failed to send verification email: ${sent.error}` }])
    return seeOtherWithFlash('/dashboard?verify=yes#verification', {
      tone: 'success',
      message: `Verification email sent to ${sent.email}.`,
    })
  } catch (error) {
    return refuseForNow(fields, error, 'There was an error sending the verification email. Please try again.')
  }
}

async function verify(user: User, fields: Fields) {
  const parsed = parseFields(codeSchema, fields)
  if (!parsed.ok) return refuseForm(fields, parsed.errors)
  try {
    const verified = await verifyEmail(db, user.id, parsed.value.code, site)
    if (!verified.ok)
      return refuseForm(fields, [{ path: 'code', message: `Verification failed: ${verified.error}` }])
    return seeOtherWithFlash('/dashboard', {
      tone: 'success',
      message: 'Your email address is verified.',
      duration: 30_000,
    })
  } catch (error) {
    return refuseForNow(fields, error, 'There was an error verifying your email. Please try again.')
  }
}

export default function Dashboard() {
  const { user, waiting, verifying, mails } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <div className="container">
      <PageHeading
        title={`Welcome, ${user.username}`}
        eyebrow={<Badge tone="neutral">{`Account ID ${user.id}`}</Badge>}
      />
      <Disclaimer>Full functionality comes at launch. Cover is not active during the beta.</Disclaimer>
      <VerificationCard waiting={waiting} open={verifying} refused={refused} />
      <Card title="Account Information">
        <DescriptionList
          items={[
            { term: 'Username', description: user.username },
            { term: 'Email', description: user.email },
            { term: 'Address', description: user.full_address ?? 'Not provided' },
            { term: 'State', description: user.region_state ?? 'Not provided' },
            { term: 'Occupation', description: user.occupation ?? 'Not provided' },
            {
              term: 'Joined',
              description: user.created_at
                ? longDate(calendarDay(new Date(user.created_at)))
                : 'Not recorded',
            },
          ]}
        />
      </Card>
      <Card title="Quick Actions">
        <ul className="link-list">
          <li>
            <Link to="/edit-profile">Edit profile</Link>
          </li>
          <li>
            <Link to="/get-a-quote">Get a quote</Link>
          </li>
          <li>
            <Link to="/change-password">Change password</Link>
          </li>
          {user.admin
            ? adminLinks.map((link) => (
                <li key={link.to}>
                  <Link to={link.to}>{link.label}</Link>
                </li>
              ))
            : null}
        </ul>
        <Form method="post" action="/logout" reloadDocument>
          <Button type="submit" variant="secondary">
            Log out
          </Button>
        </Form>
      </Card>
      <MailList mails={mails} />
    </div>
  )
}
