import { isMailConnected } from '~/env.server'
import type { Flash } from '~/ui/flash'

/** The link of a message to the mails that wait for a mail server. */
export const waitingMails = { to: '/admin/mail?state=pending', label: 'See the mails that wait' }

const noServer = 'no mail server is set up.'

/** Adds to a message that its mail waits, with a link to the waiting mails, if no mail server is set up. */
export function withWaitingMail(flash: Flash): Flash {
  if (isMailConnected()) return flash
  return { ...flash, detail: `It waits: ${noServer}`, link: waitingMails }
}

/**
 * Returns a message about a mail in the outbox. If no mail server is set up, the message is `stored` with the addition that
 * the mail waits, and a link to the waiting mails.
 */
export function mailFlash(flash: Flash, stored: string): Flash {
  if (isMailConnected()) return flash
  return {
    ...flash,
    message: `${stored} waits: ${noServer}`,
    link: waitingMails,
  }
}
