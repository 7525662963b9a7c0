import {
  json,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'

import { hiddenPageMeta } from '~/content/metadata'
import { parseFields, type Fields } from '~/domain/parse-fields'
import { appCodeSchema, recoveryCodeSchema } from '~/domain/second-factor/second-factor.schema'
import { factorsOf, wrongCode } from '~/domain/second-factor/second-factor.server'
import { db } from '~/db.server'
import { formFields, keepFormOnFailure, rejectForm } from '~/http/forms.server'
import { seeOther, seeOtherWithFlash } from '~/http/redirects.server'
import {
  completeLogin,
  isSecondStep,
  isSecondStepPasskey,
  loginSearch,
  pendingLogin,
  wrongPasskey,
  type BrowserLogin,
} from '~/http/second-step.server'
import { currentSession } from '~/http/session.server'
import { Button } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { TextField } from '~/ui/field'
import { Form } from '~/ui/form'
import { formState, type FormResult } from '~/ui/form-result'
import { keepPageOnFailure } from '~/ui/keep-page'
import { PageHeading } from '~/ui/page-heading'
import { useSentFields } from '~/ui/use-is-sending'

import { PasskeyLogin } from './parts/passkey-login'
import { WithAside } from './parts/with-aside'

export { shouldRevalidate } from '~/ui/keep-page'

const failure = 'An error occurred during login. Please try again.'

export const meta: MetaFunction = ({ matches }) => hiddenPageMeta('Second step of your login', matches)

export async function loader({ request }: LoaderFunctionArgs) {
  const login = await pendingLogin(request)
  const search = loginSearch(request)
  if (!login) throw redirect((await currentSession(request)) ? '/dashboard' : `/login${search}`)
  const { app, passkeys } = await factorsOf(db, login.user.id)
  return json({ app, passkeys: passkeys > 0, email: login.user.email, search })
}

export async function action({ request }: ActionFunctionArgs) {
  const fields = await formFields(request)
  const login = await pendingLogin(request)
  if (!login) return startAgain(request)
  if (fields.intent === 'passkey') return completeWithPasskey(request, login, fields)
  const code = readCode(fields)
  if (!code.ok) return rejectForm(fields, code.errors)
  return keepFormOnFailure(fields, failure, async () => {
    if (!(await isSecondStep(request, login.user, code.value)))
      return rejectForm(fields, [{ path: code.path, message: wrongCode }])
    return (await completeLogin(request, login)) ?? (await startAgain(request))
  })
}

async function completeWithPasskey(request: Request, login: BrowserLogin, fields: Fields) {
  return keepFormOnFailure({ intent: 'passkey' }, failure, async () => {
    const isOwn = await isSecondStepPasskey(request, login.user.id, fields)
    if (!isOwn) return rejectForm({ intent: 'passkey' }, [{ path: '', message: wrongPasskey }])
    return (await completeLogin(request, login)) ?? (await startAgain(request))
  })
}

function readCode(fields: Fields) {
  if (fields.intent === 'recovery-code') {
    const parsed = parseFields(recoveryCodeSchema, fields)
    return parsed.ok
      ? { ok: true as const, path: 'recovery_code', value: parsed.value.recovery_code }
      : parsed
  }
  const parsed = parseFields(appCodeSchema, fields)
  return parsed.ok ? { ok: true as const, path: 'code', value: parsed.value.code } : parsed
}

/** Shown if the login was completed in another tab, took too long, or was canceled by a new password. */
async function startAgain(request: Request) {
  if (await currentSession(request)) return seeOther('/dashboard')
  const message =
    'The second step was done already, or not within 10 minutes. Please log in again, with another code.'
  return seeOtherWithFlash(`/login${loginSearch(request)}`, { tone: 'error', message, duration: 30_000 })
}

export const clientAction = keepPageOnFailure(failure, {
  actsAgain: 'The code may have arrived all the same: then log in again, with another one.',
})

export default function SecondStep() {
  const { app, passkeys, email, search } = useLoaderData<typeof loader>()
  const result = useActionData<FormResult>()
  const { errors } = formState(result)
  return (
    <div className="container">
      <PageHeading
        title="Second step"
        lede={`Your password was right. One more step, and you are logged in as ${email}.`}
      />
      <WithAside aside={<LostDevice />}>
        <ErrorSummary errors={errors} />
        {passkeys ? <PasskeyLogin action={`/login/code${search}`} step="second" /> : null}
        {app ? <AppCodeForm action={`/login/code${search}`} result={result} /> : null}
        <RecoveryCodeForm action={`/login/code${search}`} result={result} open={!app && !passkeys} />
        <p className="after-form">
          <Link to={`/login${search}`}>Log in with another account</Link>
        </p>
      </WithAside>
    </div>
  )
}

type FormProps = { action: string; result: FormResult | undefined }

function AppCodeForm({ action, result }: FormProps) {
  const isOwn = result?.values.intent !== 'recovery-code'
  const { field } = formState(isOwn ? result : null)
  const sending = useSentFields()
  return (
    <Form method="post" action={action} noValidate className="form" formResult={result}>
      <TextField
        label="Code from your authenticator app"
        hint="The 6 digits that the app shows for this site."
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={40}
        width="short"
        {...field('code')}
      />
      <Button type="submit" busy={sending?.has('code')} busyLabel="Checking...">
        Log in
      </Button>
    </Form>
  )
}

/** Collapsed if there is another factor. */
function RecoveryCodeForm({ action, result, open }: FormProps & { open: boolean }) {
  const isOwn = result?.values.intent === 'recovery-code'
  const { field } = formState(isOwn ? result : null)
  const sending = useSentFields()
  return (
    <details className="after-form" open={open || isOwn}>
      <summary>Use a recovery code</summary>
      <Form method="post" action={action} noValidate className="form" formResult={result}>
        <input type="hidden" name="intent" value="recovery-code" />
        <TextField
          label="Recovery code"
          hint="One of the ten codes that you kept when you set up two-step login. Each works once."
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          maxLength={40}
          width="medium"
          {...field('recovery_code')}
        />
        <Button
          type="submit"
          variant="secondary"
          busy={sending?.has('recovery_code')}
          busyLabel="Checking..."
        >
          Log in with a recovery code
        </Button>
      </Form>
    </details>
  )
}

function LostDevice() {
  return (
    <section>
      <h2>If you do not have your device</h2>
      <p>A recovery code logs you in without it. Afterwards, set up your new device in your account.</p>
      <p>
        No recovery code either? <Link to="/contact">Write to us</Link>. We check that the account is yours
        before we remove its second step.
      </p>
    </section>
  )
}
