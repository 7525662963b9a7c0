import type { Site } from '~/content/metadata'
import { mailTime } from '~/domain/mail-time'

import { mailOf } from './layout'

/** To an account's owner, after a login from an unknown device. */
export function newDeviceMail(
  { brand, appUrl }: Site,
  { device, ip, time }: { device: string; ip: string | null; time: Date },
) {
  return mailOf(brand, `New login to your ${brand.name} account`, [
    'Somebody, hopefully you, just logged in to your account on a device that we have not seen before:',
    `Device: ${device}`,
    `Time: ${mailTime(time)} (UTC)`,
    ...(ip === null ? [] : [`IP address: ${ip}`]),
    'If it was you, there is nothing to do.',
    'If it was not you, somebody knows your password. Choose a new one, which logs out every device:',
    { label: 'Choose a new password', url: `${appUrl}/account-recovery` },
    { label: 'See where you are logged in', url: `${appUrl}/dashboard#sessions` },
  ])
}
