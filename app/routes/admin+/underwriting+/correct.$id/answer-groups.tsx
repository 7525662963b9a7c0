import { useEffect, useRef, useState, type ReactNode } from 'react'

import { correctable } from '~/domain/corrections/answers'
import { normalizeLineBreaks } from '~/domain/line-breaks'
import { officeLabel } from '~/domain/quotes/office-labels'
import type { Question } from '~/domain/quotes/questions'
import { FormSection } from '~/ui/fieldset'
import type { formState } from '~/ui/form-result'
import { QuestionField, type Choices } from '~/ui/quote-fields'

/** A reason for a referral, and the questions that it is about. */
export type Doubt = { questions: string[]; text: string }

type Props = {
  answers: Record<string, string>
  doubts: readonly Doubt[]
  /** The names of changed answers, whose doubts are out of date. */
  changed: readonly string[]
  choices: Choices
  form: ReturnType<typeof formState>
}

const groups = [...new Set(correctable.map(({ office }) => office.group))]

/** The doubtful answers with their reasons, then the others: each group is collapsed unless it has a changed or invalid one. */
export function AnswerGroups({ answers, doubts, changed, choices, form: { values, errorOf, field } }: Props) {
  const open = doubts.filter(({ questions }) => !questions.some((name) => changed.includes(name)))
  const doubted = [...new Set(doubts.flatMap(({ questions }) => questions))]
  const fieldsOf = (questions: readonly Question[]) => (
    <div className="correct-fields">
      {questions.map((question) => (
        <QuestionField
          key={question.name}
          // Labels of the back office: the form's own address the applicant.
          question={{
            ...question,
            label: officeLabel(question.name),
            hint: doubtOf(question.name, open),
            initial: undefined,
            autoComplete: undefined,
          }}
          choices={choices}
          effects={null}
          field={(name) => field(name, answers[name])}
        />
      ))}
    </div>
  )
  const isTouched = ({ name }: Question) =>
    errorOf(name) !== undefined ||
    (values[name] !== undefined && normalizeLineBreaks(values[name]) !== normalizeLineBreaks(answers[name]))
  return (
    <>
      {doubted.length === 0 ? null : (
        <FormSection legend="In doubt">
          {fieldsOf(doubted.flatMap((name) => correctable.filter((question) => question.name === name)))}
        </FormSection>
      )}
      {groups.map((group) => {
        const questions = correctable.filter(
          ({ name, office }) => office.group === group && !doubted.includes(name),
        )
        if (questions.length === 0) return null
        return (
          <Group key={group} group={group} questions={questions} isTouched={questions.some(isTouched)}>
            {fieldsOf(questions)}
          </Group>
        )
      })}
    </>
  )
}

type GroupProps = {
  group: string
  questions: readonly Question[]
  /** An answer of the group is changed or invalid. */
  isTouched: boolean
  children: ReactNode
}

/** A group that expands with its first change, and never collapses by itself: it may be in use. */
function Group({ group, questions, isTouched, children }: GroupProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const [isInitiallyOpen] = useState(isTouched)
  useEffect(() => {
    if (isTouched && details.current) details.current.open = true
  }, [isTouched])
  return (
    <details className="correct-group" open={isInitiallyOpen} ref={details}>
      <summary>
        <h2>{group === 'Submission' ? 'Contact and cover' : group}</h2>
        {questions.length === 1 ? null : (
          <span>{questions.map(({ name }) => officeLabel(name)).join(', ')}</span>
        )}
      </summary>
      {children}
    </details>
  )
}

function doubtOf(name: string, doubts: readonly Doubt[]) {
  const texts = doubts.filter(({ questions: [first] }) => first === name).map(({ text }) => text)
  return texts.join(' ') || undefined
}
