import type { Site } from '~/content/metadata'

import { mailOf } from './layout'

/* All of these go to the old email. None names the new one: an email mistyped at sign-up belongs to a stranger. */

/** The link that cancels the change. For an email that was never verified it ends with the change: `isVerified`. */
type CancelLink = { token: string; days: number; isVerified: boolean }

/** A change was requested, and can still be canceled. */
export function emailChangeRequestedMail(site: Site, link: CancelLink) {
  return mailOf(site.brand, `Your ${site.brand.name} email address is about to change`, [
    'Somebody, hopefully you, asked to change the email address of your account. The new address counts once the code that we sent there has been entered. Until then this one stays.',
    'If it was not you, cancel the change, and then choose a new password: whoever asked for it knew yours.',
    cancelLink(site, link),
    link.isVerified
      ? `The link is valid for ${link.days} days and works once.`
      : `The link works once, and for ${link.days} days at most: since this address was never verified, it ends when the new one is.`,
    { label: 'Change your password', url: `${site.appUrl}/change-password` },
  ])
}

/** The new email is in place. Has no link if the old one was never verified. */
export function emailChangedMail(site: Site, link: CancelLink | null) {
  const { brand } = site
  return mailOf(brand, `Your ${brand.name} email address was changed`, [
    'The email address of your account was just changed. We no longer write to this one.',
    ...(link === null
      ? []
      : [
          'If it was not you, put this address back:',
          cancelLink(site, link),
          `The link is valid for ${link.days} days and works once. Then choose a new password.`,
        ]),
    `If it was not you, please also write to ${brand.email} or call ${brand.phone}.`,
  ])
}

/** The change was canceled by its link. */
export function emailChangeCancelledMail({ brand, appUrl }: Site) {
  return mailOf(brand, `The change of your ${brand.name} email address was cancelled`, [
    'The change of your email address is cancelled: this one is the address of your account. Everywhere that you were logged in, you are logged out.',
    'If you had not asked for the change, somebody else knows your password. Choose a new one:',
    { label: 'Choose a new password', url: `${appUrl}/account-recovery` },
  ])
}

function cancelLink({ appUrl }: Site, { token }: CancelLink) {
  return { label: 'Cancel the change', url: `${appUrl}/cancel-email-change?token=${token}` }
}
