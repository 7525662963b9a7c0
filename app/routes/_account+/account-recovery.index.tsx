import type { ActionFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useActionData } from '@remix-run/react'

import { pageMeta } from '~/content/metadata'
import { db } from '~/db.server'
import { recoveryByEmailSchema, recoveryByIdSchema } from '~/domain/accounts/accounts.schema'
import { recoverByEmail, recoverById } from '~/domain/accounts/recovery.server'
import { parseFields } from '~/domain/parse-fields'
import { cachedPage } from '~/http/cache-directive.server'
import { formFields, keepFormOnFailure, rejectForm } from '~/http/forms.server'
import { seeOther } from '~/http/redirects.server'
import { site } from '~/http/site.server'
import { clientIp } from '~/request-context.server'
import { AccordionMark } from '~/ui/accordion-mark'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { Done } from '~/ui/done'
import { EmailText } from '~/ui/email-text'
import { ErrorSummary } from '~/ui/error-summary'
import { EmailField, TextField } from '~/ui/field'
import { Form } from '~/ui/form'
import { emailMayBeSent, keepPageOnFailure } from '~/ui/keep-page'
import { PageHeading } from '~/ui/page-heading'
import { formState, type FormResult } from '~/ui/form-result'
import { useBrand } from '~/ui/use-brand'
import { useSubmittedForm } from '~/ui/use-submitted-form'
import { useIsSending } from '~/ui/use-is-sending'

import { WithAside } from './parts/with-aside'

export { shouldRevalidate } from '~/ui/keep-page'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    path: '/account-recovery',
    title: 'Recover your account',
    keywords: 'account recovery, forgotten password, user ID, support',
    description: 'Three ways back into your account.',
    noIndex: true,
  })

export const headers = cachedPage(3600)

export async function action({ request }: ActionFunctionArgs) {
  const fields = await formFields(request)
  const caller = { site, ip: clientIp() }
  return keepFormOnFailure(fields, 'An error occurred during account recovery', async () => {
    if (fields.intent === 'by-email') {
      const parsed = parseFields(recoveryByEmailSchema, fields)
      if (!parsed.ok) return rejectForm(fields, parsed.errors)
      await recoverByEmail(db, parsed.value.email, caller)
      return seeOther('/account-recovery?sent=by-email#by-email')
    }
    const parsed = parseFields(recoveryByIdSchema, fields)
    if (!parsed.ok) return rejectForm(fields, parsed.errors)
    if (!(await recoverById(db, parsed.value, caller)))
      return rejectForm(fields, [{ path: 'user_id', message: 'User not found with this ID' }])
    return seeOther('/account-recovery?sent=by-id#by-id')
  })
}

export const clientAction = keepPageOnFailure('Network error, please try again', {
  actsAgain: emailMayBeSent,
})

export default function AccountRecovery() {
  const formResult = useActionData<typeof action>()
  const brand = useBrand()
  const isByEmail = formResult?.values.intent === 'by-email'
  const sent = useSubmittedForm()
  const isById = formResult?.values.intent === 'by-id' || sent === 'by-id'
  return (
    <div className="container">
      <PageHeading
        title="Recover your account"
        lede="There are three ways. For most people the second, your email alone, is enough."
      />
      <WithAside
        aside={
          <section>
            <h2>Option 3: contact support</h2>
            <p>
              Neither helps? Write to{' '}
              <a href={`mailto:${brand.email}`}>
                <EmailText>{brand.email}</EmailText>
              </a>
              , call <a href={`tel:${brand.phone.replace(/[^\d+]/g, '')}`}>{brand.phone}</a>, or{' '}
              <Link to="/contact">send us a message</Link>.
            </p>
          </section>
        }
      >
        <details className="card collapsed-card" id="by-id" open={isById}>
          <summary>
            <h2>Option 1: your user ID and email</h2>
            <AccordionMark />
          </summary>
          <p>We send you a link to choose a new password. It works once, for 30 minutes.</p>
          <RecoveryForm method="by-id" formResult={isByEmail ? null : formResult} />
        </details>
        <Card id="by-email" title="Option 2: your email alone">
          <p>
            We send you a link to choose a new password, and your user ID with it. The link works once, for 30
            minutes.
          </p>
          <RecoveryForm method="by-email" formResult={isByEmail ? formResult : null} />
        </Card>
      </WithAside>
      <p className="after-form">
        <Link to="/login">Return to Login</Link>
      </p>
    </div>
  )
}

type FormProps = {
  method: 'by-id' | 'by-email'
  formResult?: FormResult | null
}

/** The ids of the fields start with the method, since both forms have an email field. */
function RecoveryForm({ method, formResult }: FormProps) {
  const sending = useIsSending({ action: '/account-recovery', intent: method })
  const sent = useSubmittedForm() === method
  const prefix = `${method}-`
  const { errors, field } = formState(formResult, prefix)
  return (
    <>
      {sent ? (
        <Done title="Please check your inbox">
          Recovery email sent! Please check your inbox for instructions to reset your password.
          {method === 'by-email' ? ' The email includes your User ID.' : null}
        </Done>
      ) : null}
      <Form
        key={sent ? 'sent' : 'open'}
        method="post"
        action={`/account-recovery#${method}`}
        noValidate
        preventScrollReset
        className="form"
        draft={`recovery-${method}`}
        formResult={formResult}
      >
        <ErrorSummary errors={errors} prefix={prefix} />
        <input type="hidden" name="intent" value={method} />
        {method === 'by-id' ? (
          <TextField
            label="User ID"
            inputMode="numeric"
            required
            width="short"
            hint="The number on your dashboard."
            {...field('user_id')}
          />
        ) : null}
        <EmailField {...field('email')} />
        <Button
          type="submit"
          variant={method === 'by-id' ? 'secondary' : 'primary'}
          busy={sending}
          busyLabel="Sending..."
        >
          {method === 'by-id' ? 'Send recovery email' : 'Email me the link'}
        </Button>
      </Form>
    </>
  )
}
