import { randomUUID } from 'node:crypto'
import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Link, useActionData, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react'
import { useEffect } from 'react'

import { businessDays, facts } from '~/content/facts'
import { pageMeta } from '~/content/metadata'
import { db, nullIfUnavailable } from '~/db.server'
import { questionEffectsIn } from '~/domain/engine-versions/effects.server'
import { savedAllTheSame, saveFailure, sendFailure } from '~/domain/quotes/failures'
import { estimateQuery } from '~/domain/estimates/estimates'
import { estimateSchema } from '~/domain/estimates/estimates.schema'
import { parseFields, type Fields } from '~/domain/parse-fields'
import { startDraft } from '~/domain/quote-drafts/quote-drafts.server'
import { answersOfAll, findErrors } from '~/domain/quote-drafts/steps'
import { steps } from '~/domain/quotes/questions'
import { consentSchema, inFormOrder } from '~/domain/quotes/quotes.schema'
import { currentQuoteSchema, fallbackChoices, quoteChoices, submitQuote } from '~/domain/quotes/quotes.server'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { cachedPage } from '~/http/cache-directive.server'
import { formFields, idempotencyKeyFromForm, keepFormOnFailure, rejectForm } from '~/http/forms.server'
import { seeOther } from '~/http/redirects.server'
import { sentKey, sentQuoteCookie } from '~/http/sent-quote-cookie.server'
import { currentSession } from '~/http/session.server'
import { clientIp } from '~/request-context.server'
import { Button } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { Form } from '~/ui/form'
import { keepPageOnFailure, retryIsSafe } from '~/ui/keep-page'
import { IdempotencyKeyField, idempotencyKeyName } from '~/ui/idempotency-key-field'
import { Notice } from '~/ui/notice'
import { PageHeading } from '~/ui/page-heading'
import { formState } from '~/ui/form-result'

import { AllQuestions } from './all-questions'
import { ApplicationAside } from '../parts/application-aside'
import { answerEstimate } from '../parts/estimate.server'
import { JourneyIndicator } from '../parts/journey'
import { Consent, StepFields } from '~/ui/quote-fields'
import { useSentFields } from '~/ui/use-is-sending'
import { expectations } from './expectations.server'
import { forgetDrafts } from './forget-drafts'
import { leaveDraftForBack } from './leave-draft-for-back'
import { QuoteThanks } from './quote-thanks'
import { sentQuote } from '../parts/sent-quote.server'
import { startedCookie, startedDraft } from '../parts/started-draft.server'

export { shouldRevalidate } from '~/ui/keep-page'

export const handle = {
  beta: 'Cover is not active yet, and asking for a quote does not commit you to anything.',
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    path: '/get-a-quote',
    title: data?.submitted ? 'Your application is in' : 'Get a quote',
    keywords: 'income protection quote, job loss cover quote, apply, application, premium, coverage level',
    description: `Tell us about your work and your household, and get a personal quote by email within ${businessDays(facts.quoteBusinessDays)}.`,
  })

export const headers = cachedPage(10)

export async function loader({ request }: LoaderFunctionArgs) {
  const session = await currentSession(request)
  const [choices, effects, { estimate }] = await Promise.all([
    quoteChoices(db).catch(nullIfUnavailable),
    questionEffectsIn(db, sandbox, null).catch(nullIfUnavailable),
    answerEstimate(request),
  ])
  const { searchParams } = new URL(request.url)
  const submitted = searchParams.has('submitted')
  const { jobRoles, coverageLevels } = choices ?? fallbackChoices()
  const data = {
    submitted,
    deleted: searchParams.has('deleted'),
    sent: submitted ? await sentQuote(request) : null,
    expectations: submitted ? expectations : [],
    started: await startedDraft(request),
    choices: { jobRoles, coverageLevels },
    requestedTier: coverageLevels.find(({ value }) => value === searchParams.get('coverage_level')),
    estimated: estimatedAnswers(searchParams),
    estimate: estimate?.errors.length === 0 ? estimate : null,
    effects,
    idempotencyKey: (await sentKey(request)) ?? randomUUID(),
    known: session && {
      email: session.user.email,
      occupation: session.user.occupation ?? '',
      address: session.user.full_address ?? '',
      region_state: session.user.region_state ?? '',
    },
  }
  return json(data, choices === null || estimate?.message ? { headers: { 'Cache-Control': 'no-store' } } : {})
}

/** The answers of an estimate in a query, by the names of the application; null if there is none. */
function estimatedAnswers(params: URLSearchParams) {
  const parsed = parseFields(estimateSchema, estimateQuery(params))
  if (!parsed.ok) return null
  const { income, industry, years } = parsed.value
  return { income: String(income), industry, employment_length: String(years) }
}

/** A step begins a draft; without one, the form is the whole application. */
export async function action({ request }: ActionFunctionArgs) {
  const fields = await formFields(request)
  return keepFormOnFailure(fields, failureOf(fields), async () => {
    const session = await currentSession(request)
    const caller = { userId: session?.user.id ?? null, ip: clientIp() }
    const schema = await currentQuoteSchema(db)
    if (fields.step !== undefined) {
      const { answers, errors } = answersOfAll(fields)
      const wrong = findErrors(schema, answers, 'personal', errors)
      if (wrong.length > 0) return rejectForm(fields, wrong)
      const key = idempotencyKeyFromForm('/get-a-quote draft', fields, answers)
      const token = await startDraft(db, answers, { ...caller, key })
      return seeOther(`/get-a-quote/${token}?step=household`, { 'Set-Cookie': await startedCookie(token) })
    }
    const application = parseFields(schema, fields)
    const consent = parseFields(consentSchema, fields)
    if (!application.ok || !consent.ok) {
      const errors = [application, consent].flatMap((parsed) => (parsed.ok ? [] : parsed.errors))
      return rejectForm(fields, inFormOrder(errors))
    }
    const { result } = await submitQuote(db, application.value, {
      ...caller,
      key: idempotencyKeyFromForm('/get-a-quote', fields, application.value),
    })
    return seeOther('/get-a-quote?submitted=yes', {
      'Set-Cookie': await sentQuoteCookie({ id: result.id, key: fields[idempotencyKeyName] }),
    })
  })
}

const isStep = ({ step }: Fields) => step !== undefined
const failureOf = (fields: Fields) => (isStep(fields) ? saveFailure : sendFailure)
const keepPage = keepPageOnFailure((_, { fields }) => failureOf(fields), {
  adviceOf: (fields) => (isStep(fields) ? savedAllTheSame : retryIsSafe),
})

export async function clientAction(args: ClientActionFunctionArgs) {
  try {
    return await keepPage(args)
  } catch (error) {
    if (error instanceof Response) leaveDraftForBack(error)
    throw error
  }
}

export default function GetAQuote() {
  const data = useLoaderData<typeof loader>()
  const { submitted, started, deleted, choices, requestedTier, estimated, effects, idempotencyKey, known } =
    data
  const formResult = useActionData<typeof action>()
  const { errors, values, field } = formState(
    formResult ?? {
      values: { ...known, ...estimated, ...(requestedTier && { coverage_level: requestedTier.value }) },
    },
  )
  const sending = useSentFields()
  const questions = { choices, effects, field }
  const isWhole = errors.length > 0 && values.step === undefined
  useEffect(() => {
    if (deleted) forgetDrafts()
  }, [deleted])

  if (submitted) return <QuoteThanks {...data} />
  return (
    <div className="container">
      <PageHeading
        title="Get a quote"
        lede={
          errors.length > 0
            ? undefined
            : `Four short steps, ${facts.applicationMinutes} minutes. Your quote comes by email within ${businessDays(facts.quoteBusinessDays)}.`
        }
      />
      {deleted ? (
        <Notice tone="success" title="Your answers are deleted">
          <p>The link no longer works. Of emails that we have sent you, a copy stays for up to 30 days.</p>
        </Notice>
      ) : null}
      {started ? (
        <Notice tone="info" title="You have started an application">
          <p>
            <Link to={started}>Continue it</Link>, or begin another one below.
          </p>
        </Notice>
      ) : null}
      {estimated ? <p>Your pay, your industry and your years there are filled in already.</p> : null}
      {requestedTier ? (
        <p>
          You ask for the tier <strong>{requestedTier.label}</strong>. You can change it in the last step.
        </p>
      ) : null}
      <div className="application">
        <div>
          <JourneyIndicator current="personal" />
          <Form method="post" noValidate className="form" draft="quote" formResult={formResult}>
            <ErrorSummary errors={errors} />
            <IdempotencyKeyField values={values} fresh={idempotencyKey} />
            <StepFields step="personal" {...questions} />
            <Button
              type="submit"
              name="step"
              value="personal"
              busy={sending?.get('step') === 'personal'}
              busyLabel="Saving..."
            >
              Continue
            </Button>
            <p className="hint">
              From here on we keep your answers for {facts.draftDays} days under a private link, so that you
              can stop and come back. You can delete them at any time.
            </p>
            <AllQuestions open={isWhole}>
              {steps.slice(1).map(({ id }) => (
                <StepFields key={id} step={id} {...questions} />
              ))}
              <Consent field={field} />
              <Button type="submit" busy={sending != null && !sending.has('step')} busyLabel="Submitting...">
                Send my application
              </Button>
            </AllQuestions>
          </Form>
        </div>
        <ApplicationAside answer={data.estimate} />
      </div>
    </div>
  )
}
