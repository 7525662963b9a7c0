import type { Brand } from '~/content/brand'
import { businessDays, facts } from '~/content/facts'

import { greeting, mailOf, notYou } from './layout'

/** Confirms that an application for a quote has arrived, with its number. */
export function quoteReceivedMail(brand: Brand, { name, id }: { name: string; id: number }) {
  return mailOf(brand, `We have received your application Q-${id}`, [
    greeting(name),
    `Thank you for your application for a quote. It has arrived, and its number is Q-${id}.`,
    `We review it within ${businessDays(facts.reviewBusinessDays)}, and email your personal quote within ${businessDays(facts.quoteBusinessDays)}. ` +
      'If something is unclear, we ask you at this address.',
    'A quote commits you to nothing.',
    notYou,
  ])
}
