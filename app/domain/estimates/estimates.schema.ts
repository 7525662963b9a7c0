import { z } from 'zod'

import { choice, number } from '~/domain/fields'
import { industries } from '~/domain/quotes/quotes.options'

/** The three questions of an estimate: pay before tax in dollars a month, industry, years with the employer. */
export const estimateSchema = z.object({
  income: number('Monthly pay', {
    min: 1,
    max: 1_000_000,
    missing: 'Enter your monthly pay before tax',
    range: 'Enter your monthly pay in dollars, from 1 to 1,000,000',
  }),
  industry: choice(industries, 'Choose your industry'),
  years: number('Years', {
    min: 0,
    max: 60,
    missing: 'Enter your years with this employer. Half a year is 0.5',
    range: 'Enter your years with this employer, from 0 to 60',
  }),
})

export type EstimateAnswers = z.output<typeof estimateSchema>
