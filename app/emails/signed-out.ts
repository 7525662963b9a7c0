import type { Site } from '~/content/metadata'

import { mailOf } from './layout'

/** To an account's owner, when an administrator has ended its sessions. */
export function signedOutMail({ brand, appUrl }: Site, { everywhere }: { everywhere: boolean }) {
  const where = everywhere ? 'everywhere that you were logged in' : 'on one device'
  return mailOf(brand, `You were logged out of ${brand.name}`, [
    `An administrator of ${brand.name} logged you out ${where}. Your password is the same as before, and you can log in again:`,
    { label: 'Log in', url: `${appUrl}/login` },
    'If you think that somebody else knows your password, change it after you have logged in.',
  ])
}
