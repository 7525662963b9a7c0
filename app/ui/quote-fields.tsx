import { useState, type ComponentProps } from 'react'

import type { FieldError } from '~/domain/parse-fields'
import { effectText, type QuestionEffects } from '~/domain/quotes/question-effects'
import { questions, stepWith, type Question, type StepId } from '~/domain/quotes/questions'
import { ExternalLink } from './external-link'
import { CheckboxField, SelectField, TextAreaField, TextField, type FieldOption } from './field'
import { FormSection } from './fieldset'
import type { FieldOf } from './form-result'

import { ChoiceGroup } from './choice-group'

/** The current options of the lists that the back office maintains. */
export type Choices = { jobRoles: readonly FieldOption[]; coverageLevels: readonly FieldOption[] }

type Props = {
  choices: Choices
  /** What each question changes under the engine in use, if it is known. */
  effects: QuestionEffects | null
  field: FieldOf
}

/** The questions of one step of an application. */
export function StepFields({ step, ...props }: Props & { step: StepId }) {
  const { id, label, description } = stepWith(step)
  return (
    <FormSection id={id} legend={label} description={description}>
      {questions
        .filter((question) => question.step === step)
        .map((question) => (
          <QuestionField key={question.name} question={question} {...props} />
        ))}
    </FormSection>
  )
}

export function QuestionField({ question, ...props }: Props & { question: Question }) {
  const control = <QuestionControl question={question} {...props} />
  return question.shownWhen ? <div className={`only-when-${question.shownWhen}`}>{control}</div> : control
}

function QuestionControl({ question, choices, effects, field }: Props & { question: Question }) {
  const { name, label, autoComplete, width, initial, shownWhen } = question
  const hint = [question.hint, effectText(question, effects)].filter(Boolean).join(' ') || undefined
  const isUnconditional = shownWhen === undefined
  const optional = isUnconditional && question.optional
  const required = isUnconditional && !question.optional
  const shared = { label, hint, required, autoComplete, ...field(name, initial) }
  const input = { ...shared, optional, width }
  switch (question.kind) {
    case 'choice': {
      const { control, options } = question
      if (typeof control === 'object')
        return <SelectField {...input} options={options} placeholder={control.menu} />
      return <ChoiceGroup {...shared} legend={label} options={options} inline={control === 'inline'} />
    }
    case 'list':
      return <SelectField {...input} options={choices[question.list]} placeholder={question.menu} />
    case 'number': {
      const { unit = '', whole } = question
      const [prefix, suffix] = unit.startsWith('dollars') ? ['$', unit.slice('dollars '.length)] : ['', unit]
      return (
        <TypedField
          {...input}
          prefix={prefix}
          suffix={suffix}
          inputMode={whole ? 'numeric' : 'decimal'}
          // A figure typed behind the initial one would be another number.
          onClick={initial ? ({ currentTarget }) => currentTarget.select() : undefined}
        />
      )
    }
    case 'text':
      if (question.multiline) return <TextAreaField {...shared} optional={optional} rows={5} />
      return <TypedField {...input} minLength={question.min} maxLength={question.max} />
    case 'email':
      return <TypedField {...input} type="email" inputMode="email" maxLength={254} />
    case 'phone':
      return <TypedField {...input} type="tel" inputMode="tel" />
    case 'birthday':
      return <TypedField {...input} inputMode="numeric" placeholder="MM/DD/YYYY" maxLength={50} />
  }
}

/** A field that the server checks when it is left, with JavaScript. */
function TypedField(input: ComponentProps<typeof TextField>) {
  const [foundError, setFoundError] = useState<string>()
  return (
    <TextField
      {...input}
      foundError={foundError}
      onInput={() => setFoundError(undefined)}
      onBlur={({ currentTarget: field, relatedTarget }) => {
        const { name, value } = field
        // Not while the focus moves to a button: the message would move it away from under the pointer.
        if (!value || relatedTarget instanceof HTMLButtonElement) return
        void errorOf(name, value).then((message) => field.value === value && setFoundError(message))
      }}
    />
  )
}

/** Returns the error of an answer; none where the server is not reached. */
async function errorOf(name: string, value: string) {
  try {
    const body = new URLSearchParams([[name, value]])
    const response = await fetch('/api/quote-submissions?check', { method: 'POST', body })
    return ((await response.json()) as { error: FieldError[] }).error[0]?.message
  } catch {
    return undefined
  }
}

/** What an applicant agrees to when the application is sent. */
export function Consent({ field }: { field: FieldOf }) {
  return (
    <CheckboxField
      label={
        <>
          I agree to the <ExternalLink href="/terms-of-service">terms of service</ExternalLink> and to the{' '}
          <ExternalLink href="/privacy-policy">privacy policy</ExternalLink>, and I know that cover is not
          active during the beta.
        </>
      }
      value="yes"
      required
      {...field('consent')}
    />
  )
}
