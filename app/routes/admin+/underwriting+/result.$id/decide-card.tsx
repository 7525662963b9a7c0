import { underwriterLimits } from '~/domain/decisions/authority'
import { decisionReasonLabel, decisionReasons, verdicts } from '~/domain/decisions/decisions.options'
import type { listDecisions } from '~/domain/decisions/decisions.server'
import { adminTime, money } from '~/domain/formats'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { ErrorSummary } from '~/ui/error-summary'
import { SelectField, TextAreaField, TextField } from '~/ui/field'
import { Form } from '~/ui/form'
import { formState, type FormResult } from '~/ui/form-result'
import { IntentButton } from '~/ui/intent-button'
import type { RowOf } from '~/ui/row-of'

import { UnsavedNotice } from '../parts/unsaved-notice'

type Props = {
  resultId: number
  decisions: readonly RowOf<typeof listDecisions>[]
  /** The names of the tiers that the result was computed with. */
  tiers: readonly string[]
  /** What the typed changes would cost, once it was asked for. */
  price: string | undefined
  isSent: boolean
  /** Whether the reader confirms what goes beyond an underwriter. */
  isSenior: boolean
  /** The account of the reader. */
  readerId: number
  /** A question to the applicant has no answer yet. */
  isAsked: boolean
  formResult: FormResult | undefined
  /** What was typed when the session had expired. */
  unsaved: Record<string, string> | null
}

const verdictWords = { accepted: 'Accepted', changed: 'Accepted with changes', declined: 'Declined' }

/** What an underwriter decided about a referred result, and the form to decide. */
export function DecideCard(props: Props) {
  const { resultId, decisions, tiers, price, isSent, isAsked, isSenior, readerId, formResult, unsaved } =
    props
  const action = `/admin/underwriting/result/${resultId}`
  const [last] = decisions
  const isProposed = last?.state === 'proposed'
  const { errors, field } = formState(formResult ?? (unsaved && { values: unsaved }))
  return (
    <Card
      id="decision"
      title="Decision of an underwriter"
      actions={
        isProposed ? (
          <Badge tone="yellow">Waits for a senior</Badge>
        ) : last ? (
          <Badge tone={last.verdict === 'declined' ? 'red' : 'green'}>{verdictWords[last.verdict]}</Badge>
        ) : (
          <Badge tone="yellow">Open</Badge>
        )
      }
    >
      {last ? null : (
        <p>The engine refers this result to a person. It can be sent once an underwriter has decided.</p>
      )}
      {isAsked && !isSent ? (
        <p>
          <a href="#questions">A question to the applicant</a> has no answer yet. You can decide without it.
        </p>
      ) : null}
      {decisions.map((decision) => (
        <div key={decision.id}>
          <p>
            <strong>{decisionReasonLabel(decision.reason)}</strong>, by {decision.decider ?? 'somebody'},{' '}
            {adminTime(decision.created_at)} UTC
            {decision.state === 'proposed'
              ? ` (proposed: ${verdictWords[decision.verdict].toLowerCase()})`
              : ''}
            {decision.confirmed_at === null
              ? ''
              : `, confirmed by ${decision.confirmer ?? 'somebody'}, ${adminTime(decision.confirmed_at)} UTC`}
          </p>
          <blockquote className="as-typed">{decision.words}</blockquote>
          <OfferedTerms decision={decision} />
          {decision.told === null ? null : <p>The applicant is told: {decision.told}</p>}
        </div>
      ))}
      {isProposed && isSenior && last.decider_id !== readerId ? (
        <Form method="post" action={`${action}#decision`} className="form">
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
      {isSent ? null : (
        <details open={last === undefined || formResult !== undefined || unsaved !== null}>
          <summary>{last ? 'Decide again' : 'Decide'}</summary>
          <Form
            method="post"
            action={`${action}#decision`}
            noValidate
            className="form"
            draft={`${action} Decision on result ${resultId}`}
            formResult={formResult}
            preventScrollReset
          >
            <ErrorSummary errors={errors} />
            <UnsavedNotice isShown={unsaved !== null && !formResult} />
            <div role="status">{price ? <p>By the engine that gave this result: {price}.</p> : null}</div>
            <input type="hidden" name="seen" value={last?.id ?? ''} />
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
              options={Object.values(decisionReasons).flat()}
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
                maxLength={500}
                optional
                {...field('exclusion')}
              />
              <IntentButton intent="price" variant="secondary" busyLabel="Working it out...">
                Work out the price
              </IntentButton>
            </fieldset>
            <TextAreaField
              label="Your words"
              hint="For whoever reads this later. The applicant does not see it."
              rows={3}
              maxLength={1000}
              required
              {...field('words')}
            />
            <TextAreaField
              label="What the applicant is told"
              hint="Needed to decline or to change: the main reason, in a sentence."
              rows={2}
              maxLength={500}
              {...field('told')}
            />
            <IntentButton intent="decide" busyLabel="Saving...">
              Save the decision
            </IntentButton>
          </Form>
        </details>
      )}
    </Card>
  )
}

function OfferedTerms({ decision }: { decision: Props['decisions'][number] }) {
  const { tier, coverage, monthly, loading_percent: loading, exclusion } = decision
  if (tier === null) return null
  return (
    <>
      <p>
        Offered: {tier}, {money(coverage)} at most for {money(monthly)} a month
        {loading ? `, with a loading of ${loading}%` : ''}.
      </p>
      {exclusion === null ? null : <p className="as-typed">Not covered: {exclusion}</p>}
    </>
  )
}
