import { z } from 'zod'

import { agreement, choice, email, optionalText, personName, requiredText } from '~/domain/fields'
import type { Fields } from '~/domain/parse-fields'

import { generalPosition, positions } from './careers.options'

export const careerSchema = z.object({
  name: personName(),
  email: email(),
  position: choice([...positions, generalPosition], 'Position is required')
    .nullish()
    .transform((position) => position ?? generalPosition),
  linkedin: optionalText('LinkedIn address', { max: 300 })
    .transform((text) => text && withScheme(text))
    .refine(
      (text) => text === null || isWebAddress(text),
      'LinkedIn profile must be a web address, such as linkedin.com/in/your-name',
    ),
  experience: requiredText('Experience', { max: 5000, multiline: true }),
  why_join: requiredText('Your reasons', {
    missing: 'Please tell us why you want to join',
    max: 5000,
    multiline: true,
  }),
  consent: agreement('You must agree to the terms'),
})

export type CareerApplication = z.output<typeof careerSchema>

const order = [...Object.keys(careerSchema.shape).filter((name) => name !== 'consent'), 'resume', 'consent']

/** Sorts errors in the order of the form, so that the summary matches the page. */
export function inFormOrder<Error extends { path: string }>(errors: readonly Error[]) {
  return [...errors].sort((a, b) => order.indexOf(a.path) - order.indexOf(b.path))
}

/** Returns the fields by their current names. Older clients send some under another name, which counts when the field is absent. */
export function careerFields(fields: Fields): Fields {
  return {
    ...fields,
    email: fields.email ?? fields.career_email,
    why_join: fields.why_join ?? fields.interest_reason,
    linkedin: fields.linkedin ?? fields.linkedin_url,
  }
}

/** Adds the scheme to a URL that was typed without it, as browsers show it. */
function withScheme(text: string) {
  return /^(?:[\p{L}\d-]+\.)+\p{L}{2,}(?:[/?#]\S*)?$/u.test(text) ? `https://${text}` : text
}

/** The back office renders the value as a link, so only http and https are allowed. */
function isWebAddress(text: string) {
  return /^https?:\/\/[^\s/]\S*$/i.test(text) && URL.canParse(text)
}
