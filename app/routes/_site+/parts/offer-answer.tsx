import type { SerializeFrom } from '@remix-run/node'

import type { Standing } from '~/domain/offers/standing'
import type { Withdrawal } from '~/domain/quotes/ending.server'
import { Button, ButtonLink } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { TextAreaField } from '~/ui/field'
import type { FormResult } from '~/ui/form-result'
import { Notice } from '~/ui/notice'
import { sentOn } from '~/ui/offer'

/** What the applicant's answer or a person has made of an offer, at the head of its page; nothing of an open one. With an id, the URL can name it. */
export function OfferStanding({
  standing,
  withdrawal,
  id,
}: {
  standing: Standing
  /** That of a withdrawn application. */
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
  if (standing === 'interested')
    return (
      <Notice tone="success" title="Thank you: you are interested" id={id}>
        <p>
          We write to you before cover can begin. Until then nothing is due, and you can change your mind.
        </p>
      </Notice>
    )
  return null
}

type Props = {
  /** The page of the offer. */
  action: string
  standing: Standing
  asked: boolean
  formResult: FormResult | undefined
}

/**
 * What an applicant can do with an offer: say that it is of interest, ask about it, or withdraw. The page has no script: the URL after an
 * act names its message, which takes the focus.
 */
export function OfferAnswer({ action, standing, asked, formResult }: Props) {
  const errors = formResult?.errors ?? []
  const isOpen = ['open', 'interested', 'closed', 'overtaken'].includes(standing)
  return (
    <section className="offer-answer">
      <h2>{isOpen ? 'What would you like to do?' : 'Do you have a question?'}</h2>
      <ErrorSummary errors={errors} />
      {standing === 'open' ? (
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
      {isOpen ? (
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
