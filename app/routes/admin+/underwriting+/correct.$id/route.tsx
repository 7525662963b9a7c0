import { useEffect, useRef } from 'react'
import {
  json,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import {
  Link,
  useActionData,
  useLoaderData,
  useLocation,
  useNavigation,
  type ShouldRevalidateFunction,
} from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { correctable } from '~/domain/corrections/answers'
import { correctQuote } from '~/domain/corrections/corrections.server'
import { adminTime } from '~/domain/formats'
import { parseId } from '~/domain/ids'
import { findLiveResult } from '~/domain/offers/offers.server'
import { officeLabel } from '~/domain/quotes/office-labels'
import { fromOf, quoteUrl, readOrigin } from '~/domain/quotes/origin'
import { steps } from '~/domain/quotes/questions'
import { formFields, idempotencyKeyFromForm, rejectForm, rejectFormTemporarily } from '~/http/forms.server'
import { notFoundPage, pageId } from '~/http/problem.server'
import { seeOtherWithFlash } from '~/http/redirects.server'
import { requireAdmin } from '~/http/session.server'
import { clearUnsavedForm, readUnsavedForm } from '~/http/unsaved-form.server'
import { AdminPage } from '~/ui/admin-frame'
import { Button, ButtonLink } from '~/ui/button'
import { draftKey, saveDraft } from '~/ui/drafts'
import { EmailText } from '~/ui/email-text'
import { ErrorSummary } from '~/ui/error-summary'
import { TextAreaField } from '~/ui/field'
import { FormSection } from '~/ui/fieldset'
import type { Flash } from '~/ui/flash'
import { Form, useOwner } from '~/ui/form'
import { formState } from '~/ui/form-result'
import { IdempotencyKeyField, idempotencyKeyName } from '~/ui/idempotency-key-field'
import { keepPageOnFailure } from '~/ui/keep-page'
import { Notice } from '~/ui/notice'
import { QuestionField } from '~/ui/quote-fields'
import { VersionField } from '~/ui/version-field'

import { UnsavedNotice } from '../parts/unsaved-notice'
import styles from './correct.css?url'
import { bringUpToDate, loadForm } from './correct.server'

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

const missing = 'Quote submission not found.'
const failure = 'Failed to save the correction. Please try again.'

export const meta: MetaFunction = ({ params, matches }) => [
  { title: pageTitle(`Correct the answers of Q-${params.id}`, matches) },
]

/** A refused form has all that the page needs: the application is not loaded, and recorded as opened, again. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionResult, defaultShouldRevalidate }) =>
  actionResult === undefined ? defaultShouldRevalidate : false

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user } = await requireAdmin(request)
  const form = await loadForm(new URL(request.url).searchParams, pageId(params.id, missing), user.id)
  if (form === null) throw notFoundPage(missing)
  return json({ ...form, unsaved: await readUnsavedForm(request, user.id) })
}

export async function action({ request, params }: ActionFunctionArgs) {
  const fields = await formFields(request)
  const { user } = await requireAdmin(request, fields)
  const id = pageId(params.id, missing)
  const { [idempotencyKeyName]: _, ...content } = fields
  const key = idempotencyKeyFromForm(`/admin/underwriting/correct/${id} ${user.id}`, fields, content)
  const seen = parseId(fields.seen) ?? 0
  try {
    const outcome = await correctQuote(db, id, fields, { by: user.id, seen, key })
    if (outcome.ok)
      return await seeOtherWithFlash(
        quoteOf(id, new URL(request.url).searchParams),
        savedWith(await findLiveResult(db, id)),
        { 'Set-Cookie': await clearUnsavedForm() },
      )
    if (outcome.reason === 'missing') throw notFoundPage(outcome.message)
    if (outcome.reason === 'invalid') return rejectForm(fields, outcome.errors)
    const errors = [{ path: '', message: outcome.message }]
    if (outcome.reason === 'refused') return rejectForm(fields, errors, { status: 409 })
    const upToDate = await bringUpToDate(id, fields, seen)
    return rejectForm(upToDate.fields, errors, { status: 409, stored: upToDate.since })
  } catch (error) {
    return rejectFormTemporarily(fields, error, failure)
  }
}

/** The page of the quote, with the list that it was opened from. */
function quoteOf(id: number, search: URLSearchParams) {
  return quoteUrl(id, fromOf(readOrigin(search.get('from'))))
}

function savedWith(live: number | null): Flash {
  const saved = { tone: 'success', duration: 10_000 } as const
  if (live === null)
    return {
      ...saved,
      message: 'The correction is saved. Run underwriting: earlier results have the answers from before.',
    }
  return {
    ...saved,
    message: `The correction is saved. The offer of result ${live} is live, and was made before it: withdraw it, or run underwriting and send the new result.`,
    link: { to: offerOf(live), label: `Look at the offer of result ${live}` },
  }
}

function offerOf(result: number) {
  return `/admin/underwriting/result/${result}#offer`
}

export const clientAction = keepPageOnFailure(failure)

/** The answers of an application as a form, to correct what its applicant has told since. */
export default function CorrectAnswers() {
  const { id, applicant, email, live, reasons, answers, seen, choices, question, idempotencyKey, unsaved } =
    useLoaderData<typeof loader>()
  const formResult = useActionData<typeof action>()
  const { errors, values, field } = formState(formResult ?? (unsaved && { values: unsaved }))
  const { pathname, search } = useLocation()
  const busy = useNavigation().formAction?.startsWith(pathname) === true
  const title = `Correct the answers of Q-${id}`
  const back = { to: quoteOf(id, new URLSearchParams(search)), label: `Quote Q-${id}` }
  const version = values.seen ?? String(seen)
  const since = Object.entries(formResult?.stored ?? {})
  const isConflict = since.length > 0
  // What the server brought up to date replaces what was typed or restored, also in fields that have been edited.
  const rendered = `${version} ${isConflict}`
  const draft = `/admin/underwriting/correct/${id} ${title}`
  const owner = useOwner()
  const formRef = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (isConflict && formRef.current) saveDraft(draftKey(draft, owner), formRef.current)
  }, [isConflict, version, draft, owner])
  return (
    <AdminPage title={title} breadcrumbs={[back]}>
      <p>
        <strong>{applicant}</strong>, <EmailText>{email}</EmailText>
      </p>
      <p>
        Change what was wrong: only that is stored, with your reason. Earlier results keep the answers that
        they were made from.
      </p>
      {reasons.length > 0 ? (
        <ul>
          {reasons.map(({ question, text }) => (
            <li key={text}>
              {question === null ? null : (
                <>
                  <a href={`#${question}`}>{officeLabel(question)}</a>:{' '}
                </>
              )}
              {text}
            </li>
          ))}
        </ul>
      ) : null}
      {live === null ? null : (
        <Notice tone="warning" title={`The offer of result ${live} is live`}>
          <p>
            The applicant can read it, and it was made before this correction. Once the correction is saved,
            withdraw <Link to={offerOf(live)}>the offer of result {live}</Link> or send a new result in its
            place.
          </p>
        </Notice>
      )}
      {question?.answer == null || question.answered_at === null ? null : (
        <>
          <p>
            <strong>Answered</strong> {adminTime(question.answered_at)} UTC to “{question.message}”
          </p>
          <blockquote className="typed-words">{question.answer}</blockquote>
        </>
      )}
      <Form
        method="post"
        action={pathname + search}
        noValidate
        autoComplete="off" // not with what the admin has of their own
        className="form correct-form"
        draft={draft}
        formRef={formRef}
        formResult={formResult}
        saysRestored={unsaved === null}
        guarded
      >
        <ErrorSummary errors={errors} title={formResult?.failed ? undefined : 'Nothing was saved'} />
        {isConflict ? (
          <Notice tone="warning" title="Corrected since you opened this page">
            {since.map(([correction, words]) => (
              <p key={correction}>{words}</p>
            ))}
            <p>
              The form below has it, except where you have typed something else. Save again to put yours in
              its place.
            </p>
          </Notice>
        ) : null}
        <UnsavedNotice isShown={unsaved !== null && !formResult} />
        <IdempotencyKeyField values={values} fresh={idempotencyKey} />
        <VersionField key={rendered} name="seen" value={version} />
        {steps.map((step) => (
          <FormSection key={`${rendered} ${step.id}`} id={step.id} legend={step.label}>
            {correctable
              .filter((question) => question.step === step.id)
              .map((question) => (
                <QuestionField
                  key={question.name}
                  // Hints speak to the applicant.
                  question={{ ...question, initial: undefined, autoComplete: undefined, hint: undefined }}
                  choices={choices}
                  effects={null}
                  field={(name) => field(name, answers[name])}
                />
              ))}
          </FormSection>
        ))}
        <FormSection legend="Why">
          <TextAreaField
            label="Reason"
            hint="It stands in the timeline of the quote and in the audit log."
            rows={3}
            required
            {...field('reason')}
          />
        </FormSection>
        <p className="button-row">
          <Button type="submit" busy={busy} busyLabel="Saving...">
            Save the correction
          </Button>
          <ButtonLink to={back.to} variant="secondary">
            Cancel
          </ButtonLink>
        </p>
      </Form>
    </AdminPage>
  )
}
