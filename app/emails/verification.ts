import type { Brand } from '~/content/brand'

import { mailOf } from './layout'

/** The code that proves an address. */
export function verificationMail(brand: Brand, { code, minutes }: { code: string; minutes: number }) {
  return mailOf(brand, `Verify your email address for ${brand.name}`, [
    'Please enter this code on your dashboard, under Verify My Email:',
    { code },
    `It is valid for ${minutes} minutes and works once. A newer code ends this one.`,
    `If you did not ask for it, you can ignore this email: without the code nothing happens.`,
  ])
}
