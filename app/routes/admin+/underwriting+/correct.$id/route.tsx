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
  type ShouldRevalidateFunction,
} from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { correctQuote } from '~/domain/corrections/corrections.server'
import { adminTime } from '~/domain/formats'
import { parseId } from '~/domain/ids'
import { findLiveResult } from '~/domain/offers/offers.server'
import { findQuote } from '~/domain/quotes/quotes.server'
import { fromOf, quoteUrl, readOrigin } from '~/domain/quotes/origin'
import {
  formFields,
  idempotencyKeyFromForm,
  keepFormOnFailure,
  rejectForm,
  unknownIntent,
} from '~/http/forms.server'
import { notFoundPage, pageId } from '~/http/problem.server'
import { seeOtherWithFlash } from '~/http/redirects.server'
import { requireAdmin } from '~/http/session.server'
import { takeUnsavedForm } from '~/http/unsaved-form.server'
import { AdminPage } from '~/ui/admin-frame'
import { bringToFocus } from '~/ui/bring-to-focus'
import { ButtonLink } from '~/ui/button'
import { BulletList } from '~/ui/bullet-list'
import { draftKey, saveDraft } from '~/ui/drafts'
import { EmailText } from '~/ui/email-text'
import { ErrorSummary } from '~/ui/error-summary'
import { TextAreaField } from '~/ui/field'
import type { Flash } from '~/ui/flash'
import { Form, useOwner } from '~/ui/form'
import { formState } from '~/ui/form-result'
import { IdempotencyKeyField, idempotencyKeyName } from '~/ui/idempotency-key-field'
import { IntentButton } from '~/ui/intent-button'
import { keepPageOnFailure } from '~/ui/keep-page'
import { Notice } from '~/ui/notice'
import { Obstacle } from '~/ui/obstacle'
import { useHydrated } from '~/ui/use-hydrated'
import { VersionField } from '~/ui/version-field'

import { EndedNotice } from '../../parts/ended-notice'
import { AnswerGroups } from './answer-groups'
import { ChangesBar, ChangesPanel } from './changes-panel'
import styles from './correct.css?url'
import { loadForm, previewForm, rejectStale, type CorrectResult } from './correct.server'
import { usePreview } from './use-preview'

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

const missing = 'Quote submission not found.'

function failureOf(intent: unknown) {
  return intent === 'price'
    ? 'Failed to work out the price. Please try again.'
    : 'Failed to save the correction. Please try again.'
}

export const meta: MetaFunction = ({ params, matches }) => [
  { title: pageTitle(`Correct the answers of Q-${params.id}`, matches) },
]

/** Skips the loader after a rejected form: loading the application would record that it was opened. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionResult, defaultShouldRevalidate }) =>
  actionResult === undefined ? defaultShouldRevalidate : false

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user } = await requireAdmin(request)
  const form = await loadForm(new URL(request.url).searchParams, pageId(params.id, missing), user.id)
  if (form === null) throw notFoundPage(missing)
  const { unsaved, headers } = await takeUnsavedForm(request, user.id)
  return json({ ...form, unsaved }, { headers })
}

export async function action({ request, params }: ActionFunctionArgs) {
  const fields = await formFields(request)
  const { user } = await requireAdmin(request, fields)
  const id = pageId(params.id, missing)
  if (fields.intent !== undefined && !['save', 'price'].includes(String(fields.intent))) throw unknownIntent()
  const { [idempotencyKeyName]: _, ...content } = fields
  const key = idempotencyKeyFromForm(`/admin/underwriting/correct/${id} ${user.id}`, fields, content)
  const base = parseId(fields.seen) ?? 0
  return keepFormOnFailure(fields, failureOf(fields.intent), async () => {
    if (fields.intent === 'price') return await previewForm(id, fields, { by: user.id, base })
    const outcome = await correctQuote(db, id, fields, { by: user.id, base, key })
    if (outcome.ok)
      return await seeOtherWithFlash(
        quoteOf(id, new URL(request.url).searchParams),
        savedWith(await findLiveResult(db, id), await findQuote(db, id)),
      )
    if (outcome.reason === 'invalid') return rejectForm(fields, outcome.errors)
    return await rejectStale(id, fields, { ...outcome, base })
  })
}

/** The page of the quote, with the list that it was opened from. */
function quoteOf(id: number, search: URLSearchParams) {
  return quoteUrl(id, fromOf(readOrigin(search.get('from'))))
}

/** Explains the effect of a correction on `live`, the result that the applicant has. */
function savedWith(live: number | null, quote: { answered: boolean } | null): Flash {
  const saved = { tone: 'success', duration: 10_000 } as const
  if (live === null)
    return {
      ...saved,
      message: 'The correction is saved. Run underwriting: earlier results have the answers from before.',
    }
  const still = `The offer of result ${live} holds: its price is that of the answers as they are now.`
  const not = `The offer of result ${live} is live, and was made before it: withdraw it, or run underwriting and send the new result.`
  return {
    ...saved,
    message: `The correction is saved. ${quote?.answered ? still : not}`,
    link: { to: offerOf(live), label: `Look at the offer of result ${live}` },
  }
}

function offerOf(result: number) {
  return `/admin/underwriting/result/${result}#offer`
}

export const clientAction = keepPageOnFailure(failureOf, { isQuestion: ({ intent }) => intent === 'price' })

/** The answers of an application as a form, to correct them on behalf of the applicant. */
export default function CorrectAnswers() {
  const {
    id,
    applicant,
    email,
    ending,
    live,
    reasons,
    answers,
    seen,
    choices,
    question,
    idempotencyKey,
    unsaved,
  } = useLoaderData<typeof loader>()
  const formResult: CorrectResult | undefined = useActionData<typeof action>()
  const form = formState(formResult ?? (unsaved && { values: unsaved }))
  const { errors, values, field } = form
  const { pathname, search } = useLocation()
  // Reasons that are not about an answer.
  const others = reasons.filter(({ questions }) => questions.length === 0).map(({ text }) => text)
  const title = `Correct the answers of Q-${id}`
  const back = { to: quoteOf(id, new URLSearchParams(search)), label: `Quote Q-${id}` }
  const version = values.seen ?? String(seen)
  const since = Object.entries(formResult?.stored ?? {})
  const isConflict = since.length > 0
  // Values that the server has merged replace the input, also in edited fields.
  const basis = `${version} ${isConflict}`
  const draft = `/admin/underwriting/correct/${id} ${title}`
  const owner = useOwner()
  const formRef = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (isConflict && formRef.current) saveDraft(draftKey(draft, owner), formRef.current)
  }, [isConflict, version, draft, owner])
  const rendered = formResult?.preview ?? null
  const state = usePreview(formRef, id, { formResult, rendered })
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    if (rendered?.errors.length === 0 && panel.current) bringToFocus(panel.current)
  }, [rendered])
  const isHydrated = useHydrated()
  if (ending?.why === 'deleted')
    return (
      <AdminPage title={title} breadcrumbs={[back]}>
        <Obstacle takesFocus={false}>
          <p>The applicant has deleted the account: the answers cannot be corrected.</p>
        </Obstacle>
      </AdminPage>
    )
  return (
    <AdminPage title={title} breadcrumbs={[back]}>
      <p>
        <strong>{applicant}</strong>, <EmailText>{email}</EmailText>
      </p>
      <EndedNotice ending={ending} quoteId={id} />
      <p>
        Change what was wrong: only that is stored, with your reason. Earlier results keep the answers that
        they were made from.
      </p>
      {others.length > 0 ? <BulletList items={others} /> : null}
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
        autoComplete="off" // without the admin's own data
        className="form correct-form"
        draft={draft}
        formRef={formRef}
        formResult={formResult}
        unsaved={unsaved}
        guarded
      >
        <ErrorSummary
          errors={errors}
          title={formResult?.failed ? undefined : rendered ? 'There is no price yet' : 'Nothing was saved'}
        />
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
        <IdempotencyKeyField values={values} fresh={idempotencyKey} />
        <VersionField key={basis} name="seen" value={version} />
        <div className="correct-columns">
          <div>
            <AnswerGroups
              key={basis}
              answers={answers}
              choices={choices}
              form={form}
              doubts={reasons}
              changed={state.preview?.changes.map(({ name }) => name) ?? []}
            />
          </div>
          {isHydrated ? <ChangesBar {...state} /> : null}
          <section
            id="price"
            className="correct-aside"
            aria-labelledby="price-title"
            tabIndex={-1}
            ref={panel}
          >
            <h2 id="price-title">Your changes</h2>
            <ChangesPanel {...state} />
            <TextAreaField
              label="Reason"
              hint="In 10 to 500 characters, for the timeline of the quote and the audit log."
              rows={3}
              required
              {...field('reason')}
            />
            <div className="button-row">
              <IntentButton intent="save" busyLabel="Saving...">
                Save the correction
              </IntentButton>
              {isHydrated && state.problem === null ? null : (
                <IntentButton
                  intent="price"
                  formAction={`${pathname}${search}#price`}
                  variant="secondary"
                  busyLabel="Working it out..."
                >
                  Show the price first
                </IntentButton>
              )}
              <ButtonLink to={back.to} variant="secondary">
                Cancel
              </ButtonLink>
            </div>
          </section>
        </div>
      </Form>
    </AdminPage>
  )
}
