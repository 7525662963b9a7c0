import type { Brand } from '~/content/brand'

import { greeting, mailOf, notYou } from './layout'

/** Confirms an entry on the waitlist. */
export function waitlistJoinedMail(brand: Brand, { name }: { name: string }) {
  return mailOf(brand, 'You are on the waitlist', [
    greeting(name),
    `Thank you for joining the waitlist of ${brand.name}. You are on it, and there is nothing else to do.`,
    'We keep you updated on our progress, and tell you first when cover becomes available.',
    notYou,
  ])
}
