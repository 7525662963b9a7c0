import { z } from 'zod'

import { choice, email, optionalText, personName } from '~/domain/fields'

import { interestLevels, noInterestLevel } from './waitlist.options'

const chosen = interestLevels.map(({ value }) => value)
const selectInterest = 'Please select your interest level'

const source = (label: string) => optionalText(label, { max: 200 })

const answers = z.object({
  name: personName(),
  email: email(),
  interest_level: choice([...chosen, noInterestLevel], selectInterest)
    .nullish()
    .transform((level) => level ?? noInterestLevel),
  referral_source: source('Referral source'),
  utm_source: source('UTM source'),
  utm_medium: source('UTM medium'),
  utm_campaign: source('UTM campaign'),
})

/** An entry of the waitlist. Without `interestRequired` the level is optional, and stored as not specified when absent. */
export function waitlistSchema({ interestRequired }: { interestRequired: boolean }) {
  return interestRequired ? answers.extend({ interest_level: choice(chosen, selectInterest) }) : answers
}

export type WaitlistEntry = z.output<typeof answers>
