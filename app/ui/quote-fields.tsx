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
  /** The effect of each question under the active engine, if known. */
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
        <TextField
          {...input}
          prefix={prefix}
          suffix={suffix}
          inputMode={whole ? 'numeric' : 'decimal'}
          // Selects the initial value, so that typing replaces it.
          onClick={initial ? ({ currentTarget }) => currentTarget.select() : undefined}
        />
      )
    }
    case 'text':
      if (question.multiline) return <TextAreaField {...shared} optional={optional} rows={5} />
      return <TextField {...input} minLength={question.min} maxLength={question.max} />
    case 'email':
      return <TextField {...input} type="email" inputMode="email" maxLength={254} />
    case 'phone':
      return <TextField {...input} type="tel" inputMode="tel" />
    case 'birthday':
      return <TextField {...input} inputMode="numeric" placeholder="MM/DD/YYYY" maxLength={50} />
  }
}

/** The terms that an applicant agrees to by sending the application. */
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
