import type { Site } from '~/content/metadata'
import { calendarDay, longDate } from '~/domain/dates'
import { money } from '~/domain/formats'
import { labelsInWords } from '~/domain/labels-in-words'
import { mailTime } from '~/domain/mail-time'
import { alternativeText } from '~/domain/offers/alternative-text'
import type { Alternative } from '~/domain/offers/alternatives.server'
import { dataUsed } from '~/domain/offers/data-used'
import { linkDays } from '~/domain/offers/offers.options'
import type { ApplicantView } from '~/domain/offers/offer-summary'
import { priceSteps } from '~/domain/offers/price-steps'

import { greeting, mailOf } from './layout'

type Ready = {
  name: string
  quoteId: number
  sentAt: Date
  token: string
  view: ApplicantView
  /** What would change the answer of the engine. */
  alternatives?: readonly Alternative[]
  /** The earlier answer whose link ends with this mail. */
  replaces?: { sent_at: Date; answer: string | null }
}

/** The result of an application, approved or declined, for its applicant. */
export function quoteReadyMail(
  { brand, appUrl }: Site,
  { name, quoteId, sentAt, token, view, alternatives = [], replaces }: Ready,
) {
  const link = {
    label: view.declined ? 'Read our answer' : 'See your quote',
    url: `${appUrl}/quote/${token}`,
  }
  const privately = `The link is private: whoever has it can read this answer. Please keep it to yourself. It works for ${linkDays} days.`
  const asOf = `Quote Q-${quoteId}, ${mailTime(sentAt)} (UTC).`
  if (view.declined)
    return mailOf(brand, `About your ${brand.name} application Q-${quoteId}`, [
      greeting(name),
      ...replacing(replaces, view),
      'Thank you for telling us about your work and your household. We are sorry: we cannot offer you cover at this time. This is why:',
      ...view.reasons,
      ...whatWouldChange(alternatives, view),
      ...adverseAction(view),
      ...whatWeUsed(view),
      'This is about our rules today, not about you. If your circumstances change, you are welcome to apply again.',
      link,
      privately,
      asOf,
      `If you think that something in it is wrong, write to ${brand.email}. A person reads every message.`,
    ])
  return mailOf(brand, `Your ${brand.name} quote is ready: Q-${quoteId}`, [
    greeting(name),
    ...replacing(replaces, view),
    'Thank you for your application. This is what your cover would be:',
    {
      words: [
        `Tier: ${view.tier}`,
        `Coverage: a lump sum of ${money(view.coverage)} at most`,
        `Premium: ${money(view.monthly)} a month, or ${money(view.annual)} a year`,
      ].join('\n'),
    },
    ...(view.exclusion === null ? [] : [`Not covered under this quote: ${view.exclusion}`]),
    ...(view.reasons.length > 0 ? ['How we came to it:', ...view.reasons] : []),
    ...(view.price ? [{ title: 'The price, in dollars a month:', steps: priceSteps(view) }] : []),
    ...whatWouldChange(alternatives, view),
    ...adverseAction(view),
    ...whatWeUsed(view),
    'Your cover is not active. This quote is not a contract, and there is nothing to pay: we are in beta, and write to you before cover can begin.',
    link,
    privately,
    asOf,
    `Questions? Write to ${brand.email}.`,
  ])
}

/** What would change the answer of the engine; absent for the decision of a person. */
function whatWouldChange(alternatives: readonly Alternative[], { declined, byPerson }: ApplicantView) {
  if (byPerson || alternatives.length === 0) return []
  return ['What would change it:', ...alternatives.map((one) => alternativeText(one, declined))]
}

/** The note that an earlier answer is no longer valid. */
function replacing(earlier: Ready['replaces'], { declined }: ApplicantView) {
  if (!earlier) return []
  const sentences = [
    `This replaces our answer of ${longDate(calendarDay(earlier.sent_at))}, whose link does not work any more.`,
    earlier.answer === 'interested' && !declined
      ? 'You were interested in the earlier quote: please tell us whether this one is of interest, too.'
      : '',
  ]
  return [sentences.filter(Boolean).join(' ')]
}

/** The data that the answer is based on, and how to correct them. */
function whatWeUsed(view: ApplicantView) {
  const data = dataUsed(view)
  if (data.length === 0) return []
  return [
    'What we used:',
    ...data,
    'If an answer was wrong, reply to this mail: we correct it and decide again.',
  ]
}

/** The notice that is due when credit, bankruptcy or background data made an offer more expensive or led to the decision. */
function adverseAction({ adverse }: ApplicantView) {
  if (adverse.length === 0) return []
  return [
    `Notice of adverse action: ${labelsInWords(adverse)} made the price higher or led to our decision. We used your own answers, ran no credit check and asked no agency. If one is wrong, reply and we decide again.`,
  ]
}
