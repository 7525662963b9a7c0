import { formatCalendarDate } from '~/domain/dates'
import { money } from '~/domain/formats'
import { truncate } from '~/domain/office-formats'
import { normalizeLineBreaks } from '~/domain/line-breaks'
import { officeLabel } from '~/domain/quotes/office-labels'
import { optionValue, questions, type Question, type QuoteAnswers } from '~/domain/quotes/questions'
import { coverageLevelLabel, otherJobRole } from '~/domain/quotes/quotes.options'

/** The corrected answers of applications. Safe for the browser. */

/** A stored answer. */
export type Answer = string | number | null

export type Change = { name: string; before: Answer; after: Answer }

/** The identity of the applicant is not correctable. */
const identity: readonly string[] = ['name', 'email'] satisfies (keyof QuoteAnswers)[]

export const identityQuestions = questions.filter(({ name }) => identity.includes(name))

/** The questions whose answers the back office can correct. */
export const correctable = questions.filter(({ name }) => !identity.includes(name))

/** Answers that the engine does not see, but which choose a row of the tables that it does. */
const choosesRows: readonly string[] = ['employer_name', 'region_state'] satisfies (keyof QuoteAnswers)[]

/** The correctable answers that a result depends on, by name. */
export const ratedAnswers = correctable
  .filter(({ name, engine }) => engine || choosesRows.includes(name))
  .map(({ name }) => name)

/** Whether a result depends on the answer to a question. */
export function isRated(name: string) {
  return ratedAnswers.includes(name)
}

/** Returns the correctable answers of an application as its form has them; `jobRoles` are the roles that the form offers. */
export function typedAnswers(quote: QuoteAnswers, jobRoles: readonly string[]): Record<string, string> {
  const role = quote.job_role.toLowerCase()
  const isOffered = jobRoles.some((offered) => offered.toLowerCase() === role)
  return {
    ...Object.fromEntries(correctable.map((question) => [question.name, typed(question, quote)])),
    ...(isOffered ? {} : { job_role: otherJobRole, other_job_role: quote.job_role }),
    // Asked of married applicants only.
    ...(quote.marital_status === 'Married' ? {} : { spouse_working: '' }),
  }
}

function typed({ name, kind }: Question, quote: QuoteAnswers) {
  const answer = quote[name as keyof QuoteAnswers]
  if (answer === null) return ''
  return kind === 'birthday' ? formatCalendarDate(String(answer)) : String(answer)
}

/** Returns the answers that differ. The text for another job role is not an answer of its own: the job role has it. */
export function changesOf(before: QuoteAnswers, after: QuoteAnswers): Change[] {
  return correctable
    .map(({ name }) => name as keyof QuoteAnswers)
    .filter((name) => name !== 'other_job_role')
    .map((name) => ({ name, before: before[name], after: after[name] }))
    .filter(({ before, after }) => normalizeLineBreaks(before) !== normalizeLineBreaks(after))
}

/** Merges changes of one application, oldest first: leaves out unchanged answers. */
export function mergeChanges(changes: readonly Change[]): Change[] {
  const merged = new Map<string, Change>()
  for (const change of changes) {
    const first = merged.get(change.name) ?? change
    merged.set(change.name, { ...change, before: first.before })
  }
  return [...merged.values()].filter(({ before, after }) => before !== after)
}

/** Returns an application as it was before some changes of it, oldest first. */
export function withoutChanges<Quote extends QuoteAnswers>(quote: Quote, changes: readonly Change[]): Quote {
  return { ...quote, ...Object.fromEntries(changes.toReversed().map(({ name, before }) => [name, before])) }
}

/** Formats changes for a sentence: 'Years employed: 13 years → 3 years; Union membership: No → Yes'. */
export function changesText(changes: readonly Change[]) {
  return changes
    .map(
      ({ name, before, after }) =>
        `${officeLabel(name)}: ${answerText(name, before)} → ${answerText(name, after)}`,
    )
    .join('; ')
}

function questionOf(name: string) {
  return questions.find((question) => question.name === name)
}

/** The longest answer in a sentence; longer ones are cut. */
const maxLength = 80

export function answerText(name: string, answer: Answer) {
  const question = questionOf(name)
  if (answer === null || answer === '') return 'none'
  if (typeof answer === 'number') return question ? amountText(question, answer) : String(answer)
  const text = question ? wordsOf(question, answer) : answer
  return truncate(text.replace(/\s+/gu, ' '), maxLength)
}

function amountText(question: Question, amount: number) {
  const unit = question.kind === 'number' ? question.unit : undefined
  if (unit === 'years') return `${amount} ${amount === 1 ? 'year' : 'years'}`
  return unit === undefined ? String(amount) : `${money(amount)} ${unit.slice('dollars '.length)}`
}

function wordsOf(question: Question, answer: string) {
  if (question.office.format) return question.office.format(answer)
  if (question.kind === 'birthday') return formatCalendarDate(answer)
  if (question.kind === 'list' && question.list === 'coverageLevels') return coverageLevelLabel(answer)
  if (question.kind !== 'choice') return answer
  const chosen = question.options.find((option) => optionValue(option) === answer)
  return chosen === undefined || typeof chosen === 'string' ? answer : chosen.label
}
