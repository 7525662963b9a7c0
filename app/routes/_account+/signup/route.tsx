import { randomUUID } from 'node:crypto'
import {
  json,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'

import { pageMeta } from '~/content/metadata'
import { db, nullIfUnavailable } from '~/db.server'
import { signupSchema } from '~/domain/accounts/accounts.schema'
import { register, resendRegistration } from '~/domain/accounts/accounts.server'
import { withPasswordProblem } from '~/domain/accounts/password-rules.server'
import { suggestEmail } from '~/domain/email-suggestion'
import { parseFields, type FieldError, type Fields } from '~/domain/parse-fields'
import { findQuote } from '~/domain/quotes/quotes.server'
import { cachedPage } from '~/http/cache-directive.server'
import { seeOther, seeOtherWithFlash } from '~/http/redirects.server'
import { formFields, idempotencyKeyFromForm, keepFormOnFailure, rejectForm } from '~/http/forms.server'
import { readSentQuote } from '~/http/sent-quote-cookie.server'
import { currentSession } from '~/http/session.server'
import { site } from '~/http/site.server'
import { clientIp } from '~/request-context.server'
import { Button, ButtonLink } from '~/ui/button'
import { Done } from '~/ui/done'
import { ErrorSummary } from '~/ui/error-summary'
import { ExternalLink } from '~/ui/external-link'
import { Form } from '~/ui/form'
import { formState } from '~/ui/form-result'
import { Honeypot, honeypotName } from '~/ui/honeypot'
import { emailMayBeSent, keepPageOnFailure, retryIsSafe } from '~/ui/keep-page'
import { IdempotencyKeyField } from '~/ui/idempotency-key-field'
import { Notice } from '~/ui/notice'
import { PageHeading } from '~/ui/page-heading'
import { useSubmittedForm } from '~/ui/use-submitted-form'
import { useIsSending } from '~/ui/use-is-sending'

import { NewPasswordFields } from '../parts/new-password-fields'
import { IdentityFields, ProfileFields } from '../parts/profile-fields'
import { AboutOurMail, WithAside } from '../parts/with-aside'
import { signupEmail, signupEmailCookie } from './signup-email.server'

export { shouldRevalidate } from '~/ui/keep-page'

const success = '/signup?sent=registration'
const arrivedBefore = {
  tone: 'info',
  message: 'Your sign-up had arrived already. If you have changed the password since, the first one counts.',
  duration: 20_000,
} as const
const failure = 'An error occurred during registration. Please try again later.'
const resendFailure = 'The email could not be sent again. Please try again.'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    path: '/signup',
    title: 'Sign up',
    keywords: 'sign up, account, registration',
    description: 'Make an account to follow your application for a quote.',
    noIndex: true,
  })

// Seconds, because visitors share the idempotency key: the same form sent later is another request.
export const headers = cachedPage(10)

export async function loader({ request }: LoaderFunctionArgs) {
  if (await currentSession(request)) throw redirect('/dashboard')
  const isSent = new URL(request.url).searchParams.has('sent')
  const email = isSent ? await signupEmail(request) : null
  return json({
    idempotencyKey: randomUUID(),
    email,
    meant: email && suggestEmail(email),
    // An account with this email shows the application.
    applied: isSent ? null : await sentEmail(request),
  })
}

export async function action({ request }: ActionFunctionArgs) {
  const fields = await formFields(request)
  if (fields.intent === 'resend') return resend(request, fields)
  if (fields[honeypotName]) return seeOther(success)
  const schema = withPasswordProblem(signupSchema, 'password', { brandName: site.brand.name })
  const parsed = parseFields(schema, fields)
  if (!parsed.ok) return rejectForm(fields, parsed.errors)
  const { confirm_password: _, ...registration } = parsed.value
  return keepFormOnFailure(fields, failure, async () => {
    const key = idempotencyKeyFromForm('/signup', fields, { email: registration.email })
    const outcome = await register(db, registration, { site, ip: clientIp(), key })
    if (!outcome.ok) return rejectForm(fields, outcome.errors)
    const cookie = { 'Set-Cookie': await signupEmailCookie(registration.email) }
    return outcome.repeated ? seeOtherWithFlash(success, arrivedBefore, cookie) : seeOther(success, cookie)
  })
}

/** Returns the email of the application just sent by this browser; null when unknown or when the database is unavailable. */
async function sentEmail(request: Request) {
  const sent = await readSentQuote(request)
  const quote = sent && (await findQuote(db, sent.id).catch(nullIfUnavailable))
  return quote?.email ?? null
}

/** Sends only to the email that this browser signed up with. */
async function resend(request: Request, fields: Fields) {
  const email = await signupEmail(request)
  if (email === null) return seeOther('/signup')
  return keepFormOnFailure(fields, resendFailure, async () => {
    await resendRegistration(db, email, { site, ip: clientIp() })
    return await seeOtherWithFlash(success, { tone: 'success', message: `Email sent again to ${email}.` })
  })
}

export const clientAction = keepPageOnFailure((intent) => (intent === 'resend' ? resendFailure : failure), {
  adviceOf: ({ intent }) => (intent === 'resend' ? emailMayBeSent : retryIsSafe),
})

export default function Signup() {
  const { idempotencyKey, email, meant, applied } = useLoaderData<typeof loader>()
  const formResult = useActionData<typeof action>()
  const { errors, values, errorOf, field } = formState(
    formResult ?? (applied === null ? undefined : { values: { email: applied } }),
  )
  const sending = useIsSending({ action: '/signup' })
  const sent = useSubmittedForm()

  if (sent === 'registration') return <Registered email={email} meant={meant} errors={errors} />
  return (
    <div className="container">
      <PageHeading title="Sign up" lede="An account shows you your application and what became of it." />
      <WithAside
        aside={
          <>
            <section>
              <h2>What an account gives you</h2>
              <ul>
                <li>The stages of your application, with their days.</li>
                <li>Your offer, with every step of its price.</li>
                <li>Your data to download, and a way to delete them.</li>
              </ul>
              <p>It costs nothing, and asks for no card.</p>
            </section>
            <AboutOurMail />
          </>
        }
      >
        <Form
          method="post"
          action="/signup"
          noValidate
          className="form card"
          draft="signup"
          formResult={formResult}
        >
          <ErrorSummary errors={errors} />
          <IdempotencyKeyField values={values} fresh={idempotencyKey} />
          <Honeypot />
          <IdentityFields field={field} emailHint="You log in with it, and we send a code to verify it." />
          <NewPasswordFields
            label="Password"
            name="password"
            confirmLabel="Confirm password"
            errorOf={errorOf}
          />
          <ProfileFields field={field} required />
          <p>
            By signing up you agree to our{' '}
            <ExternalLink href="/terms-of-service">terms of service</ExternalLink> and our{' '}
            <ExternalLink href="/privacy-policy">privacy policy</ExternalLink>.
          </p>
          <Button type="submit" busy={sending} busyLabel="Signing Up...">
            Sign up
          </Button>
        </Form>
        <p className="after-form">
          Have an account already? <Link to="/login">Log in</Link>.
        </p>
      </WithAside>
    </div>
  )
}

type RegisteredProps = {
  email: string | null
  /** The probable correction of a mistyped email. */
  meant: string | null
  errors: FieldError[]
}

/** The same for a new email and for one with an account; only the mail reveals which. */
function Registered({ email, meant, errors }: RegisteredProps) {
  const sending = useIsSending({ intent: 'resend' })
  return (
    <div className="container">
      <PageHeading title="Welcome" />
      <ErrorSummary errors={errors} />
      <Done title="Registration successful!">
        We have sent you an email{email === null ? null : <> to {email}</>}. Log in, and enter the code from
        it on your dashboard to verify your address.
      </Done>
      {email === null || meant === null ? null : <DidYouMean email={email} meant={meant} />}
      <ButtonLink to="/login">Go to login</ButtonLink>
      {email === null ? null : (
        <Form method="post" action="/signup?sent=registration" preventScrollReset className="form after-form">
          <input type="hidden" name="intent" value="resend" />
          <p>
            Nothing came? Please look in your spam folder. Is the address wrong? Log in with it as it is, and{' '}
            <Link to="/edit-profile?email=correct">correct it in your profile</Link>: your account keeps
            everything else.
          </p>
          <Button type="submit" variant="secondary" busy={sending} busyLabel="Sending...">
            Send the email again
          </Button>
        </Form>
      )}
    </div>
  )
}

/** The account exists already: its owner can log in with the mistyped email, and change it. */
function DidYouMean({ email, meant }: { email: string; meant: string }) {
  return (
    <Notice tone="warning" title={`Did you mean ${meant}?`}>
      <p>
        You signed up with {email}. If that is right, there is nothing to correct. If not, log in with it as
        it is; your profile then opens with {meant} filled in.
      </p>
      <p>
        <Link to="/edit-profile?email=correct">Correct the address</Link>
      </p>
    </Notice>
  )
}
