import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Link, useActionData } from '@remix-run/react'

import { hiddenPageMeta } from '~/content/metadata'
import { db } from '~/db.server'
import { passwordFormSchema } from '~/domain/accounts/accounts.schema'
import { changePassword } from '~/domain/accounts/accounts.server'
import { withPasswordProblem } from '~/domain/accounts/password-rules.server'
import { parseFields } from '~/domain/parse-fields'
import { seeOtherWithFlash } from '~/http/redirects.server'
import { formFields, keepFormOnFailure, rejectForm } from '~/http/forms.server'
import { requireUser, sessionCookie } from '~/http/session.server'
import { site } from '~/http/site.server'
import { Button } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { Form } from '~/ui/form'
import { formState } from '~/ui/form-result'
import { keepPageOnFailure } from '~/ui/keep-page'
import { PageHeading } from '~/ui/page-heading'
import { useFormKey } from '~/ui/use-form-key'
import { useIsSending } from '~/ui/use-is-sending'

import { NewPasswordFields } from './parts/new-password-fields'
import { PasswordField } from './parts/password-field'
import { AboutPasswords, WithAside } from './parts/with-aside'

export { shouldRevalidate } from '~/ui/keep-page'

const failure = 'An error occurred. Please try again.'

export const meta: MetaFunction = ({ matches }) => hiddenPageMeta('Change password', matches)

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request)
  return json(null)
}

export async function action({ request }: ActionFunctionArgs) {
  const session = await requireUser(request)
  const fields = await formFields(request)
  const known = { brandName: site.brand.name, email: session.user.email }
  const parsed = parseFields(withPasswordProblem(passwordFormSchema, 'new_password', known), fields)
  if (!parsed.ok) return rejectForm(fields, parsed.errors)
  return keepFormOnFailure(fields, failure, async () => {
    const changed = await changePassword(db, session.user, parsed.value, { site, session: session.id })
    if (!changed.ok) return rejectForm(fields, changed.errors)
    const flash = { tone: 'success', message: 'Password updated successfully!', duration: 10_000 } as const
    return await seeOtherWithFlash('/change-password', flash, await sessionCookie(changed.renewed))
  })
}

export const clientAction = keepPageOnFailure(failure, { actsAgain: true })

export default function ChangePassword() {
  const formResult = useActionData<typeof action>()
  const sending = useIsSending()
  const { errors, errorOf, field } = formState(formResult)
  return (
    <div className="container">
      <PageHeading
        title="Change password"
        lede="Everywhere else that you are logged in, you will be logged out."
      />
      <WithAside aside={<AboutPasswords />}>
        <Form
          key={useFormKey(formResult === undefined)}
          method="post"
          action="/change-password"
          noValidate
          className="form card"
          formResult={formResult}
        >
          <ErrorSummary errors={errors} />
          <PasswordField label="Current password" required {...field('current_password')} />
          <NewPasswordFields
            label="New password"
            name="new_password"
            confirmLabel="Confirm new password"
            errorOf={errorOf}
          />
          <Button type="submit" busy={sending} busyLabel="Updating...">
            Change password
          </Button>
        </Form>
        <p className="after-form">
          <Link to="/dashboard">Back to Dashboard</Link>
        </p>
      </WithAside>
    </div>
  )
}
