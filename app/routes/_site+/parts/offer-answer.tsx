import type { OfferAnswer as Answer } from '~/domain/offers/answers.server'
import { Button, ButtonLink } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { TextAreaField } from '~/ui/field'
import type { FormResult } from '~/ui/form-result'
import { Notice } from '~/ui/notice'

type Props = {
  /** The page of the offer. */
  action: string
  answer: Answer | null
  declined: boolean
  asked: boolean
  formResult: FormResult | undefined
}

/**
 * What an applicant can do with an offer: say that it is of interest, ask about it, or withdraw. The page has no script: the URL after an
 * act names its message, which takes the focus.
 */
export function OfferAnswer({ action, answer, declined, asked, formResult }: Props) {
  const errors = formResult?.errors ?? []
  const latest = asked ? undefined : 'answer'
  return (
    <section className="offer-answer">
      <h2>{declined ? 'Do you have a question?' : 'What would you like to do?'}</h2>
      <ErrorSummary errors={errors} />
      {answer === 'withdrawn' ? (
        <Notice tone="info" title="You have withdrawn this application" id={latest}>
          <p>Nothing more happens with it. You are welcome to apply again at any time.</p>
          <ButtonLink to="/get-a-quote" variant="secondary">
            Apply again
          </ButtonLink>
        </Notice>
      ) : null}
      {answer === 'interested' ? (
        <Notice tone="success" title="Thank you: you are interested" id={latest}>
          <p>
            We write to you before cover can begin. Until then nothing is due, and you can change your mind.
          </p>
        </Notice>
      ) : null}
      {answer === null && !declined ? (
        <form method="post" action={action}>
          <p>
            Saying that you are interested costs nothing and commits you to nothing: cover is not active
            during the beta.
          </p>
          <Button type="submit" name="intent" value="interested">
            I am interested
          </Button>
        </form>
      ) : null}
      {asked ? (
        <Notice tone="success" title="Your question has arrived" id="answer">
          <p>A person answers by email.</p>
        </Notice>
      ) : (
        <details className="offer-act" open={formResult?.values.intent === 'ask'}>
          <summary>Ask us about it</summary>
          <form method="post" action={action} noValidate>
            <TextAreaField
              label="Your question"
              name="message"
              id="message"
              rows={4}
              required
              defaultValue={formResult?.values.message}
              error={errors.find(({ path }) => path === 'message')?.message}
            />
            <Button type="submit" name="intent" value="ask" variant="secondary">
              Send my question
            </Button>
          </form>
        </details>
      )}
      {answer !== 'withdrawn' && !declined ? (
        <details className="offer-act">
          <summary>Withdraw my application</summary>
          <form method="post" action={action}>
            <p>The offer ends, and we do nothing more with your application. This cannot be undone.</p>
            <Button type="submit" name="intent" value="withdraw" variant="quiet">
              Withdraw it now
            </Button>
          </form>
        </details>
      ) : null}
    </section>
  )
}
