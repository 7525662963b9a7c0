import { textsField, warningsOf, type AnswerWarning } from '~/domain/quote-drafts/warnings'
import type { QuestionEffects } from '~/domain/quotes/question-effects'
import { steps, type StepId } from '~/domain/quotes/questions'
import { Button } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { Form } from '~/ui/form'
import type { FieldOf, FormResult } from '~/ui/form-result'

import { StepFields, type Choices } from '~/ui/quote-fields'
import { useSentFields } from '~/ui/use-is-sending'
import { AnswerWarnings } from './warnings'

type Props = {
  /** The page of the draft. */
  path: string
  step: StepId
  choices: Choices
  effects: QuestionEffects | null
  errors: FormResult['errors']
  field: FieldOf
  formResult: FormResult | undefined
  warnings: readonly AnswerWarning[]
  /** Identifies the state of the answers that the step was opened with. */
  seen: string
}

/** The id of the form, for buttons outside of it. */
export const stepFormId = 'step-form'

/** The form of one step; leaving the step saves it. */
export function StepForm({ path, step, choices, effects, errors, field, formResult, warnings, seen }: Props) {
  const sending = useSentFields()
  const isSentFor = (intent: string | null) =>
    sending?.get('step') === step && sending.get('intent') === intent
  const previous = steps[steps.findIndex(({ id }) => id === step) - 1]
  // A result with errors has the warnings about the input, which may differ from the stored answers.
  const own = formResult ? (formResult.warnings ?? []) : warningsOf(step, warnings)
  return (
    <Form
      id={stepFormId}
      method="post"
      action={`${path}?step=${step}`}
      noValidate
      className="form"
      draft={`${path} ${step}`}
      formResult={formResult}
    >
      <ErrorSummary errors={errors} />
      <input type="hidden" name="step" value={step} />
      <input type="hidden" name="seen" value={seen} />
      <input type="hidden" name="warnings" value={textsField(own)} />
      <AnswerWarnings path={path} step={step} warnings={own} />
      <StepFields step={step} choices={choices} effects={effects} field={field} />
      <p className="button-row">
        <Button type="submit" busy={isSentFor(null)} busyLabel="Saving...">
          Continue
        </Button>
        <Button
          type="submit"
          variant="secondary"
          name="intent"
          value="later"
          busy={isSentFor('later')}
          busyLabel="Saving..."
        >
          Save and come back later
        </Button>
      </p>
      {previous ? (
        <p className="button-row">
          <Button
            type="submit"
            variant="quiet"
            name="intent"
            value="back"
            busy={isSentFor('back')}
            busyLabel="Saving..."
          >
            Back to {previous.label}
          </Button>
        </p>
      ) : null}
    </Form>
  )
}
