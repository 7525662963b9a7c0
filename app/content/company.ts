/* The texts of About Us and Careers: the company and its openings. */

import { facts } from './facts'

export const mission: string =
  'Our mission is to make losing your work easier to get through, with cover that is simple to ' +
  'understand, priced for people who live on what they earn and open to every way of working.'

/** The first sentence of the story. */
export const storyQuestion =
  `We started in ${facts.founded} with a plain question: what does a person need most in the first ` +
  'weeks after losing work?'

export const story: readonly string[] = [
  'Our answer was time. Time to pay the bills that are due, to think, and to look for the right next ' +
    'step instead of the first one.',
  'Many people work in ways that older kinds of protection were not built for. They freelance, take ' +
    'contracts, drive, deliver or mix several jobs. So we set out to design one cover for all of them: ' +
    `a single lump sum after a short wait of ${facts.eliminationDays} days, with terms you can read in ` +
    'one sitting.',
  'We are not there yet, and we want to be open about that. Cover is not available today. We are in ' +
    'beta, gathering a waitlist, applications and accounts for research and development. The first ' +
    `release was planned for ${facts.firstRelease} and is not out yet: what you tell us now shapes it.`,
]

export const values = [
  {
    name: 'Compassion',
    text:
      'Losing work is hard enough. We use plain words and treat you the way we would want to be treated ' +
      'on a difficult day.',
  },
  {
    name: 'Innovation',
    text:
      'We look at how people really work and build for that. If a step does not help you, we try to ' +
      'take it out.',
  },
  {
    name: 'Integrity',
    text:
      'We tell you what is ready and what is not. Limits and waiting times stand next to the price, not ' +
      'in the small print.',
  },
  {
    name: 'Inclusivity',
    text:
      'Employee, freelancer, contractor or gig worker: your income matters to you, so it matters to us. ' +
      'We design for every way of earning a living.',
  },
  {
    name: 'Reliability',
    text: 'We name a time for our reply and work to keep it. When we cannot, we tell you early and say why.',
  },
] as const

export type ValueName = (typeof values)[number]['name']

/** The note beside the timeline, whose dates are specified: some have passed. */
export const planNote = `The dates are those of our plan of ${facts.planned}. What is not done yet comes later than it says.`

export const companyTimeline: readonly {
  when: string
  title: string
  text: string
  state: 'done' | 'planned'
}[] = [
  {
    when: `${facts.founded}`,
    title: 'Founded',
    text: 'We began with one idea: simple cover for everyone who depends on income from work.',
    state: 'done',
  },
  {
    when: `${facts.founded}-2025`,
    title: 'Development',
    text: 'We set the example tiers, built the application and tested how a quote is worked out.',
    state: 'done',
  },
  {
    when: 'Q2-Q3 2025',
    title: 'Crowdfunding and waitlist',
    text:
      'We prepare a crowdfunding round. The waitlist is open, so that future members can help to shape ' +
      'the cover.',
    state: 'planned',
  },
  {
    when: facts.firstRelease,
    title: 'Beta release',
    text: 'Our first release is planned for a small group. We listen, measure and improve.',
    state: 'planned',
  },
  {
    when: 'Late 2025',
    title: 'Public rollout',
    text: 'We plan to open to more people, step by step, once testing and the necessary approvals allow it.',
    state: 'planned',
  },
]

/** Roles without names, which are announced before launch. */
export const leadership: readonly { role: string; text: string }[] = [
  {
    role: 'Chief Executive Officer',
    text:
      'Answers for where the company is going, for its promises to members and for the team that keeps ' +
      'them.',
  },
  {
    role: 'Chief Operating Officer',
    text:
      'Answers for daily work: applications reviewed on time, messages answered and processes that hold ' +
      'up.',
  },
  {
    role: 'Chief Technology Officer',
    text: 'Answers for the website, the quote engine and the safety of the information you share with us.',
  },
  {
    role: 'Chief Actuary',
    text:
      'Answers for the math behind prices and tiers, so that future claims can be paid and prices stay ' +
      'fair.',
  },
  {
    role: 'Head of Compliance',
    text: 'Answers for following state and federal rules, and for terms that say clearly what they mean.',
  },
  {
    role: 'Head of Member Experience',
    text:
      'Answers for support, for claims once cover is active, and for making sure that your feedback is ' +
      'heard.',
  },
]

export const openings: readonly {
  slug: string
  title: 'Growth & Marketing Intern' | 'Front-End Developer' | 'Beta Community Lead'
  type: string
  schemaType: 'INTERN' | 'PART_TIME' | 'CONTRACTOR'
  hours: string
  summary: string
  tasks: readonly string[]
  requirements: readonly string[]
}[] = [
  {
    slug: 'growth-marketing-intern',
    title: 'Growth & Marketing Intern',
    type: 'Part-time internship',
    schemaType: 'INTERN',
    hours: 'Part-time, on a schedule we agree with you',
    summary:
      'Help people find our waitlist and understand what we are building. You will write, test and ' +
      'learn from the results, with someone at your side who reads your drafts.',
    tasks: [
      'Write short posts, emails and page texts in plain English',
      'Run small tests on our pages and report what they show',
      'Learn how freelancers, contractors and gig workers talk about income and work',
      'Keep our content calendar up to date',
    ],
    requirements: [
      'Clear writing and an eye for detail',
      'Curiosity about numbers and what is behind them',
      'Care with claims: you say what is true, and no more',
      'Some practice with social media or email tools, from school, work or your own projects',
    ],
  },
  {
    slug: 'front-end-developer',
    title: 'Front-End Developer',
    type: 'Freelance',
    schemaType: 'CONTRACTOR',
    hours: 'By project, on hours you choose',
    summary:
      'Build pages and forms that anyone can use, on any device and in any state of mind. You will work ' +
      'from clear tasks and see your work go live.',
    tasks: [
      'Build pages and forms in TypeScript and React',
      'Make every page work with a keyboard, a screen reader and a slow connection',
      'Write tests for what you build',
      'Suggest simpler ways through our application',
    ],
    requirements: [
      'Solid HTML, CSS and TypeScript, with work you can show us',
      'Experience with React and forms rendered on the server',
      'Working knowledge of accessibility standards',
      'Short, clear notes on what you did and why',
    ],
  },
  {
    slug: 'beta-community-lead',
    title: 'Beta Community Lead',
    type: 'Contractor',
    schemaType: 'CONTRACTOR',
    hours: '10-20 hours a week',
    summary:
      'Be the person our waitlist knows by name. You will welcome people to the beta, listen to what ' +
      'they need and bring it back to the team.',
    tasks: [
      'Welcome new people on the waitlist and answer their questions',
      'Host conversations and short surveys about the beta',
      'Turn feedback into clear notes for the team',
      'Tell people what changed because of what they said',
    ],
    requirements: [
      'Experience with running a community, online or in person',
      'A calm, kind way of writing, also when someone is upset',
      'Honesty about what the beta is and is not',
      'Knowledge of freelance, contract or gig work, best of all your own',
    ],
  },
]

export const hiringSteps: readonly { title: string; text: string }[] = [
  {
    title: 'Send your application',
    text:
      'Tell us which role you want and why, and attach your resume. The file can be up to ' +
      `${facts.resumeMegabytes} MB.`,
  },
  {
    title: 'We read it',
    text: 'A person reads every application. If it looks like a match, we email you to set up a call.',
  },
  {
    title: 'We talk',
    text:
      'You meet one or two of us for a video or phone call. Ask us anything about the work and the ' +
      'company.',
  },
  {
    title: 'You hear our decision',
    text:
      'We tell you yes or no by email. If it is yes, you receive the terms in writing and time to think ' +
      'them over.',
  },
]
