import type { SerializeFrom } from '@remix-run/node'
import { Link } from '@remix-run/react'

import { questionDays } from '~/domain/applicant-questions/applicant-questions.options'
import type { listQuestions } from '~/domain/applicant-questions/applicant-questions.server'
import { adminTime } from '~/domain/formats'
import { nobodyToAsk } from '~/domain/quotes/ended-text'
import type { Ending } from '~/domain/quotes/ending.server'
import { correctUrl, type Origin } from '~/domain/quotes/origin'
import { Badge } from '~/ui/badge'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { ConfirmButton, type Confirmation } from '~/ui/confirmation'
import { RemoteIntentForm } from '~/ui/remote-intent-form'
import type { RowOf } from '~/ui/row-of'

import { isStuck, StuckMail } from './stuck-mail'

export type QuestionRow = RowOf<typeof listQuestions>

type Props = {
  quoteId: number
  questions: readonly QuestionRow[]
  /** Why no question can be asked; null if one can. */
  ending: SerializeFrom<Ending> | null
  /** Whether a mail server is set up. */
  isMailConnected: boolean
  /** The result of the page, to return to, and the list that it was opened from. */
  result?: { id: number; list: Pick<Origin, 'url'> | null }
  /** The list that the quote was opened from. */
  from?: string | null
}

/** Whether a question waits for its applicant. */
function isWaiting({ answered_at, withdrawn_at, expired }: QuestionRow) {
  return answered_at === null && withdrawn_at === null && !expired
}

/** Returns the time of the oldest unanswered question, or null. `questions` are newest first. */
export function openSince(questions: readonly QuestionRow[]) {
  return questions.findLast(isWaiting)?.asked_at ?? null
}

/** The questions to the applicant of a quote with their answers, newest first. */
export function QuestionsCard({ quoteId, questions, ending, isMailConnected, result, from }: Props) {
  const back = result
    ? { result: String(result.id), ...(result.list && { from: result.list.url }) }
    : { ...(from && { from }) }
  const search = new URLSearchParams(back)
  const query = search.size > 0 ? `?${search}` : ''
  const waiting = questions.filter(isWaiting).length
  const unread = hasUnread(questions)
  const isMailStuck = questions.some(
    (question) => isWaiting(question) && isStuck({ ...question, isMailConnected }),
  )
  return (
    <Card
      id="questions"
      title="Questions to the applicant"
      actions={
        unread ? (
          <Badge tone="green">New answer</Badge>
        ) : waiting > 0 ? (
          <Badge tone="yellow">{isMailStuck ? 'Email not sent' : 'Waiting for the applicant'}</Badge>
        ) : undefined
      }
    >
      {questions.length === 0 && ending === null ? (
        <p>
          Ask what the application leaves open. The applicant gets an email with a private link and answers
          without an account, within {questionDays} days.
        </p>
      ) : (
        questions.map((question) => (
          <Question
            key={question.id}
            question={question}
            quoteId={quoteId}
            query={query}
            from={from}
            isMailConnected={isMailConnected}
            canCorrect={ending?.why !== 'deleted'}
          />
        ))
      )}
      {ending === null ? (
        <p className="button-row">
          <ButtonLink to={`/admin/underwriting/ask/${quoteId}${query}`} variant="secondary">
            {questions.length === 0 ? 'Ask the applicant' : 'Ask the applicant again'}
          </ButtonLink>
        </p>
      ) : (
        <p>{ending.why === 'deleted' ? nobodyToAsk : 'The quote is withdrawn: nothing can be asked.'}</p>
      )}
    </Card>
  )
}

/** Whether one of the answers is unread. */
export function hasUnread(questions: readonly QuestionRow[]) {
  return questions.some(isUnread)
}

function isUnread({ answered_at, read_at }: QuestionRow) {
  return answered_at !== null && read_at === null
}

type QuestionProps = {
  question: QuestionRow
  quoteId: number
  query: string
  from: string | null | undefined
  canCorrect: boolean
  isMailConnected: boolean
}

function Question({ question, quoteId, query, from, canCorrect, isMailConnected }: QuestionProps) {
  const { id, message, asked_at, asker, answer, answered_at, read_at, reader } = question
  const action = `/admin/underwriting/question/${id}${query}`
  return (
    <div className="asked">
      <p>
        <strong>Asked</strong> {adminTime(asked_at)} UTC by {asker ?? 'somebody'}. {stateText(question)}{' '}
        {isWaiting(question) ? <StuckMail mail={question.mail} isMailConnected={isMailConnected} /> : null}
      </p>
      <blockquote className="typed-words">{message}</blockquote>
      {answer === null || answered_at === null ? null : (
        <>
          <p>
            <strong>Answered</strong> {adminTime(answered_at)} UTC.
            {read_at === null ? '' : ` Read ${adminTime(read_at)} UTC by ${reader ?? 'somebody'}.`}
          </p>
          <blockquote className="typed-words">{answer}</blockquote>
        </>
      )}
      <div className="button-row">
        {answer === null || !canCorrect ? null : (
          <Link to={correctUrl(quoteId, { question: id, from })}>Correct the answers</Link>
        )}
        {isUnread(question) ? (
          <RemoteIntentForm action={action} intent="read" fields={{ question: id }} busyLabel="Saving...">
            Mark this answer as read
          </RemoteIntentForm>
        ) : null}
        {isWaiting(question) ? (
          <ConfirmButton
            label="Withdraw this question"
            page={action}
            busyLabel="Withdrawing..."
            {...withdrawal(id, action)}
          />
        ) : null}
      </div>
    </div>
  )
}

/** The state of an unanswered question; '' for an answered one. */
export function stateText(question: QuestionRow) {
  const { withdrawn_at, answered_at, expires_at } = question
  if (withdrawn_at !== null) return `Withdrawn ${adminTime(withdrawn_at)} UTC.`
  if (answered_at !== null) return ''
  return isWaiting(question)
    ? `No answer yet; the link works until ${adminTime(expires_at)} UTC.`
    : `No answer; the link expired ${adminTime(expires_at)} UTC.`
}

/** The confirmation before withdrawing a question. */
export function withdrawal(id: number, action: string): Confirmation {
  return {
    question:
      'Withdraw this question? The link in the email to the applicant stops working; the email, if it still waits, is deleted.',
    confirmLabel: 'Withdraw it',
    action,
    fields: { intent: 'withdraw', question: id },
  }
}
