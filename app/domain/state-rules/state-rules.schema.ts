import { z } from 'zod'

import { states } from '~/domain/quotes/quotes.options'

/** The schema of a rule; `factors` are those that the engine in use can leave out. */
export function stateRuleSchema(factors: readonly string[]) {
  return z.object({
    state: z.string('Choose a state').refine((state) => Object.hasOwn(states, state), 'Choose a state'),
    factor: z.string('Choose a factor').refine((factor) => factors.includes(factor), 'Choose a factor'),
    source: z
      .string('Name the law or the decision')
      .trim()
      .min(1, 'Name the law or the decision')
      .max(500, 'The source may have 500 characters at most'),
    note: z.string().trim().max(500, 'The note may have 500 characters at most').nullish(),
  })
}
