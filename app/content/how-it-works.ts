import { facts } from './facts'

/** The steps after a job loss, in order. */
export const claimSteps = [
  {
    when: 'Day 0',
    title: 'You lose your work',
    text: 'Through no fault of your own, and after your vesting months have passed.',
  },
  {
    when: `Within ${facts.claimFilingDays} days`,
    title: 'You file a claim',
    text: 'A short form and the document that shows what happened, such as a layoff letter.',
  },
  {
    when: `${facts.claimBusinessDays} business days after you file`,
    title: 'We process your claim',
    text: 'A person checks the document against your application and tells you the result with its reason.',
  },
  {
    when: `Day ${facts.eliminationDays}`,
    title: 'The elimination period ends',
    text: `${facts.eliminationDays} days without that work. They pass while you file and we check.`,
  },
  {
    when: 'Once both are over',
    title: 'The lump sum is paid',
    text: `Once, in full, at most ${facts.maxMonthsOfPay} months of your pay. It is yours to plan with.`,
  },
] as const
