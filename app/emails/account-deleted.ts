import type { Site } from '~/content/metadata'

import { mailOf } from './layout'

/** The last mail to the email of a deleted account. */
export function accountDeletedMail({ brand }: Site) {
  return mailOf(brand, `Your ${brand.name} account was deleted`, [
    'The account with this email address was just deleted, for somebody who was logged in and gave its password again. It cannot be brought back.',
    'We have deleted what was about you. Applications for a quote stay without your name, contact details, employer and birthday.',
    'We keep this email for up to 30 days as proof, and write you no other.',
    `If it was not you, please write to ${brand.email} or call ${brand.phone} at once.`,
  ])
}
