import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData, useLocation, useNavigationType, useParams } from '@remix-run/react'
import { useEffect } from 'react'

import { secretPageMeta } from '~/content/metadata'
import { db, nullIfUnavailable } from '~/db.server'
import { calendarDay } from '~/domain/dates'
import { questionEffectsIn } from '~/domain/engine-versions/effects.server'
import { isKeyOf } from '~/domain/is-key-of'
import { parseFields, type Fields } from '~/domain/parse-fields'
import { openWarnings, parseTexts } from '~/domain/quote-drafts/warnings'
import { changedSince, answersVersion } from '~/domain/quote-drafts/answers-version.server'
import {
  deleteDraft,
  findDraft,
  mailDraftLink,
  saveStep,
  sendDraft,
} from '~/domain/quote-drafts/quote-drafts.server'
import { isStep, openSteps } from '~/domain/quote-drafts/steps'
import { questions, steps, stepWith, type StepId } from '~/domain/quotes/questions'
import { savedAllTheSame, saveFailure, sendFailure } from '~/domain/quotes/failures'
import { consentSchema } from '~/domain/quotes/quotes.schema'
import { currentQuoteSchema, fallbackChoices, quoteChoices } from '~/domain/quotes/quotes.server'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { formFields, keepFormOnFailure, rejectForm } from '~/http/forms.server'
import { replaceHistoryEntry, seeOther } from '~/http/redirects.server'
import { sentQuoteCookie } from '~/http/sent-quote-cookie.server'
import { currentSession } from '~/http/session.server'
import { site } from '~/http/site.server'
import { clientIp } from '~/request-context.server'
import { bringToFocus } from '~/ui/bring-to-focus'
import { formState } from '~/ui/form-result'
import { emailMayBeSent, keepPageOnFailure, retryIsSafe } from '~/ui/keep-page'
import { PageHeading } from '~/ui/page-heading'
import { showPart } from '~/ui/use-in-page-links'
import { useFocusNearby } from '~/ui/use-focus-nearby'

import { answerList } from './answer-text'
import { ApplicationAside } from '../parts/application-aside'
import { JourneyIndicator } from '../parts/journey'
import { estimateOf } from '../parts/estimate.server'
import { sentQuote } from '../parts/sent-quote.server'
import { forgetStarted } from '../parts/started-draft.server'
import { AlreadySent } from './already-sent'
import { CheckAnswers } from './check-answers'
import { MissingAnswers } from './missing-answers'
import { PriceBar } from './price-bar'
import { SavedDraft } from './saved-draft'
import { StepForm } from './step-form'
import { useApplicationEstimate } from './use-application-estimate'

export { shouldRevalidate } from '~/ui/keep-page'
export { MissingDraft as ErrorBoundary } from './missing-draft'

export const handle = {
  beta: 'Cover is not active yet, and asking for a quote does not commit you to anything.',
}

const failures = {
  send: sendFailure,
  mail: 'The link could not be mailed just now. Please try again.',
  delete: 'Your answers could not be deleted just now. Please try again.',
}

const advice = {
  send: retryIsSafe,
  mail: emailMayBeSent,
  delete: 'They may be deleted all the same: press the button again to be sure.',
}

function failureOf(intent: unknown) {
  return isKeyOf(failures, intent) ? failures[intent] : saveFailure
}

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) =>
  secretPageMeta(error ? 'This link does not work' : titleOf(data), matches)

function titleOf(data: Awaited<ReturnType<Awaited<ReturnType<typeof loader>>['json']>> | undefined) {
  if (!data?.draft) return 'Your application'
  return data.step === 'check' ? 'Check your answers' : `${stepWith(data.step).label}, your application`
}

/** The URL of a draft, and of one of its steps. */
const pathOf = (token = '') => `/get-a-quote/${encodeURIComponent(token)}`
const stepPath = (token: string | undefined, step: string) => `${pathOf(token)}?step=${step}`

const noStore = { headers: { 'Cache-Control': 'no-store' } }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const draft = await findDraft(db, params.token ?? '')
  if (!draft) throw json('missing', { status: 404 })
  if (draft.quoteId !== null) return json({ draft: null, quoteId: draft.quoteId }, noStore)
  const { answers, keptUntil } = draft
  const [schema, choices, effects, estimate] = await Promise.all([
    currentQuoteSchema(db),
    quoteChoices(db).catch(nullIfUnavailable),
    questionEffectsIn(db, sandbox, answers.region_state || null).catch(nullIfUnavailable),
    estimateOf(answers),
  ])
  const { searchParams } = new URL(request.url)
  const open = openSteps(schema, answers)
  const requested = searchParams.get('step')
  const step: StepId | 'check' = isStep(requested) ? requested : (open[0] ?? 'check')
  const today = calendarDay(new Date())
  return json(
    {
      step,
      quoteId: null,
      draft: {
        answers,
        done: steps.map(({ id }) => id).filter((id) => !open.includes(id)),
        keptUntil: keptUntil.toISOString(),
        url: `${site.appUrl}${pathOf(params.token)}`,
        saved: searchParams.get('saved'),
      },
      choices: choices ?? fallbackChoices(),
      effects,
      estimate,
      warnings: openWarnings(answers, today),
      seen: answersVersion(step, answers),
      changed: changedLabels(searchParams.get('changed')),
      read:
        step === 'check'
          ? steps.map(({ id }) => ({
              id,
              list: answerList(id, answers, choices ?? fallbackChoices(), today),
            }))
          : [],
    },
    noStore,
  )
}

export async function action({ request, params }: ActionFunctionArgs) {
  const fields = await formFields(request)
  const { token = '' } = params
  return keepFormOnFailure(fields, failureOf(fields.intent), async () => {
    if (fields.intent === 'delete') {
      await deleteDraft(db, token)
      return seeOther('/get-a-quote?deleted=yes', await forgetStarted(request, token))
    }
    const session = await currentSession(request)
    const caller = { userId: session?.user.id ?? null, ip: clientIp() }
    if (fields.intent === 'mail') {
      const { step } = fields
      const isOfStep = isStep(step) && seenIn(fields) !== null
      const { rejected } = isOfStep ? await saveFields(token, step, fields) : { rejected: null }
      if (rejected) return rejected
      const mailed = await mailDraftLink(db, token, { site, ...caller })
      const saved = mailed.ok ? 'mailed' : mailed.reason === 'no email' ? 'unmailed' : 'mailed-often'
      return seeOther(`${backTo(token, fields)}&saved=${saved}#saved`)
    }
    if (fields.intent === 'send') return await send(request, token, fields, caller)
    return await save(token, fields)
  })
}

/** The page to return to after a form beside the application. */
function backTo(token: string, { step }: Fields) {
  return stepPath(token, isStep(step) ? step : 'check')
}

/** Saves a step and redirects to the next open one. Asks once first about unlikely combinations of answers. */
async function save(token: string, fields: Fields) {
  const { step, intent } = fields
  if (!isStep(step)) return rejectForm(fields, [{ path: '', message: 'This step is not known.' }])
  const { rejected, saved } = await saveFields(token, step, fields)
  if (rejected) return rejected
  if (intent === 'later') return seeOther(`${stepPath(token, step)}&saved=yes#saved`)
  const place = steps.findIndex(({ id }) => id === step)
  if (intent === 'back') return seeOther(stepPath(token, steps[place - 1]?.id ?? step))
  if (saved.warnings.some(({ text }) => !parseTexts(fields.warnings).includes(text)))
    return seeOther(`${stepPath(token, step)}#warnings`, replaceHistoryEntry)
  const next =
    steps.slice(place + 1).find(({ id }) => saved.open.includes(id))?.id ?? saved.open[0] ?? 'check'
  return seeOther(stepPath(token, next))
}

/** Saves the fields of a step: validated if it is complete, otherwise as typed. */
async function saveFields(token: string, step: StepId, fields: Fields) {
  const isLater = fields.intent !== undefined
  const today = calendarDay(new Date())
  const saved = await saveStep(db, token, step, fields, {
    base: seenIn(fields),
    shownWarnings: parseTexts(fields.warnings),
    isLater,
    today,
  })
  if (saved.ok) return { rejected: null, saved }
  switch (saved.reason) {
    case 'missing':
      return { rejected: seeOther(pathOf(token)) }
    case 'invalid':
      return { rejected: rejectForm(fields, saved.errors, { warnings: saved.warnings }) }
    case 'conflict': {
      const labels = saved.questions.map(({ label }) => label).join(', ')
      const message = `Since you opened this step, other answers were saved, as in another window: ${labels}. Continue again to keep what stands here.`
      return {
        rejected: rejectForm({ ...fields, seen: answersVersion(step, saved.stored) }, [
          { path: '', message },
        ]),
      }
    }
  }
}

/** Returns the state of the answers that the form was rendered with; null for a form without one. */
function seenIn({ seen }: Fields) {
  return typeof seen === 'string' ? seen : null
}

/** Returns the labels of the questions in a param. */
function changedLabels(names: string | null) {
  const changed = names?.split(',') ?? []
  return questions.filter(({ name }) => changed.includes(name)).map(({ label }) => label)
}

async function send(
  request: Request,
  token: string,
  fields: Fields,
  caller: Parameters<typeof sendDraft>[2],
) {
  const consent = parseFields(consentSchema, fields)
  if (!consent.ok) return rejectForm(fields, consent.errors)
  const draft = await findDraft(db, token)
  const seen = seenIn(fields)
  const others = draft?.quoteId === null && seen !== null ? changedSince('check', draft.answers, seen) : []
  if (others.length > 0) {
    const names = others.map(({ name }) => name).join()
    return seeOther(`${stepPath(token, 'check')}&changed=${names}#changed`, replaceHistoryEntry)
  }
  const sent = await sendDraft(db, token, caller)
  if (!sent.ok) return seeOther(pathOf(token))
  // Only the browser that sent the application gets its details; the link shows only the number.
  if (!sent.isNew && (await sentQuote(request))?.id !== sent.quoteId) return seeOther(pathOf(token))
  return seeOther('/get-a-quote?submitted=yes', [
    ['Set-Cookie', await sentQuoteCookie({ id: sent.quoteId, key: null })],
    ...(await forgetStarted(request, token)),
  ])
}

export const clientAction = keepPageOnFailure(failureOf, {
  adviceOf: ({ intent }) => (isKeyOf(advice, intent) ? advice[intent] : savedAllTheSame),
})

export default function Application() {
  const data = useLoaderData<typeof loader>()
  useFocusNearby()
  if (data.draft === null) return <AlreadySent quoteId={data.quoteId} />
  return <OpenApplication {...data} />
}

type Data = Extract<ReturnType<typeof useLoaderData<typeof loader>>, { draft: object }>

function OpenApplication(data: Data) {
  const { draft, step, choices, effects, estimate, warnings, seen, changed, read } = data
  const { token } = useParams()
  const formResult = useActionData<typeof action>()
  // The forms beside the step have none of its answers.
  const values = { ...draft.answers, ...formResult?.values }
  const { errors, field } = formState({ ...formResult, values })
  const path = pathOf(token)
  const { missing, ...price } = useApplicationEstimate(estimate, draft.answers)

  // With JavaScript, focuses the step after a navigation, as a new page would; errors take the focus themselves.
  const isNavigated = useNavigationType() !== 'POP'
  const { key, hash } = useLocation()
  const isRejected = errors.length > 0
  useEffect(() => {
    if (!isNavigated || isRejected) return
    const part = document.getElementById(decodeURIComponent(hash.slice(1)))
    const start = document.getElementById(step)
    if (part) showPart(part)
    else if (start) bringToFocus(start)
  }, [key, hash, step, isNavigated, isRejected])

  return (
    <div className="container">
      <PageHeading title={step === 'check' ? 'Check your answers' : 'Your application'} />
      <div className="application">
        <div>
          <JourneyIndicator current={step === 'check' ? null : step} done={draft.done} draft={path} />
          {step === 'check' ? (
            <CheckAnswers
              path={path}
              read={read}
              estimate={price.estimate}
              warnings={warnings}
              seen={seen}
              changed={changed}
              errors={errors}
              field={field}
              formResult={formResult}
            />
          ) : (
            <StepForm
              key={step}
              path={path}
              step={step}
              choices={choices}
              effects={effects}
              errors={errors}
              field={field}
              formResult={formResult}
              warnings={warnings}
              seen={formResult?.values?.seen ?? seen}
            />
          )}
          {step === 'check' ? null : <PriceBar estimate={price.estimate} />}
        </div>
        <ApplicationAside price={{ ...price, missing: <MissingAnswers path={path} names={missing} /> }} />
        <SavedDraft path={path} step={step} {...draft} saved={isRejected ? null : draft.saved} />
      </div>
    </div>
  )
}
