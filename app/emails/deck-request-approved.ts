import type { Site } from '~/content/metadata'
import { mailTime } from '~/domain/mail-time'

import { greeting, mailOf } from './layout'

/** The first access code for the pitch deck. */
export function deckRequestApprovedMail(
  { brand, appUrl }: Site,
  { name, code, expiresAt }: { name: string; code: string; expiresAt: Date },
) {
  return mailOf(brand, `Your access to the ${brand.name} pitch deck`, [
    greeting(name),
    'Your request for access to our pitch deck is approved. This is your access code:',
    { code },
    { label: 'Enter your access code', url: `${appUrl}/pitch-deck?step=code` },
    `The code is valid until ${mailTime(expiresAt)} (UTC). Please keep it to yourself.`,
    'If you did not ask for access, you can ignore this email.',
  ])
}
