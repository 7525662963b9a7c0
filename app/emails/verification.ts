import type { Site } from '~/content/metadata'

import { mailOf } from './layout'

/** The code and the link that verify an email. */
export function verificationMail(
  { brand, appUrl }: Site,
  { code, token, minutes }: { code: string; token: string; minutes: number },
) {
  return mailOf(brand, `Verify your email address for ${brand.name}`, [
    'Please enter this code on your dashboard, under Verify My Email:',
    { code },
    'Or open this link, and log in if you are asked to:',
    { label: 'Verify my email', url: `${appUrl}/verify-email?token=${token}` },
    `Both are valid for ${minutes} minutes, and one of them is enough. A newer email ends them.`,
    'If you did not ask for this, you can ignore it: nothing happens by itself.',
  ])
}
