/* The texts and figures of Investor Info. Anything not from ./facts is illustrative: a plan, not a result. */

import { compactMoney } from '~/domain/formats'

import { exampleTiers, facts } from './facts'

const dollars = (amount: number) => `$${amount.toLocaleString('en-US')}`
const maxCoverage = Math.max(...exampleTiers.map(({ coverage }) => coverage))

/** Planned monthly premiums in US dollars and the share of them that pays claims; the market in US dollars a year. */
export const planned = {
  lossRatioPercent: 65,
  premium: { min: 45, max: 85, average: 60 },
  market: 15_700_000_000,
} as const

export const disclaimer: string =
  'The figures on this page are illustrative. They show plans, targets and estimates, not results, ' +
  'and they have not been audited. We are in beta and sell no cover today. Nothing here is an offer ' +
  'to sell securities, a request to buy them or financial advice. Any offering would be made only ' +
  'through its own official documents. An investment in a young company is risky, and you could lose ' +
  'all of it.'

export const betaKpis: readonly { label: string; value: string; note: string }[] = [
  {
    label: 'Target loss ratio',
    value: `${planned.lossRatioPercent}%`,
    note:
      'The share of premiums, the prices members pay, that we plan to pay out in claims. A target, not ' +
      'a result.',
  },
  {
    label: 'Planned average premium',
    value: `$${planned.premium.min}-${planned.premium.max} a month`,
    note: 'What we expect an average member to pay after launch. No premiums are collected today.',
  },
  {
    label: 'Estimated market',
    value: compactMoney(planned.market),
    note:
      'A planning estimate of the yearly US market for job-loss and income cover. Not independently ' +
      'verified.',
  },
  {
    label: 'Planned tiers',
    value: `${exampleTiers.length}`,
    note: 'Example tiers that we are testing with quote applications during the beta.',
  },
  {
    label: 'Highest planned benefit',
    value: dollars(maxCoverage),
    note:
      `One lump sum, and never more than ${facts.maxMonthsOfPay} months of pay. Both limits bound the ` +
      'cost of a claim.',
  },
  {
    label: 'Target claim time',
    value: `${facts.claimBusinessDays} business days`,
    note: 'How long we plan to take to process a claim once cover is active.',
  },
]

/** US dollars a year; members at the end of the year. Assumes the planned average premium. */
export const projections: readonly {
  year: number
  members: number
  premium: number
  claims: number
  expenses: number
}[] = [
  { year: 2025, members: 500, premium: 45_000, claims: 29_250, expenses: 450_000 },
  { year: 2026, members: 4_000, premium: 1_620_000, claims: 1_053_000, expenses: 1_150_000 },
  { year: 2027, members: 14_000, premium: 6_480_000, claims: 4_212_000, expenses: 2_450_000 },
  { year: 2028, members: 35_000, premium: 17_640_000, claims: 11_466_000, expenses: 5_100_000 },
  { year: 2029, members: 70_000, premium: 37_800_000, claims: 24_570_000, expenses: 9_800_000 },
]

/** `raised` is 0 until money has been raised: an invented sum would mislead investors. */
export const funding: {
  round: string
  target: number
  raised: number
  minimum: number
  text: string
  uses: readonly { name: string; percent: number; text: string }[]
} = {
  round: 'Planned crowdfunding round',
  target: 1_500_000,
  raised: 0,
  minimum: 250_000,
  text:
    'In the crowdfunding round many people can each invest a small amount. If it does not reach its ' +
    'minimum, the plan is to return all money to those who gave it. You cannot invest through this website.',
  uses: [
    {
      name: 'Product and technology',
      percent: 35,
      text: 'Finish the quote engine, member accounts and the claims process, and keep them secure.',
    },
    {
      name: 'Licensing and compliance',
      percent: 25,
      text: 'Prepare state filings, legal work and outside reviews before any cover is sold.',
    },
    {
      name: 'Growth and community',
      percent: 20,
      text: 'Reach employees, freelancers, contractors and gig workers, and learn from the waitlist.',
    },
    {
      name: 'Operations and support',
      percent: 12,
      text: 'Build the team that reviews applications, answers questions and will process claims.',
    },
    {
      name: 'Reserve',
      percent: 8,
      text: 'Keep money aside for delays and costs that nobody foresaw.',
    },
  ],
}

export const roadmap: readonly {
  when: string
  title: string
  text: string
  state: 'done' | 'planned'
}[] = [
  {
    when: `${facts.founded}`,
    title: 'Founded',
    text: 'Company founded, first research into how people cope with a loss of income.',
    state: 'done',
  },
  {
    when: `${facts.founded}-2025`,
    title: 'Development',
    text: 'Example tiers set, application built, first version of the quote engine tested.',
    state: 'done',
  },
  {
    when: 'Next',
    title: 'Crowdfunding and waitlist',
    text: 'Round in preparation, waitlist open, applications gathered for research and development.',
    state: 'planned',
  },
  {
    when: 'Then',
    title: 'Beta release',
    text: 'First release for a small group, with close attention to pricing and support.',
    state: 'planned',
  },
  {
    when: 'After the beta',
    title: 'Public rollout',
    text: 'A step-by-step opening to more people, as testing and approvals allow.',
    state: 'planned',
  },
  {
    when: 'Later',
    title: 'Growth',
    text: 'More states, more kinds of work and prices refined by what real claims teach us.',
    state: 'planned',
  },
]

export const risks: readonly string[] = [
  'Rules and approvals: insurance is regulated state by state. Approvals may take longer than ' +
    'planned, cost more or be refused.',
  'Economy: in a downturn many members could lose their work at once. Claims could then far exceed ' +
    `the target of ${planned.lossRatioPercent}% of premiums.`,
  'Pricing: our prices rest on estimates, because no claims have been paid yet. They may prove too ' +
    'low or too high.',
  'Funding: we may raise less than we aim for, or later than we need it. The release planned for ' +
    `${facts.firstRelease} is late already, and we could have to stop.`,
  'Market: people may want this cover less than we expect, or larger companies may offer something ' +
    'similar for less.',
]
