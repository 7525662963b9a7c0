import { parseBirthDate } from '~/domain/birth-dates'
import { ageOn } from '~/domain/dates'
import { suggestEmail } from '~/domain/email-suggestion'
import { briefMoney, money } from '~/domain/formats'
import { questions, type StepId } from '~/domain/quotes/questions'
import { usualPay } from '~/domain/quotes/usual-pay'

import type { DraftAnswers } from './steps'

/** A warning about an answer, a question to the applicant, by the name of its field. */
export type AnswerWarning = { name: string; text: string }

/** The minimum age of an employee, and the share by which twelve incomes and the salary may differ: limits of the engine. */
const youngestWorker = 14
const salaryTolerance = 0.1

/**
 * Returns warnings about valid answers that contradict each other, which the engine would refer to a person, or that look like a slip.
 * `today` is YYYY-MM-DD.
 */
export function findWarnings(answers: DraftAnswers, today: string): AnswerWarning[] {
  const warnings: AnswerWarning[] = []
  const email = answers.email?.trim() ?? ''
  const meant = suggestEmail(email)
  if (meant !== null)
    warnings.push({ name: 'email', text: `Your quote goes to ${email}, and not to ${meant}?` })
  const birthday = parseBirthDate(answers.date_of_birth ?? '', today)
  const years = amount(answers.employment_length)
  if (birthday !== null && years !== null) {
    const age = ageOn(birthday, today)
    if (years > Math.max(0, age - youngestWorker))
      warnings.push({
        name: 'employment_length',
        text: `You are ${age} and have worked there for ${years} years?`,
      })
  }
  const income = amount(answers.income)
  const salary = amount(answers.salary)
  if (income !== null && (income < usualPay.min || income > usualPay.max))
    warnings.push({ name: 'income', text: `Your monthly income is ${briefMoney(income)}?` })
  if (income && salary !== null && Math.abs(salary / (12 * income) - 1) > salaryTolerance)
    warnings.push({
      name: 'salary',
      text: `Twelve months of ${money(income)} are ${money(12 * income)}, and your annual salary is ${money(salary)}?`,
    })
  const children = amount(answers.children_count)
  const family = amount(answers.family_size)
  if (children && family && children >= family)
    warnings.push({
      name: 'family_size',
      text: `${children} ${children === 1 ? 'child' : 'children'} in a family of ${family}, you included?`,
    })
  return warnings
}

/** Returns the warnings about a step that a change of its answers adds. */
export function newWarnings(
  step: StepId,
  before: DraftAnswers,
  after: DraftAnswers,
  today: string,
): AnswerWarning[] {
  const known = new Set(findWarnings(before, today).map(({ text }) => text))
  return warningsOf(step, findWarnings(after, today)).filter(({ text }) => !known.has(text))
}

/** Returns the warnings about the answers of a step. */
export function warningsOf(step: StepId, warnings: readonly AnswerWarning[]): AnswerWarning[] {
  const names = new Set(questions.filter((question) => question.step === step).map(({ name }) => name))
  return warnings.filter(({ name }) => names.has(name))
}

/** Parses an amount like the form; null if it is none. */
export function amount(text = '') {
  const plain = text
    .trim()
    .replace(/^\$\s*/, '')
    .replaceAll(',', '')
  const value = plain === '' ? Number.NaN : Number(plain)
  return Number.isFinite(value) ? value : null
}
