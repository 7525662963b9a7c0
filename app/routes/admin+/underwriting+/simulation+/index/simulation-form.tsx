import { limits } from '~/domain/simulations/limits'
import type { SimulationParameters } from '~/domain/simulations/simulations.schema'
import { scenarioNames } from '~/engine/scenario-names'
import { Card } from '~/ui/card'
import { ErrorSummary } from '~/ui/error-summary'
import { SelectField, TextField } from '~/ui/field'
import { Form } from '~/ui/form'
import { formState, type FormResult } from '~/ui/form-result'
import { IdempotencyKeyField } from '~/ui/idempotency-key-field'
import { IntentButton } from '~/ui/intent-button'

import { scenarioLabel } from './scenario-label'

type Props = {
  formResult: FormResult | null
  /** The parameters of the run that the page shows. */
  parameters: SimulationParameters | null
  thisMonth: string
  enoughQuotes: number
  idempotencyKey: string
  /** Whether the figures of a run are on the page, which the form would push away. */
  folded: boolean
}

const between = ({ min, max }: { min: number; max: number }) =>
  `${min.toLocaleString('en-US')} to ${max.toLocaleString('en-US')}`

/** Starts a simulation; its fields hold the parameters of the run that the page shows. */
export function SimulationForm({
  formResult,
  parameters,
  thisMonth,
  enoughQuotes,
  idempotencyKey,
  folded,
}: Props) {
  const { errors, values, field } = formState(formResult)
  const initial = (name: keyof SimulationParameters, value: string | number) =>
    field(name, String(parameters?.[name] ?? value))
  const form = (
    <>
      <p className="simulation-note">
        Projects the portfolio by month with the claim model of the engine, along many paths. The mix is that
        of the approved quotes, the newest result of each, if there are {enoughQuotes} or more, else that of
        the bundled population. It changes no data until you import the months.
      </p>
      <Form
        method="post"
        action="/admin/underwriting/simulation"
        noValidate
        className="form simulation-form"
        formResult={formResult}
        draft="/admin/underwriting/simulation Start of a simulation"
        saysRestored
        preventScrollReset={false}
      >
        <ErrorSummary errors={errors} />
        <IdempotencyKeyField values={values} fresh={idempotencyKey} />
        <div className="simulation-fields">
          <SelectField
            label="Scenario"
            required
            options={scenarioNames.map((value) => ({ value, label: scenarioLabel(value) }))}
            {...initial('scenario', 'baseline')}
          />
          <TextField
            label="Start month"
            type="month"
            min="2000-01"
            max="2099-12"
            hint="Month and year, such as 2026-01 where it is typed"
            required
            {...initial('start', thisMonth)}
          />
          <TextField
            label="Months"
            hint={between(limits.months)}
            inputMode="numeric"
            required
            {...initial('months', 48)}
          />
          <TextField
            label="Paths"
            hint={`${between(limits.paths)}; the 99.5% rests on one path of 200`}
            inputMode="numeric"
            required
            {...initial('paths', 1000)}
          />
          <TextField
            label="Opening members"
            hint={between(limits.members)}
            inputMode="numeric"
            required
            {...initial('members', 260)}
          />
          <TextField
            label="Opening reserve"
            hint={`Dollars, ${between(limits.reserve)}`}
            prefix="$"
            inputMode="decimal"
            required
            {...initial('reserve', 180_000)}
          />
          <TextField
            label="Seed"
            hint="The same seed gives the same figures"
            inputMode="numeric"
            required
            {...initial('seed', 7)}
          />
        </div>
        <div className="button-row">
          <IntentButton intent="start" busyLabel="Starting...">
            Start simulation
          </IntentButton>
        </div>
      </Form>
    </>
  )
  if (!folded) return <Card title="Start a simulation">{form}</Card>
  return (
    <details className="card simulation-fold" open={formResult !== null}>
      <summary>
        <h2>Start another simulation</h2>
      </summary>
      {form}
    </details>
  )
}
