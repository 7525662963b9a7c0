import type { SerializeFrom } from '@remix-run/node'
import type { RefObject } from 'react'

import type { ApplicantOfferState } from '~/domain/offers/applicant-offer-state'
import type { Withdrawal } from '~/domain/quotes/ending.server'

import { Button, ButtonLink } from './button'
import { ErrorSummary } from './error-summary'
import { TextAreaField } from './field'
import { Form } from './form'
import { formState, type FieldOf, type FormResult } from './form-result'
import { IdempotencyKeyField } from './idempotency-key-field'
import { IntentForm } from './intent-form'
import { Notice } from './notice'
import { sentOn } from './offer'
import { useIsSending } from './use-is-sending'

/** The state of an offer after an answer or a withdrawal, at the top of its page; renders nothing for an open one. `id` is for links. */
export function OfferStanding({
  standing,
  withdrawal,
  id,
}: {
  standing: ApplicantOfferState
  /** The offer of a withdrawn application. */
  withdrawal: Omit<SerializeFrom<Withdrawal>, 'admin'> | null
  id: string | undefined
}) {
  if (standing === 'withdrawn') {
    const { at = null, byApplicant = false } = withdrawal ?? {}
    const day = at === null ? '' : ` on ${sentOn(at)}`
    return byApplicant ? (
      <Notice tone="info" title="You have withdrawn this application" id={id}>
        <p>You withdrew it{day}. Nothing more happens with it. You are welcome to apply again at any time.</p>
        <ButtonLink to="/get-a-quote" variant="secondary">
          Apply again
        </ButtonLink>
      </Notice>
    ) : (
      <Notice tone="info" title="This application is withdrawn" id={id}>
        <p>
          We closed it{day}, and nothing more happens with it. Ask us below if you want to go on, or apply
          again at any time.
        </p>
        <ButtonLink to="/get-a-quote" variant="secondary">
          Apply again
        </ButtonLink>
      </Notice>
    )
  }
  if (standing === 'reopened')
    return (
      <Notice tone="info" title="You have withdrawn this application" id={id}>
        <p>We have opened it again since. This offer has ended: we write to you about it.</p>
      </Notice>
    )
  if (standing === 'closed')
    return (
      <Notice tone="info" title="This application is closed" id={id}>
        <p>The offer cannot be taken any more. Ask us below if you want to go on with it.</p>
      </Notice>
    )
  if (standing === 'overtaken')
    return (
      <Notice tone="warning" title="An answer of yours was corrected after this offer" id={id}>
        <p>
          The figures below are those of your earlier answers. Our new answer comes to you by email: until
          then there is nothing to do.
        </p>
      </Notice>
    )
  if (standing === 'reconsidered')
    return (
      <Notice tone="warning" title="An answer of yours was corrected after this" id={id}>
        <p>
          What we wrote below rests on your earlier answers. Our new answer comes to you by email: until then
          there is nothing to do.
        </p>
      </Notice>
    )
  if (standing === 'interested')
    return (
      <Notice tone="success" title="Your interest is noted" id={id}>
        <p>
          We write to you before cover can begin. Until then nothing is due, and you can change your mind.
        </p>
      </Notice>
    )
  return null
}

type Props = {
  box: RefObject<HTMLElement>
  /** The id of the offer. */
  offer: number
  /** The page of the offer. */
  action: string
  idempotencyKey: string
  standing: ApplicantOfferState
  /** Whether a question has just been sent. */
  asked: boolean
  /** The newest question that was sent. */
  question: { askedAt: string; responded: boolean; text: string } | null
  formResult: FormResult | undefined
}

/** The applicant's actions on an offer: to express or revoke interest, ask about it, or withdraw. */
export function OfferAnswer({
  box,
  offer,
  action,
  idempotencyKey,
  standing,
  asked,
  question,
  formResult,
}: Props) {
  const { errors, values, field } = formState(formResult)
  const isOpen = ['open', 'interested', 'closed', 'overtaken'].includes(standing)
  return (
    <section className="offer-answer" ref={box} tabIndex={-1}>
      <h2>{isOpen ? 'What would you like to do?' : 'Do you have a question?'}</h2>
      {values.intent === 'ask' ? null : <ErrorSummary errors={errors} />}
      {standing === 'open' ? (
        <>
          <p>
            Saying that you are interested costs nothing and commits you to nothing: cover is not active
            during the beta.
          </p>
          <IntentForm action={action} intent="interested" variant="primary" busyLabel="Saving...">
            I am interested
          </IntentForm>
        </>
      ) : null}
      {standing === 'interested' ? (
        <IntentForm action={action} intent="undecided" variant="quiet" busyLabel="Saving...">
          I am not interested any more
        </IntentForm>
      ) : null}
      {asked ? (
        <QuestionArrived />
      ) : (
        <>
          {question ? (
            <>
              <p>
                You asked us on {sentOn(question.askedAt)}.{' '}
                {question.responded ? 'We answered by email.' : 'A person answers by email.'}
              </p>
              <blockquote className="typed-words">{question.text}</blockquote>
            </>
          ) : null}
          <details className="offer-act" open={values.intent === 'ask'}>
            <summary>Ask us about it</summary>
            <QuestionForm
              offer={offer}
              action={action}
              idempotencyKey={idempotencyKey}
              formResult={formResult}
              field={field}
            />
          </details>
        </>
      )}
      {isOpen ? (
        <details className="offer-act">
          <summary>Withdraw my application</summary>
          <p>The offer ends, and we do nothing more with your application. This cannot be undone.</p>
          <IntentForm action={action} intent="withdraw" variant="quiet" busyLabel="Withdrawing...">
            Withdraw it now
          </IntentForm>
        </details>
      ) : null}
    </section>
  )
}

export function InterestTakenBack() {
  return (
    <Notice tone="info" title="Your interest is taken back" id="answer">
      <p>
        The offer stays as it is. You can say again that you are interested, or withdraw your application.
      </p>
    </Notice>
  )
}

export function QuestionArrived() {
  return (
    <Notice tone="success" title="Your question has arrived" id="answer">
      <p>A person answers by email.</p>
    </Notice>
  )
}

type QuestionProps = Pick<Props, 'offer' | 'action' | 'idempotencyKey' | 'formResult'> & { field: FieldOf }

function QuestionForm({ offer, action, idempotencyKey, formResult, field }: QuestionProps) {
  const isRejected = formResult?.values.intent === 'ask'
  const busy = useIsSending({ action, intent: 'ask' })
  return (
    <Form
      method="post"
      action={action}
      noValidate
      preventScrollReset
      draft={`question about offer ${offer}`}
      formResult={isRejected ? formResult : null}
    >
      {isRejected ? <ErrorSummary errors={formResult.errors} /> : null}
      <IdempotencyKeyField values={formResult?.values} fresh={idempotencyKey} />
      <TextAreaField label="Your question" rows={4} required {...field('message')} />
      <Button type="submit" name="intent" value="ask" variant="secondary" busy={busy} busyLabel="Sending...">
        Send my question
      </Button>
    </Form>
  )
}
