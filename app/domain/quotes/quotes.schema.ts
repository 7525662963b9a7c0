import { z } from 'zod'

import { facts } from '~/content/facts'
import { parseBirthDate } from '~/domain/dates'
import {
  agreement,
  choice,
  email,
  number,
  optionalText,
  phone,
  requiredText,
  wholeNumber,
} from '~/domain/fields'

import * as options from './quotes.options'

const money = (name: string, max: number) =>
  number(`${name} is required`, {
    min: 0,
    max,
    range: `${name} must be an amount in dollars from 0 to ${max.toLocaleString('en-US')}`,
  }).transform((amount) => Math.round(amount * 100) / 100)

const oldest = 120

/** A date of birth: of somebody who is old enough to be covered on the day `today` (YYYY-MM-DD). */
function dateOfBirth(today: string) {
  return z
    .string('Date of birth is required')
    .trim()
    .min(1, { error: 'Date of birth is required', abort: true })
    .max(50, { error: 'Enter your date of birth as MM/DD/YYYY', abort: true })
    .transform((text, context) => {
      const date = parseBirthDate(text, today)
      const message = wrongBirthday(date, today)
      if (date !== null && message === null) return date
      context.addIssue({ code: 'custom', message: message ?? '' })
      return z.NEVER
    })
}

function wrongBirthday(date: string | null, today: string) {
  const year = Number(today.slice(0, 4))
  if (date === null) return 'Enter your date of birth as MM/DD/YYYY'
  if (date > today || year - Number(date.slice(0, 4)) > oldest)
    return 'Enter your real date of birth as MM/DD/YYYY'
  return date > `${year - facts.minimumAge}${today.slice(4)}`
    ? `You must be ${facts.minimumAge} or older to apply. Please check your date of birth.`
    : null
}

const answers = z.object({
  name: requiredText('Name is required', {
    min: 2,
    max: 100,
    range: 'Name must be between 2 and 100 characters',
  }),
  email: email(),
  phone: phone(),
  date_of_birth: z.string(), // depends on today
  gender: choice(options.genders, 'Gender is required'),
  address: requiredText('Address is required', { max: 255, range: 'Address must be at most 255 characters' }),
  region_state: choice(Object.keys(options.states), 'State is required'),

  marital_status: choice(options.maritalStatuses, 'Marital status is required'),
  spouse_working: choice(
    options.spouseWorkingAnswers,
    'Please indicate if your spouse is working',
  ).optional(),
  children_count: wholeNumber('Number of children is required', {
    min: 0,
    max: 30,
    range: 'Number of children must be a whole number from 0 to 30',
  }),
  family_size: wholeNumber('Family size is required', {
    min: 1,
    max: 40,
    range: 'Family size must be a whole number from 1 to 40',
  }),
  housing_status: choice(options.housingStatuses, 'Housing status is required'),

  occupation: requiredText('Occupation is required', {
    max: 100,
    range: 'Occupation must be at most 100 characters',
  }),
  job_role: requiredText('Job role is required', {
    max: 100,
    range: 'Job role must be at most 100 characters',
  }),
  other_job_role: optionalText({ max: 100, range: 'Other job role must be at most 100 characters' }),
  employer_name: requiredText('Employer name is required', {
    max: 200,
    range: 'Employer name must be at most 200 characters',
  }),
  employer_type: choice(options.employerTypes, 'Employer type is required'),
  employer_size: choice(options.employerSizes, 'Employer size is required'),
  industry: choice(options.industries, 'Industry is required'),
  employment_length: number('Employment length is required', {
    min: 0,
    max: 80,
    range: 'Employment length must be a number of years from 0 to 80',
  }).transform((years) => Math.round(years * 100) / 100),
  employment_type: choice(options.employmentTypes, 'Employment type is required'),
  work_arrangement: choice(options.workArrangements, 'Work arrangement is required'),
  union_membership: choice(options.trueOrFalse, 'Union membership information is required'),
  income: money('Monthly income', 10_000_000),
  salary: money('Annual salary', 100_000_000),
  pay_type: choice(options.payTypes, 'Pay type is required'),
  pay_schedule: choice(options.paySchedules, 'Pay schedule is required'),

  coverage_level: requiredText('Coverage level is required', {
    max: 100,
    range: 'Coverage level is required',
  }),
  education: choice(options.educations, 'Education information is required'),
  credit_score: wholeNumber('Credit score is required', {
    min: 300,
    max: 850,
    range: 'Credit score must be a whole number from 300 to 850',
  }),
  bankruptcy_history: choice(options.bankruptcyHistories, 'Bankruptcy history is required'),
  background_check: choice(options.backgroundChecks, 'Background check information is required'),
  gov_benefits: choice(options.trueOrFalse, 'Government benefits information is required'),
  additional_info: optionalText({
    max: 5000,
    range: 'Additional information must be at most 5,000 characters',
    multiline: true,
  }),
})

const order = [...Object.keys(answers.shape), 'consent']

/** Errors in the order of the form, so that the summary reads as the page does. */
export function inFormOrder<Error extends { path: string }>(errors: readonly Error[]) {
  return [...errors].sort((a, b) => order.indexOf(a.path) - order.indexOf(b.path))
}

/**
 * A quote application as it is stored. `today` (YYYY-MM-DD) bounds the date of birth; `coverageLevels` are the levels on
 * offer, as they are stored. Rules between fields run even when other fields are wrong, so that one reply names everything.
 */
export function quoteSchema({ today, coverageLevels }: { today: string; coverageLevels: readonly string[] }) {
  return answers
    .extend({
      date_of_birth: dateOfBirth(today),
      coverage_level: choice(coverageLevels, 'Coverage level is required'),
    })
    .refine((quote) => quote.marital_status !== 'Married' || quote.spouse_working !== undefined, {
      path: ['spouse_working'],
      message: 'Please indicate if your spouse is working',
      when: always,
    })
    .refine((quote) => !isOther(quote.job_role) || Boolean(quote.other_job_role), {
      path: ['other_job_role'],
      message: 'Please specify your job role',
      when: always,
    })
    .transform((quote) => ({
      ...quote,
      spouse_working: quote.spouse_working ?? ('Not Applicable' as const),
      job_role: isOther(quote.job_role) && quote.other_job_role ? quote.other_job_role : quote.job_role,
    }))
}

export type QuoteApplication = z.output<ReturnType<typeof quoteSchema>>

/** What only the page asks for: the JSON call has no consent in its payload. */
export const consentSchema = z.object({
  consent: agreement('You must agree to the terms and conditions'),
})

const always = () => true

/** `role` may be anything while it is still wrong. */
function isOther(role: unknown) {
  return typeof role === 'string' && role.toLowerCase() === options.otherJobRole.toLowerCase()
}
