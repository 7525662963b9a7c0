import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'

import { secretPageMeta } from '~/content/metadata'
import { db } from '~/db.server'
import { cancelChange, isCancelLinkValid, expiredCancelLink } from '~/domain/accounts/email-change.server'
import { formFields, keepFormOnFailure, rejectForm } from '~/http/forms.server'
import { seeOther } from '~/http/redirects.server'
import { signOut } from '~/http/session.server'
import { site } from '~/http/site.server'
import { Button, ButtonLink } from '~/ui/button'
import { Done } from '~/ui/done'
import { ErrorSummary } from '~/ui/error-summary'
import { Form } from '~/ui/form'
import { keepPageOnFailure, retryIsSafe } from '~/ui/keep-page'
import { Notice } from '~/ui/notice'
import { PageHeading } from '~/ui/page-heading'
import { formState } from '~/ui/form-result'
import { useBrand } from '~/ui/use-brand'
import { useSubmittedForm } from '~/ui/use-submitted-form'
import { useIsSending } from '~/ui/use-is-sending'

export { shouldRevalidate } from '~/ui/keep-page'

const failure = 'The change could not be cancelled. Please try again.'

export const meta: MetaFunction = ({ matches }) =>
  secretPageMeta('Cancel the change of your email address', matches)

export async function loader({ request }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  return json({ token, dead: (await isCancelLinkValid(db, token)) ? null : expiredCancelLink })
}

export async function action({ request }: ActionFunctionArgs) {
  const fields = await formFields(request)
  const token = typeof fields.token === 'string' ? fields.token : ''
  return keepFormOnFailure(fields, failure, async () => {
    if (!(await cancelChange(db, token, { site })))
      return rejectForm(fields, [{ path: '', message: expiredCancelLink }])
    return seeOther('/cancel-email-change?sent=cancelled', await signOut(request))
  })
}

export const clientAction = keepPageOnFailure(failure, { actsAgain: retryIsSafe })

export default function CancelEmailChange() {
  const { token, dead } = useLoaderData<typeof loader>()
  const { errors } = formState(useActionData<typeof action>())
  const sending = useIsSending()
  const brand = useBrand()

  if (useSubmittedForm() === 'cancelled') return <Cancelled />
  return (
    <div className="container">
      <PageHeading title="Cancel the change of your email address" />
      <ErrorSummary errors={errors} />
      {dead === null ? (
        <>
          <p>
            The address to which we sent you here stays the address of your account, or becomes it again.
            Everywhere that you are logged in, you will be logged out.
          </p>
          <Form
            method="post"
            action={`/cancel-email-change?token=${encodeURIComponent(token)}`}
            className="form"
          >
            <input type="hidden" name="token" value={token} />
            <Button type="submit" busy={sending} busyLabel="Cancelling...">
              Cancel the change
            </Button>
          </Form>
        </>
      ) : (
        <Notice tone="warning" title={errors.length === 0 ? dead : undefined}>
          {errors.length > 0 ? (
            <p>If you have pressed the button before, the change is cancelled, and you are logged out.</p>
          ) : null}
          <p>
            It was used already, is older than 7 days, or went to an address that was never verified. If
            somebody else has changed your address, write to{' '}
            <a href={`mailto:${brand.email}`}>{brand.email}</a> or call {brand.phone}.
          </p>
        </Notice>
      )}
      <p className="after-form">
        <Link to="/login">Return to Login</Link>
      </p>
    </div>
  )
}

/** The change was requested with the password, hence the advice to change it. */
function Cancelled() {
  return (
    <div className="container">
      <PageHeading title="The change is cancelled" />
      <Done>Your email address is as it was. Everywhere that you were logged in, you are logged out.</Done>
      <p>If it was not you who asked for the change, somebody else knows your password: choose a new one.</p>
      <p className="button-row">
        <ButtonLink to="/account-recovery">Choose a new password</ButtonLink>
        <ButtonLink to="/login" variant="secondary">
          Go to login
        </ButtonLink>
      </p>
    </div>
  )
}
