import type { Site } from '~/content/metadata'

import { mailOf } from './layout'

/** Tells an admin of a new request for the pitch deck. What the sender typed besides the email is read in the back office only. */
export function deckRequestNoticeMail(
  { brand, appUrl }: Site,
  { email, perHour }: { email: string; perHour: number },
) {
  return mailOf(brand, 'A new request for the pitch deck', [
    `${email} asks for access to the pitch deck.`,
    'The list of requests has the name and the reason. There you approve or reject it.',
    { label: 'Open the requests that wait', url: `${appUrl}/pitch-deck-admin?status=pending` },
    `At most ${perHour} of these emails are sent in an hour; the list has every request.`,
  ])
}
