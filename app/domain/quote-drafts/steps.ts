import { isAtMost, isPlainText } from '~/domain/fields'
import { parseFields, type FieldError, type Fields } from '~/domain/parse-fields'
import { inFormOrder, type quoteSchema } from '~/domain/quotes/quotes.schema'
import { questions, steps, type Question, type StepId } from '~/domain/quotes/questions'

/** The typed answers of an application, by the name of the question; `confirmed` has the texts of the warnings that were confirmed. */
export type DraftAnswers = Record<string, string>

type Schema = ReturnType<typeof quoteSchema>

const questionsOf = new Map(steps.map(({ id }) => [id, questions.filter(({ step }) => step === id)]))

/** The maximum length of an answer in a draft, in characters: more than is valid, so that a slip can be corrected later. */
function longestAnswer(question: Question) {
  return 'max' in question && question.kind !== 'number'
    ? Math.max(254, Math.min(5000, 2 * question.max))
    : 254
}

/** Whether a text is the id of a step. */
export function isStep(text: unknown): text is StepId {
  return steps.some(({ id }) => id === text)
}

/** Returns the answers of one step as typed: an unchosen option is an empty answer. Answers that cannot be stored are errors. */
export function answersOf(step: StepId, fields: Fields): { answers: DraftAnswers; errors: FieldError[] } {
  const answers: DraftAnswers = {}
  const errors: FieldError[] = []
  for (const question of questionsOf.get(step) ?? []) {
    const { name } = question
    const longest = longestAnswer(question)
    const value = fields[name] ?? ''
    if (typeof value !== 'string' || !isPlainText(value))
      errors.push({ path: name, message: 'Remove the control characters from this text' })
    else if (!isAtMost(value, longest))
      errors.push({
        path: name,
        message: `Shorten this to ${longest.toLocaleString('en-US')} characters`,
      })
    else answers[name] = value
  }
  return { answers, errors }
}

/** Returns the answers of all steps as typed, as `answersOf` does. */
export function answersOfAll(fields: Fields): ReturnType<typeof answersOf> {
  const parts = steps.map(({ id }) => answersOf(id, fields))
  return {
    answers: Object.fromEntries(parts.flatMap(({ answers }) => Object.entries(answers))),
    errors: parts.flatMap(({ errors }) => errors),
  }
}

/**
 * Returns what is wrong with the answers, in the order of the form: of one step, or of all. `unstorable` are the errors of answers that
 * cannot be stored, and are missing for that reason.
 */
export function findErrors(
  schema: Schema,
  answers: DraftAnswers,
  step?: StepId,
  unstorable: readonly FieldError[] = [],
): FieldError[] {
  const parsed = parseFields(schema, answers)
  const names = step === undefined ? null : new Set(questionsOf.get(step)?.map(({ name }) => name))
  const others = (parsed.ok ? [] : parsed.errors).filter(
    ({ path }) => (names === null || names.has(path)) && unstorable.every((error) => error.path !== path),
  )
  return inFormOrder([...unstorable, ...others])
}

/** Returns the steps that have errors or open questions, in order. */
export function openSteps(schema: Schema, answers: DraftAnswers): StepId[] {
  const wrong = new Set(findErrors(schema, answers).map(({ path }) => path))
  return steps.flatMap(({ id }) => (questionsOf.get(id)?.some(({ name }) => wrong.has(name)) ? [id] : []))
}
