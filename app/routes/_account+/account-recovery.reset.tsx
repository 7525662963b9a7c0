import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'

import { secretPageMeta } from '~/content/metadata'
import { db } from '~/db.server'
import { resetSchema } from '~/domain/accounts/accounts.schema'
import { invalidLinkMessage, isTokenValid, resetPassword } from '~/domain/accounts/recovery.server'
import { withPasswordProblem } from '~/domain/accounts/password-rules.server'
import { parseFields } from '~/domain/parse-fields'
import { seeOtherWithFlash } from '~/http/redirects.server'
import { formFields, keepFormOnFailure, rejectForm } from '~/http/forms.server'
import { deviceCookie } from '~/http/cookies.server'
import { currentSession, sessionCookie } from '~/http/session.server'
import { site } from '~/http/site.server'
import { Button, ButtonLink } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { Form } from '~/ui/form'
import { formState } from '~/ui/form-result'
import { keepPageOnFailure } from '~/ui/keep-page'
import { Notice } from '~/ui/notice'
import { PageHeading } from '~/ui/page-heading'
import { useIsSending } from '~/ui/use-is-sending'

import { NewPasswordFields } from './parts/new-password-fields'
import { AboutPasswords, WithAside } from './parts/with-aside'

export { shouldRevalidate } from '~/ui/keep-page'

const failure = 'An error occurred. Please try again.'

export const meta: MetaFunction = ({ matches }) => secretPageMeta('Choose a new password', matches)

export async function loader({ request }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  return json({ token, dead: (await isTokenValid(db, token)) ? null : await invalidLinkMessage(db, token) })
}

export async function action({ request }: ActionFunctionArgs) {
  const fields = await formFields(request)
  const known = { brandName: site.brand.name } // the email is checked once the link is known to be valid
  const parsed = parseFields(withPasswordProblem(resetSchema, 'new_password', known), fields)
  if (!parsed.ok) return rejectForm(fields, parsed.errors)
  const { token, new_password: password } = parsed.value
  return keepFormOnFailure(fields, failure, async () => {
    const session = await currentSession(request)
    const reset = await resetPassword(db, { token, password }, { site, session: session?.id ?? null })
    if (!reset.ok) return rejectForm(fields, reset.errors)
    const flash = {
      tone: 'success',
      message: 'Password updated successfully! Please log in with it.',
      duration: 10_000,
    } as const
    return await seeOtherWithFlash('/login', flash, [
      ...(await sessionCookie(reset.renewed)),
      ['Set-Cookie', await deviceCookie(request, reset.email)],
    ])
  })
}

export const clientAction = keepPageOnFailure(failure, {
  actsAgain: 'Your new password may be set all the same: try to log in with it first.',
})

export default function ResetPassword() {
  const { token, dead } = useLoaderData<typeof loader>()
  const formResult = useActionData<typeof action>()
  const { errors, errorOf } = formState(formResult)
  const sending = useIsSending()

  if (dead !== null)
    return (
      <div className="container">
        <PageHeading title="Choose a new password" />
        <Notice tone="warning">
          <p>{dead}</p>
        </Notice>
        <p className="link-row">
          <ButtonLink to="/account-recovery">Recover your account</ButtonLink>
          <ButtonLink to="/login" variant="secondary">
            Log in
          </ButtonLink>
        </p>
      </div>
    )
  return (
    <div className="container">
      <PageHeading
        title="Choose a new password"
        lede="Everywhere that you are logged in, you will be logged out."
      />
      <WithAside aside={<AboutPasswords />}>
        <Form
          method="post"
          action={`/account-recovery/reset?token=${encodeURIComponent(token)}`}
          noValidate
          className="form card"
          formResult={formResult}
        >
          <ErrorSummary errors={errors} />
          <input type="hidden" name="token" value={token} />
          <NewPasswordFields
            label="New password"
            name="new_password"
            confirmLabel="Confirm new password"
            errorOf={errorOf}
          />
          <Button type="submit" busy={sending} busyLabel="Updating...">
            Set my password
          </Button>
        </Form>
        <p className="after-form">
          <Link to="/login">Return to Login</Link>
        </p>
      </WithAside>
    </div>
  )
}
