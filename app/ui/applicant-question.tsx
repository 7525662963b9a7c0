import type { SerializeFrom } from '@remix-run/node'
import type { ReactNode } from 'react'

import { questionDays } from '~/domain/applicant-questions/applicant-questions.options'
import type { ApplicantQuestion, Closed } from '~/domain/applicant-questions/answers.server'

import { Button, ButtonLink } from './button'
import { ClosedLink, unknownLink } from './closed-link'
import { Done } from './done'
import { ErrorSummary } from './error-summary'
import { TextAreaField } from './field'
import { Form } from './form'
import { formState, type FormResult } from './form-result'
import { Notice } from './notice'
import { sentOn } from './offer'
import { PageHeading } from './page-heading'
import { useIsSending } from './use-is-sending'
import { useSubmittedForm } from './use-submitted-form'

type Question = SerializeFrom<ApplicantQuestion>
export type QuestionLookup = { ok: true; question: Question } | { ok: false; reason: Closed }

type Props = {
  lookup: QuestionLookup
  /** The page itself, to which the form is posted. */
  action: string
  formResult: FormResult | undefined
  /** The stored input from an expired session. */
  unsaved?: Record<string, string> | null
  /** The content beside the form. */
  aside: ReactNode
}

/** The page of a question about an application: the form for its answer, the answer, or why it is closed. */
export function QuestionPage({ lookup, action, formResult, unsaved = null, aside }: Props) {
  if (!lookup.ok) return <ClosedQuestion reason={lookup.reason} formResult={formResult} />
  const { question } = lookup
  return (
    <div className="container">
      <PageHeading
        title={questionTitle(lookup)}
        lede={`It is about quote Q-${question.quoteId}. We asked you on ${sentOn(question.askedAt)}.`}
      />
      {question.isWithdrawn ? (
        <Notice tone="info" title="This application is withdrawn">
          <p>
            We need no answer any more.
            {question.answer === null ? ' You can still send one, to tell us that you want to go on.' : ''}
          </p>
        </Notice>
      ) : null}
      <div className="application">
        <div>
          <h2>We would like to know</h2>
          <blockquote className="typed-words">{question.message}</blockquote>
          <div id="your-answer" className="form-anchor">
            {question.answer === null ? (
              <AnswerForm question={question} action={action} formResult={formResult} unsaved={unsaved} />
            ) : (
              <Answered question={question} formResult={formResult} />
            )}
          </div>
        </div>
        <aside className="application-aside" aria-label="About this question">
          <section>{aside}</section>
        </aside>
      </div>
    </div>
  )
}

function AnswerForm({
  question,
  action,
  formResult,
  unsaved,
}: {
  question: Question
  action: string
  formResult: FormResult | undefined
  unsaved: Record<string, string> | null
}) {
  const sending = useIsSending({ action })
  const { errors, field } = formState(formResult ?? (unsaved && { values: unsaved }))
  return (
    <Form
      method="post"
      action={`${action}#your-answer`}
      noValidate
      preventScrollReset
      className="form"
      draft={`question ${question.id}`}
      formResult={formResult}
      unsaved={unsaved}
    >
      <ErrorSummary errors={errors} />
      <TextAreaField
        label="Your answer"
        hint="In your own words. You can answer once, so read it through before you send it."
        rows={8}
        required
        {...field('answer')}
      />
      <Button type="submit" busy={sending} busyLabel="Sending...">
        Send my answer
      </Button>
    </Form>
  )
}

function Answered({ question, formResult }: { question: Question; formResult: FormResult | undefined }) {
  const isNew = useSubmittedForm() === 'answer' && formResult === undefined
  return (
    <>
      <ErrorSummary errors={formResult?.errors} title="Your answer is with us already" />
      {isNew ? (
        <Done title="Thank you: your answer has arrived">
          {question.isWithdrawn
            ? 'A person reads it.'
            : 'A person reads it and goes on with your application.'}
        </Done>
      ) : null}
      <h2>You answered on {question.answeredAt ? sentOn(question.answeredAt) : ''}</h2>
      <blockquote className="typed-words">{question.answer}</blockquote>
      <NotSent formResult={formResult} />
    </>
  )
}

/** The input of a form that was submitted too late, so that it is not lost. */
function NotSent({ formResult }: { formResult: FormResult | undefined }) {
  const typed = formResult?.values.answer?.trim()
  if (!typed) return null
  return (
    <>
      <h2>What you typed now</h2>
      <blockquote className="typed-words">{typed}</blockquote>
    </>
  )
}

const closedLinks: Record<Closed, typeof unknownLink> = {
  missing: unknownLink,
  withdrawn: {
    title: 'This question was withdrawn',
    lede: 'We need no answer to it any more. If we have asked something else, the newest email from us has the link that counts.',
  },
  expired: {
    title: 'This link has expired',
    lede: `A question can be answered for ${questionDays} days. Write to us, and we ask you once more.`,
  },
}

/** Returns the heading of the page of a question; without data it has failed. */
export function questionTitle(lookup: { ok: true } | { ok: false; reason: Closed } | undefined) {
  if (!lookup) return 'Something went wrong on our side'
  return lookup.ok ? 'A question about your application' : closedLinks[lookup.reason].title
}

function ClosedQuestion({ reason, formResult }: { reason: Closed; formResult: FormResult | undefined }) {
  return (
    <ClosedLink {...closedLinks[reason]} isAlive={reason !== 'missing'}>
      <ErrorSummary errors={formResult?.errors} />
      <NotSent formResult={formResult} />
    </ClosedLink>
  )
}

/** Notes that the applicant has a question to answer. */
export function OpenQuestion({ id, askedAt }: { id: number; askedAt: string }) {
  return (
    <Notice tone="warning" title="We have a question about this application">
      <p>We asked you on {sentOn(askedAt)}, and go on once we have your answer.</p>
      <p>
        <ButtonLink to={`/dashboard/questions/${id}`}>Read and answer it</ButtonLink>
      </p>
    </Notice>
  )
}
