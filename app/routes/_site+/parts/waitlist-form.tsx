import { interestLevels } from '~/domain/waitlist/waitlist.options'
import { Button } from '~/ui/button'
import { Done } from '~/ui/done'
import { ErrorSummary } from '~/ui/error-summary'
import { EmailField, SelectField, TextField } from '~/ui/field'
import { Form } from '~/ui/form'
import { type FormResult, formState } from '~/ui/form-result'
import { Honeypot, honeypotName } from '~/ui/honeypot'
import { IdempotencyKeyField } from '~/ui/idempotency-key-field'
import { useIsSending } from '~/ui/use-is-sending'

type Props = {
  /** The action of the form: the page that renders it. */
  action: string
  sent: boolean
  idempotencyKey: string
  /** Whether the level of interest is required, as on the contact page. */
  interestRequired: boolean
  /** Whether the page has another main form. */
  secondary?: boolean
  formResult?: FormResult | null
}

const prefix = 'waitlist-'

/** Joins the waitlist. The ids of its fields start with `waitlist-`, so that it can share a page with another form. */
export function WaitlistForm({
  action,
  sent,
  idempotencyKey,
  interestRequired,
  secondary = false,
  formResult,
}: Props) {
  const sending = useIsSending({ intent: 'waitlist' })
  const { errors, values, field } = formState(formResult, prefix)
  return (
    <div id="waitlist-form" className="form-anchor" tabIndex={-1}>
      {sent ? (
        <Done title="You are on the list">
          Thank you for joining our waitlist! We'll keep you updated on our progress.
        </Done>
      ) : null}
      <Form
        key={sent ? 'sent' : 'open'}
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
        <Button
          type="submit"
          variant={secondary ? 'secondary' : 'primary'}
          busy={sending}
          busyLabel="Submitting..."
        >
          Join the waitlist
        </Button>
      </Form>
    </div>
  )
}
