import { z } from 'zod'

import { collections, type Collection, type Column } from '~/domain/configuration/collections'
import { questions, type Question } from '~/domain/quotes/questions'

/**
 * The complete input of an engine: every version may rely on it, and nothing else is passed. Money is in US dollars, dates are
 * YYYY-MM-DD, numbers are numbers; absent values are null.
 */
export const engineInputSchema = z.strictObject({
  quote: z.strictObject({
    id: z.number(),
    submission_type: z.string(),
    ...Object.fromEntries(
      questions.filter(({ engine }) => engine).map((question) => [question.name, answerSchema(question)]),
    ),
  }),
  tiers: z.array(rowSchema(collections.coverageTiers)),
  employer: rowSchema(collections.employerRisks).nullable(),
  industry: rowSchema(collections.industryFallbacks).nullable(),
  gender: rowSchema(collections.industryGenders).nullable(),
  /** The newest active month of the simulation. */
  synergy: rowSchema(collections.synergyData).nullable(),
  asOf: z.iso.date(),
})

function answerSchema({ kind }: Question) {
  return (kind === 'number' ? z.number() : z.string()).nullable()
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
