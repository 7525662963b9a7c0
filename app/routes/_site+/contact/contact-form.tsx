import { inquiryTypes } from '~/domain/contacts/contacts.options'
import { Button } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { ExternalLink } from '~/ui/external-link'
import { CheckboxField, EmailField, SelectField, TextAreaField, TextField } from '~/ui/field'
import { Form } from '~/ui/form'
import { Honeypot } from '~/ui/honeypot'
import { IdempotencyKeyField } from '~/ui/idempotency-key-field'
import { formState, type FormResult } from '~/ui/form-result'
import { useIsSending } from '~/ui/use-is-sending'

import { SentForm } from '../parts/sent-form'

type Props = {
  sent: boolean
  idempotencyKey: string
  formResult?: FormResult | null
}

export function ContactForm({ sent, idempotencyKey, formResult }: Props) {
  const sending = useIsSending({ action: '/contact', intent: 'contact' })
  const { errors, values, field } = formState(formResult)
  return (
    <div id="contact-form" className="form-anchor" tabIndex={-1}>
      <SentForm
        sent={sent}
        idempotencyKey={idempotencyKey}
        title="Your message is on its way"
        message="Thank you for contacting us! We'll be in touch soon."
        again="Send another message"
      >
        <Form
          method="post"
          action="/contact#contact-form"
          noValidate
          preventScrollReset
          className="form"
          draft="contact"
          formResult={formResult}
        >
          <ErrorSummary errors={errors} />
          <input type="hidden" name="intent" value="contact" />
          <IdempotencyKeyField values={values} fresh={idempotencyKey} />
          <Honeypot />
          <TextField label="Name" autoComplete="name" required maxLength={100} {...field('name')} />
          <EmailField hint="We answer to this address." {...field('email')} />
          <TextField
            label="Phone"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            optional
            width="medium"
            hint="If you would rather be called back."
            {...field('phone')}
          />
          <SelectField
            label="What is it about?"
            options={inquiryTypes}
            placeholder="Choose a subject"
            required
            width="medium"
            {...field('inquiry_type')}
          />
          <TextAreaField label="Message" rows={6} required {...field('message')} />
          <CheckboxField
            label={
              <>
                I agree to the <ExternalLink href="/terms-of-service">terms of service</ExternalLink>, and
                that you keep this message and my details to answer me, as the{' '}
                <ExternalLink href="/privacy-policy">privacy policy</ExternalLink> says.
              </>
            }
            required
            {...field('consent')}
          />
          <Button type="submit" busy={sending} busyLabel="Submitting...">
            Send my message
          </Button>
        </Form>
      </SentForm>
    </div>
  )
}
