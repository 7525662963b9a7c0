import { parseBirthDate } from '~/domain/birth-dates'
import { longDate } from '~/domain/dates'
import { briefMoney } from '~/domain/formats'
import { amount } from '~/domain/quote-drafts/warnings'
import type { DraftAnswers } from '~/domain/quote-drafts/steps'
import { optionValue, questions, type Question } from '~/domain/quotes/questions'
import { otherJobRole } from '~/domain/quotes/quotes.options'
import type { FieldOption } from '~/ui/field'

import type { Choices } from '~/ui/quote-fields'

/** Whether a question applies with these answers. */
export function isAsked({ shownWhen }: Question, answers: DraftAnswers) {
  if (shownWhen === 'married') return answers.marital_status === 'Married'
  if (shownWhen === 'other-role') return answers.job_role?.toLowerCase() === otherJobRole.toLowerCase()
  return true
}

/** Returns the answers of a step as text, with the ids of their fields. `today` is YYYY-MM-DD. */
export function answerList(step: string, answers: DraftAnswers, choices: Choices, today: string) {
  return questions
    .filter((question) => question.step === step && isAsked(question, answers))
    .map((question) => ({
      name: question.name,
      label: question.label,
      text: answerText(question, answers[question.name] ?? '', choices, today),
    }))
}

function answerText(question: Question, answer: string, choices: Choices, today: string) {
  if (answer.trim() === '') return 'Not given'
  switch (question.kind) {
    case 'choice':
      return labelOf(question.options, answer)
    case 'list':
      return labelOf(choices[question.list], answer)
    case 'birthday': {
      const date = parseBirthDate(answer, today)
      return date === null ? answer : longDate(date)
    }
    case 'number': {
      const { unit = '' } = question
      const value = amount(answer)
      if (value === null) return answer
      return unit.startsWith('dollars')
        ? `${briefMoney(value)} ${unit.slice('dollars '.length)}`
        : `${value.toLocaleString('en-US')} ${unit}`.trim()
    }
    default:
      return answer
  }
}

function labelOf(options: readonly FieldOption[], answer: string) {
  const chosen = options.find((option) => optionValue(option).toLowerCase() === answer.toLowerCase())
  return chosen === undefined ? answer : typeof chosen === 'string' ? chosen : chosen.label
}
