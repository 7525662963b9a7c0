import { businessDays, facts, fundingRounds } from './facts'

/* The texts that only the home page has. */

export const hero = {
  title: 'Your paycheck, protected',
  lede: `If you lose your work through no fault of your own, one lump sum is due after ${facts.eliminationDays} days.`,
  audience: 'For employees, freelancers, contractors and gig workers.',
} as const

/** The steps from the first question to active cover; How It Works shows them too. */
export const steps = [
  {
    title: 'Start your application',
    text: `It takes ${facts.applicationMinutes} minutes. You can send it without an account.`,
  },
  {
    title: 'Tell us about your work',
    text: `Your job, your employer and your household. We review it within ${businessDays(facts.reviewBusinessDays)}.`,
  },
  {
    title: 'Read your quote',
    text:
      `It arrives by email within ${businessDays(facts.quoteBusinessDays)}: a tier that fits, a price, ` +
      'and the reason for every figure in it.',
  },
  {
    title: 'Confirm and activate',
    text: 'A quote commits you to nothing. Once cover can be active, you confirm it and vesting begins.',
  },
] as const

/** A golden case of the engine, with its price in dollars a month; the smaller effects are one line, as in an offer. */
export const samplePrice = {
  case: 'A builder whose employer has a record',
  tier: 'Basic',
  base: 25,
  lines: [
    { label: 'Industry', dollars: 16.37 },
    { label: 'Years with the employer', dollars: -13.1 },
    { label: 'Education', dollars: 1.13 },
    { label: 'Layoffs of the employer', dollars: 1.09 },
    { label: 'Everything else', dollars: -0.33 },
  ],
  monthly: 30.16,
} as const

export const audiences = [
  {
    title: 'Employees',
    drawing: 'shop',
    text: 'One employer, one paycheck, and bills that assume it arrives. A layoff is planned by somebody else.',
  },
  {
    title: 'Freelancers and contractors',
    drawing: 'laptop',
    text: 'A client who leaves is a job that ends. Describe your main client, and how long you have worked for them.',
  },
  {
    title: 'Gig workers',
    drawing: 'van',
    text: 'Earnings that change from week to week still pay the rent. We work with your average month.',
  },
] as const

export const reasons = [
  {
    title: 'One sum, at once',
    text: 'A single payment that is yours to plan with, not a trickle with a form for every week.',
  },
  {
    title: 'A price you can follow',
    text: 'Each factor of your premium is named, with its effect. You can redo the sum by hand.',
  },
  {
    title: 'From an hour of pay',
    text: `Prices start from about one hour's wages a month.`,
  },
  {
    title: 'Made for how you work',
    text: 'Full-time, part-time, contract or gigs: describe your main job, client or platform, and the quote is about that.',
  },
] as const

/** An illustrative story, not that of a customer. */
export const story = {
  title: 'What two weeks can do',
  paragraphs: [
    'Dana fits kitchens for a firm of eleven people. In March the firm loses its largest client, and Dana the job. The rent ' +
      'is due in nine days, the first unemployment check in five weeks.',
    `With vested cover, Dana files a claim the same week. The sum is due ${facts.eliminationDays} days after the last day of work ` +
      'and is paid once the claim is checked. It covers three months of rent and a course.',
  ],
  quote: 'I did not need a fortune. I needed the next two months to stop being an emergency.',
  speaker: 'Dana, an example person',
} as const

export const fundraising = {
  title: 'Help us build it',
  text: `${fundingRounds} Read the plan, the figures and the risks, or ask for the pitch deck.`,
} as const
