import { Link, useNavigate } from '@remix-run/react'
import { useEffect, useRef } from 'react'

import { Button, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { Done } from '~/ui/done'
import { ErrorSummary } from '~/ui/error-summary'
import { EmailField, TextAreaField, TextField } from '~/ui/field'
import { Form } from '~/ui/form'
import { Honeypot } from '~/ui/honeypot'
import { IdempotencyKeyField } from '~/ui/idempotency-key-field'
import { Notice } from '~/ui/notice'
import { formState, type FormResult } from '~/ui/form-result'
import { useIsSending } from '~/ui/use-is-sending'

export type DeckStep = 'check' | 'request' | 'code'

/** The result of a form of the gate. */
export type GateResult = FormResult & { notice?: { tone: 'info' | 'danger'; text: string } }

const returnDelay = 1500

const stepTexts: Record<DeckStep, { title: string; text: string; button: string; busy: string }> = {
  check: {
    title: 'Start with your email',
    text: 'If the address has access already, the code comes next. If not, you can ask for it.',
    button: 'Continue',
    busy: 'Checking...',
  },
  request: {
    title: 'Request access',
    text: 'Tell us who you are. We read every request ourselves and answer by email.',
    button: 'Submit Request',
    busy: 'Submitting...',
  },
  code: {
    title: 'Enter your access code',
    text: 'It is in the email that told you of your access.',
    button: 'Submit Code',
    busy: 'Validating...',
  },
}

type Props = {
  step: DeckStep
  /** The email from an earlier step, and the notice of this one. */
  email: string
  notice: GateResult['notice'] | null
  result: GateResult | undefined
  idempotencyKey: string
}

/** The steps to the deck, one question at a time, each at its own URL. */
export function DeckGate({ step, email, notice: ownNotice, result, idempotencyKey }: Props) {
  const isBusy = useIsSending({ intent: step })
  const isNewCode = result?.values.intent === 'new-code'
  const { errors, values, field } = formState({
    errors: isNewCode ? [] : result?.errors,
    values: { email, ...result?.values },
  })
  const notice = result ? result.notice : ownNotice
  const { title, text, button, busy } = stepTexts[step]
  const start = useFocusOnChange(step, result ?? ownNotice)
  return (
    <Card>
      <div tabIndex={-1} ref={start} className="deck-gate-start" id="deck-step">
        {notice ? (
          <Notice tone={notice.tone}>
            <p role={notice.tone === 'danger' ? 'alert' : 'status'}>{notice.text}</p>
            {notice.tone === 'danger' ? (
              <p>
                <Link to="/contact">Contact support</Link>
              </p>
            ) : null}
          </Notice>
        ) : null}
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
      <Form
        key={step}
        method="post"
        action={step === 'check' ? '/pitch-deck' : `/pitch-deck?step=${step}`}
        noValidate
        preventScrollReset={step !== 'code'}
        className="form"
        draft={`deck-${step}`}
        formResult={errors.length > 0 ? result : null}
      >
        <ErrorSummary
          errors={distinct(errors)}
          title={result?.title ?? (errors.some(({ path }) => path === '') ? 'Error' : undefined)}
        />
        {step === 'request' ? (
          <>
            <IdempotencyKeyField values={values} fresh={idempotencyKey} />
            <Honeypot />
            <TextField label="Full name" autoComplete="name" required maxLength={100} {...field('name')} />
          </>
        ) : null}
        {step === 'code' ? (
          <TextField
            label="Access code"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            required
            hint="Letters and digits in groups of four. Hyphens and letter case do not matter."
            {...field('accessCode')}
          />
        ) : (
          <EmailField {...field('email')} />
        )}
        {step === 'request' ? (
          <>
            <TextField
              label="Company"
              autoComplete="organization"
              optional
              maxLength={200}
              {...field('company')}
            />
            <TextAreaField
              label="Reason for access"
              optional
              hint="What you invest in, or what you would like to know."
              {...field('reason')}
            />
          </>
        ) : null}
        <p className="button-row">
          <Button type="submit" name="intent" value={step} busy={isBusy} busyLabel={busy}>
            {button}
          </Button>
          {step === 'check' ? null : (
            <ButtonLink to="/pitch-deck" variant="secondary" preventScrollReset>
              Back
            </ButtonLink>
          )}
        </p>
      </Form>
      {step === 'code' ? <NewCodeForm email={values.email} result={isNewCode ? result : undefined} /> : null}
      {step === 'check' ? (
        <p className="after-form">
          <Link to="/pitch-deck?step=code" preventScrollReset>
            I already have an access code
          </Link>
        </p>
      ) : null}
    </Card>
  )
}

/** For investors whose code is lost or has expired. */
function NewCodeForm({ email, result }: { email: string | undefined; result: GateResult | undefined }) {
  const isSending = useIsSending({ intent: 'new-code' })
  const { errors, field } = formState(result)
  return (
    <Form
      id="new-code"
      method="post"
      action="/pitch-deck?step=code#new-code"
      noValidate
      preventScrollReset
      className="form after-form"
      formResult={errors.length > 0 ? result : null}
    >
      <ErrorSummary errors={errors} title={result?.title} />
      <p>
        No code, or one that has expired? We send a new one to an address that has access. If that does not
        help, <Link to="/contact">contact support</Link>.
      </p>
      <EmailField {...field('email', email)} />
      <Button
        type="submit"
        name="intent"
        value="new-code"
        variant="secondary"
        busy={isSending}
        busyLabel="Sending..."
      >
        Send me a new code
      </Button>
    </Form>
  )
}

/** Two fields that share a message get one error. */
function distinct(errors: FormResult['errors']) {
  return errors.filter(
    ({ message }, index) => errors.findIndex((error) => error.message === message) === index,
  )
}

/** Focuses the text of a new step, or of one with news; the error summary of a form takes the focus itself. */
function useFocusOnChange(step: DeckStep, news: GateResult | GateResult['notice'] | null) {
  const start = useRef<HTMLDivElement>(null)
  const previous = useRef({ step, news })
  useEffect(() => {
    const before = previous.current
    previous.current = { step, news }
    const isNew = before.step !== step || (news && before.news !== news)
    if (isNew && !(news && 'errors' in news && news.errors.length > 0)) start.current?.focus()
  }, [step, news])
  return start
}

export const requestSubmitted = {
  title: 'Request Submitted',
  message: 'Thank you for your interest. Your request is pending; we will email you when it is approved.',
}

/** Confirms the request, then returns to the first step, with JavaScript and without. */
export function RequestSubmitted() {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => navigate('/pitch-deck', { replace: true }), returnDelay)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <Card>
      <noscript>
        <meta httpEquiv="refresh" content={`${returnDelay / 1000};url=/pitch-deck`} />
      </noscript>
      <Done title={requestSubmitted.title}>{requestSubmitted.message}</Done>
      <p>
        <Link to="/pitch-deck">Continue</Link>
      </p>
    </Card>
  )
}
