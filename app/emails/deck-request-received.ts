import type { Brand } from '~/content/brand'

import { greeting, mailOf, notYou } from './layout'

/** Confirms that a request for the pitch deck has arrived. */
export function deckRequestReceivedMail(brand: Brand, { name }: { name: string }) {
  return mailOf(brand, 'We have received your pitch deck request', [
    greeting(name),
    `Thank you for your interest in ${brand.name}. Your request for access to our pitch deck has arrived.`,
    'We read every request ourselves, and email you an access code when yours is approved.',
    notYou,
  ])
}
