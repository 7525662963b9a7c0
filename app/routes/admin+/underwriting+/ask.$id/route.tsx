import { randomUUID } from 'node:crypto'
import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData, useLocation } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import {
  askApplicant,
  findNewestAnswer,
  listQuestions,
} from '~/domain/applicant-questions/applicant-questions.server'
import { questionFailure } from '~/domain/applicant-questions/failures'
import { questionDays, questionLength } from '~/domain/applicant-questions/applicant-questions.options'
import { suggestQuestion } from '~/domain/applicant-questions/suggestions'
import { adminTime } from '~/domain/formats'
import { parseBaseId } from '~/domain/ids'
import type { Fields } from '~/domain/parse-fields'
import { findEnding } from '~/domain/quotes/ending.server'
import { findQuote } from '~/domain/quotes/quotes.server'
import { findReferral } from '~/domain/underwriting/underwriting.server'
import { applicantQuestionMail } from '~/emails/applicant-question'
import { isMailConnected } from '~/env.server'
import { formFields, idempotencyKeyFromForm, keepFormOnFailure, rejectForm } from '~/http/forms.server'
import { mailFlash } from '~/http/mail-flash.server'
import { notFoundPage, pageId, statusOfReason } from '~/http/problem.server'
import { seeOtherWithFlash } from '~/http/redirects.server'
import { requireAdmin } from '~/http/session.server'
import { site } from '~/http/site.server'
import { takeUnsavedForm } from '~/http/unsaved-form.server'
import { AdminPage } from '~/ui/admin-frame'
import { Button, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { EmailText } from '~/ui/email-text'
import { ErrorSummary } from '~/ui/error-summary'
import { TextAreaField } from '~/ui/field'
import { Form } from '~/ui/form'
import { formState, typedValues, type FormResult } from '~/ui/form-result'
import { IdempotencyKeyField } from '~/ui/idempotency-key-field'
import { Obstacle } from '~/ui/obstacle'
import { keepPageOnFailure } from '~/ui/keep-page'
import { VersionField } from '~/ui/version-field'
import { useIsSending } from '~/ui/use-is-sending'

import { EndedText } from '../../parts/ended-notice'
import { TypedWords } from '../../parts/typed-words'
import { stateText, type QuestionRow } from '../parts/questions'
import { pageOfQuestions } from '../parts/questions-page'
import { StuckMail } from '../parts/stuck-mail'
import { Doubts } from './doubts'

export { shouldRevalidate } from '~/ui/keep-page'

const formId = 'ask'
const missing = 'Quote submission not found.'

export const meta: MetaFunction = ({ params, matches }) => [
  { title: pageTitle(`Ask the applicant of Q-${params.id}`, matches) },
]

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user } = await requireAdmin(request)
  const id = pageId(params.id, missing)
  const [quote, referral, questions, newestAnswer] = await Promise.all([
    findQuote(db, id),
    findReferral(db, id),
    listQuestions(db, id),
    findNewestAnswer(db, id),
  ])
  if (!quote) throw notFoundPage(missing)
  const { unsaved, headers } = await takeUnsavedForm(request, user.id)
  const data = {
    quote,
    doubts: (referral?.reasons ?? []).map((reason) => ({
      ...reason,
      suggestion: suggestQuestion(reason.code, quote),
    })),
    questions,
    isMailConnected: isMailConnected(),
    /** The question with the newest answer. */
    answered: newestAnswer?.id ?? null,
    ending: await findEnding(db, quote),
    mail: applicantQuestionMail(site, {
      name: quote.name,
      quoteId: id,
      message: '(Your question)',
      token: '...',
      expiresAt: new Date(Date.now() + questionDays * 86_400_000),
    }).text,
    back: pageOfQuestions(request, id),
    idempotencyKey: randomUUID(),
    unsaved,
  }
  return json(data, { headers })
}

export async function action({ request, params }: ActionFunctionArgs) {
  const fields = await formFields(request)
  const { user } = await requireAdmin(request, fields)
  const id = pageId(params.id, missing)
  const key = idempotencyKeyFromForm(`/admin/underwriting/ask/${id} ${user.id}`, fields, {
    message: fields.message,
  })
  if (fields.use !== undefined) return withSuggestion(id, fields)
  return keepFormOnFailure(fields, questionFailure('ask'), async () => {
    const outcome = await askApplicant(db, id, fields, {
      by: user.id,
      site,
      key,
      lastQuestion: parseBaseId(fields.seen),
      lastAnswer: parseBaseId(fields.answered),
    })
    if (outcome.ok)
      return await seeOtherWithFlash(
        pageOfQuestions(request, id).to,
        mailFlash(
          {
            tone: 'success',
            message: 'The question is on its way to the applicant.',
            duration: 10_000,
          },
          'The email with the question',
        ),
      )
    if (outcome.reason === 'invalid') return rejectForm(fields, outcome.errors)
    if (outcome.reason === 'missing') throw notFoundPage(outcome.message)
    // After the newer entry is shown, the same form may be sent again.
    const refreshed =
      outcome.reason === 'conflict'
        ? {
            ...fields,
            seen: String(outcome.lastQuestion),
            answered: String(outcome.lastAnswer),
            newer: outcome.of,
          }
        : fields
    const status = statusOfReason(outcome.reason, { refused: 409 })
    return rejectForm(refreshed, [{ path: '', message: outcome.message }], { status })
  })
}

/** Appends the suggested question for the doubt `use` to the input. */
async function withSuggestion(id: number, fields: Fields) {
  const quote = await findQuote(db, id)
  if (!quote) throw notFoundPage(missing)
  const suggestion = suggestQuestion(String(fields.use), quote)
  const message = joined(String(fields.message ?? ''), suggestion ?? '')
  return json<FormResult>({ errors: [], values: { ...typedValues(fields), message } })
}

export const clientAction = keepPageOnFailure(questionFailure('ask'), {
  isQuestion: ({ use }) => use !== undefined,
})

/** The form for a question to the applicant of a quote, beside the doubts. */
export default function AskApplicant() {
  const { quote, doubts, questions, isMailConnected, answered, ending, mail, back, idempotencyKey, unsaved } =
    useLoaderData<typeof loader>()
  const formResult = useActionData<typeof action>()
  const { errors, values, field } = formState(formResult ?? (unsaved && { values: unsaved }))
  const { pathname, search } = useLocation()
  const busy = useIsSending({ action: pathname })
  const title = `Ask the applicant of Q-${quote.id}`
  return (
    <AdminPage title={title} breadcrumbs={[back]}>
      <p>
        <strong>{quote.name}</strong>, <EmailText>{quote.email}</EmailText>
      </p>
      {ending === null ? null : (
        <Obstacle takesFocus={formResult !== undefined}>
          <EndedText ending={ending} quoteId={quote.id} />
          <TypedWords texts={[values.message]} />
        </Obstacle>
      )}
      <div className="ask">
        {ending === null ? <Doubts quote={quote} doubts={doubts} form={formId} onSuggest={fillIn} /> : null}
        {ending === null ? (
          <Form
            id={formId}
            method="post"
            action={pathname + search}
            noValidate
            className="form ask-form"
            draft={`/admin/underwriting/ask/${quote.id} ${title}`}
            formResult={formResult}
            unsaved={unsaved}
            guarded
          >
            <ErrorSummary errors={errors} />
            <IdempotencyKeyField values={values} fresh={idempotencyKey} />
            {values.newer === 'answer' ? (
              <p>
                <a href={`#question-${values.answered}`}>Read the answer</a>
              </p>
            ) : null}
            <VersionField name="seen" value={values.seen ?? String(questions[0]?.id ?? '')} />
            <VersionField name="answered" value={values.answered ?? String(answered ?? '')} />
            <TextAreaField
              label="Your question"
              hint={`${questionLength.min} to ${questionLength.max.toLocaleString('en-US')} characters. The applicant reads it in an email, and answers by a private link that works for ${questionDays} days. One question at a time is answered best.`}
              rows={8}
              required
              {...field('message')}
            />
            <p className="button-row">
              <Button type="submit" busy={busy} busyLabel="Sending...">
                Send the question
              </Button>
              <ButtonLink to={back.to} variant="secondary">
                Cancel
              </ButtonLink>
            </p>
            <details>
              <summary>See the email around it</summary>
              <p className="as-typed">{mail}</p>
            </details>
          </Form>
        ) : null}
        {questions.length > 0 ? <Earlier questions={questions} isMailConnected={isMailConnected} /> : null}
      </div>
    </AdminPage>
  )
}

/** Appends a question to the input, unless it has that question already. */
function joined(typed: string, question: string) {
  const text = typed.trim()
  if (text.replaceAll('\r\n', '\n').includes(question)) return text
  return text === '' ? question : `${text}\n\n${question}`
}

/** Appends a question to the input of the form. */
function fillIn(question: string) {
  const field = document.getElementById('message')
  if (!(field instanceof HTMLTextAreaElement)) return
  field.value = joined(field.value, question)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.focus()
}

/** The earlier questions to the applicant, newest first. */
function Earlier({
  questions,
  isMailConnected,
}: {
  questions: readonly QuestionRow[]
  isMailConnected: boolean
}) {
  return (
    <Card title="Asked before">
      {questions.map((question) => (
        <div key={question.id} id={`question-${question.id}`} tabIndex={-1} className="asked">
          <p>
            {adminTime(question.asked_at)} UTC by {question.asker ?? 'somebody'}. {stateText(question)}{' '}
            {question.answer === null && question.withdrawn_at === null ? (
              <StuckMail mail={question.mail} isMailConnected={isMailConnected} />
            ) : null}
          </p>
          <blockquote className="typed-words">{question.message}</blockquote>
          {question.answer === null || question.answered_at === null ? null : (
            <>
              <p>
                <strong>Answered</strong> {adminTime(question.answered_at)} UTC.
              </p>
              <blockquote className="typed-words">{question.answer}</blockquote>
            </>
          )}
        </div>
      ))}
    </Card>
  )
}
