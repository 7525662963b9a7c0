import type { Site } from '~/content/metadata'
import { calendarDay, longDate } from '~/domain/dates'

import { greeting, mailOf } from './layout'

type Question = { name: string; quoteId: number; message: string; token: string; expiresAt: Date }

/** A question about an application, with the private link of its answer. */
export function applicantQuestionMail(
  { brand, appUrl }: Site,
  { name, quoteId, message, token, expiresAt }: Question,
) {
  return mailOf(brand, `A question about your ${brand.name} application Q-${quoteId}`, [
    greeting(name),
    `We are looking at your application for quote Q-${quoteId}, and need your help with this:`,
    { words: message },
    { label: 'Answer the question', url: `${appUrl}/questions/${token}` },
    `You need no account for it. The link works until ${longDate(calendarDay(expiresAt))}. It is private: whoever has it can read this question and answer it. Please keep it to yourself.`,
    'We never ask for a password, a card number or a payment.',
    `Would you rather write? Send an email to ${brand.email}.`,
  ])
}
