import type { Brand } from '~/content/brand'
import { calendarDay, longDate } from '~/domain/dates'

import { greeting, mailOf, notYou } from './layout'

type Reply = { name: string; sentAt: Date; subject: string; message: string }

/** The reply of a person to a message. Never quotes that message, since anyone can enter any email. */
export function contactReplyMail(brand: Brand, { name, sentAt, subject, message }: Reply) {
  return mailOf(brand, subject, [
    greeting(name),
    { words: message },
    `This is our reply to your message of ${longDate(calendarDay(sentAt))}. If something is still open, write to ${brand.email}.`,
    notYou,
  ])
}
