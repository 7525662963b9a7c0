import type { Brand } from '~/content/brand'
import { facts } from '~/content/facts'
import type { inquiryTypes } from '~/domain/contacts/contacts.options'

import { greeting, mailOf, notYou } from './layout'

/** Confirms that a message has arrived. Never quotes it, since anyone can enter any email. `quoteId`: the application that it asks about. */
export function contactReceivedMail(
  brand: Brand,
  contact: { name: string; inquiry_type: (typeof inquiryTypes)[number] },
  quoteId?: number,
) {
  const { normal, complex } = facts.replyBusinessDays
  return mailOf(brand, 'We have received your message', [
    greeting(contact.name),
    quoteId === undefined
      ? `Thank you for writing to us. Your message has arrived, under the subject "${contact.inquiry_type}".`
      : `Thank you for writing to us. Your question about quote Q-${quoteId} has arrived.`,
    `We answer within ${normal} business day, and within ${complex} when it takes more than one of us.`,
    notYou,
  ])
}
