import type { Site } from '~/content/metadata'

import { mailOf } from './layout'

export function passwordChangedMail({ brand, appUrl }: Site) {
  return mailOf(brand, `Your ${brand.name} password was changed`, [
    'The password of your account was just changed. Everywhere else that you were logged in, you are now logged out.',
    'If it was not you, choose a new password at once, and tell us:',
    { label: 'Recover your account', url: `${appUrl}/account-recovery` },
  ])
}
