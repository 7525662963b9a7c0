import type { Site } from '~/content/metadata'

import { mailOf } from './layout'

/** The link to a new password; with `userId` if the request named only the email. */
export function recoveryMail(
  { brand, appUrl }: Site,
  { token, minutes, userId }: { token: string; minutes: number; userId: number | null },
) {
  return mailOf(brand, `Reset your ${brand.name} password`, [
    `Somebody, hopefully you, asked to recover your account with ${brand.name}. Follow this link to choose a new password:`,
    { label: 'Choose a new password', url: `${appUrl}/account-recovery/reset?token=${token}` },
    `The link is valid for ${minutes} minutes and works once.`,
    ...(userId === null ? [] : [`Your User ID is ${userId}.`]),
    'If it was not you, you can ignore this email: your password stays as it is.',
  ])
}
