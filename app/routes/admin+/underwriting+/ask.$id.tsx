import { randomUUID } from 'node:crypto'
import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData, useLocation, useNavigation } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { askApplicant, listQuestions } from '~/domain/applicant-questions/applicant-questions.server'
import { questionFailure } from '~/domain/applicant-questions/failures'
import { questionDays } from '~/domain/applicant-questions/link-days'
import { adminTime } from '~/domain/formats'
import { findQuote } from '~/domain/quotes/quotes.server'
import { findReferral } from '~/domain/underwriting/underwriting.server'
import { formFields, idempotencyKeyFromForm, rejectForm, rejectFormTemporarily } from '~/http/forms.server'
import { notFoundPage, pageId } from '~/http/problem.server'
import { seeOtherWithFlash } from '~/http/redirects.server'
import { requireAdmin } from '~/http/session.server'
import { site } from '~/http/site.server'
import { clearUnsavedForm, readUnsavedForm } from '~/http/unsaved-form.server'
import { AdminPage } from '~/ui/admin-frame'
import { BulletList } from '~/ui/bullet-list'
import { Button, ButtonLink } from '~/ui/button'
import { EmailText } from '~/ui/email-text'
import { ErrorSummary } from '~/ui/error-summary'
import { TextAreaField } from '~/ui/field'
import { Form } from '~/ui/form'
import { formState } from '~/ui/form-result'
import { IdempotencyKeyField } from '~/ui/idempotency-key-field'
import { keepPageOnFailure } from '~/ui/keep-page'

import { pageOfQuestions } from './parts/questions-page'
import { UnsavedNotice } from './parts/unsaved-notice'

export { shouldRevalidate } from '~/ui/keep-page'

const missing = 'Quote submission not found.'

export const meta: MetaFunction = ({ params, matches }) => [
  { title: pageTitle(`Ask the applicant of Q-${params.id}`, matches) },
]

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user } = await requireAdmin(request)
  const id = pageId(params.id, missing)
  const [quote, referral, questions] = await Promise.all([
    findQuote(db, id),
    findReferral(db, id),
    listQuestions(db, id),
  ])
  if (!quote) throw notFoundPage(missing)
  const { name, email } = quote
  return json({
    quote: { id, name, email },
    reasons: referral?.reasons.map(({ text }) => text) ?? [],
    earlier: questions.map(({ id, message, asked_at, answer }) => ({ id, message, asked_at, answer })),
    back: pageOfQuestions(request, id),
    idempotencyKey: randomUUID(),
    unsaved: await readUnsavedForm(request, user.id),
  })
}

export async function action({ request, params }: ActionFunctionArgs) {
  const fields = await formFields(request)
  const { user } = await requireAdmin(request, fields)
  const id = pageId(params.id, missing)
  const key = idempotencyKeyFromForm(`/admin/underwriting/ask/${id} ${user.id}`, fields, {
    message: fields.message,
  })
  try {
    const outcome = await askApplicant(db, id, fields, { by: user.id, site, key })
    if (outcome.ok)
      return await seeOtherWithFlash(
        pageOfQuestions(request, id).to,
        {
          tone: 'success',
          message: 'The question is on its way to the applicant.',
          duration: 10_000,
        },
        { 'Set-Cookie': await clearUnsavedForm() },
      )
    if (outcome.reason === 'invalid') return rejectForm(fields, outcome.errors)
    if (outcome.reason === 'missing') throw notFoundPage(outcome.message)
    return rejectForm(fields, [{ path: '', message: outcome.message }], { status: 409 })
  } catch (error) {
    return rejectFormTemporarily(fields, error, questionFailure('ask'))
  }
}

export const clientAction = keepPageOnFailure(questionFailure('ask'))

/** The form for a question to the applicant of a quote. */
export default function AskApplicant() {
  const { quote, reasons, earlier, back, idempotencyKey, unsaved } = useLoaderData<typeof loader>()
  const formResult = useActionData<typeof action>()
  const { errors, values, field } = formState(formResult ?? (unsaved && { values: unsaved }))
  const { pathname, search } = useLocation()
  const busy = useNavigation().formAction?.startsWith(pathname) === true
  const title = `Ask the applicant of Q-${quote.id}`
  return (
    <AdminPage title={title} breadcrumbs={[back]}>
      <p>
        <strong>{quote.name}</strong>, <EmailText>{quote.email}</EmailText>
      </p>
      {reasons.length > 0 ? (
        <>
          <p>Referred, because:</p>
          <BulletList items={reasons} />
        </>
      ) : null}
      {earlier.map(({ id, message, asked_at, answer }) => (
        <div key={id} className="asked">
          <p>
            <strong>Asked before</strong> {adminTime(asked_at)} UTC,{' '}
            {answer === null ? 'not answered' : 'answered'}:
          </p>
          <blockquote className="typed-words">{message}</blockquote>
          {answer === null ? null : <blockquote className="typed-words">{answer}</blockquote>}
        </div>
      ))}
      <Form
        method="post"
        action={pathname + search}
        noValidate
        className="form"
        draft={`/admin/underwriting/ask/${quote.id} ${title}`}
        formResult={formResult}
        saysRestored={unsaved === null}
        guarded
      >
        <ErrorSummary errors={errors} />
        <UnsavedNotice isShown={unsaved !== null && !formResult} />
        <IdempotencyKeyField values={values} fresh={idempotencyKey} />
        <TextAreaField
          label="Your question"
          hint={`The applicant reads it in an email, and answers by a private link that works for ${questionDays} days. One question at a time is answered best.`}
          rows={6}
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
      </Form>
    </AdminPage>
  )
}
