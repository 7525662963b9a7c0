import { z } from 'zod'

import { email, optionalText, requiredText } from '~/domain/fields'

import type { DeckStatus } from './pitch-deck.options'

const incomplete = 'Name and email are required'

/** The email that is checked for access. */
export const deckEmailSchema = z.object({ email: email('Please enter your email address') })

export const deckRequestSchema = z.object({
  name: requiredText('Name', { missing: incomplete, max: 100 }),
  email: email(incomplete),
  company: optionalText('Company', { max: 200 }),
  reason: optionalText('Reason', { max: 2000, multiline: true }),
})

/** A typed access code. Any text is valid input: what is not a code is a wrong one. */
export const deckCodeSchema = z.object({
  accessCode: z
    .string('Please enter your access code')
    .refine((text) => text.trim() !== '', 'Please enter your access code'),
})

/** An admin's rejection: both fields can be left out. A ticked box is any value except an explicit no. */
export const deckRejectionSchema = z.object({
  note: optionalText('Note', { max: 1000, multiline: true }),
  tell_applicant: z
    .string('Please tick the box or leave it empty')
    .nullish()
    .transform((text) => !/^\s*(?:|false|no|off|0)$/i.test(text ?? '')),
})

export type DeckRejection = z.output<typeof deckRejectionSchema>

export type DeckRequest = z.output<typeof deckRequestSchema>

/** Messages for an email that has a request. */
export const deckStatusMessages: Record<DeckStatus, string> = {
  pending: 'Your access request is pending. We will email you when it is approved.',
  approved: 'Your access request was already approved. Please enter your access code.',
  rejected: 'Please contact support if you believe this is an error.',
}

export const invalidDeckCode = 'The access code is invalid or has expired.'

export const noDeckRequest = 'Access request not found'
