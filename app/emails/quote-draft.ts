import type { Site } from '~/content/metadata'
import { calendarDay, longDate } from '~/domain/dates'

import { greeting, mailOf, notYou } from './layout'

type Draft = { name: string; token: string; keptUntil: Date }

/** The private link of an application that is not sent yet. */
export function quoteDraftMail({ brand, appUrl }: Site, { name, token, keptUntil }: Draft) {
  return mailOf(brand, 'Your application is saved', [
    greeting(name),
    'Your application for a quote is saved as far as you got. This link leads back to it, on any device:',
    { label: 'Go on with my application', url: `${appUrl}/get-a-quote/${token}` },
    `The link works until ${longDate(calendarDay(keptUntil))}, and a month longer each time you save. It is private: whoever has it can read and change your answers.`,
    'To delete them, open the link and choose Delete my answers.',
    notYou,
  ])
}
