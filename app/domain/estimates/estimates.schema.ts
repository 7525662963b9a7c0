import { z } from 'zod'

import { choice, dollars, number, optionalText, wholeNumber } from '~/domain/fields'
import { payRange, usualPay } from '~/domain/quotes/usual-pay'
import {
  bankruptcyHistories,
  educations,
  industries,
  payTypes,
  states,
  workArrangements,
} from '~/domain/quotes/quotes.options'

/**
 * The answers of an estimate: pay before tax in dollars a month, industry and years with the employer, and of the other answers that move a
 * price or the recommended tier those that are known. An unknown coverage level requests no tier, and an unknown employer has no record.
 */
export const estimateSchema = z.object({
  income: dollars('Monthly pay', {
    ...usualPay,
    missing: 'Enter your monthly pay before tax',
    range: payRange,
  }),
  industry: choice(industries, 'Choose your industry'),
  years: number('Years', {
    min: 0,
    max: 80,
    missing: 'Enter your years with this employer. Half a year is 0.5',
    range: 'Enter your years with this employer, from 0 to 80',
  }),
  coverage_level: optionalText('Coverage level', { max: 100 }).optional(),
  employer_name: optionalText('Employer name', { max: 200 }).optional(),
  region_state: choice(Object.keys(states), 'Choose your state').optional(),
  children_count: wholeNumber('Number of children', { min: 0, max: 30 }).optional(),
  family_size: wholeNumber('Family size', { min: 1, max: 40 }).optional(),
  salary: dollars('Annual salary', { min: 0, max: 100_000_000 }).optional(),
  education: choice(educations, 'Choose your education').optional(),
  credit_score: wholeNumber('Credit score', { min: 300, max: 850 }).optional(),
  bankruptcy_history: choice(bankruptcyHistories, 'Choose your bankruptcy history').optional(),
  background_check: choice(['Clear', 'MinorFlag', 'MajorFlag'], 'Choose your background check').optional(),
  pay_type: choice(payTypes, 'Choose how you are paid').optional(),
  union_membership: choice(['TRUE', 'FALSE'], 'Choose whether you are in a union').optional(),
  work_arrangement: choice(workArrangements, 'Choose where you work').optional(),
})

export type EstimateAnswers = z.output<typeof estimateSchema>
