import { z } from 'zod'

import { number, optionalText } from '~/domain/fields'

/** Answers to change for a trial; absent ones stay as in the application. */
export const whatIfSchema = z
  .object({
    tier: optionalText('Tier', { max: 100 }),
    years: number('Years', {
      min: 0,
      max: 80,
      range: 'Enter the years with the employer, from 0 to 80',
    }).nullish(),
    employer: optionalText('Employer', { max: 200 }),
  })
  .refine(({ tier, years, employer }) => tier !== null || years != null || employer !== null, {
    path: ['tier'],
    message: 'Change the tier, the years or the employer',
  })

export type WhatIfChanges = z.output<typeof whatIfSchema>
