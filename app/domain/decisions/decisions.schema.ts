import { z } from 'zod'

import { choice, number, optionalText, percent, requiredText } from '~/domain/fields'

import { decisionReasons, needsApplicantReason, verdicts, type termFields } from './decisions.options'

const always = () => true

/** What is offered instead of what was rated; null leaves it as it is. Dollars of the lump sum, percent of the premium. */
const changes = {
  tier: optionalText('Tier', { max: 100 }),
  coverage: number('Cover', {
    min: 100,
    max: 100_000_000,
    range: 'Cover must be a number from 100 to 100,000,000',
  }).nullish(),
  loading_percent: percent('Loading', { min: 0, max: 100 }).nullish(),
  exclusion: optionalText('What is not covered', { max: 500, multiline: true }),
} satisfies Record<(typeof termFields)[number], z.ZodType>

export const changesSchema = z.object(changes)

export type Changes = z.output<typeof changesSchema>

/** Whether anything differs from what was rated. */
export function hasChanges({ tier, coverage, loading_percent, exclusion }: Changes) {
  return tier !== null || coverage != null || Boolean(loading_percent) || exclusion !== null
}

/** A decision about a referred result. `told` is the reason for the applicant of a refusal or a change. */
export const decisionSchema = z
  .object({
    // In the order of the form.
    verdict: choice(
      verdicts.map(({ value }) => value),
      'Choose what you decide',
    ),
    reason: choice(
      Object.values(decisionReasons).flatMap((reasons) => reasons.map(({ value }) => value)),
      'Choose a reason',
    ),
    ...changes,
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
  .refine(({ verdict, ...decision }) => verdict === 'changed' || !hasChanges(decision), {
    path: ['verdict'],
    message: 'Choose to accept with changes, or leave tier, cover, loading and what is not covered empty',
  })
  .refine(({ verdict, told }) => !needsApplicantReason(verdict) || (told ?? '').length >= 10, {
    path: ['told'],
    message: 'Tell the applicant the main reason, in a sentence',
    when: always,
  })
