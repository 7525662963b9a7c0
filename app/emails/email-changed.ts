import type { Site } from '~/content/metadata'

import { mailOf } from './layout'

/*
 * Both go to the old address. Neither names the new one: an address that was mistyped at sign-up is a stranger's.
 */

/** A change was asked for, and can still be stopped. */
export function emailChangeAskedMail({ brand, appUrl }: Site) {
  return mailOf(brand, `Your ${brand.name} email address is about to change`, [
    'Somebody, hopefully you, asked to change the email address of your account. The new address counts once the code that we sent there has been entered. Until then this one stays.',
    'If it was not you, change your password now, and tell us:',
    { label: 'Change your password', url: `${appUrl}/change-password` },
  ])
}

/** The new address is in place. */
export function emailChangedMail({ brand }: Site) {
  return mailOf(brand, `Your ${brand.name} email address was changed`, [
    'The email address of your account was just changed. We no longer write to this one.',
    `If it was not you, please write to ${brand.email} or call ${brand.phone} at once.`,
  ])
}
