import { parseBirthDate } from '~/domain/birth-dates'
import { ageOn } from '~/domain/dates'
import { suggestEmail } from '~/domain/email-suggestion'
import { briefMoney } from '~/domain/formats'
import { questions, type StepId } from '~/domain/quotes/questions'
import { usualPay } from '~/domain/quotes/usual-pay'

import type { DraftAnswers } from './steps'

/** A warning about answers, a question to the applicant, with the names of their fields; it belongs to the step of the last one. */
export type AnswerWarning = { names: readonly string[]; text: string }

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
    warnings.push({ names: ['email'], text: `Your quote goes to ${email}. Or do you mean ${meant}?` })
  const birthday = parseBirthDate(answers.date_of_birth ?? '', today)
  const years = amount(answers.employment_length)
  if (birthday !== null && years !== null) {
    const age = ageOn(birthday, today)
    if (years > Math.max(0, age - youngestWorker))
      warnings.push({
        names: ['date_of_birth', 'employment_length'],
        text: `You are ${age}, and have worked there for ${years} years. Are both right?`,
      })
  }
  const income = amount(answers.income)
  const salary = amount(answers.salary)
  if (income !== null && (income < usualPay.min || income > usualPay.max))
    warnings.push({ names: ['income'], text: `Your income is ${briefMoney(income)} a month. Is that right?` })
  if (income && salary !== null && Math.abs(salary / (12 * income) - 1) > salaryTolerance)
    warnings.push({
      names: ['income', 'salary'],
      text: `${briefMoney(income)} a month is ${briefMoney(12 * income)} a year, and your salary is ${briefMoney(salary)} a year. Are both right?`,
    })
  const children = amount(answers.children_count)
  const family = amount(answers.family_size)
  if (children && family && children >= family)
    warnings.push({
      names: ['children_count', 'family_size'],
      text: `You have ${children} ${children === 1 ? 'child' : 'children'}, and your family of ${family} includes you. Are both right?`,
    })
  return warnings
}

/** Returns the texts of warnings as one field, in JSON: an email in them may contain any separator. */
export function textsField(warnings: readonly AnswerWarning[]) {
  return JSON.stringify(warnings.map(({ text }) => text))
}

/** Parses a field of texts; returns none for any other value. */
export function parseTexts(field: unknown): string[] {
  try {
    const texts: unknown = typeof field === 'string' ? JSON.parse(field) : []
    return Array.isArray(texts) ? texts.map(String) : []
  } catch {
    return []
  }
}

/** Returns the warnings that the applicant has not confirmed. */
export function openWarnings(answers: DraftAnswers, today: string): AnswerWarning[] {
  const confirmed = parseTexts(answers.confirmed)
  return findWarnings(answers, today).filter(({ text }) => !confirmed.includes(text))
}

/** Adds the warnings that the applicant has now confirmed to the earlier ones; drops those that no longer apply. */
export function confirmWarnings(
  answers: DraftAnswers,
  texts: readonly string[],
  today: string,
): DraftAnswers {
  const all = [...parseTexts(answers.confirmed), ...texts]
  const confirmed = findWarnings(answers, today).filter(({ text }) => all.includes(text))
  return { confirmed: textsField(confirmed) }
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
  return warnings.filter((warning) => names.has(warning.names.at(-1) ?? ''))
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
