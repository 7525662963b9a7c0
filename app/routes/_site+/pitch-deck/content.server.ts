/*
 * The pitch deck. It reaches a browser only through the loader of its page, so nothing that runs in a browser may import this file.
 * Figures are illustrative; the public ones are also in ./investor.
 */

import { officeHours, type Brand } from '~/content/brand'
import { leadership, mission, values } from '~/content/company'
import { exampleTiers, facts, fundingRounds } from '~/content/facts'
import { funding, planned, projections, roadmap } from '~/content/investor'
import { briefMoney, compactMoney } from '~/domain/formats'
import { growthGeometry, ringGeometry } from '~/domain/pitch-deck/charts.server'

import type { Deck, DeckSection } from './pitch-deck'

const count = (value: number) => value.toLocaleString('en-US')
const percentOf = (part: number, whole: number, digits = 0) => `${((part / whole) * 100).toFixed(digits)}%`

/** US dollars. Nothing has been raised yet. */
const seriesB = 25_000_000

const uses = [
  {
    name: 'Capital behind claims',
    percent: 40,
    text: 'Held back, so that claims above the plan can be paid in a year in which many members lose their work.',
  },
  {
    name: 'Growth and partners',
    percent: 24,
    text: 'Reaching members through payroll, gig-work and credit-union partners as well as by ourselves.',
  },
  {
    name: 'Product and engine',
    percent: 18,
    text: 'Underwriting on real claims, faster decisions, and claims that a member can follow step by step.',
  },
  {
    name: 'Licensing and compliance',
    percent: 10,
    text: 'Filings state by state, reinsurance work and outside reviews.',
  },
  {
    name: 'Operations and support',
    percent: 8,
    text: 'People who review applications and answer members within the times that we promise.',
  },
]

const first = yearOf(2025)
const second = yearOf(2026)
const last = yearOf(2029)
const evenYear = projections.find((row) => resultOf(row) > 0)?.year ?? last.year

/** The years of the table. There are no figures before the foundation. */
const financialYears = [
  { year: 2023, members: 0, premium: 0, claims: 0, expenses: 0 },
  { year: facts.founded, members: 0, premium: 0, claims: 0, expenses: 120_000 },
  first,
  second,
]

type Year = (typeof projections)[number]

function yearOf(year: number): Year {
  const projection = projections.find((row) => row.year === year)
  if (!projection) throw new Error(`There are no projections for ${year}`)
  return projection
}

function resultOf({ premium, claims, expenses }: Year) {
  return premium - claims - expenses
}

/** Average number of members in a year; they pay its premiums. */
function payingMembers({ premium }: Year) {
  return premium / (planned.premium.average * 12)
}

/** The yearly cost of a member, without claims. */
function expensesPerMember(year: Year) {
  return briefMoney(Math.round(year.expenses / payingMembers(year)))
}

const companyOverview: DeckSection = {
  id: 'company-overview',
  title: 'Company overview',
  lede: `Founded in ${facts.founded} to give everyone who lives on what they earn a few weeks of calm after a job is lost.`,
  parts: [
    { kind: 'statement', label: 'Mission', text: mission },
    {
      kind: 'statement',
      label: 'Vision',
      text: 'A country in which losing your work is a hard month, not a lost home: a paycheck in reserve as ordinary as a seat belt.',
    },
    { kind: 'facts', title: 'Values', facts: values.map(({ name, text }) => ({ term: name, text })) },
  ],
}

const marketOpportunity: DeckSection = {
  id: 'market-opportunity',
  title: 'Market opportunity',
  lede: 'For many households the next bill comes before the next paycheck. A lost job leaves no time in between.',
  parts: [
    {
      kind: 'cards',
      title: 'Problem',
      cards: [
        {
          title: 'Help comes late',
          text: 'State benefits often take weeks to arrive, replace a part of the pay and end after a set time. Rent does not wait.',
        },
        {
          title: 'Many are left out',
          text: 'Freelancers, contractors and gig workers often have no claim to unemployment benefits at all.',
        },
        {
          title: 'Cover is bound to loans',
          text: 'What is sold today mostly protects one card or one mortgage. It pays the lender, not the person.',
        },
      ],
    },
    {
      kind: 'figures',
      title: 'Opportunity',
      figures: [
        {
          label: 'Estimated market',
          value: compactMoney(planned.market),
          note: 'A planning estimate of the yearly US market for job-loss and income cover. Not independently verified.',
        },
        {
          label: `Share of it in our plan for ${last.year}`,
          value: percentOf(last.premium, planned.market, 2),
          note: `${compactMoney(last.premium)} of premiums. The plan does not need a large share to work.`,
        },
        {
          label: 'Planned average premium',
          value: `$${planned.premium.min}-${planned.premium.max}`,
          note: `a month; the plan counts with $${planned.premium.average}.`,
        },
      ],
    },
    {
      kind: 'growth',
      title: 'Growth projection',
      text: `Members at the end of each year, on the plan. Illustrative: there are no members today.`,
      chart: growthGeometry(
        projections.map(({ year, members }) => ({ year, value: members })),
        { title: 'Members at the end of each year', format: count },
      ),
    },
  ],
}

const solution: DeckSection = {
  id: 'solution',
  title: 'Solution',
  lede: 'One lump sum, once, when it is needed most. No lender in between, no monthly forms, terms for one sitting.',
  parts: [
    { kind: 'cover', title: 'How cover is to work' },
    {
      kind: 'cards',
      title: 'Why it is different',
      cards: [
        {
          title: 'Built for every way of working',
          text: `Employees, freelancers, contractors and gig workers answer one application, in ${facts.applicationMinutes} minutes.`,
        },
        {
          title: 'Priced person by person',
          text: 'The engine weighs job, sector, tenure and history, and can show each step of every price.',
        },
        {
          title: 'Bounded by design',
          text: `Vesting of ${facts.vestingMonths.min} to ${facts.vestingMonths.max} months, ${facts.eliminationDays} days of elimination, and never more than ${facts.maxMonthsOfPay} months of pay.`,
        },
      ],
    },
    { kind: 'tiers', title: `${exampleTiers.length} example tiers`, tiers: [...exampleTiers] },
  ],
}

const businessModel: DeckSection = {
  id: 'business-model',
  title: 'Business model',
  lede: 'Premiums pay for claims first. What is left has to carry the company, and does so as it grows.',
  parts: [
    {
      kind: 'cards',
      title: 'Revenue streams',
      cards: [
        {
          title: 'Monthly premiums',
          badge: 'From launch',
          text: `$${planned.premium.min}-${planned.premium.max} a month for an average member; base prices of the example tiers begin at $${exampleTiers[0].premium}.`,
        },
        {
          title: 'Annual payment',
          badge: 'From launch',
          text: `Twelve months at once, ${facts.annualDiscountPercent}% cheaper for the member and cash at the start of the year for us.`,
        },
        {
          title: 'Partner programs',
          badge: 'Later',
          text: 'Employers, platforms and credit unions that offer cover to their people. Not in the projections.',
        },
      ],
    },
    {
      kind: 'split',
      title: 'Unit economics',
      text: `Where $${planned.premium.average} of premium goes in ${last.year}, on the plan.`,
      chart: ringGeometry(splitOf(last), {
        title: `Where a monthly premium of $${planned.premium.average} goes`,
        whole: planned.premium.average,
        format: (dollars) => (Number.isInteger(dollars) ? briefMoney(dollars) : `$${dollars.toFixed(2)}`),
      }),
    },
    {
      kind: 'figures',
      figures: [
        {
          label: 'Target loss ratio',
          value: `${planned.lossRatioPercent}%`,
          note: 'of premiums paid out in claims. A target, not a result.',
        },
        {
          label: 'Premium of a member',
          value: briefMoney(planned.premium.average * 12),
          note: `a year, of which ${briefMoney((planned.premium.average * 12 * (100 - planned.lossRatioPercent)) / 100)} is left after claims.`,
        },
        {
          label: 'Expenses for a member',
          value: expensesPerMember(last),
          note: `a year in ${last.year}, after ${expensesPerMember(second)} in ${second.year}: most of them do not grow with each member.`,
        },
        {
          label: 'First year above zero',
          value: String(evenYear),
          note: 'in which premiums carry claims and expenses, on the plan.',
        },
      ],
    },
    {
      kind: 'steps',
      title: 'Growth phases',
      steps: [
        {
          title: '2025: prove it',
          text: `A small group, close attention to pricing and support: ${count(first.members)} members by the end of the year.`,
        },
        {
          title: '2026-2027: widen',
          text: `More states and more kinds of work: ${count(yearOf(2027).members)} members by the end of 2027.`,
        },
        {
          title: `2028-${last.year}: scale`,
          text: `Partner programs and prices refined by real claims: ${count(last.members)} members by the end of ${last.year}.`,
        },
      ],
    },
  ],
}

/** Percent of the premiums of a year: claims, expenses and the remainder. */
function splitOf(year: Year) {
  const share = (part: number) => Math.round((part / year.premium) * 100)
  const [claims, expenses] = [share(year.claims), share(year.expenses)]
  return [
    { name: 'Claims', percent: claims, text: 'paid to members who lost their work' },
    { name: 'Expenses', percent: expenses, text: 'for people, technology, licensing and growth' },
    {
      name: 'Result',
      percent: 100 - claims - expenses,
      text: 'for reserves first',
    },
  ]
}

const traction: DeckSection = {
  id: 'traction-milestones',
  title: 'Traction milestones',
  lede: 'What is done, what is under way and what comes next. We count what is built, not what is hoped for.',
  parts: [
    {
      kind: 'note',
      text: 'Cover is not active: there are no members, premiums or claims yet. The waitlist and the applications of the beta serve research and development only.',
    },
    { kind: 'timeline', items: [...roadmap] },
  ],
}

const people: DeckSection = {
  id: 'leadership-and-advisory-board',
  title: 'Leadership and advisory board',
  lede: 'The seats, and what whoever holds each of them answers for.',
  parts: [
    {
      kind: 'note',
      text: 'These are roles, not people: no seat is filled with a name yet. Names are announced before launch.',
    },
    {
      kind: 'cards',
      title: 'Leadership',
      cards: leadership.map(({ role, text }) => ({ title: role, text })),
    },
    {
      kind: 'cards',
      title: 'Advisory board',
      cards: [
        {
          title: 'Insurance regulation',
          text: 'State filings, licenses and how regulators read a new kind of cover.',
        },
        { title: 'Actuarial science', text: 'Pricing without a claims history, reserves and stress tests.' },
        {
          title: 'Labor economics',
          text: 'How layoffs move through sectors, regions and the business cycle.',
        },
        {
          title: 'Consumer protection',
          text: 'Plain terms, fair claims and the people whom cover tends to miss.',
        },
      ],
    },
  ],
}

const financials: DeckSection = {
  id: 'financial-projections',
  title: 'Financial projections',
  lede: `US dollars a year, 2023 to 2026. ${facts.founded} and after are the plan's own estimates; none of them is audited.`,
  parts: [
    { kind: 'projections', title: 'Premium, claims and expenses, 2023 to 2026', rows: financialYears },
    {
      kind: 'table',
      caption: 'Financial projections, 2023 to 2026',
      columns: [
        { key: 'measure', header: 'Measure' },
        ...financialYears.map(({ year }) => ({ key: String(year), header: String(year), numeric: true })),
      ],
      rows: [
        financialRow('Members at the end', ({ members }) => count(members)),
        financialRow('Premiums', ({ premium }) => briefMoney(premium)),
        financialRow('Claims', ({ claims }) => briefMoney(claims)),
        financialRow('Expenses', ({ expenses }) => briefMoney(expenses)),
        financialRow('Result', (year) => briefMoney(resultOf(year))),
      ],
    },
    {
      kind: 'points',
      title: 'What the figures rest on',
      points: [
        `The company was founded in ${facts.founded}: there is nothing to count for 2023, and nothing was sold in ${facts.founded}.`,
        `An average premium of $${planned.premium.average} a month, and claims at the target of ${planned.lossRatioPercent}% of premiums.`,
        `A first release in ${facts.firstRelease}, as the plan of ${facts.planned} had it: it is late, and approvals may come later still or be refused.`,
        `A loss in ${second.year}, as planned; premiums first carry claims and expenses in ${evenYear}.`,
      ],
    },
  ],
}

/** One measure by year. */
function financialRow(measure: string, cell: (year: Year) => string) {
  return {
    measure,
    ...Object.fromEntries(
      financialYears.map((year) => [String(year.year), year.year < facts.founded ? 'N/A' : cell(year)]),
    ),
  }
}

const fundingSection: DeckSection = {
  id: 'funding',
  title: 'Funding',
  lede: fundingRounds,
  parts: [
    {
      kind: 'figures',
      title: 'Previous round: crowdfunding',
      text: `${funding.text} It is our first round, and takes the place of a Series A.`,
      figures: [
        { label: 'Target', value: compactMoney(funding.target), note: 'of the crowdfunding round' },
        { label: 'Minimum', value: compactMoney(funding.minimum), note: 'below which all money goes back' },
        { label: 'Raised so far', value: compactMoney(funding.raised), note: 'it has not been opened' },
      ],
    },
    {
      kind: 'figures',
      title: 'Current round: Series B',
      text: 'The round that this deck prepares: capital for growth, once a first release has shown what works. It is not open.',
      figures: [
        { label: 'Series B', value: compactMoney(seriesB), note: 'sought; illustrative' },
        { label: 'Raised so far', value: compactMoney(0), note: 'no commitments have been taken' },
        {
          label: 'Opens',
          value: 'After launch',
          note: `the beta release, planned for ${facts.firstRelease}, and the approvals it needs come first`,
        },
      ],
    },
    {
      kind: 'ring',
      title: 'Use of funds',
      chart: ringGeometry(uses, {
        title: 'Use of funds of the Series B',
        whole: seriesB,
        format: compactMoney,
      }),
    },
    {
      kind: 'note',
      text: 'Nothing here is an offer to sell securities, a request to buy them or financial advice. Any offering would be made only through its own official documents.',
    },
  ],
}

const contact = (brand: Brand): DeckSection => ({
  id: 'contact-information',
  title: 'Contact information',
  lede: 'Ask us about any figure in this deck: how it was made, what it rests on and what would change it.',
  parts: [
    {
      kind: 'facts',
      facts: [
        { term: 'Email', text: brand.email, to: `mailto:${brand.email}` },
        { term: 'Phone', text: brand.phone, to: `tel:${brand.phone.replace(/[^\d+]/g, '')}` },
        { term: 'Head office', text: brand.address },
        { term: 'Hours', text: officeHours },
      ],
    },
  ],
})

export function pitchDeck(brand: Brand): Deck {
  return {
    title: `${brand.name}: investor information`,
    lede: 'Your paycheck, protected. The pitch deck: what we build, what it would take and what it could become.',
    highlights: [
      { label: 'Series B', value: compactMoney(seriesB), note: 'sought, nothing raised yet' },
      {
        label: 'Average premium',
        value: `$${planned.premium.min}-${planned.premium.max}`,
        note: 'a month, planned',
      },
      { label: 'Target loss ratio', value: `${planned.lossRatioPercent}%`, note: 'of premiums' },
      { label: 'Market', value: compactMoney(planned.market), note: 'a year in the US, estimated' },
    ],
    caution: {
      title: 'Illustrative figures, no cover yet',
      text: 'No cover is available or active yet. The figures in this deck are illustrative: plans, targets and estimates, not results, and not audited. Please keep the deck to yourself.',
    },
    sections: [
      companyOverview,
      marketOpportunity,
      solution,
      businessModel,
      traction,
      people,
      financials,
      fundingSection,
      contact(brand),
    ],
  }
}

/** How to get access. */
export const accessSteps = [
  { title: 'Ask for access', text: 'Your name and email are enough. Company and reason help us answer.' },
  { title: 'We read it', text: 'A person reads every request. You hear from us by email.' },
  {
    title: 'Enter your code',
    text: `The email holds an access code, valid for ${facts.accessCodeDays} days. It opens the deck in this browser.`,
  },
]
