import type { Brand } from '~/content/brand'

import { greeting, mailOf } from './layout'

/** Tells the sender of a request for the pitch deck that it was rejected, in the admin's words if there are any. */
export function deckRequestRejectedMail(brand: Brand, { name, note }: { name: string; note: string | null }) {
  return mailOf(brand, 'Your pitch deck request', [
    greeting(name),
    `Thank you for your interest in ${brand.name}. We cannot give you access to our pitch deck at this time.`,
    ...(note === null ? [] : note.split(/\s*\n\s*\n\s*/)),
    `If you believe this is an error, please write to ${brand.email}.`,
  ])
}
