import type { Site } from '~/content/metadata'

import { mailOf } from './layout'

/** To an account's owner, when someone signs up with, or changes another account to, the same email. */
export function emailInUseMail({ brand, appUrl }: Site) {
  return mailOf(brand, `You already have an account with ${brand.name}`, [
    'Somebody, perhaps you, just asked us to use this email address for an account. It already belongs to yours, which stays as it is.',
    'If it was you, log in with the password that you have:',
    { label: 'Log in', url: `${appUrl}/login` },
    'If you have forgotten it, choose a new one:',
    { label: 'Recover your account', url: `${appUrl}/account-recovery` },
    'If it was not you, there is nothing that you need to do.',
  ])
}
