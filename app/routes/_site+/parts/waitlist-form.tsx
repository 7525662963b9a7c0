import { interestLevels } from '~/domain/waitlist/waitlist.options'
import { Button } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { EmailField, SelectField, TextField } from '~/ui/field'
import { Form } from '~/ui/form'
import { type FormResult, formState } from '~/ui/form-result'
import { Honeypot, honeypotName } from '~/ui/honeypot'
import { IdempotencyKeyField } from '~/ui/idempotency-key-field'
import { useIsSending } from '~/ui/use-is-sending'

import { SentForm } from './sent-form'

type Props = {
  /** The action of the form: the page that renders it. */
  action: string
  sent: boolean
  idempotencyKey: string
  /** Whether the level of interest is required, as on the contact page. */
  interestRequired: boolean
  formResult?: FormResult | null
}

const prefix = 'waitlist-'

/** Joins the waitlist. The ids of its fields start with `waitlist-`, so that it can share a page with another form. */
export function WaitlistForm({ action, sent, idempotencyKey, interestRequired, formResult }: Props) {
  const sending = useIsSending({ intent: 'waitlist' })
  const { errors, values, field } = formState(formResult, prefix)
  return (
    <SentForm
      sent={sent}
      idempotencyKey={idempotencyKey}
      title="You are on the list"
      message="Thank you for joining our waitlist! We'll keep you updated on our progress."
      again="Add another person"
    >
      <Form
        method="post"
        action={action}
        noValidate
        preventScrollReset
        className="form"
        draft="waitlist"
        formResult={formResult}
      >
        <ErrorSummary errors={errors} prefix={prefix} />
        <input type="hidden" name="intent" value="waitlist" />
        <IdempotencyKeyField values={values} fresh={idempotencyKey} />
        <Honeypot id={`${prefix}${honeypotName}`} />
        <TextField label="Name" autoComplete="name" required maxLength={100} {...field('name')} />
        <EmailField hint="For news of the waitlist, and nothing else." {...field('email')} />
        <SelectField
          label="How interested are you?"
          options={interestLevels}
          placeholder={interestRequired ? undefined : 'Rather not say'}
          width="medium"
          {...field('interest_level', 'very-interested')}
        />
        <Button type="submit" busy={sending} busyLabel="Submitting...">
          Join the waitlist
        </Button>
      </Form>
    </SentForm>
  )
}
