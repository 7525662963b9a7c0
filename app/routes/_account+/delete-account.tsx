import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'

import { hiddenPageMeta } from '~/content/metadata'
import { db } from '~/db.server'
import { deletionSchema } from '~/domain/accounts/accounts.schema'
import { deleteAccount, isOnlyAdmin, onlyAdmin } from '~/domain/accounts/deletion.server'
import { parseFields } from '~/domain/parse-fields'
import { seeOtherWithFlash } from '~/http/redirects.server'
import { formFields, keepFormOnFailure, rejectForm } from '~/http/forms.server'
import { expiredSessionCookie, requireUser } from '~/http/session.server'
import { site } from '~/http/site.server'
import { clientIp } from '~/request-context.server'
import { Button, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { ErrorSummary } from '~/ui/error-summary'
import { CheckboxField } from '~/ui/field'
import { Form } from '~/ui/form'
import { keepPageOnFailure } from '~/ui/keep-page'
import { Notice } from '~/ui/notice'
import { PageHeading } from '~/ui/page-heading'
import { formState } from '~/ui/form-result'
import { useIsSending } from '~/ui/use-is-sending'

import { PasswordField } from './parts/password-field'
import { WithAside } from './parts/with-aside'

export { shouldRevalidate } from '~/ui/keep-page'

export const meta: MetaFunction = ({ matches }) => hiddenPageMeta('Delete my account', matches)

export async function loader({ request }: LoaderFunctionArgs) {
  const { user } = await requireUser(request)
  return json({
    email: user.email,
    verified: user.email_verified,
    obstacle: (await isOnlyAdmin(db, user)) ? onlyAdmin : null,
  })
}

export async function action({ request }: ActionFunctionArgs) {
  const { user } = await requireUser(request)
  const fields = await formFields(request)
  const parsed = parseFields(deletionSchema, fields)
  if (!parsed.ok) return rejectForm(fields, parsed.errors)
  return keepFormOnFailure(
    fields,
    'An error occurred. Your account was not deleted. Please try again.',
    async () => {
      const caller = { site, ip: clientIp() }
      const deleted = await deleteAccount(db, user, parsed.value.current_password, caller)
      if (!deleted.ok) return rejectForm(fields, deleted.errors)
      const flash = {
        tone: 'success',
        message: 'Your account is deleted. You are logged out.',
        duration: 30_000,
      } as const
      return seeOtherWithFlash('/', flash, { 'Set-Cookie': await expiredSessionCookie() })
    },
  )
}

export const clientAction = keepPageOnFailure('An error occurred. Please try again.', { actsAgain: true })

export default function DeleteAccount() {
  const { email, verified, obstacle } = useLoaderData<typeof loader>()
  return (
    <div className="container">
      <PageHeading
        title="Delete my account"
        lede="This cannot be undone. Here is what goes, and what stays without your name on it."
      />
      <div className="card-grid deletion">
        <Card title="What we delete">
          <ul>
            <li>Your account, its profile, its password and its two-step login</li>
            <li>Every place where you are logged in</li>
            <li>The security log of your account: sign-ins and changes of its password or address</li>
            <li>Our copies of the emails that we sent you</li>
            {verified ? (
              <li>
                Waitlist entries, messages, job applications with their files, and investor requests that were
                sent with {email}
              </li>
            ) : null}
          </ul>
        </Card>
        <Card title="What stays">
          <ul>
            <li>
              Applications for a quote keep the answers that set a price, such as income and industry. We take
              out your name, contact details, address, employer, occupation, birthday and everything in your
              own words. One that waits for us is withdrawn.
            </li>
            <li>
              Results of underwriting stay with those applications, and the figures that they were worked out
              from.
            </li>
            <li>A note that an account was deleted, by its number.</li>
            <li>One last email to {email}, which we keep for up to 30 days.</li>
          </ul>
        </Card>
      </div>
      {verified ? null : (
        <Notice tone="info" title="Your email address is not verified">
          <p>
            What was sent with {email} without signing in stays, because we cannot tell that it is yours.{' '}
            <Link to="/dashboard?verify=yes#verification">Verify your address</Link> first to have it deleted
            too.
          </p>
        </Notice>
      )}
      <WithAside
        aside={
          <section>
            <h2>Keep a copy first</h2>
            <p>One file in JSON, with everything about you that is named here.</p>
            <a className="button button-secondary" href="/api/user/data" download>
              Download my data
            </a>
          </section>
        }
      >
        {obstacle === null ? <DeletionForm /> : <Obstacle message={obstacle} />}
      </WithAside>
    </div>
  )
}

function DeletionForm() {
  const formResult = useActionData<typeof action>()
  const { errors, field } = formState(formResult)
  const sending = useIsSending({ action: '/delete-account' })
  return (
    <Form method="post" action="/delete-account" noValidate className="form" formResult={formResult}>
      <h2>Delete it now</h2>
      <ErrorSummary errors={errors} />
      <PasswordField label="Current password" required {...field('current_password')} />
      <CheckboxField
        label="I understand that my account cannot be brought back"
        required
        {...field('confirm')}
      />
      <div className="button-row">
        <Button type="submit" variant="danger" busy={sending} busyLabel="Deleting...">
          Delete my account
        </Button>
        <ButtonLink to="/dashboard" variant="secondary">
          Cancel
        </ButtonLink>
      </div>
    </Form>
  )
}

function Obstacle({ message }: { message: string }) {
  return (
    <Notice tone="warning" title="This account has to stay for now">
      <p>{message}</p>
      <p>
        <Link to="/dashboard">Back to Dashboard</Link>
      </p>
    </Notice>
  )
}
