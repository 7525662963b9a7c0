import { z } from 'zod'

import { choice, optionalText, requiredText } from '~/domain/fields'

import { decisionReasons, verdicts } from './decisions.options'

const always = () => true

/** A decision about a referred result. `told` is what a declined applicant is told. */
export const decisionSchema = z
  .object({
    verdict: choice(
      verdicts.map(({ value }) => value),
      'Choose what you decide',
    ),
    reason: choice(
      Object.values(decisionReasons).flatMap((reasons) => reasons.map(({ value }) => value)),
      'Choose a reason',
    ),
    words: requiredText('Your words', {
      min: 10,
      max: 1000,
      multiline: true,
      missing: 'Say why, for whoever reads this later',
    }),
    told: optionalText('What the applicant is told', { max: 500, multiline: true }),
  })
  .refine(
    // They may be anything while they are invalid.
    ({ verdict, reason }) =>
      !Object.hasOwn(decisionReasons, verdict) ||
      decisionReasons[verdict].some(({ value }) => value === reason),
    { path: ['reason'], message: 'Choose a reason that belongs to your decision', when: always },
  )
  .refine(({ verdict, told }) => verdict !== 'declined' || (told ?? '').length >= 10, {
    path: ['told'],
    message: 'Tell the applicant the main reason, in a sentence',
    when: always,
  })
