import { z } from 'zod'

import { choice, email, optionalText, personName } from '~/domain/fields'

const notSpecified = 'not-specified'

/** What a visitor can choose; each form offers some of them. */
export const interestLevels = [
  { value: 'very-interested', label: 'Very interested' },
  { value: 'interested', label: 'Interested' },
  { value: 'somewhat-interested', label: 'Somewhat interested' },
  { value: 'just-exploring', label: 'Just exploring' },
] as const

const chosen = interestLevels.map(({ value }) => value)
const selectInterest = 'Please select your interest level'

const source = (label: string) => optionalText({ max: 200, range: `${label} must be at most 200 characters` })

const answers = z.object({
  name: personName(),
  email: email(),
  interest_level: choice([...chosen, notSpecified], selectInterest)
    .nullish()
    .transform((level) => level ?? notSpecified),
  referral_source: source('Referral source'),
  utm_source: source('UTM source'),
  utm_medium: source('UTM medium'),
  utm_campaign: source('UTM campaign'),
})

/** An entry of the waitlist. Without `interestRequired` the level may be left out, and is then stored as not specified. */
export function waitlistSchema({ interestRequired }: { interestRequired: boolean }) {
  return interestRequired ? answers.extend({ interest_level: choice(chosen, selectInterest) }) : answers
}

export type WaitlistEntry = z.output<typeof answers>
