/* The questions of the FAQ page, and of the pages that show some of them. */

import { officeHours, slowMailProvider } from './brand'
import { coveredLosses } from './covered'
import { businessDays, exampleTiers, facts, processTime } from './facts'

export type Question = { id: string; question: string; answer: readonly string[] }
export type QuestionGroup = { id: string; heading: string; questions: readonly Question[] }

const dollars = (amount: number) => `$${amount.toLocaleString('en-US')}`

const [basic, standard, premium, elite, ultra] = exampleTiers
const vesting = `${facts.vestingMonths.min} to ${facts.vestingMonths.max} months`

const whatItIs: Question = {
  id: 'what-is-it',
  question: 'What is this cover meant to do?',
  answer: [
    'It is planned to pay you one lump sum, a single payment, if you lose your work through no fault ' +
      'of your own. You decide what the money is for: rent, groceries, a course or time to look for the ' +
      'right job.',
    'It is meant to stand beside your own savings, not to replace a salary month after month.',
  ],
}

const availableNow: Question = {
  id: 'available-now',
  question: 'Can I get cover today?',
  answer: [
    'Not yet. Cover is not available and no policy is active. You can join the waitlist, apply for a ' +
      'quote or open an account, and we use what we learn for research and development only.',
    `Our first release was planned for ${facts.firstRelease}. It is not out yet, and we tell the waitlist first.`,
  ],
}

const cost: Question = {
  id: 'cost',
  question: 'What would it cost?',
  answer: [
    "Pricing starts from about one hour's wages a month. The base prices of our example tiers run from " +
      `${dollars(basic.premium)} a month for up to ${dollars(basic.coverage)} to ` +
      `${dollars(ultra.premium)} a month for up to ${dollars(ultra.coverage)}.`,
    'These prices are examples while we are in beta. Your own quote can be lower or higher.',
  ],
}

const coveredEvents: Question = {
  id: 'covered-events',
  question: 'Which kinds of job loss would be covered?',
  answer: [
    'The cover is being designed for work you lose through no fault of your own. Examples are ' +
      `${coveredLosses.slice(0, -1).join(', ')} or ${coveredLosses.at(-1)}.`,
    'The final terms will list every covered event in full. Read them before you decide.',
  ],
}

const applicationTime: Question = {
  id: 'application-time',
  question: 'How long does an application take?',
  answer: [`Most people need ${facts.applicationMinutes} minutes. ${processTime}`],
}

const lumpSumUse: Question = {
  id: 'lump-sum-use',
  question: 'Is the benefit one payment, and may I spend it as I like?',
  answer: [
    'Yes to both. The plan is a one-time lump sum, not a series of payments. You would not need to ' +
      'show us receipts or explain what you bought.',
  ],
}

const quoteIsNotCover: Question = {
  id: 'quote-is-not-cover',
  question: 'Does a quote or a place on the waitlist mean I am covered?',
  answer: [
    'No. A quote is an estimate of what cover could cost you. A place on the waitlist means that we ' +
      'will tell you our news. Neither one insures you or promises that you will be insured later.',
    'Please keep any cover and savings you have now.',
  ],
}

export const faqGroups: readonly QuestionGroup[] = [
  {
    id: 'quick-answers',
    heading: 'Quick answers',
    questions: [
      whatItIs,
      availableNow,
      {
        id: 'who-is-it-for',
        question: 'Who is it for?',
        answer: [
          'It is for people in the United States who live on what they earn: employees, freelancers, ' +
            `contractors and gig workers. You need to be at least ${facts.minimumAge} years old to ` +
            'apply.',
        ],
      },
      cost,
      {
        id: 'when-would-i-be-paid',
        question: 'How soon would I be paid after losing my work?',
        answer: [
          `There is a ${facts.eliminationDays}-day wait after you lose your work, called the ` +
            `elimination period. Claims are planned to be processed in ${facts.claimBusinessDays} ` +
            'business days. If your claim is approved, the lump sum is paid once the wait is over and ' +
            'the claim has been processed.',
        ],
      },
    ],
  },
  {
    id: 'beta-program',
    heading: 'Beta program',
    questions: [
      {
        id: 'what-beta-means',
        question: 'What does beta mean here?',
        answer: [
          'It means that we are still building and testing. The website, the application and the way ' +
            'we work out a quote are open to try. The cover itself is not on sale.',
          'Prices, tiers and terms may change before the first release.',
        ],
      },
      {
        id: 'join-waitlist',
        question: 'How do I join the waitlist?',
        answer: [
          'Fill in the waitlist form on our Contact page. We will email you when there is something ' +
            'to tell, such as a release date or an invitation to test. You are free to ignore any ' +
            'invitation.',
        ],
      },
      quoteIsNotCover,
      {
        id: 'use-of-information',
        question: 'What do you do with the information I send?',
        answer: [
          'We use waitlist entries, applications and accounts for research and development. They show ' +
            'us who needs this cover, what people ask for and how well our quotes work.',
          'Our Privacy Policy explains what we keep, why we keep it and what you can ask us to do with it.',
        ],
      },
      {
        id: 'leave-beta',
        question: 'Can I leave the beta?',
        answer: [
          'Yes, at any time and without giving a reason. Write to us from the email address you ' +
            'signed up with and tell us that you want to leave. You owe us nothing.',
        ],
      },
    ],
  },
  {
    id: 'coverage',
    heading: 'Coverage',
    questions: [
      coveredEvents,
      {
        id: 'not-covered',
        question: 'What would not be covered?',
        answer: [
          'Work that ends by your own choice, such as quitting or retiring, is not what this cover is ' +
            'for. Nor is a dismissal for misconduct, a contract that ends on its agreed date or a loss ' +
            'you already knew about when you applied.',
          'The final terms will give the complete list.',
        ],
      },
      {
        id: 'tiers',
        question: 'Which tiers are planned?',
        answer: [
          `These are our examples, priced by the month: ${basic.name} at ${dollars(basic.premium)} ` +
            `for up to ${dollars(basic.coverage)}, ${standard.name} at ${dollars(standard.premium)} for ` +
            `up to ${dollars(standard.coverage)}, ${premium.name} at ${dollars(premium.premium)} for up ` +
            `to ${dollars(premium.coverage)}, ${elite.name} at ${dollars(elite.premium)} for up to ` +
            `${dollars(elite.coverage)} and ${ultra.name} at ${dollars(ultra.premium)} for up to ` +
            `${dollars(ultra.coverage)}.`,
        ],
      },
      {
        id: 'benefit-limit',
        question: 'Is there a limit on what I could receive?',
        answer: [
          'Yes, there are two. The lump sum is never more than the limit of your tier, and it never ' +
            `exceeds ${facts.maxMonthsOfPay} months of your pay. The lower of the two applies.`,
        ],
      },
      {
        id: 'elimination-period',
        question: 'What is the elimination period?',
        answer: [
          `It is the ${facts.eliminationDays} days that follow the loss of your work. No benefit is ` +
            'paid during these days. Short gaps between jobs are common, and leaving them out helps to ' +
            'keep the price down for everyone.',
        ],
      },
      {
        id: 'vesting',
        question: 'What does vesting mean?',
        answer: [
          'Vesting is the time your cover must be in force before you can claim. In our examples it takes ' +
            `${vesting}, depending on the tier: with ${standard.name} it is ${standard.vestingMonths} ` +
            `months, and with ${ultra.name} it is ${ultra.vestingMonths} months.`,
          'It keeps the cover fair: people join before they know of a loss, not after.',
        ],
      },
    ],
  },
  {
    id: 'applying',
    heading: 'Applying',
    questions: [
      applicationTime,
      {
        id: 'what-to-have-ready',
        question: 'What should I have ready?',
        answer: [
          'Have your contact details, your date of birth and the facts of your work: what you do, for ' +
            'whom, for how long and how you are paid. We also ask about your household and your credit ' +
            'score.',
          'We do not ask for your Social Security number or your bank details in the application.',
        ],
      },
      {
        id: 'when-do-i-hear',
        question: 'When will I hear from you after I apply?',
        answer: [
          `We review your application within ${businessDays(facts.reviewBusinessDays)} and send your ` +
            `quote by email within ${businessDays(facts.quoteBusinessDays)}. Business days are Monday ` +
            'to Friday, except US holidays.',
        ],
      },
      {
        id: 'not-sure-of-tier',
        question: 'What if I do not know which tier to choose?',
        answer: [
          'Choose "Not Sure Yet" in the application. We will look at your answers and suggest a tier ' +
            'with your quote. Applying does not bind you to any tier.',
        ],
      },
      {
        id: 'irregular-income',
        question: 'My income changes from month to month. What do I enter?',
        answer: [
          'Enter an honest average. Add up what you earned over the last twelve months, before taxes, ' +
            'and divide it by twelve. If a year does not show the whole picture, use the field for ' +
            'additional information to tell us why.',
        ],
      },
      {
        id: 'correct-application',
        question: 'I made a mistake in my application. What now?',
        answer: [
          'Send us a message with your name, the email address you applied with and the right answer. ' +
            'We will correct it before we go on with your quote. If you already have a quote, we will ' +
            'tell you whether it changes.',
        ],
      },
    ],
  },
  {
    id: 'claims',
    heading: 'Claims',
    questions: [
      {
        id: 'claim-during-beta',
        question: 'Can I file a claim now?',
        answer: [
          'No. There is no active cover yet, so there is nothing to claim on. The answers below ' +
            'describe how claims are planned to work after the first release.',
        ],
      },
      {
        id: 'claim-deadline',
        question: 'How long would I have to file a claim?',
        answer: [
          `You would file within ${facts.claimFilingDays} days of the event, which is the day you ` +
            `lose your work. You would not need to wait for the ${facts.eliminationDays}-day ` +
            'elimination period to end first.',
        ],
      },
      {
        id: 'claim-documents',
        question: 'What would I need to show?',
        answer: [
          'Expect to show that you had the work, that it ended and why. For an employee this may be a ' +
            'layoff letter and recent pay stubs. For a freelancer, contractor or gig worker it may be a ' +
            'contract, invoices and the message that ended the work.',
        ],
      },
      {
        id: 'claim-processing',
        question: 'How long would a claim take?',
        answer: [
          `Claims are planned to be processed in ${facts.claimBusinessDays} business days. If a ` +
            'document were missing, we would ask for it by email, and the claim could take longer.',
        ],
      },
      lumpSumUse,
    ],
  },
  {
    id: 'billing-and-account',
    heading: 'Billing and account',
    questions: [
      {
        id: 'charged-now',
        question: 'Will I be charged anything now?',
        answer: [
          'No. The waitlist, the application and an account are free. Since no cover is on sale, ' +
            'there is no premium to pay. A premium is the price you pay for insurance.',
        ],
      },
      {
        id: 'annual-payment',
        question: 'Would I save by paying for a whole year?',
        answer: [
          `Yes. The plan is a ${facts.annualDiscountPercent}% discount if you pay once a year. If you ` +
            'prefer to pay each month, you could do that too.',
        ],
      },
      {
        id: 'cancel',
        question: 'Could I cancel, and get a refund?',
        answer: [
          'There is nothing to refund now, because we charge nothing. Write to us to leave the waitlist or ' +
            'to withdraw an application; you delete an account yourself, on your dashboard.',
          'Once cover is on sale, we would show you how to cancel before you pay.',
        ],
      },
      {
        id: 'late-payment',
        question: 'What would happen if I paid late?',
        answer: [
          `You would have ${facts.graceDays} days of grace. That is extra time after the due date in ` +
            'which you can still pay and keep your cover. Without a payment in that time, your cover ' +
            'would end.',
        ],
      },
      {
        id: 'account-needed',
        question: 'Do I need an account to ask for a quote?',
        answer: [
          'No. You can apply for a quote without one, and we send the quote by email. An account, ' +
            'like an application, does not give you cover.',
        ],
      },
      {
        id: 'close-account',
        question: 'How do I close my account?',
        answer: [
          'Log in and choose "Delete my account" on your dashboard. The page says what is deleted with ' +
            'it and what stays without your name. If you cannot log in, write to us from the email ' +
            'address of your account.',
        ],
      },
    ],
  },
  {
    id: 'email-delivery',
    heading: 'Email delivery',
    questions: [
      {
        id: 'email-missing',
        question: 'I expected an email and it has not come. What can I do?',
        answer: [
          'Look in your spam, junk and promotions folders first. A quote can take up to ' +
            `${businessDays(facts.quoteBusinessDays)} after you apply. If that time has passed and you ` +
            'find nothing, contact us and we will look into it.',
        ],
      },
      {
        id: 'slow-mail-provider',
        question: `Why are messages to ${slowMailProvider} sometimes late?`,
        answer: [
          `The spam filter of ${slowMailProvider} holds our messages back more often than others do. ` +
            'They may arrive late or land in the spam folder. If you have an address with another ' +
            'provider, you may want to use it when you apply.',
        ],
      },
      {
        id: 'trusted-sender',
        question: 'How do I make sure that your emails reach my inbox?',
        answer: [
          'Add the email address on our Contact page to your contacts. If one of our messages is in ' +
            'your spam folder, mark it as not spam. Most mail programs learn from that.',
        ],
      },
      {
        id: 'wrong-address',
        question: 'I entered the wrong email address. How do I fix it?',
        answer: [
          'Send us a message with your full name, the address you entered and the right one. We may ' +
            'ask you a question or two to be sure that it is you. Then we will correct the address and ' +
            'send your messages again.',
        ],
      },
    ],
  },
]

export const homeQuestions: readonly Question[] = [
  whatItIs,
  availableNow,
  cost,
  coveredEvents,
  applicationTime,
]

export const howItWorksQuestions: readonly Question[] = [
  {
    id: 'after-i-apply',
    question: 'What happens after I send my application?',
    answer: [
      `We review it within ${businessDays(facts.reviewBusinessDays)}. ${processTime} ` +
        'You do not have to accept anything, and nothing is charged.',
    ],
  },
  {
    id: 'two-waiting-times',
    question: 'Why are there two waiting times?',
    answer: [
      'They do different jobs. Vesting runs once, at the start: your cover must be in force for ' +
        `${vesting}, depending on the tier, before you can claim. The elimination period runs after a ` +
        `loss: it is ${facts.eliminationDays} days without work before the benefit is due.`,
    ],
  },
  {
    id: 'claim-example',
    question: 'What would a claim look like, step by step?',
    answer: [
      'Say your employer cuts your position and your cover has vested. You file your claim with your ' +
        `documents within ${facts.claimFilingDays} days of that date. We process it in ` +
        `${facts.claimBusinessDays} business days. If it is approved and the ${facts.eliminationDays} ` +
        'days of the elimination period are over, you receive one lump sum.',
      'This is how it is planned to work. Claims cannot be filed during the beta.',
    ],
  },
  quoteIsNotCover,
]

export const contactQuestions: readonly Question[] = [
  {
    id: 'fastest-help',
    question: 'What is the fastest way to get help?',
    answer: [
      'Many answers are on our FAQ page, so look there first. For anything else, call us during ' +
        `office hours: ${officeHours}. If you write instead, give your name, the email address you used ` +
        'with us and one clear question.',
    ],
  },
  {
    id: 'response-time',
    question: 'How soon will you reply?',
    answer: [
      `We usually reply within ${businessDays(facts.replyBusinessDays.normal)}. Complex inquiries can ` +
        `take up to ${businessDays(facts.replyBusinessDays.complex)}. Messages sent on a weekend or a ` +
        'US holiday count from the next business day.',
    ],
  },
  {
    id: 'schedule-a-call',
    question: 'Can I schedule a call?',
    answer: [
      'Yes. Send us a message with your phone number, your topic and two or three times that suit you ' +
        'during office hours. We will confirm one of them by email.',
    ],
  },
  {
    id: 'in-person',
    question: 'Do you offer in-person consultations?',
    answer: [
      'Only by prior arrangement, so please do not visit without an appointment. Write to us first ' +
        'and we will tell you whether a meeting is possible. A phone call can answer most questions ' +
        'just as well.',
    ],
  },
]
