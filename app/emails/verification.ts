import type { Site } from '~/content/metadata'

import { mailOf } from './layout'

/** The code that verifies an email. */
export function verificationMail(
  { brand, appUrl }: Site,
  { code, minutes }: { code: string; minutes: number },
) {
  return mailOf(brand, `Verify your email address for ${brand.name}`, [
    'Please enter this code on your dashboard, under Verify My Email:',
    { code },
    { label: 'Verify my email', url: `${appUrl}/dashboard?verify=yes` },
    `It is valid for ${minutes} minutes and works once. A newer code ends this one.`,
    `If you did not ask for it, you can ignore this email: without the code nothing happens.`,
  ])
}
