import { z } from 'zod'

import { agreement, choice, email, personName, phone, requiredText } from '~/domain/fields'

import { inquiryTypes } from './contacts.options'

export const contactSchema = z.object({
  name: personName(),
  email: email(),
  phone: phone(),
  inquiry_type: choice(inquiryTypes, 'Please select an inquiry type'),
  message: requiredText('Message', { max: 5000, multiline: true }),
})

export type ContactMessage = z.output<typeof contactSchema>

/** Only the page requires consent: the JSON call has none in its payload. */
export const contactConsentSchema = z.object({ consent: agreement('You must agree to the terms') })

/** A question of an applicant about an offer. */
export const offerQuestionSchema = z.object({
  message: requiredText('Your question', { max: 5000, multiline: true, missing: 'Write your question' }),
})

/** What the back office replies to a message, by mail. */
export const contactReplySchema = z.object({
  subject: requiredText('Subject', { max: 150 }),
  message: requiredText('Reply', { max: 5000, multiline: true, missing: 'Write your reply' }),
})
