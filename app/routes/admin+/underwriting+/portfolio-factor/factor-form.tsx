import { ErrorSummary } from '~/ui/error-summary'
import { TextAreaField, TextField } from '~/ui/field'
import { Form } from '~/ui/form'
import { formState } from '~/ui/form-result'
import { IntentButton } from '~/ui/intent-button'

import { ImpactSummary, countQuotes } from '../../parts/impact-summary'
import type { FactorAnswer } from './actions.server'

type Props = {
  page: string
  answer: FactorAnswer | undefined
  /** The input of a form that was sent after its session had ended, if any. */
  unsaved: Record<string, string> | null
  /** The initial factor. */
  initial: number
  range: { min: number; max: number }
  /** The id of the active factor. */
  base: number
}

/** Shows the impact of a factor on the newest quotes, which is required before its release. */
export function FactorForm({ page, answer, unsaved, initial, range, base }: Props) {
  const { errors, field } = formState(answer ?? (unsaved && { values: unsaved }))
  const shown = answer?.impact
  return (
    <Form
      method="post"
      action={page}
      noValidate
      className="form"
      draft={`${page} Portfolio factor`}
      formResult={answer}
      unsaved={unsaved}
      saysRestored
    >
      <ErrorSummary errors={errors} />
      <input type="hidden" name="base" value={base} />
      {shown ? <input type="hidden" name="seen" value={shown.factor} /> : null}
      <TextField
        label="Factor"
        hint={`${range.min.toFixed(4)} to ${range.max.toFixed(4)}, four decimals`}
        inputMode="decimal"
        required
        maxLength={10}
        {...field('factor', String(initial))}
      />
      <TextAreaField
        label="Reason"
        hint="20 to 500 characters, for the release"
        rows={3}
        {...field('note')}
      />
      {shown ? <FactorImpact {...shown} /> : null}
      <div className="button-row">
        <IntentButton
          intent="impact"
          variant={shown ? 'secondary' : 'primary'}
          busyLabel="Running the quotes..."
        >
          See the impact
        </IntentButton>
        {shown ? (
          <IntentButton intent="release" busyLabel="Releasing...">
            {`Release ${shown.factor.toFixed(4)}`}
          </IntentButton>
        ) : null}
      </div>
    </Form>
  )
}

function FactorImpact({ factor, impact: { rows, stored, summary } }: NonNullable<FactorAnswer['impact']>) {
  return (
    <section aria-labelledby="impact">
      <h3 id="impact" tabIndex={-1}>{`Impact of ${factor.toFixed(4)}`}</h3>
      {rows.length === 0 ? (
        <p>There is no stored quote yet.</p>
      ) : (
        <>
          <p>{`On the newest ${countQuotes(rows.length)} of ${stored}. Nothing was stored.`}</p>
          <ImpactSummary summary={summary} count={rows.length} />
        </>
      )}
    </section>
  )
}
