import { businessDays, facts } from '~/content/facts'

/** The steps after an application was sent, in order, each at a stage of its progress. On the server, so that the form does not load it. */
export const expectations = [
  {
    stage: 'Received',
    title: 'Now',
    text: 'Your application is with us.',
  },
  {
    stage: 'Review',
    title: `Within ${businessDays(facts.reviewBusinessDays)}`,
    text: 'We review your application. If something is unclear, we ask by email.',
  },
  {
    stage: 'Your quote',
    title: `Within ${businessDays(facts.quoteBusinessDays)}`,
    text: 'Your personal quote arrives by email, with the tier that fits and every step of its price.',
  },
  {
    stage: 'Your decision',
    title: 'Then it is up to you',
    text: 'A quote commits you to nothing. Cover is not active during the beta, and we tell you first when it is.',
  },
]
