import { randomUUID } from 'node:crypto'

import {
  json,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { Link, useActionData, useLoaderData, useNavigation } from '@remix-run/react'

import { slowMailProvider } from '~/content/brand'
import { pageMeta } from '~/content/metadata'
import { db } from '~/db.server'
import { signupSchema } from '~/domain/accounts/accounts.schema'
import { register } from '~/domain/accounts/accounts.server'
import { parseFields } from '~/domain/parse-fields'
import { clientAddressOf } from '~/http/edge-headers.server'
import { formFields, formKey, refuseForm, refuseForNow } from '~/http/forms.server'
import { seeOther } from '~/http/redirects.server'
import { currentSession } from '~/http/session.server'
import { site } from '~/http/site.server'
import { Button, ButtonLink } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { Form } from '~/ui/form'
import { Honeypot, honeypotName } from '~/ui/honeypot'
import { keepPageOnFailure } from '~/ui/keep-page'
import { NewPasswordFields } from '~/ui/new-password-fields'
import { Notice } from '~/ui/notice'
import { PageHeading } from '~/ui/page-heading'
import { IdentityFields, ProfileFields } from '~/ui/profile-fields'
import { formState } from '~/ui/refused-form'
import { useSent } from '~/ui/use-sent'

export { shouldRevalidate } from '~/ui/keep-page'

const success = '/signup?sent=registration'
const failure = 'An error occurred during registration. Please try again later.'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    path: '/signup',
    title: 'Sign up',
    keywords: 'sign up, account, registration',
    description: 'Make an account to follow your application for a quote.',
    noIndex: true,
  })

export async function loader({ request }: LoaderFunctionArgs) {
  if (await currentSession(request)) throw redirect('/dashboard')
  return json({ idempotencyKey: randomUUID() })
}

export async function action({ request }: ActionFunctionArgs) {
  const fields = await formFields(request)
  if (fields[honeypotName]) return seeOther(success)
  const parsed = parseFields(signupSchema, fields)
  if (!parsed.ok) return refuseForm(fields, parsed.errors)
  const { confirm_password: _, ...registration } = parsed.value
  try {
    const key = formKey('/signup', fields, { email: registration.email })
    const made = await register(db, registration, { site, address: clientAddressOf(request), key })
    if (!made.ok) return refuseForm(fields, made.errors)
  } catch (error) {
    return refuseForNow(fields, error, failure)
  }
  return seeOther(success)
}

export const clientAction = keepPageOnFailure(failure)

export default function Signup() {
  const { idempotencyKey } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const { errors, values, errorOf, field } = formState(refused)
  const sending = useNavigation().formAction === '/signup'
  const sent = useSent()

  if (sent === 'registration') return <Registered />
  return (
    <div className="container">
      <PageHeading title="Sign up" lede="An account shows you your application and what became of it." />
      <Notice tone="info">
        <p>
          Messages from us to {slowMailProvider} addresses may come late or land in the spam folder. Please
          look there, or use another address.
        </p>
      </Notice>
      <Form method="post" action="/signup" noValidate className="form" draft="signup" refused={refused}>
        <ErrorSummary errors={errors} />
        <input type="hidden" name="idempotency_key" value={values.idempotency_key ?? idempotencyKey} />
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
          By signing up you agree to our <Link to="/terms-of-service">terms of service</Link> and our{' '}
          <Link to="/privacy-policy">privacy policy</Link>.
        </p>
        <Button type="submit" busy={sending} busyLabel="Signing Up...">
          Sign up
        </Button>
      </Form>
      <p className="after-form">
        Have an account already? <Link to="/login">Log in</Link>.
      </p>
    </div>
  )
}

/** The same whether the address was new or had an account already; the mail tells its owner which. */
function Registered() {
  return (
    <div className="container">
      <PageHeading title="Welcome" />
      <Notice tone="success" title="Registration successful!">
        <p role="status">
          We have sent you an email. Log in, and enter the code from it on your dashboard to verify your
          address.
        </p>
      </Notice>
      <ButtonLink to="/login">Go to login</ButtonLink>
    </div>
  )
}
