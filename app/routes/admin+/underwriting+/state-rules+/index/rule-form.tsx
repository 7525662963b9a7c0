import { states } from '~/domain/quotes/quotes.options'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { ErrorSummary } from '~/ui/error-summary'
import { SelectField, TextAreaField } from '~/ui/field'
import { Form } from '~/ui/form'
import { formState, type FormResult } from '~/ui/form-result'
import { IntentButton } from '~/ui/intent-button'
import { VersionField } from '~/ui/version-field'

type Rule = {
  id: number
  updated_at: string
  state: string
  factor: string
  source: string
  note: string | null
}

const path = '/admin/underwriting/state-rules'

/** The form that adds or changes a rule. */
export function RuleForm({
  rule,
  factors,
  formResult,
  unsaved,
}: {
  rule: Rule | null
  factors: readonly { name: string; label: string }[]
  formResult: FormResult | null
  /** The input of a form that was sent after its session had ended, if any. */
  unsaved: Record<string, string> | null
}) {
  const { errors, values, field } = formState(formResult ?? (unsaved && { values: unsaved }))
  return (
    <Card id="rule" title={rule ? `Change the rule of ${rule.state}` : 'Add a rule'}>
      <Form
        method="post"
        action={rule ? `${path}?edit=${rule.id}` : path}
        className="form"
        formResult={formResult}
        draft={rule ? `${path}?edit=${rule.id} Rule of ${rule.state}` : `${path} New rule of a state`}
        unsaved={unsaved}
        saysRestored
        noValidate
        preventScrollReset={false}
      >
        <ErrorSummary errors={errors} />
        {rule ? (
          <>
            <input type="hidden" name="id" value={rule.id} />
            <VersionField name="updated_at" value={values.updated_at ?? rule.updated_at} />
          </>
        ) : null}
        <SelectField
          label="State"
          required
          width="medium"
          placeholder="Choose a state"
          options={Object.entries(states).map(([value, label]) => ({ value, label }))}
          {...field('state', rule?.state)}
        />
        <SelectField
          label="Factor"
          hint="Tenure, industry and the employer also decide who may be covered, so a rule cannot name them."
          required
          width="medium"
          placeholder="Choose a factor"
          options={factors.map(({ name, label }) => ({ value: name, label }))}
          {...field('factor', rule?.factor)}
        />
        <TextAreaField
          label="Source"
          hint="The law or the decision, with its address. 500 characters at most."
          required
          {...field('source', rule?.source)}
        />
        <TextAreaField label="Note" optional {...field('note', rule?.note ?? undefined)} />
        <div className="button-row">
          <IntentButton intent="save" busyLabel="Checking the engine...">
            {rule ? 'Save the rule' : 'Add the rule'}
          </IntentButton>
          {rule ? (
            <ButtonLink to={path} variant="secondary">
              Cancel
            </ButtonLink>
          ) : null}
        </div>
      </Form>
    </Card>
  )
}
