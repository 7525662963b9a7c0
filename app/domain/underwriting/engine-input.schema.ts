import { z } from 'zod'

import { collections, type Collection, type Column } from '~/domain/configuration/collections'
import { optionValue, questions, type Question } from '~/domain/quotes/questions'

/** Answers that are yes or no. */
export function isYesOrNo(question: Question) {
  return (
    question.kind === 'choice' &&
    question.options.every((option) => ['TRUE', 'FALSE'].includes(optionValue(option)))
  )
}

/**
 * The input of an engine of interface 2, but for the version's tables: every version may rely on it, and nothing else is passed. Money is in
 * US dollars, dates are YYYY-MM-DD, numbers are numbers and booleans booleans; absent values are null.
 */
export const engineInputSchema = z.strictObject({
  interface: z.literal(2),
  asOf: z.iso.date(),
  quote: z.strictObject(
    Object.fromEntries(
      questions.filter(({ engine }) => engine).map((question) => [question.name, answerSchema(question)]),
    ),
  ),
  tiers: z.array(rowSchema(collections.coverageTiers)),
  employer: rowSchema(collections.employerRisks).nullable(),
  /** The industry of the employer's record, or the one that the applicant names. */
  industry: rowSchema(collections.industryFallbacks).nullable(),
  portfolio: z.strictObject({ factor: z.number() }),
  /** Names of the factors that the applicant's state does not allow. */
  notRated: z.array(z.string()),
})

function answerSchema(question: Question) {
  if (question.kind === 'number') return z.number().nullable()
  return isYesOrNo(question) ? z.boolean().nullable() : z.string().nullable()
}

function rowSchema({ columns }: Collection) {
  return z.strictObject({
    id: z.number(),
    ...Object.fromEntries(columns.map((column) => [column.name, cellSchema(column).nullable()])),
  })
}

function cellSchema({ kind }: Column) {
  switch (kind) {
    case 'number':
    case 'count':
      return z.number()
    case 'boolean':
      return z.boolean()
    case 'text':
    case 'date':
      return z.string()
  }
}
