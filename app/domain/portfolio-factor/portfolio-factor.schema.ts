import { z } from 'zod'

import { number, requiredText, wholeNumber } from '~/domain/fields'

/** Limits on a factor, and on its change in one release, as a fraction of the last one. */
export const factorLimits = { min: 0.5, max: 2, change: 0.1 }

export type FactorRange = { min: number; max: number }

/** A factor to look at, in the range around the one in use. */
export function factorSchema(around: FactorRange) {
  const range = `Factor must be within 10% of the one in use: from ${around.min} to ${around.max}`
  return z.object({
    factor: number('Factor', { ...around, range }).transform((factor) => Math.round(factor * 1e4) / 1e4),
  })
}

/** A factor to release. `base` is the id of the one in use when the form was opened; 0 before there is one. */
export function factorReleaseSchema(around: FactorRange) {
  return factorSchema(around).extend({
    note: requiredText('Reason', { min: 20, max: 500 }),
    base: wholeNumber('Base', { min: 0, max: 2 ** 31 - 1 }).optional(),
  })
}
