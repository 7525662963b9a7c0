import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { useState } from 'react'

import { hiddenPageMeta } from '~/content/metadata'
import { db } from '~/db.server'
import { secondFactorOf } from '~/domain/second-factor/second-factor.server'
import { deviceOf } from '~/domain/sessions/device.server'
import { isProven } from '~/domain/sessions/sessions.server'
import { formFields } from '~/http/forms.server'
import { isSecondFactorRequired, requireUser } from '~/http/session.server'
import { site } from '~/http/site.server'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { ErrorSummary } from '~/ui/error-summary'
import { Form } from '~/ui/form'
import { formState, type FormResult } from '~/ui/form-result'
import { keepPageOnFailure } from '~/ui/keep-page'
import { Notice } from '~/ui/notice'
import { PageHeading } from '~/ui/page-heading'
import { useIsSending } from '~/ui/use-is-sending'
import { useFocusNearby } from '~/ui/use-focus-nearby'

import { PasswordField } from '../parts/password-field'
import { WithAside } from '../parts/with-aside'
import { changeTwoStepLogin, type TwoStepResult } from './actions.server'
import { AppCard } from './app-card'
import { PasskeysCard } from './passkeys-card'
import { NewCodes, RecoveryCodesCard } from './recovery-codes'
import { TurnOff } from './turn-off'

export { shouldRevalidate } from '~/ui/keep-page'

export const meta: MetaFunction = ({ matches }) => hiddenPageMeta('Two-step login', matches)

export async function loader({ request }: LoaderFunctionArgs) {
  const { id, user } = await requireUser(request)
  const [factor, proven] = await Promise.all([secondFactorOf(db, user, site.brand.name), isProven(db, id)])
  // The key of an app that is being set up is only for its owner, not for someone who finds an open session.
  return json({
    ...factor,
    setUp: proven ? factor.setUp : null,
    proven,
    isRequired: isSecondFactorRequired(user),
    device: deviceOf(request.headers.get('User-Agent')),
  })
}

export async function action({ request }: ActionFunctionArgs) {
  const session = await requireUser(request)
  return changeTwoStepLogin(request, session, await formFields(request))
}

export const clientAction = keepPageOnFailure('An error occurred. Please try again.', { actsAgain: true })

export default function TwoStepLogin() {
  const { app, setUp, passkeys, codesLeft, isOn, proven, device, isRequired } = useLoaderData<typeof loader>()
  const result = useActionData<TwoStepResult>()
  useFocusNearby()
  // Of the errors of a form and a problem of the device, the last one counts.
  const [latest, setLatest] = useState<{ of: typeof result; problem: string | null } | null>(null)
  const passkeyAttempt = latest?.of === result ? latest : null
  const { errors } = formState(passkeyAttempt ? null : result)
  return (
    <div className="container">
      <PageHeading
        title="Two-step login"
        lede="A login then takes your password and a second thing that only you have. Who learns your password still stays out."
      />
      <WithAside aside={<HowItWorks />}>
        {result?.codes ? <NewCodes codes={result.codes} /> : null}
        <ErrorSummary errors={errors} />
        {isRequired ? <Required isOn={isOn} /> : null}
        {proven ? null : <ProofForm result={result} />}
        <AppCard
          since={app?.since ?? null}
          setUp={setUp}
          proven={proven}
          isReplaceable={passkeys.length > 0}
          result={result}
        />
        <PasskeysCard
          passkeys={passkeys}
          device={device}
          proven={proven}
          isReplaceable={app !== null || passkeys.length > 1}
          problem={passkeyAttempt?.problem ?? null}
          setProblem={(problem) => setLatest({ of: result, problem })}
          result={result}
        />
        {isOn ? <RecoveryCodesCard left={codesLeft} proven={proven} /> : null}
        {isOn && proven ? <TurnOff /> : null}
        <p className="after-form">
          <Link to="/dashboard">Back to Dashboard</Link>
        </p>
      </WithAside>
    </div>
  )
}

/** Asks for the password before anything can be changed, unless the login was a few minutes ago. */
function ProofForm({ result }: { result: FormResult | undefined }) {
  const { field } = formState(result)
  const sending = useIsSending({ intent: 'prove' })
  return (
    <Card title="First, your password">
      <p>Changes to your login need it. It then counts for 15 minutes.</p>
      <Form method="post" action="/two-step-login" noValidate className="form" formResult={result}>
        <input type="hidden" name="intent" value="prove" />
        <PasswordField label="Current password" required {...field('current_password')} />
        <Button type="submit" busy={sending} busyLabel="Checking...">
          Continue
        </Button>
      </Form>
    </Card>
  )
}

/** For an administrator, if the environment requires a second factor. */
function Required({ isOn }: { isOn: boolean }) {
  if (isOn)
    return (
      <p>
        Administrators need it here. <Link to="/admin">Go to the back office</Link>
      </p>
    )
  return (
    <Notice tone="warning" title="Administrators need two-step login here">
      <p>The back office stays closed until you have set up an authenticator app or a passkey.</p>
    </Notice>
  )
}

function HowItWorks() {
  return (
    <section>
      <h2>How it works</h2>
      <ul>
        <li>
          An authenticator app on your phone shows a new code of 6 digits every 30 seconds. A passkey needs no
          code at all.
        </li>
        <li>You get ten recovery codes, for the day when you do not have your phone.</li>
        <li>We mail you about each change, and about each recovery code that is used.</li>
        <li>A password reset by email does not skip the second step.</li>
      </ul>
    </section>
  )
}
