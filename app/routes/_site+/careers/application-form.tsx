import { facts } from '~/content/facts'
import { generalPosition, positions } from '~/domain/careers/careers.options'
import { Button } from '~/ui/button'
import { Done } from '~/ui/done'
import { ErrorSummary } from '~/ui/error-summary'
import { ExternalLink } from '~/ui/external-link'
import { CheckboxField, EmailField, SelectField, TextAreaField, TextField } from '~/ui/field'
import { Form } from '~/ui/form'
import { Honeypot } from '~/ui/honeypot'
import { IdempotencyKeyField } from '~/ui/idempotency-key-field'
import { Notice } from '~/ui/notice'
import { formState, type FormResult } from '~/ui/form-result'
import { useIsSending } from '~/ui/use-is-sending'

type Props = {
  sent: boolean
  idempotencyKey: string
  /** The initial position. */
  position?: string
  formResult?: FormResult | null
}

export function ApplicationForm({ sent, idempotencyKey, position = generalPosition, formResult }: Props) {
  const sending = useIsSending({ action: '/careers' })
  const { errors, values, field } = formState(formResult)
  return (
    <div id="application-form" className="form-anchor" tabIndex={-1}>
      {sent ? (
        <Done title="Your application is with us">
          A person reads it. If it looks like a match, we email you to set up a call.
        </Done>
      ) : null}
      <Form
        key={sent ? idempotencyKey : 'open'}
        method="post"
        action="/careers#application-form"
        encType="multipart/form-data"
        noValidate
        preventScrollReset
        className="form"
        draft="application"
        formResult={formResult}
      >
        <ErrorSummary errors={errors} title={formResult?.failed ? 'Submission Failed' : undefined} />
        {formResult?.lostFile ? (
          <div className="lost-file">
            <Notice tone="info">
              <p>Please choose your resume again: a browser does not keep a file.</p>
            </Notice>
          </div>
        ) : null}
        <IdempotencyKeyField values={values} fresh={idempotencyKey} />
        <Honeypot />
        <TextField label="Name" autoComplete="name" required maxLength={100} {...field('name')} />
        <EmailField {...field('email')} />
        <SelectField
          label="Position"
          options={[generalPosition, ...positions]}
          required
          width="medium"
          {...field('position', position)}
        />
        <TextField
          label="LinkedIn profile"
          type="url"
          inputMode="url"
          optional
          hint="Such as linkedin.com/in/your-name"
          {...field('linkedin')}
        />
        <TextAreaField
          label="Experience"
          hint="What you have done that helps here. A few lines are enough."
          rows={5}
          required
          {...field('experience')}
        />
        <TextAreaField label="Why do you want to join?" rows={5} required {...field('why_join')} />
        <TextField
          label="Resume"
          type="file"
          accept=".pdf,.doc,.docx"
          required
          hint={`PDF, DOC or DOCX, at most ${facts.resumeMegabytes} MB.`}
          {...field('resume')}
        />
        <CheckboxField
          label={
            <>
              I agree to the <ExternalLink href="/terms-of-service">terms of service</ExternalLink>, and that
              you keep my application and resume to decide on it, as the{' '}
              <ExternalLink href="/privacy-policy">privacy policy</ExternalLink> says.
            </>
          }
          required
          {...field('consent')}
        />
        <Button type="submit" busy={sending} busyLabel="Submitting...">
          Send my application
        </Button>
      </Form>
    </div>
  )
}
