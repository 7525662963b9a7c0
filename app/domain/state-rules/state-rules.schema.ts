import { z } from 'zod'

import { choice, optionalText, requiredText } from '~/domain/fields'
import { states } from '~/domain/quotes/quotes.options'

const codes = Object.keys(states)

/** The schema of a rule; `factors` are those that the engine in use can leave out. */
export function stateRuleSchema(factors: readonly string[]) {
  return z.object({
    state: choice(codes, 'Choose a state'),
    factor: choice(factors, 'Choose a factor'),
    source: requiredText('Source', {
      max: 500,
      multiline: true,
      missing: 'Name the law or the decision',
      range: 'The source may have 500 characters at most',
    }),
    note: optionalText('Note', {
      max: 500,
      multiline: true,
      range: 'The note may have 500 characters at most',
    }),
  })
}
