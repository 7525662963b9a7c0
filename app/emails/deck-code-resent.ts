import type { Site } from '~/content/metadata'
import { mailTime } from '~/domain/mail-time'

import { greeting, mailOf } from './layout'

/** A new access code for the pitch deck, which replaces the previous one. */
export function deckCodeResentMail(
  { brand, appUrl }: Site,
  { name, code, expiresAt }: { name: string; code: string; expiresAt: Date },
) {
  return mailOf(brand, `Your new access code for the ${brand.name} pitch deck`, [
    greeting(name),
    'This is your new access code for our pitch deck. The code before it no longer works.',
    { code },
    { label: 'Enter your access code', url: `${appUrl}/pitch-deck?step=code` },
    `The code is valid until ${mailTime(expiresAt)} (UTC). Please keep it to yourself.`,
    'If you did not ask for access, you can ignore this email.',
  ])
}
