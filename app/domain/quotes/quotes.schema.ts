import { z } from 'zod'

import { facts } from '~/content/facts'
import { birthDateMessage, parseBirthDate } from '~/domain/birth-dates'
import {
  agreement,
  choice,
  dollars,
  email,
  number,
  optionalText,
  phone,
  requiredText,
  wholeNumber,
} from '~/domain/fields'

import { isInDollars, optionValue, questions, type Question, type QuoteAnswers } from './questions'
import { otherJobRole, unsureCoverage } from './quotes.options'

const oldest = 120
const unreadable = 'Enter your date of birth as MM/DD/YYYY'

/** The date of birth of a person old enough to be covered on the day `today` (YYYY-MM-DD). */
function dateOfBirth(missing: string, today: string) {
  return z
    .string(missing)
    .trim()
    .min(1, missing)
    .max(50, unreadable)
    .transform((text, context) => {
      const date = parseBirthDate(text, today)
      const message = date === null ? birthDateMessage(unreadable, text, today) : wrongBirthday(date, today)
      if (date !== null && message === null) return date
      context.addIssue({ code: 'custom', message: message ?? '' })
      return z.NEVER
    })
}

function wrongBirthday(date: string, today: string) {
  const year = Number(today.slice(0, 4))
  if (date > today || year - Number(date.slice(0, 4)) > oldest)
    return 'Enter your real date of birth as MM/DD/YYYY'
  return date > `${year - facts.minimumAge}${today.slice(4)}`
    ? `You must be ${facts.minimumAge} or older to apply. Please check your date of birth.`
    : null
}

/** The bounds of an application on the day it is sent. */
type Bounds = {
  /** YYYY-MM-DD */
  today: string
  /** The available levels and the fallback levels, as stored. */
  coverageLevels: readonly string[]
}

function schemaOf(question: Question, { today, coverageLevels }: Bounds): z.ZodType {
  const { label, missing = `${label} is required`, optional = false } = question
  switch (question.kind) {
    case 'text':
      return optional ? optionalText(label, question) : requiredText(label, question)
    case 'email':
      return email(missing)
    case 'phone':
      return phone()
    case 'birthday':
      return dateOfBirth(missing, today)
    case 'choice': {
      const answer = choice(question.options.map(optionValue), missing)
      return question.shownWhen ? answer.optional() : answer
    }
    case 'list':
      return question.list === 'coverageLevels'
        ? z.preprocess(unsureByName, choice(coverageLevels, missing))
        : requiredText(label, question)
    case 'number':
      return question.whole
        ? wholeNumber(label, question)
        : (isInDollars(question.unit) ? dollars : number)(label, question).transform(
            (value) => Math.round(value * 100) / 100,
          )
  }
}

/** A call may send the name by which the list of levels has it. */
function unsureByName(level: unknown) {
  const isName =
    typeof level === 'string' && level.trim().toLowerCase() === unsureCoverage.label.toLowerCase()
  return isName ? unsureCoverage.value : level
}

const order = [...questions.map(({ name }) => name), 'consent']

/** Sorts errors in the order of the form, so that the summary matches the page. */
export function inFormOrder<Error extends { path: string }>(errors: readonly Error[]) {
  return [...errors].sort((a, b) => order.indexOf(a.path) - order.indexOf(b.path))
}

/** A quote application as stored. Rules between answers run even when other answers are invalid, so that one response lists every error. */
export function quoteSchema(bounds: Bounds) {
  const shape = Object.fromEntries(questions.map((question) => [question.name, schemaOf(question, bounds)]))
  return z
    .object(shape)
    .refine((quote) => quote.marital_status !== 'Married' || quote.spouse_working !== undefined, {
      path: ['spouse_working'],
      message: missingMessage('spouse_working'),
      when: always,
    })
    .refine((quote) => !isOther(quote.job_role) || Boolean(quote.other_job_role), {
      path: ['other_job_role'],
      message: missingMessage('other_job_role'),
      when: always,
    })
    .transform((quote) => {
      const answers = quote as QuoteAnswers // the type that the registry gives this shape
      return {
        ...answers,
        // The form hides the question from those who are not married, but may still hold an earlier answer.
        spouse_working:
          answers.marital_status === 'Married' ? answers.spouse_working : ('Not Applicable' as const),
        job_role:
          isOther(answers.job_role) && answers.other_job_role ? answers.other_job_role : answers.job_role,
      }
    })
}

function missingMessage(name: keyof QuoteAnswers) {
  return questions.find((question) => question.name === name)?.missing ?? ''
}

/** Only the page requires consent: the JSON call has none in its payload. */
export const consentSchema = z.object({
  consent: agreement('You must agree to the terms and conditions'),
})

const always = () => true

/** `role` can be anything while it is still invalid. */
function isOther(role: unknown) {
  return typeof role === 'string' && role.toLowerCase() === otherJobRole.toLowerCase()
}
