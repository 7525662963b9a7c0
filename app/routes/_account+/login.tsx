import {
  json,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { Link, useActionData, useLoaderData, useNavigate } from '@remix-run/react'
import { useEffect } from 'react'

import { pageMeta } from '~/content/metadata'
import { loginSchema } from '~/domain/accounts/login.schema'
import { parseFields } from '~/domain/parse-fields'
import { authenticate } from '~/http/authenticator.server'
import { cachedPage } from '~/http/cache-directive.server'
import { formFields, keepFormOnFailure, rejectForm } from '~/http/forms.server'
import { findReturnPath, pageAfterLogin, readReturnPath } from '~/http/redirects.server'
import { continueLogin, logInWithPasskey } from '~/http/second-step.server'
import { currentSession, endOfSession } from '~/http/session.server'
import { hasUnsavedForm } from '~/http/unsaved-form.server'
import { Button } from '~/ui/button'
import { Done } from '~/ui/done'
import { hasAccountDrafts } from '~/ui/drafts'
import { ErrorSummary } from '~/ui/error-summary'
import { EmailField, SelectField } from '~/ui/field'
import { Form } from '~/ui/form'
import { keepPageOnFailure } from '~/ui/keep-page'
import { Notice } from '~/ui/notice'
import { PageHeading } from '~/ui/page-heading'
import { formState, type FormResult } from '~/ui/form-result'
import { useHydrated } from '~/ui/use-hydrated'
import { useSentFields } from '~/ui/use-is-sending'

import { PasskeyLogin } from './parts/passkey-login'
import { PasswordField } from './parts/password-field'
import { AboutOurMail } from './parts/with-aside'

export { shouldRevalidate } from '~/ui/keep-page'

const redirectDelay = 1500
const failure = 'An error occurred during login. Please try again.'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    path: '/login',
    title: 'Log in',
    keywords: 'log in, account, dashboard',
    description: 'Log in to see your account and your application for a quote.',
    noIndex: true,
  })

export const headers = cachedPage(3600)

export async function loader({ request }: LoaderFunctionArgs) {
  const session = await currentSession(request)
  const search = new URL(request.url).searchParams
  const redirectTo = search.get('redirectTo')
  const storedPath = session && (await readReturnPath(request, session.user.id))
  const next = session ? pageAfterLogin(session.user, redirectTo, storedPath) : '/dashboard'
  const welcome = session !== null && search.has('welcome')
  // A signed-in user who was redirected from an admin page may log in with another account.
  const lacksAdmin = session !== null && redirectTo !== null && !session.user.admin
  if (session && !welcome && !lacksAdmin) throw redirect(next)
  const ended = session ? null : await endOfSession(request)
  const returnPath = session ? null : await findReturnPath(request, redirectTo)
  const returns = returnPath !== null
  const keeps = returnPath !== null && (await hasUnsavedForm(request, returnPath))
  return json({ welcome, lacksAdmin, next, redirectTo, ended, returns, keeps })
}

export async function action({ request }: ActionFunctionArgs) {
  const fields = await formFields(request)
  const parsed = parseFields(loginSchema, fields)
  return keepFormOnFailure(fields, failure, async () => {
    if (fields.intent === 'passkey') return await logInWithPasskey(request, fields)
    if (!parsed.ok) return rejectForm(fields, parsed.errors)
    const user = await authenticate(request, parsed.value)
    if (!user)
      return rejectForm(fields, [{ path: '', message: 'Invalid email or password. Please try again.' }])
    return await continueLogin(request, user, parsed.value.remember_me)
  })
}

export const clientAction = keepPageOnFailure(failure)

export default function Login() {
  const { welcome, lacksAdmin, next, redirectTo, ended, returns, keeps } = useLoaderData<typeof loader>()
  const result = useActionData<FormResult>()
  const { errors, field } = formState(result)
  const sending = useSentFields()?.has('password') ?? false

  const action = redirectTo === null ? '/login' : `/login?redirectTo=${encodeURIComponent(redirectTo)}`

  if (welcome) return <Welcome next={next} />
  return (
    <div className="container">
      <div className="login">
        <PageHeading title="Log in" />
        {lacksAdmin ? (
          <Notice tone="warning" title="That page is for administrators">
            <p>
              You are logged in, but your account is not an administrator&rsquo;s. Log in with one that is.
            </p>
          </Notice>
        ) : null}
        <LoginReason ended={ended} returns={returns} keeps={keeps} />
        <Form method="post" action={action} noValidate className="form card" formResult={result}>
          <ErrorSummary errors={errors} />
          <EmailField autoComplete="username" {...field('email')} />
          <PasswordField label="Password" required {...field('password')} />
          <p className="link-row">
            Forgot your password? <Link to="/account-recovery">Recover your account</Link>
          </p>
          <SelectField
            label="Remember Me"
            options={[
              { value: 'no', label: 'No' },
              { value: 'yes', label: 'Yes' },
            ]}
            hint="Yes keeps you logged in on this device for 30 days. Otherwise you are logged out after 30 minutes without activity."
            {...field('remember_me', 'no')}
            width="short"
          />
          <Button type="submit" busy={sending} busyLabel="Logging In...">
            Log in
          </Button>
          <PasskeyLogin action={action} />
        </Form>
        <p>
          No account yet? <Link to="/signup">Sign up</Link>.
        </p>
        <AboutOurMail />
      </div>
    </div>
  )
}

const ends = {
  idle: 'You were logged out after 30 minutes without activity. Please log in again.',
  expired: 'Your session has ended. Please log in again.',
}

type LoginReasonProps = { ended: keyof typeof ends | null; returns: boolean; keeps: boolean }

/** Explains why the session ended, that the login returns to the requested page, and that its input is stored. */
function LoginReason({ ended, returns, keeps }: LoginReasonProps) {
  const hasDrafts = useHydrated() && hasAccountDrafts()
  if (ended === null && !returns) return null
  const sentences = [
    ended === null ? 'That page needs a login.' : ends[ended],
    ...(returns ? ['You then come back to where you were.'] : []),
    ...(returns && (keeps || hasDrafts) ? ['What you typed is kept.'] : []),
  ]
  return (
    <Notice tone="info">
      <p>{sentences.join(' ')}</p>
    </Notice>
  )
}

/** Confirms the login, then redirects, with JavaScript and without. */
function Welcome({ next }: { next: string }) {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => navigate(next, { replace: true }), redirectDelay)
    return () => clearTimeout(timer)
  }, [navigate, next])
  return (
    <div className="container">
      <noscript>
        <meta httpEquiv="refresh" content={`${redirectDelay / 1000};url=${next}`} />
      </noscript>
      <PageHeading title="Welcome back" />
      <Done>Successfully logged in! Redirecting...</Done>
      <p>
        <Link to={next}>Continue</Link>
      </p>
    </div>
  )
}
