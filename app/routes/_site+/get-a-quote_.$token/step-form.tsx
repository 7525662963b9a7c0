import { Link, useNavigation } from '@remix-run/react'

import { doubtsOf, type Doubt } from '~/domain/quote-drafts/doubts'
import type { QuestionEffects } from '~/domain/quotes/question-effects'
import { steps, type StepId } from '~/domain/quotes/questions'
import { Button } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { Form } from '~/ui/form'
import type { FieldOf, FormResult } from '~/ui/form-result'

import { StepFields, type Choices } from '~/ui/quote-fields'
import { Doubts } from './doubts'

type Props = {
  /** The page of the draft. */
  path: string
  step: StepId
  choices: Choices
  effects: QuestionEffects | null
  errors: FormResult['errors']
  field: FieldOf
  formResult: FormResult | undefined
  doubts: readonly Doubt[]
  /** Tells the stored answers that the step was opened with. */
  seen: string
}

/** The form of one step, which is saved when it is left. */
export function StepForm({ path, step, choices, effects, errors, field, formResult, doubts, seen }: Props) {
  const sending = useNavigation().formData
  const isSaving = sending?.get('step') === step
  const previous = steps[steps.findIndex(({ id }) => id === step) - 1]
  // Errors come with the doubts about what was typed; what is stored may be other answers.
  const own = formResult ? (formResult.doubts ?? []) : doubtsOf(step, doubts)
  return (
    <Form
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
      <input type="hidden" name="asked" value={own.map(({ text }) => text).join('|')} />
      <Doubts doubts={own} />
      <StepFields step={step} choices={choices} effects={effects} field={field} />
      <p className="button-row">
        <Button type="submit" busy={isSaving && sending?.get('intent') !== 'later'} busyLabel="Saving...">
          Continue
        </Button>
        <Button
          type="submit"
          variant="secondary"
          name="intent"
          value="later"
          busy={isSaving && sending?.get('intent') === 'later'}
          busyLabel="Saving..."
        >
          Save and come back later
        </Button>
      </p>
      {previous ? (
        <p>
          <Link to={`${path}?step=${previous.id}`}>Back to {previous.label}</Link>
        </p>
      ) : null}
    </Form>
  )
}
