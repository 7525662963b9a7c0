import type { SerializeFrom } from '@remix-run/node'
import { Link } from '@remix-run/react'
import { useEffect, useRef, useState, type ReactNode } from 'react'

import { underwriterLimits } from '~/domain/decisions/authority'
import {
  decisionReasonLabel,
  decisionReasons,
  needsApplicantReason,
  termFields,
  verdicts,
} from '~/domain/decisions/decisions.options'
import type { findEarlierDecision, listDecisions } from '~/domain/decisions/decisions.server'
import { termsText } from '~/domain/decisions/terms-text'
import { adminTime, capital, money } from '~/domain/formats'
import type { SendWarning } from '~/domain/offers/send-warnings'
import { quoteUrl, resultUrl } from '~/domain/quotes/origin'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { ErrorSummary } from '~/ui/error-summary'
import { SelectField, TextAreaField, TextField } from '~/ui/field'
import { Form } from '~/ui/form'
import { formState, type FormResult } from '~/ui/form-result'
import { IntentButton } from '~/ui/intent-button'
import { Notice } from '~/ui/notice'
import { Obstacle } from '~/ui/obstacle'
import type { RowOf } from '~/ui/row-of'
import { useHydrated } from '~/ui/use-hydrated'
import { showPart } from '~/ui/use-in-page-links'
import { VersionField } from '~/ui/version-field'

import { TypedWords } from '../../parts/typed-words'
import { NewerNotice } from './send-offer-card'
import { useTermsPrice } from './use-terms-price'

type Props = {
  resultId: number
  quoteId: number
  /** The URL of the result's page, with the list that it was opened from. */
  page: string
  /** The list that it was opened from. */
  list: { url: string } | null
  /** The lump sum of the result, in US dollars. */
  ratedCover: number | null
  /** US dollars a month. */
  ratedPremium: number | null
  decisions: readonly RowOf<typeof listDecisions>[]
  /** The newest decision about an earlier result of the application. */
  earlier: SerializeFrom<Awaited<ReturnType<typeof findEarlierDecision>>>
  /** The names of the tiers that the result was computed with. */
  tiers: readonly string[]
  /** The price of the entered changes, once requested. */
  price: string | undefined
  isSent: boolean
  /** Why a decision would be refused; null if it would not. */
  obstacle: string | null
  /** Whether the signed-in admin may confirm decisions beyond an underwriter's authority. */
  isSenior: boolean
  /** The id of the signed-in admin. */
  readerId: number
  /** Whether a question to the applicant is unanswered. */
  isAsked: boolean
  /** News since an undecided result, to read before deciding. */
  newer: readonly SendWarning[]
  formResult: FormResult | undefined
  /** The stored input from an expired session. */
  unsaved: Record<string, string> | null
  /** The link to the next application, below a decision. */
  nextLink: ReactNode
}

const verdictLabels = { accepted: 'Accepted', changed: 'Accepted with changes', declined: 'Declined' }

/** Returns the reasons of the selected verdict, or of each if none is selected, as without JavaScript. */
function reasonGroups(verdict: string) {
  return verdicts
    .filter(({ value }) => value === verdict || !verdicts.some((one) => one.value === verdict))
    .map(({ value, label }) => ({
      label,
      options: decisionReasons[value].map((reason) => ({
        value: reason.value,
        label: capital(reason.label.replace(/^\w+: /, '')),
      })),
    }))
}

/** The decisions of underwriters on a referred result, and the form to decide. */
export function DecideCard(props: Props) {
  const {
    page,
    quoteId,
    list,
    ratedCover,
    decisions,
    earlier,
    isSent,
    obstacle,
    unsaved,
    isAsked,
    newer,
    isSenior,
    readerId,
    nextLink,
  } = props
  const [confirmation, formResult] =
    props.formResult?.values.intent === 'confirm' ? [props.formResult] : [undefined, props.formResult]
  const typed = formResult?.values ?? unsaved ?? {}
  const [last] = decisions
  const isProposed = last?.state === 'proposed'
  const known = useRef(last?.id)
  useEffect(() => {
    const card = document.getElementById('decision')
    if (known.current !== last?.id && card) showPart(card)
    known.current = last?.id
  }, [last?.id])
  return (
    <Card
      id="decision"
      title="Decision of an underwriter"
      actions={
        isProposed ? (
          <Badge tone="yellow">Waits for a senior</Badge>
        ) : last ? (
          <Badge tone={last.verdict === 'declined' ? 'red' : 'green'}>{verdictLabels[last.verdict]}</Badge>
        ) : (
          <Badge tone="yellow">Open</Badge>
        )
      }
    >
      {last || obstacle !== null ? null : (
        <p>The engine refers this result to a person. It can be sent once an underwriter has decided.</p>
      )}
      {last || earlier === null ? null : <EarlierDecision {...earlier} />}
      <NewerNotice newer={newer} page={page} quotePage={quoteUrl(quoteId, list?.url)} />
      {isAsked && last?.state !== 'final' ? (
        <p>
          <a href="#questions">A question to the applicant</a> has no answer yet.
          {last || obstacle !== null ? '' : ' You can decide without it.'}
        </p>
      ) : null}
      {decisions.map((decision) => (
        <div key={decision.id}>
          <p>
            <strong>{decisionReasonLabel(decision.reason)}</strong>, by {decision.decider ?? 'somebody'},{' '}
            {adminTime(decision.created_at)} UTC
            {decision.state === 'proposed'
              ? ` (proposed: ${verdictLabels[decision.verdict].toLowerCase()})`
              : ''}
            {decision.confirmed_at === null
              ? ''
              : `, confirmed by ${decision.confirmer ?? 'somebody'}, ${adminTime(decision.confirmed_at)} UTC`}
          </p>
          <blockquote className="as-typed">{decision.words}</blockquote>
          <OfferedTerms decision={decision} ratedCover={ratedCover} />
          {decision.told === null ? null : <p>The applicant is told: {decision.told}</p>}
        </div>
      ))}
      <ErrorSummary errors={confirmation?.errors} />
      {isProposed && obstacle === null && isSenior && last.decider_id !== readerId ? (
        <Form method="post" action={`${page}#decision`} className="form">
          <input type="hidden" name="decision" value={last.id} />
          <IntentButton intent="confirm" busyLabel="Confirming...">
            Confirm this decision
          </IntentButton>
          <p className="hint">Or decide otherwise below: the newest decision counts.</p>
        </Form>
      ) : null}
      {isProposed && !(isSenior && last.decider_id !== readerId) ? (
        <p>
          It goes further than an underwriter decides alone. It counts once another admin, a senior, has
          confirmed it.
        </p>
      ) : null}
      {last ? nextLink : null}
      {isSent && formResult === undefined && unsaved === null ? null : obstacle === null ? (
        <DecisionForm key={last?.id} {...props} formResult={formResult} />
      ) : formResult || unsaved ? (
        <Obstacle takesFocus={formResult !== undefined}>
          <p>{obstacle}</p>
          <TypedWords texts={[typed.words, typed.told]} />
        </Obstacle>
      ) : (
        <p>{obstacle}</p>
      )}
    </Card>
  )
}

/** A decision on an earlier result, before a new run. */
function EarlierDecision(decision: NonNullable<Props['earlier']>) {
  return (
    <Notice tone="info" title={`${verdictLabels[decision.verdict]} before this run`}>
      <p>
        <Link to={resultUrl(decision.result_id)}>Result {decision.result_id}</Link>:{' '}
        {decisionReasonLabel(decision.reason)}, by {decision.decider ?? 'somebody'},{' '}
        {adminTime(decision.created_at)} UTC. This result needs a decision of its own.
      </p>
      <blockquote className="as-typed">{decision.words}</blockquote>
    </Notice>
  )
}

/** Returns the fields whose error belongs to another verdict than the selected one. */
function inapplicableFields(form: HTMLFormElement) {
  const fields = new FormData(form)
  const verdict = verdicts.find(({ value }) => value === fields.get('verdict'))?.value
  if (verdict === undefined) return []
  const isEmpty = termFields.every((name) => fields.get(name) === '')
  return [
    ...(verdict === 'changed' || isEmpty ? ['verdict'] : []),
    ...(needsApplicantReason(verdict) ? [] : ['told']),
    ...(decisionReasons[verdict].some(({ value }) => value === fields.get('reason')) ? ['reason'] : []),
  ]
}

/** The form of a decision, reset after each save. */
function DecisionForm(props: Props) {
  const { resultId, page, decisions, tiers, price, ratedPremium, isSenior, formResult } = props
  const [unsaved] = useState(props.unsaved) // given once
  const [last] = decisions
  const { errors, values, field } = formState(formResult ?? (unsaved && { values: unsaved }))
  const [verdict, setVerdict] = useState(values.verdict ?? '')
  const [stored] = useState(formResult ? undefined : last) // before the form is sent
  const [isStored, setStored] = useState(false)
  const scripted = useHydrated()
  const form = useRef<HTMLFormElement>(null)
  const priceBox = useRef<HTMLDivElement>(null)
  const live = useTermsPrice(form, resultId, formResult)
  const shown = live?.price ?? (live === null ? price : null)
  useEffect(() => {
    if (!price) return
    priceBox.current?.scrollIntoView({ block: 'nearest' })
    priceBox.current?.focus({ preventScroll: true })
  }, [formResult, price])
  useEffect(() => {
    // The bar grows with its text: keeps the edited field visible above it.
    const focused = document.activeElement
    if (live && form.current?.contains(focused)) focused?.scrollIntoView({ block: 'nearest' })
  }, [live])
  useEffect(() => {
    // A restored draft is only in the fields. It may be the last decision, whose response was lost.
    if (!form.current) return
    const typed = new FormData(form.current)
    const isBefore = stored && typed.get('seen') !== String(stored.id)
    if (isBefore && typed.get('verdict') === stored.verdict && typed.get('words') === stored.words) {
      setStored(true)
      form.current.reset()
    } else setVerdict(String(typed.get('verdict') ?? ''))
  }, [stored])
  return (
    <details open={last === undefined || formResult !== undefined || unsaved !== null}>
      <summary>{last ? 'Decide again' : 'Decide'}</summary>
      <Form
        method="post"
        action={`${page}#decision`}
        noValidate
        className="form"
        draft={`${resultUrl(resultId)} Decision on result ${resultId}`}
        formRef={form}
        needless={inapplicableFields}
        stored={isStored && formResult === undefined}
        saysRestored
        formResult={formResult}
        unsaved={unsaved}
        preventScrollReset
        onInput={({ target }) => {
          if (target instanceof HTMLSelectElement && target.name === 'verdict') setVerdict(target.value)
        }}
      >
        <ErrorSummary errors={errors} />
        <VersionField name="seen" value={values.seen ?? String(last?.id ?? '')} />
        <VersionField name="seen_state" value={values.seen_state ?? last?.state ?? ''} />
        <input type="hidden" name="known_cover" value={values.known_cover ?? ''} />
        {isSenior ? null : (
          <p className="hint">
            You decide alone up to {money(underwriterLimits.coverage)} of cover and a loading of{' '}
            {underwriterLimits.loading}%. More, or an exclusion, waits for a senior.
          </p>
        )}
        <SelectField
          label="Decision"
          placeholder="Choose what you decide"
          options={verdicts}
          required
          {...field('verdict')}
        />
        <SelectField
          label="Reason"
          placeholder="Choose a reason"
          options={reasonGroups(scripted ? verdict : '')}
          required
          {...field('reason')}
        />
        <fieldset className="form-section only-when-changed">
          <legend>
            <h3>Changes</h3>
          </legend>
          <p className="form-section-description">What stays empty stays as rated.</p>
          <SelectField label="Tier" placeholder="As rated" options={tiers} optional {...field('tier')} />
          <TextField
            label="Cover"
            hint="The lump sum, less than the tier's. The premium follows in proportion."
            prefix="$"
            inputMode="decimal"
            width="short"
            optional
            {...field('coverage')}
          />
          <TextField
            label="Loading"
            hint="Added to the premium, up to 100."
            suffix="%"
            inputMode="decimal"
            width="short"
            optional
            {...field('loading_percent')}
          />
          <TextAreaField
            label="What is not covered"
            hint="The applicant reads it in the offer, its mail and on the dashboard."
            rows={2}
            optional
            {...field('exclusion')}
          />
          <IntentButton
            intent="price"
            formAction={`${page}#price`}
            variant="secondary"
            busyLabel="Working it out..."
          >
            Work out the price
          </IntentButton>
        </fieldset>
        <TextAreaField
          label="Your words"
          hint="For the record, in 10 to 1,000 characters. The applicant does not see it."
          rows={3}
          required
          {...field('words')}
        />
        <div className="not-when-accepted">
          <TextAreaField
            label="What the applicant is told"
            hint="Needed to decline or to change: the main reason, in a sentence of 10 to 500 characters."
            rows={2}
            {...field('told')}
          />
        </div>
        <div className="decision-end">
          {/* Without an anchor while there is no price: the errors take the focus. */}
          <div
            role="status"
            id={price ? 'price' : undefined}
            tabIndex={-1}
            ref={priceBox}
            className="decision-price only-when-changed"
            aria-busy={live?.isStale}
          >
            <p>
              {shown ? (
                <>
                  By the engine that gave this result: <strong>{shown}</strong>.{' '}
                </>
              ) : null}
              {live?.problem ? `No price yet: ${live.problem}. ` : null}
              {ratedPremium === null ? null : `Rated: ${money(ratedPremium)} a month.`}
            </p>
          </div>
          <IntentButton intent="decide" busyLabel="Saving...">
            Save the decision
          </IntentButton>
        </div>
      </Form>
    </details>
  )
}

function OfferedTerms({
  decision,
  ratedCover,
}: {
  decision: Props['decisions'][number]
  ratedCover: number | null
}) {
  const { tier, exclusion } = decision
  if (tier === null) return null
  return (
    <>
      <p>Offered: {termsText(decision, ratedCover)}.</p>
      {exclusion === null ? null : <p className="as-typed">Not covered: {exclusion}</p>}
    </>
  )
}
