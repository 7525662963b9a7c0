import { questionDays } from '~/domain/applicant-questions/applicant-questions.options'

import { exclusions } from './covered'
import { facts } from './facts'

/* The legal texts and the fraud page. Figures come from facts.ts; the caller passes the provider. */

type LegalBrand = { name: string; email: string; address: string }

export type LegalTerm = { term: string; text: string }

/** In a body, a string is a paragraph, an array of strings a bullet list, and an array of terms a list with bold leads. `id` is the anchor. */
export type LegalSection = {
  id: string
  heading: string
  body: (string | readonly string[] | readonly LegalTerm[])[]
}

export type LegalDocument = {
  title: string
  lede: string
  /** Sentences of the sections, word for word. */
  inShort: readonly string[]
  sections: readonly LegalSection[]
}

/** One sentence as a bullet list: a comma after each part, 'and' before the last, which ends the sentence. */
const sentenceList = (parts: readonly string[]) =>
  parts.map((part, index) => {
    if (index === parts.length - 1) return `${part}.`
    return index === parts.length - 2 ? `${part}, and` : `${part},`
  })

export const termsOfService = ({ name, email, address }: LegalBrand): LegalDocument => ({
  title: 'Terms of Service',
  lede:
    `These terms are the agreement between you and ${name}. Please read them before you use the ` +
    'site. The main point comes first: this is a beta, and no cover is active yet.',
  inShort: [
    'Cover is not available, and nobody is insured through the site today.',
    'We do not collect premiums during the beta, and we cannot pay claims.',
    'A quote is an estimate.',
    'What you tell us must be true, complete and about you.',
    'You may stop using the site whenever you like, and delete your account on your dashboard.',
  ],
  sections: [
    {
      id: 'who-we-are',
      heading: 'Who we are and what you agree to',
      body: [
        `${name} is developing cover for job loss and interrupted income. It is meant for ` +
          'employees, freelancers, contractors and gig workers in the United States. In these terms, ' +
          `“we”, “us” and “our” mean ${name}. “You” means the person who uses the site.`,
        'By using the site, creating an account or sending us a form, you agree to these terms. If ' +
          'you do not agree, please do not use the site. Our Privacy Policy explains what we do with ' +
          'your information.',
      ],
    },
    {
      id: 'beta-status',
      heading: 'Beta status: no active cover',
      body: [
        'The site is a beta, which means an early version that we are still testing. Cover is not ' +
          'available, and nobody is insured through the site today.',
        [
          'We collect waitlist entries, applications and accounts for research and development only.',
          'Joining the waitlist, creating an account or applying for a quote gives you no cover.',
          'We do not collect premiums during the beta, and we cannot pay claims.',
          'Figures on the site are estimates. They may change before launch, and we do not promise a ' +
            'launch date.',
          'Cover may not be available in all states, even after launch.',
        ],
        'Please keep any insurance you already have. Do not cancel it because of something you read ' +
          'here.',
      ],
    },
    {
      id: 'eligibility',
      heading: 'Who may use the site',
      body: [
        `You must be at least ${facts.minimumAge} years old and live in the United States to create ` +
          'an account or apply for a quote. You may apply only for yourself.',
        'Using the site does not mean that you will qualify for cover. Each application would go ' +
          'through underwriting, which is how an insurer decides whether it can offer cover and at ' +
          'what price.',
      ],
    },
    {
      id: 'accounts',
      heading: 'Accounts and passwords',
      body: [
        'An account is yours alone. To keep it safe, we ask you to:',
        [
          'give an email address that is yours and that you read,',
          'choose a password that you use nowhere else,',
          'keep your password and any codes we send you to yourself,',
          'log out when you use a shared device, and',
          `write to ${email} promptly if you think someone else has used your account.`,
        ],
        'Tell us as soon as you can if something looks wrong, so that we can help protect your ' +
          'account. We may lock an account for a time if we see signs that someone is misusing it.',
      ],
    },
    {
      id: 'applications-and-quotes',
      heading: 'Applications and quotes',
      body: [
        'A quote is an estimate. It is not an offer of insurance, a policy or a promise that we ' +
          'will insure you. Cover would begin only if an application is approved in underwriting, a ' +
          'policy is issued and its first payment is made. None of these steps is possible during the ' +
          'beta.',
        'What you tell us must be true, complete and about you. Give your real income, work and ' +
          'household details. If you make a mistake, tell us and we will correct it. We may set aside ' +
          'an application that is false, copied or made in the name of someone else.',
        'An automated engine works out the quote from your answers and from public and internal ' +
          'reference figures. Our Privacy Policy explains how it works and how to ask for a person to ' +
          'review the result.',
      ],
    },
    {
      id: 'how-cover-would-work',
      heading: 'How cover would work at launch',
      body: [
        'This section describes the cover we are planning. It is not a policy. At launch, the ' +
          'policy you receive would set out your rights, and it would take the place of this ' +
          'description.',
        [
          {
            term: 'What it pays',
            text:
              'A one-time lump sum if you lose your work through no fault of your own. The ' +
              `sum depends on your tier and never exceeds ${facts.maxMonthsOfPay} months of your income.`,
          },
          {
            term: 'Elimination period',
            text:
              `You would need to be out of work for ${facts.eliminationDays} days ` +
              'before a benefit can be paid. Nothing is paid for a shorter gap.',
          },
          {
            term: 'Vesting',
            text:
              'This is the time you hold cover before you may claim. It would be ' +
              `${facts.vestingMonths.min} to ${facts.vestingMonths.max} months, depending on your ` +
              'tier.',
          },
          {
            term: 'Filing period',
            text:
              `You would file a claim within ${facts.claimFilingDays} days of the event ` +
              'that ended your work.',
          },
          {
            term: 'Claims',
            text:
              `We aim to process a claim in ${facts.claimBusinessDays} business days once we have ` +
              'the documents we need.',
          },
          {
            term: 'Grace period',
            text: `You would have ${facts.graceDays} days to make a missed payment before your cover ends.`,
          },
          {
            term: 'Approval',
            text: 'All cover would be subject to underwriting approval and to the rules of your state.',
          },
        ],
        'Some events would not be covered. These exclusions include:',
        sentenceList(exclusions),
        'The policy would hold the full list.',
      ],
    },
    {
      id: 'payments',
      heading: 'Payments',
      body: [
        'We take no payments during the beta. If someone asks you to pay for our cover now, do not ' +
          'pay, and let us know.',
        'At launch, you would be able to pay each month or once a year. Paying once a year would ' +
          `lower the price by ${facts.annualDiscountPercent}%. We would show you the full price, any ` +
          `fee and how to cancel before you pay. If you missed a payment, the ${facts.graceDays}-day ` +
          'grace period would apply.',
      ],
    },
    {
      id: 'acceptable-use',
      heading: 'Acceptable use',
      body: [
        'Please use the site for its purpose and with respect for others. You agree not to:',
        [
          'give false information or pretend to be someone else,',
          'try to reach accounts, data or parts of the site that are not meant for you,',
          'test, get around or damage the security of the site without our written permission,',
          'send harmful code, spam or so many requests that the site slows down for others,',
          'collect information from the site with automated tools without our written permission, or',
          'use the site for anything unlawful.',
        ],
        `If you find a weak point in our security, please tell us at ${email} and give us time to ` +
          'fix it before you share it.',
      ],
    },
    {
      id: 'intellectual-property',
      heading: 'Content and ownership',
      body: [
        `The name ${name}, the texts, the design and the software of the site belong to us or to ` +
          'those who license them to us. You may view the pages and keep copies for your own use. ' +
          'Please ask us before you publish, sell or change them.',
        'What you send us stays yours. You allow us to store and use it to run the site, handle ' +
          'your requests and improve the product, as the Privacy Policy describes. If you send us an ' +
          'idea for the product, we may use it without owing you payment.',
      ],
    },
    {
      id: 'no-professional-advice',
      heading: 'No professional advice',
      body: [
        'The site gives general information. It is not insurance, financial, tax or legal advice, ' +
          'and it does not know your full situation. If you have an important decision to make, speak ' +
          'with a qualified professional in your state.',
      ],
    },
    {
      id: 'limits-of-liability',
      heading: 'Limits of liability',
      body: [
        'We provide the beta as it is and as it is available. We work to keep it correct and ' +
          'running, but we do not promise that it will be free of errors or interruptions. To the ' +
          'extent the law allows, we give no other warranty, whether stated or implied.',
        'To the extent the law allows, we are not liable for indirect losses, such as lost income, ' +
          'lost profit or a missed chance, that come from using the site, from being unable to use it ' +
          'or from relying on an estimate.',
        'Some states do not allow some of these limits. Where that is so, they do not apply to you. ' +
          'Nothing in these terms limits liability that the law does not let us limit, such as ' +
          'liability for our own fraud.',
      ],
    },
    {
      id: 'changes-and-ending',
      heading: 'Changes and ending',
      body: [
        'We may change the site or end the beta at any time. We may also change these terms. This ' +
          `version is dated ${facts.legalTextsUpdated}. If a change affects you in an important way, ` +
          'we will post a notice on the site or email account holders before it takes effect. If you ' +
          'keep using the site after that, the new terms apply.',
        'You may stop using the site whenever you like, and delete your account on your dashboard. ' +
          'We may suspend or close an account that breaks these terms or puts others at risk. When we ' +
          'can, we will tell you why.',
        'The sections on content and ownership, limits of liability, and law and contact continue ' +
          'to apply after your account is closed.',
      ],
    },
    {
      id: 'law-and-contact',
      heading: 'Law and contact',
      body: [
        'These terms follow US federal law and the law of the state in which our address below ' +
          'lies. They do not take away any protection that the law of your own state gives you. If a ' +
          'court finds that one part of these terms is not valid, the rest stays in force.',
        'If something has gone wrong, please write to us first. Most problems can be settled that ' +
          'way. You keep your right to go to court or to a public authority.',
        [
          { term: 'Email', text: email },
          { term: 'Mail', text: `${name}, ${address}` },
        ],
        `We usually answer within ${facts.replyBusinessDays.normal} business day. A complex question ` +
          `may take ${facts.replyBusinessDays.complex} business days.`,
      ],
    },
  ],
})

export const privacyPolicy = ({ name, email, address }: LegalBrand): LegalDocument => ({
  title: 'Privacy Policy',
  lede:
    `This policy explains what ${name} collects, why we need it and what you can ask us to do ` +
    'with it. We do not sell your information, and we do not use advertising or tracking ' +
    'cookies.',
  inShort: [
    'We do not sell your information or share it for advertising.',
    'We use only cookies that the site needs to work.',
    'We do not tell your employer that you applied.',
    'We keep information for as long as we need it for the purpose you gave it for, and then ' +
      'delete it or remove what points to you.',
  ],
  sections: [
    {
      id: 'what-we-collect',
      heading: 'What we collect',
      body: [
        'We collect what you give us in forms and a small amount of technical data. What we hold ' +
          'depends on what you do on the site.',
        [
          {
            term: 'Account',
            text:
              'Your username, email address, address, state, occupation and password. We keep the ' +
              'password only as a hash, a scrambled form that is not meant to be turned back. With two-step login we also keep the encrypted key of your authenticator app, ' +
              'the names and public keys of your passkeys, and hashes of your recovery codes.',
          },
          {
            term: 'Waitlist',
            text:
              'Your name, email address and how interested you are. If a link brought you here, we ' +
              'may keep where it stood and the campaign name it carried.',
          },
          {
            term: 'Contact',
            text:
              'Your name, email address, phone number if you give it, the kind of question and ' +
              'your message.',
          },
          {
            term: 'Job application',
            text:
              'Your name, email address, the position, your experience, why you want to ' +
              'join, a profile link if you give one, and your resume.',
          },
          {
            term: 'Quote application',
            text:
              'Your name, contact details, date of birth, gender and address. Also ' +
              'your work, employer, pay and income, education, household and housing, and the cover you ' +
              'want.',
          },
          {
            term: 'Financial background in a quote application',
            text:
              'Your credit score, past bankruptcy, ' +
              'background check status and government benefits, all as you state them. We do not pull ' +
              'your credit report during the beta.',
          },
          {
            term: 'Questions about a quote application',
            text:
              'What we ask you by email while we review it, and what you ' +
              'answer on the page of its private link or on your dashboard.',
          },
          {
            term: 'Technical data',
            text:
              'Your IP address, which is the network address of your device, the kind of ' +
              'browser you use and the times of your visits to your account.',
          },
        ],
        'Please do not send us Social Security numbers, bank details or health information. We do ' +
          'not need them during the beta.',
        'We use only cookies that the site needs to work. None of them follows you to other sites.',
        [
          {
            term: 'Session',
            text:
              'Keeps you logged in until you close the browser, or for 30 days if you choose to be remembered. It stops ' +
              'working when you log out.',
          },
          {
            term: 'Known browser',
            text:
              'Kept for a year, it tells that this browser has logged in to your account before, so that strangers who ' +
              'guess passwords cannot lock you out.',
          },
          {
            term: 'Login steps',
            text: 'Holds your place between the steps of a login for up to 10 minutes.',
          },
          {
            term: 'Return after a login',
            text: 'If a page needs a login first, remembers that page for 15 minutes, and what you typed on it, without passwords.',
          },
          {
            term: 'New account',
            text: 'Remembers the email address you signed up with for 30 minutes, so that we can email it again.',
          },
          {
            term: 'Message',
            text: 'Carries a message, such as “saved”, from one page to the next, for up to a minute.',
          },
          {
            term: 'Started application',
            text: 'Remembers the application that you have started, until you close the browser.',
          },
          {
            term: 'Sent application',
            text:
              'Remembers the application that you have just sent for 10 minutes, to show it to you, to count it once, and ' +
              'to fill in your email address if you sign up.',
          },
          {
            term: 'Pitch deck',
            text:
              'Remembers your email address for 10 minutes between the steps to our pitch deck, and for 30 days that you ' +
              'may read it.',
          },
          {
            term: 'Campaign link',
            text: 'If a campaign link brought you here, its name is remembered for 30 days, for the waitlist.',
          },
        ],
      ],
    },
    {
      id: 'why-we-use-it',
      heading: 'Why we use it',
      body: [
        'The beta is for research and development. We use your information to:',
        [
          'run your account and keep you logged in,',
          'answer your messages and keep the waitlist,',
          'work out a quote and explain it to you,',
          'learn which kinds of cover people need, and test how we price it,',
          'review job applications,',
          'protect the site against misuse and fraud, and',
          'meet our duties under the law.',
        ],
        'We do not use your information for advertising by other companies. We email you about the ' +
          'product only if you joined the waitlist, applied or have an account, and you can ask us to ' +
          'stop at any time.',
      ],
    },
    {
      id: 'underwriting',
      heading: 'How automated underwriting works',
      body: [
        'Underwriting is how an insurer decides whether it can offer cover and at what price. In ' +
          'the beta, a computer program that we call the engine does the first part. Its results are ' +
          'estimates and create no cover.',
        [
          'It starts with the base price of a tier.',
          'It adjusts that price for the risk of losing work. It looks at layoff and unemployment ' +
            'figures for your industry, your employer, your time and type of work, and your pay.',
          'It also looks at your education, your household, and the financial background that you ' +
            'state.',
          'It does not use your own gender to set your price.',
          'It records each step and the reasons for its result: approved, referred to a person or ' +
            'declined.',
        ],
        `The engine can be wrong, and so can the information it is given. Write to ${email} to ask ` +
          'how your result came about, to correct an answer or to have a person review the result. ' +
          'Asking will not count against you.',
      ],
    },
    {
      id: 'who-we-share-it-with',
      heading: 'Who we share it with',
      body: [
        'We do not sell your information or share it for advertising. Only these parties may ' +
          'receive some of it:',
        [
          { term: 'Hosts', text: 'The companies that run the servers and storage for the site.' },
          {
            term: 'Mail provider',
            text:
              'The company that delivers our email to you. It handles your email address ' +
              'and the message.',
          },
          {
            term: 'Public authorities and courts',
            text: 'When the law requires it, or when it is needed to stop fraud or protect someone.',
          },
          {
            term: 'A successor',
            text:
              'If another company takes over our work, it may receive the information under ' +
              'the promises made here. We would tell you first.',
          },
        ],
        'Hosts and mail providers may use your information only to do their work for us. We do not ' +
          'tell your employer that you applied. If we ever need to contact your employer about a ' +
          'claim, we will ask for your permission first.',
      ],
    },
    {
      id: 'how-long-we-keep-it',
      heading: 'How long we keep it',
      body: [
        'We keep information for as long as we need it for the purpose you gave it for, and then ' +
          'delete it or remove what points to you.',
        [
          { term: 'Account', text: 'Until you delete it.' },
          { term: 'Session', text: 'A login ends when you log out or after a limited time.' },
          {
            term: 'Waitlist and contact',
            text:
              'Until you ask us to remove your entry, or until we no longer need it ' +
              'to reach or answer you.',
          },
          {
            term: 'Quote application',
            text:
              'While we develop and test the product. If you delete your account, it ' +
              'stays without what points to you, as described under Your rights.',
          },
          {
            term: 'Quote application that you have not sent',
            text:
              `${facts.draftDays} days after you last saved it, under a private link. ` +
              'You can delete it at once on the page of that link.',
          },
          {
            term: 'Questions about a quote application, with your answers',
            text:
              'As long as the application. A private link ' +
              `to answer stops working after ${questionDays} days. If you delete your account, they are deleted at once.`,
          },
          {
            term: 'Security log',
            text:
              `${facts.securityLogDays} days. It has sign-ins, changes of a password, email address or two-step login, and ` +
              'refused requests, with the IP address and kind of browser. What is about your account goes when you delete it.',
          },
          {
            term: 'Email we sent you',
            text: 'With your account, until you delete it. If you have none, 30 days.',
          },
          {
            term: 'Job application and resume',
            text: 'While we consider you for a position, and as long after that as the law requires.',
          },
        ],
        'Some records must be kept longer by law, or to settle a dispute or look into fraud. Copies ' +
          'in backups disappear when those backups are replaced.',
      ],
    },
    {
      id: 'security',
      heading: 'How we protect it',
      body: [
        'No system is perfectly safe. These are the main steps we take:',
        [
          'Passwords are hashed with argon2id, a method made to be slow to guess. We cannot read your ' +
            'password.',
          'Session keys are stored only as hashes, so a copy of our database would not let anyone log ' +
            'in as you.',
          'Information travels between your browser and the site over an encrypted connection.',
          'Only people who need submissions for their work may open them.',
        ],
        'If a breach puts your information at risk, we will tell you and the authorities as the law ' +
          'requires.',
      ],
    },
    {
      id: 'your-rights',
      heading: 'Your rights',
      body: [
        'With an account, you can do two things yourself, on your dashboard:',
        [
          {
            term: 'Download my data',
            text:
              'One file with your account, where you are logged in, its security log, your quote ' +
              'applications, sent or not, their results, our questions about them with your answers, and the email we sent you. If your email address is ' +
              'verified, it also holds the waitlist entries, messages, job applications and investor ' +
              'requests sent with that address. Files you attached are named with their size, and we ' +
              'send you the files themselves if you ask.',
          },
          {
            term: 'Delete my account',
            text:
              'Your account, your logins, its security log, the email we sent you and applications that you have not sent are deleted at once. ' +
              'If your email address is verified, so are the waitlist entries, messages, job ' +
              'applications with their files, and investor requests sent with that address.',
          },
        ],
        'When you delete your account, your quote applications stay without your name, contact details, ' +
          'address, employer, occupation and day of birth, and without anything in your own words. The ' +
          'answers that set a price, such as your age in years, your income and your industry, stay with ' +
          'the results, so that we can check how a price was made. An application that is still waiting ' +
          'is withdrawn. We keep a note that an account was deleted, without your name. One last email ' +
          'tells you that it is done, and we delete our copy of it 30 days after it is sent.',
        'Wherever you live in the United States, you may also ask us to:',
        [
          'let you see the information we hold about you,',
          'correct what is wrong or out of date,',
          'delete your information, with or without an account,',
          'stop sending you email about the product, and',
          'explain an automated result and have a person review it.',
        ],
        `Write to ${email} from the address you used on the site. We will check that the request ` +
          'comes from you. We will not charge you for a reasonable request or treat you worse for ' +
          'making one. If we must keep something, we will tell you what and why.',
      ],
    },
    {
      id: 'children',
      heading: 'Children',
      body: [
        `The site is for adults. You must be at least ${facts.minimumAge} years old to create an ` +
          'account or apply. We do not knowingly collect information from anyone younger. If you ' +
          'believe a child has sent us information, please tell us and we will delete it. A quote ' +
          'application may ask how many children you have. Please do not give their names.',
      ],
    },
    {
      id: 'state-rights',
      heading: 'Rights under state law',
      body: [
        'Some states, California among them, have privacy laws of their own. Depending on where you ' +
          'live, you may have the right to:',
        [
          'know what kinds of information we collect, where it comes from and who receives it,',
          'receive a copy in a form you can use elsewhere,',
          'correct or delete it,',
          'say no to its sale, to targeted advertising and to certain automated decisions,',
          'limit the use of sensitive information,',
          'send a request through someone you authorize, and',
          'appeal if we turn down a request.',
        ],
        'We do not sell personal information or use it for targeted advertising, so there is ' +
          'nothing of that kind to turn off. To appeal, reply to our answer with the word “appeal”. A ' +
          'person will look at it again. You may also contact the attorney general of your state.',
      ],
    },
    {
      id: 'changes',
      heading: 'Changes to this policy',
      body: [
        `This version is dated ${facts.legalTextsUpdated}. When we change the policy, we will post ` +
          'the new version here with its date. If we want to use information you have already given ' +
          'us in an important new way, we will tell you first and ask for your consent where the law ' +
          'requires it.',
      ],
    },
    {
      id: 'contact',
      heading: 'Contact',
      body: [
        'For any question or request about your information, write to us:',
        [
          { term: 'Email', text: email },
          { term: 'Mail', text: `${name}, ${address}` },
        ],
        `We usually answer within ${facts.replyBusinessDays.normal} business day. A complex question ` +
          `may take ${facts.replyBusinessDays.complex} business days. A full request for your ` +
          'information may take longer, but never longer than the law allows.',
      ],
    },
  ],
})

export const trust: {
  lede: string
  /** `worksToday` is whether a layer works in the beta; the others begin at launch. */
  layers: readonly { heading: string; worksToday: boolean; text: string }[]
  applicantDuties: readonly string[]
  redFlags: readonly string[]
  claimChecks: readonly string[]
  reporting: readonly string[]
} = {
  lede:
    'Fraud makes cover dearer and slower for everyone who is honest. This page explains how we ' +
    'check applications today, how we would check claims at launch, and how to tell whether a ' +
    'message is really from us. Cover is not active yet.',
  layers: [
    {
      heading: 'Protected accounts',
      worksToday: true,
      text:
        'Passwords are stored as hashes, a scrambled form that we cannot read. Your password is ' +
        'never shown to our staff. With two-step login a stolen password is of no use by itself.',
    },
    {
      heading: 'True applications',
      worksToday: true,
      text:
        'We ask each question for a reason and check that the answers fit together. An income, a ' +
        'job and an employer that do not match lead to a question, not to an accusation.',
    },
    {
      heading: 'Underwriting that shows its work',
      worksToday: true,
      text:
        'The same answers and reference figures give the same result. The engine records every step ' +
        'and its reasons, so a person can check it. Unusual cases go to a person.',
    },
    {
      heading: 'Time before a claim',
      worksToday: false,
      text:
        'At launch, vesting and the elimination period would make cover bought for an already known ' +
        `layoff hard to misuse. Vesting means holding cover for ${facts.vestingMonths.min} to ` +
        `${facts.vestingMonths.max} months before you may claim. The elimination period means ` +
        `being out of work for ${facts.eliminationDays} days before a benefit can be paid.`,
    },
    {
      heading: 'Verified claims',
      worksToday: false,
      text:
        'At launch, each claim would be checked against documents and against the application. A ' +
        'person, not only a program, would decide before a claim is refused for suspected fraud.',
    },
    {
      heading: 'Fair treatment',
      worksToday: false,
      text:
        'An honest mistake is not fraud. We would tell you what does not fit, give you time to ' +
        'explain and let you ask for a second review.',
    },
  ],
  applicantDuties: [
    'Give true and complete answers about your income, work, employer and household.',
    'Apply in your own name and only once, and update your details instead of applying again.',
    'State your usual income before tax. If it varies, give a fair average that your records ' + 'support.',
    'Tell us about any layoff, closing or end of contract that you already know about.',
    'Correct a mistake as soon as you notice it.',
    'Keep records such as pay stubs, contracts, invoices and tax forms, so that you can support ' +
      'your answers later.',
    'Keep your password and codes to yourself, and use an email address that only you read.',
  ],
  redFlags: [
    'Someone asks you to pay for our cover now. No cover is active, and we take no payments ' +
      'during the beta.',
    'Someone asks for your password or a login code. We never ask for either in a call, a text ' +
      'or an email.',
    'Someone asks for your Social Security number, card number or online banking login. We need ' +
      'none of these in the beta.',
    'Someone asks for gift cards, cryptocurrency or a wire transfer. We never take payment in ' +
      'these ways.',
    'Someone promises approval, a guaranteed payout or a better tier in return for a fee.',
    'Someone offers to change your income or job details, or to file a claim for an event that ' +
      'did not happen.',
    'A message hurries you, or its links and sender do not match the addresses shown on this ' + 'site.',
    'A job offer in our name asks you to pay for training, equipment or a background check.',
  ],
  claimChecks: [
    'Identity: the person who claims would have to be the person who is insured.',
    'Timing: the event would have to fall after vesting, the claim would be filed within ' +
      `${facts.claimFilingDays} days of it, and the ${facts.eliminationDays}-day elimination ` +
      'period would have to pass.',
    'Cause: a layoff letter, a separation notice or an ended contract would show that the work ' +
      'ended through no fault of yours.',
    'Income: pay stubs, invoices, bank deposits or tax forms would support the income you ' +
      `stated. A benefit never exceeds ${facts.maxMonthsOfPay} months of income.`,
    'Employer or client: with your permission, we might ask them to confirm the date and the ' + 'reason.',
    'Known layoffs: we would check whether the layoff had been announced before your cover ' + 'started.',
    'Comparison: we would look for differences from your application and for repeated claims ' +
      'about the same event.',
    `Time: we aim to process claims in ${facts.claimBusinessDays} business days once we have ` +
      'the documents. If a check takes longer, we would tell you why.',
  ],
  reporting: [
    'Write to us through the contact page or at the email address shown there, and put “fraud ' +
      'report” in your message.',
    'Tell us what happened, when, and which names, numbers or web addresses were used. ' +
      'Screenshots help.',
    'Do not send us passwords, card numbers or Social Security numbers, even as proof.',
    'If your account may be affected, change your password at once. If you used that password ' +
      'elsewhere, change it there too.',
    'If you lost money, call your bank first. You can also report it to your local police and ' +
      'at reportfraud.ftc.gov.',
    'You may ask us to keep your name private. We will share it only if the law requires it.',
    `We usually answer within ${facts.replyBusinessDays.normal} business day. A complex report ` +
      `may take ${facts.replyBusinessDays.complex} business days. We may not be able to share ` +
      'what we find about other people.',
    'A report made in good faith will never count against your own application.',
  ],
}
