import { isMailConnected } from '~/env.server'
import type { Flash } from '~/ui/flash'

/** The link of a message to the mails that wait for a mail server. */
export const waitingMails = { to: '/admin/mail?state=pending', label: 'See the mails that wait' }

const noServer = 'no mail server is set up.'

/** Adds to a message, where no mail server is set up, a detail that its mail waits, and a link to the waiting mails. */
export function withWaitingMail(flash: Flash): Flash {
  if (isMailConnected()) return flash
  return { ...flash, detail: `It waits: ${noServer}`, link: waitingMails }
}

/**
 * Returns a message about a mail that was put into the outbox. Where no mail server is set up, the message is `stored` with the addition that
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
