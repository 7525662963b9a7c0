import type { Site } from '~/content/metadata'
import type { SecondFactorChange } from '~/domain/second-factor/changes'

import { mailOf } from './layout'

const words: Record<SecondFactorChange, string> = {
  'app set up':
    'An authenticator app was just set up for your account. A login now asks for its code after the password.',
  'app removed': 'The authenticator app of your account was just removed. Its codes no longer work.',
  'passkey added': 'A passkey was just added to your account. It can be used to log in.',
  'passkey removed': 'A passkey of your account was just removed. It can no longer be used to log in.',
  'codes renewed': 'New recovery codes were just made for your account. The earlier ones no longer work.',
  'recovery code used': 'A recovery code of your account was just used for a login. It does not work again.',
  'turned off': 'Two-step login was just turned off for your account. A login now takes the password alone.',
  'removed by an administrator':
    'An administrator has just removed the two-step login of your account, and logged you out everywhere. A login now takes the password alone, until you set it up again.',
}

/** To an account's owner, about a change of its second factor. `codesLeft`: the number of recovery codes that still work. */
export function secondFactorMail({ brand, appUrl }: Site, change: SecondFactorChange, codesLeft?: number) {
  return mailOf(brand, `Two-step login of your ${brand.name} account`, [
    words[change],
    ...(codesLeft === undefined ? [] : [left(codesLeft)]),
    { label: 'See your two-step login', url: `${appUrl}/two-step-login` },
    'If it was not you, choose a new password at once, and tell us:',
    { label: 'Choose a new password', url: `${appUrl}/account-recovery` },
  ])
}

function left(codes: number) {
  if (codes === 0) return 'None is left: make new ones.'
  return codes === 1 ? 'One is left: make new ones soon.' : `${codes} are left.`
}

/** To an account's owner, after too many wrong codes that followed the right password. */
export function secondStepWarningMail({ brand, appUrl }: Site) {
  return mailOf(brand, `Wrong codes for your ${brand.name} account`, [
    'Somebody entered the password of your account, and then too many wrong codes. They are not logged in, and have to wait before they can try again.',
    'If it was not you, somebody knows your password. Choose a new one:',
    { label: 'Choose a new password', url: `${appUrl}/account-recovery` },
  ])
}
