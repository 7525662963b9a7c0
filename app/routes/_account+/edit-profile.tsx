import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'

import { hiddenPageMeta } from '~/content/metadata'
import { db } from '~/db.server'
import { profileSchemaOf } from '~/domain/accounts/accounts.schema'
import { changeProfile, profileVersion, shownProfile } from '~/domain/accounts/accounts.server'
import { pendingEmail } from '~/domain/accounts/verification.server'
import { suggestEmail } from '~/domain/email-suggestion'
import { parseFields } from '~/domain/parse-fields'
import { seeOtherWithFlash } from '~/http/redirects.server'
import { formFields, keepFormOnFailure, rejectForm } from '~/http/forms.server'
import { requireUser } from '~/http/session.server'
import { site } from '~/http/site.server'
import { takeUnsavedForm } from '~/http/unsaved-form.server'
import { Button, ButtonLink } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { Form } from '~/ui/form'
import { formState } from '~/ui/form-result'
import { keepPageOnFailure } from '~/ui/keep-page'
import { Notice } from '~/ui/notice'
import { PageHeading } from '~/ui/page-heading'
import { UnsavedChanges, useUnsavedChanges } from '~/ui/unsaved-changes'
import { useFormKey } from '~/ui/use-form-key'
import { VersionField } from '~/ui/version-field'
import { useIsSending } from '~/ui/use-is-sending'

import { PasswordField } from './parts/password-field'
import { IdentityFields, ProfileFields } from './parts/profile-fields'
import { WithAside } from './parts/with-aside'

export { shouldRevalidate } from '~/ui/keep-page'

export const meta: MetaFunction = ({ matches }) => hiddenPageMeta('Edit profile', matches)

export async function loader({ request }: LoaderFunctionArgs) {
  const { user } = await requireUser(request)
  const { unsaved, headers } = await takeUnsavedForm(request, user.id)
  const pending = await pendingEmail(db, user.id)
  const isCorrection = new URL(request.url).searchParams.get('email') === 'correct'
  const meant = isCorrection && !user.email_verified && pending === null ? suggestEmail(user.email) : null
  const stored = shownProfile(user, pending)
  return json({ user, stored, version: profileVersion(stored), unsaved, pending, meant }, { headers })
}

export async function action({ request }: ActionFunctionArgs) {
  const fields = await formFields(request)
  const { user } = await requireUser(request, fields)
  return keepFormOnFailure(fields, 'An error occurred while updating your profile', async () => {
    const schema = profileSchemaOf([user.email, await pendingEmail(db, user.id)])
    const parsed = parseFields(schema, fields)
    if (!parsed.ok) return rejectForm(fields, parsed.errors)
    const basedOn = typeof fields.seen === 'string' ? fields.seen : undefined
    const changed = await changeProfile(db, user, parsed.value, { site, basedOn })
    if (!changed.ok) {
      const { errors, stored } = changed
      if (!stored) return rejectForm(fields, errors)
      return rejectForm({ ...fields, seen: profileVersion(stored) }, errors, { status: 409, stored })
    }
    const flash = {
      tone: 'success',
      message: 'Your profile has been updated successfully.',
      duration: 10_000,
    } as const
    return seeOtherWithFlash('/edit-profile', flash)
  })
}

export const clientAction = keepPageOnFailure('An unexpected error occurred. Please try again.', {
  actsAgain: true,
})

export default function EditProfile() {
  return (
    <UnsavedChanges outcomeHint="Your profile shows its end.">
      <Profile />
    </UnsavedChanges>
  )
}

function Profile() {
  const { user, stored, version, unsaved, pending, meant } = useLoaderData<typeof loader>()
  const formResult = useActionData<typeof action>()
  const sending = useIsSending()
  const formKey = useFormKey(formResult === undefined)
  const known = { ...stored, ...(meant !== null && { email: meant }), seen: version, ...unsaved }
  const { errors, values, field } = formState(formResult ?? { values: known })
  return (
    <div className="container">
      <PageHeading title="Edit profile" />
      {pending === null ? null : (
        <Notice tone="info" title="Your new email address waits for its code">
          <p>
            We sent a code to {pending}. The old one, {user.email}, stays until you{' '}
            <Link to="/dashboard?verify=yes#verification">enter it</Link>. You can cancel the change on your{' '}
            <Link to="/dashboard#verification">dashboard</Link>.
          </p>
        </Notice>
      )}
      {meant === null || formResult ? null : (
        <Notice tone="info" title={`Did you mean ${meant}?`}>
          <p>
            It is filled in below in place of {user.email}. To take it, enter your current password and save.
            To keep {user.email}, <Link to="/dashboard">go to your dashboard</Link>.
          </p>
        </Notice>
      )}
      <WithAside
        aside={
          <>
            <section>
              <h2>What changes, and what does not</h2>
              <p>
                Your profile is separate from your applications: one that you have sent keeps the answers that
                it had.
              </p>
              <p>
                Is an answer in it wrong? <Link to="/contact">Write to us</Link>, and we correct it.
              </p>
            </section>
            <section>
              <h2>How you log in</h2>
              <p>
                <Link to="/change-password">Change your password</Link>, or ask for a second step with{' '}
                <Link to="/two-step-login">two-step login</Link>.
              </p>
            </section>
            <section>
              <h2>Leaving?</h2>
              <p>
                No longer need your account? <Link to="/delete-account">Delete my account</Link>
              </p>
            </section>
          </>
        }
      >
        <Form
          key={formKey}
          method="post"
          action="/edit-profile"
          noValidate
          className="form card"
          draft="profile"
          guarded
          formResult={formResult}
          unsaved={unsaved}
        >
          <ErrorSummary errors={errors} />
          <VersionField name="seen" value={values.seen} />
          {formResult?.stored ? <StoredProfile stored={formResult.stored} typed={values} /> : null}
          <IdentityFields
            field={field}
            emailHint="A new address counts once you have entered the code that we send there."
          />
          <PasswordField
            label="Current password"
            hint="Only for a new email address."
            {...field('current_password')}
          />
          <ProfileFields field={field} required={false} />
          <div className="button-row">
            <Button type="submit" busy={sending} busyLabel="Updating...">
              Save my profile
            </Button>
            <ButtonLink to="/dashboard" variant="secondary">
              Cancel
            </ButtonLink>
          </div>
        </Form>
      </WithAside>
    </div>
  )
}

const labels = {
  username: 'Username',
  email: 'Email',
  full_address: 'Full address',
  region_state: 'State or region',
  occupation: 'Occupation',
}

/** The stored values that differ from the input. */
function StoredProfile({ stored, typed }: Record<'stored' | 'typed', Record<string, string>>) {
  const unsaved = useUnsavedChanges()
  const differing = Object.entries(labels).filter(([name]) => stored[name] !== typed[name])
  return (
    <Notice tone="warning" title="Stored now">
      <ul>
        {differing.map(([name, label]) => (
          <li key={name}>
            {label}: {stored[name] || 'nothing'}
          </li>
        ))}
      </ul>
      <p>
        <Link to="/edit-profile" reloadDocument onClick={() => unsaved.discard()}>
          Start from what is stored
        </Link>
      </p>
    </Notice>
  )
}
