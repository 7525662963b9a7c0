import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Form as NativeForm, Link, useActionData, useLoaderData } from '@remix-run/react'

import { secretPageMeta } from '~/content/metadata'
import { db } from '~/db.server'
import {
  expiredVerificationLink,
  findVerificationLink,
  pendingEmail,
  verifyByLink,
} from '~/domain/accounts/verification.server'
import { deviceCookie } from '~/http/cookies.server'
import { formFields, keepFormOnFailure, rejectForm } from '~/http/forms.server'
import { seeOtherWithFlash } from '~/http/redirects.server'
import { requireUser } from '~/http/session.server'
import { site } from '~/http/site.server'
import { Button, ButtonLink } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { Form } from '~/ui/form'
import { formState } from '~/ui/form-result'
import { keepPageOnFailure } from '~/ui/keep-page'
import { Notice } from '~/ui/notice'
import { PageHeading } from '~/ui/page-heading'
import { useIsSending } from '~/ui/use-is-sending'

export { shouldRevalidate } from '~/ui/keep-page'

const failure = 'There was an error verifying your email. Please try again.'

export const meta: MetaFunction = ({ matches }) => secretPageMeta('Verify your email', matches)

/** Only describes the link: mail scanners follow links, too. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { user } = await requireUser(request)
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const link = await findVerificationLink(db, token)
  const isOwn = link?.userId === user.id
  const isVerified = user.email_verified && (await pendingEmail(db, user.id)) === null
  return json({
    token,
    state: isOwn ? 'live' : link ? 'foreign' : isVerified ? 'done' : 'dead',
    email: isOwn ? link.email : user.email,
    expired: expiredVerificationLink,
  } as const)
}

export async function action({ request }: ActionFunctionArgs) {
  const { user } = await requireUser(request)
  const fields = await formFields(request)
  const token = typeof fields.token === 'string' ? fields.token : ''
  return keepFormOnFailure(fields, failure, async () => {
    const verified = await verifyByLink(db, user.id, token, { site })
    if (!verified.ok) return rejectForm(fields, [{ path: '', message: verified.error }])
    const flash = { tone: 'success', message: 'Your email address is verified.', duration: 30_000 } as const
    return await seeOtherWithFlash('/dashboard', flash, {
      'Set-Cookie': await deviceCookie(request, verified.email),
    })
  })
}

export const clientAction = keepPageOnFailure(failure, { actsAgain: true })

export default function VerifyEmail() {
  const { token, state, email, expired } = useLoaderData<typeof loader>()
  const { errors } = formState(useActionData<typeof action>())
  const sending = useIsSending()
  return (
    <div className="container">
      <PageHeading title="Verify your email" />
      {/* A link that is submitted twice has already worked. */}
      {state === 'done' ? null : <ErrorSummary errors={errors} />}
      {state === 'live' ? (
        <>
          <p>Press the button to confirm that {email} is yours. It then counts as your email address.</p>
          <Form method="post" action={`/verify-email?token=${encodeURIComponent(token)}`} className="form">
            <input type="hidden" name="token" value={token} />
            <Button type="submit" busy={sending} busyLabel="Verifying...">
              Verify my email
            </Button>
          </Form>
        </>
      ) : null}
      {state === 'foreign' ? <OtherAccount email={email} /> : null}
      {state === 'done' ? (
        <Notice tone="success" title="Email Verified">
          <p>{email} is your email address, and verified. A link to another one no longer works.</p>
        </Notice>
      ) : null}
      {state === 'dead' ? <ExpiredLink message={errors.length > 0 ? undefined : expired} /> : null}
      <p className="after-form">
        <Link to="/dashboard">Back to Dashboard</Link>
      </p>
    </div>
  )
}

/** The notice of an expired link. Without a message if the form already shows it. */
function ExpiredLink({ message }: { message: string | undefined }) {
  return (
    <>
      <Notice tone="warning" title={message}>
        <p>It was used already, is older than 10 minutes, or a newer email has ended it.</p>
      </Notice>
      <ButtonLink to="/dashboard#verification">Get a new one</ButtonLink>
    </>
  )
}

/** For a user who is logged in with a different account than the link's. */
function OtherAccount({ email }: { email: string }) {
  return (
    <>
      <Notice tone="warning" title="This link belongs to another account">
        <p>
          You are logged in as {email}. Log out, then open the link again and log in with the account that you
          made with that address.
        </p>
      </Notice>
      <NativeForm method="post" action="/logout" reloadDocument>
        <Button type="submit" variant="secondary">
          Log Out
        </Button>
      </NativeForm>
    </>
  )
}
