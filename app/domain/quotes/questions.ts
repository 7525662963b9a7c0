import * as options from './quotes.options'

/**
 * The application for a quote, declared once: its form, schema and messages, its place in the back office, the engine's input and what a
 * deletion leaves all come from here. A new question also needs a migration and its column in db/schema.ts. Safe for the browser.
 */
export type Question = {
  /** The name of the form's field and of the stored column. */
  name: string
  step: StepId
  /** The question as the form shows it. */
  label: string
  hint?: string
  autoComplete?: string
  width?: 'medium' | 'short'
  /** The initial value in the form; empty by default. */
  initial?: string
  /** The message for a missing answer; by default '<label> is required'. */
  missing?: string
  /** A missing answer is stored as null. */
  optional?: true
  /** The question is visible and required only then, by the rules between answers in quotes.schema.ts. */
  shownWhen?: 'married' | 'other-role'
  /** How the back office shows it. */
  office: OfficeField
  /** The engine receives the answer. Other answers never reach it, nor the inputs stored with results. */
  engine?: true
  /** The effect of deleting the applicant's account: none, withholds the answer, or replaces it (anonymize.ts). */
  onDeletion?: 'withhold' | 'replace'
} & Answer

/** The valid answers. `range` is the message for values out of range, where the default of ~/domain/fields does not say enough. */
type Answer =
  | { kind: 'text'; min?: number; max: number; range?: string; multiline?: true }
  | { kind: 'email' }
  | { kind: 'phone' }
  /** Typed as MM/DD/YYYY or in another notation (~/domain/birth-dates), stored as YYYY-MM-DD. */
  | { kind: 'birthday' }
  | { kind: 'choice'; options: readonly Option[]; control: 'inline' | 'stacked' | Menu }
  /** A choice from a list that the back office maintains. Free job roles are accepted as text. */
  | ({ kind: 'list' } & (
      | { list: 'jobRoles'; max: number; range?: string; menu: string }
      | { list: 'coverageLevels'; menu: string }
    ))
  | { kind: 'number'; min: number; max: number; range?: string; whole?: true; unit?: Unit }

/** A stored value, optionally with its label. */
type Option = string | { value: string; label: string }

/** Returns what is stored when the option is chosen. */
export function optionValue(option: string | { value: string }) {
  return typeof option === 'string' ? option : option.value
}
/** A select, with the label of its empty option. */
type Menu = { menu: string }
/** Amounts are rounded to two decimals. */
type Unit = 'years' | 'dollars a month' | 'dollars a year'

/** Whether an answer in this unit is an amount of US dollars. */
export function isInDollars(unit: Unit | undefined) {
  return unit === 'dollars a month' || unit === 'dollars a year'
}

type OfficeField = {
  /** By default the question's. */
  label?: string
  group: 'Submission' | 'Personal' | 'Employment' | 'Financial' | 'Additional Information'
  /** A column of the list of submissions, with its own heading if the label is too long. */
  list?: true
  heading?: string
  order?: 'name' | 'number'
  format?: (answer: string) => string
}

export type StepId = 'personal' | 'household' | 'employment' | 'finalize'

/** The steps of the application. The consent, which is not stored, is at the end of the last one. */
export const steps: readonly { id: StepId; label: string; description: string }[] = [
  { id: 'personal', label: 'Personal Info', description: 'Who you are and where we send your quote.' },
  {
    id: 'household',
    label: 'Household',
    description:
      'Who relies on your pay, and who else brings some home. A question that changes your price says so.',
  },
  {
    id: 'employment',
    label: 'Employment',
    description:
      'What we insure is your job, so this is the longest part. If you freelance, describe your main client or platform.',
  },
  {
    id: 'finalize',
    label: 'Finalize',
    description: 'The cover you have in mind, and the last facts that price it.',
  },
]

/** Returns a step by its id. */
export function stepWith(id: StepId) {
  const step = steps.find((each) => each.id === id)
  if (!step) throw new Error(`no step ${id}`)
  return step
}

const yesOrNo = [
  { value: 'TRUE', label: 'Yes' },
  { value: 'FALSE', label: 'No' },
] as const

function formatYesOrNo(answer: string) {
  return { TRUE: 'Yes', FALSE: 'No' }[answer.toUpperCase()] ?? answer
}

function formatState(code: string) {
  const name = new Map<string, string>(Object.entries(options.states)).get(code)
  return name === undefined ? code : `${name} (${code})`
}

const declared = [
  {
    name: 'name',
    step: 'personal',
    kind: 'text',
    label: 'Full name',
    autoComplete: 'name',
    min: 2,
    max: 100,
    missing: 'Name is required',
    range: 'Name must be between 2 and 100 characters',
    office: { label: 'Name', group: 'Submission', list: true, order: 'name' },
    onDeletion: 'replace',
  },
  {
    name: 'email',
    step: 'personal',
    kind: 'email',
    label: 'Email',
    autoComplete: 'email',
    hint: 'Your quote goes to this address, and what we have to ask about it: no advertising.',
    office: { group: 'Submission', list: true, order: 'name' },
    onDeletion: 'replace',
  },
  {
    name: 'phone',
    step: 'personal',
    kind: 'phone',
    label: 'Phone',
    autoComplete: 'tel',
    optional: true,
    width: 'medium',
    hint: 'Only used if we have a question about your application.',
    office: { group: 'Submission' },
    onDeletion: 'withhold',
  },
  {
    name: 'date_of_birth',
    step: 'personal',
    kind: 'birthday',
    label: 'Date of birth',
    autoComplete: 'bday',
    width: 'short',
    hint: 'MM/DD/YYYY, or just the digits. You must be 18 or older to be covered.',
    office: { group: 'Personal' },
    engine: true,
    onDeletion: 'replace',
  },
  {
    name: 'gender',
    step: 'personal',
    kind: 'choice',
    label: 'Gender',
    hint: 'It never changes your price.',
    options: options.genders,
    control: 'inline',
    office: { group: 'Personal' },
  },
  {
    name: 'address',
    step: 'personal',
    kind: 'text',
    label: 'Address',
    autoComplete: 'address-line1',
    hint: 'Street, city and ZIP code.',
    max: 255,
    office: { group: 'Personal' },
    onDeletion: 'withhold',
  },
  {
    name: 'region_state',
    step: 'personal',
    kind: 'choice',
    label: 'State',
    autoComplete: 'address-level1',
    width: 'medium',
    hint: 'Cover may not be available in every state.',
    options: Object.entries(options.states).map(([value, label]) => ({ value, label })),
    control: { menu: 'Choose your state' },
    office: { group: 'Personal', format: formatState },
  },

  {
    name: 'marital_status',
    step: 'household',
    kind: 'choice',
    label: 'Marital status',
    options: options.maritalStatuses,
    control: 'inline',
    office: { group: 'Personal' },
  },
  {
    name: 'spouse_working',
    step: 'household',
    kind: 'choice',
    label: 'Is your spouse working?',
    shownWhen: 'married',
    options: [
      { value: 'True', label: 'Yes' },
      { value: 'False', label: 'No' },
      { value: 'Not Applicable', label: 'Not applicable' },
    ],
    control: 'inline',
    missing: 'Please indicate if your spouse is working',
    office: { label: 'Spouse working', group: 'Personal', format: formatYesOrNo },
  },
  {
    name: 'children_count',
    step: 'household',
    kind: 'number',
    label: 'Number of children',
    hint: 'We check that it fits the size of your family.',
    width: 'short',
    initial: '0',
    whole: true,
    min: 0,
    max: 30,
    office: { label: 'Children', group: 'Personal' },
    engine: true,
  },
  {
    name: 'family_size',
    step: 'household',
    kind: 'number',
    label: 'Family size',
    width: 'short',
    hint: 'Everybody in your household, you included.',
    initial: '1',
    whole: true,
    min: 1,
    max: 40,
    office: { group: 'Personal' },
    engine: true,
  },
  {
    name: 'housing_status',
    step: 'household',
    kind: 'choice',
    label: 'Housing status',
    options: options.housingStatuses,
    control: 'inline',
    office: { label: 'Housing', group: 'Personal' },
  },

  {
    name: 'occupation',
    step: 'employment',
    kind: 'text',
    label: 'Occupation',
    autoComplete: 'organization-title',
    hint: 'What you would answer when asked what you do.',
    max: 100,
    office: { group: 'Employment' },
    onDeletion: 'withhold',
  },
  {
    name: 'job_role',
    step: 'employment',
    kind: 'list',
    label: 'Job role',
    list: 'jobRoles',
    menu: 'Choose the closest role',
    max: 100,
    office: { group: 'Employment' },
    onDeletion: 'replace',
  },
  {
    name: 'other_job_role',
    step: 'employment',
    kind: 'text',
    label: 'Other Job Role',
    optional: true,
    shownWhen: 'other-role',
    hint: 'Only if you chose Other above.',
    max: 100,
    missing: 'Please specify your job role',
    range: 'Other job role must be at most 100 characters',
    office: { label: 'Other job role', group: 'Employment' },
    onDeletion: 'withhold',
  },
  {
    name: 'employer_name',
    step: 'employment',
    kind: 'text',
    label: 'Employer name',
    autoComplete: 'organization',
    hint: 'We look at how steady its jobs have been. We do not contact it.',
    max: 200,
    office: { label: 'Employer', group: 'Employment', list: true },
    onDeletion: 'withhold',
  },
  {
    name: 'employer_type',
    step: 'employment',
    kind: 'choice',
    label: 'Employer type',
    width: 'medium',
    options: options.employerTypes,
    control: { menu: 'Choose a type' },
    office: { group: 'Employment' },
    engine: true,
  },
  {
    name: 'employer_size',
    step: 'employment',
    kind: 'choice',
    label: 'Employer size',
    width: 'medium',
    hint: 'The number of people who work there.',
    options: options.employerSizes,
    control: { menu: 'Choose a size' },
    office: { group: 'Employment' },
    engine: true,
  },
  {
    name: 'industry',
    step: 'employment',
    kind: 'choice',
    label: 'Industry',
    hint: 'Layoffs differ more between industries than between people.',
    options: options.industries,
    control: { menu: 'Choose an industry' },
    office: { group: 'Employment' },
    engine: true,
  },
  {
    name: 'employment_length',
    step: 'employment',
    kind: 'number',
    label: 'Employment length',
    width: 'short',
    hint: 'Years at this employer. Half a year is 0.5.',
    unit: 'years',
    min: 0,
    max: 80,
    range: 'Employment length must be a number of years from 0 to 80',
    office: { label: 'Years employed', group: 'Employment' },
    engine: true,
  },
  {
    name: 'employment_type',
    step: 'employment',
    kind: 'choice',
    label: 'Employment type',
    options: options.employmentTypes,
    control: 'inline',
    office: { group: 'Employment' },
    engine: true,
  },
  {
    name: 'work_arrangement',
    step: 'employment',
    kind: 'choice',
    label: 'Work arrangement',
    options: options.workArrangements,
    control: 'inline',
    office: { group: 'Employment' },
    engine: true,
  },
  {
    name: 'union_membership',
    step: 'employment',
    kind: 'choice',
    label: 'Are you a member of a union?',
    options: yesOrNo,
    control: 'inline',
    missing: 'Union membership information is required',
    office: { label: 'Union membership', group: 'Financial', format: formatYesOrNo },
    engine: true,
  },
  {
    name: 'income',
    step: 'employment',
    kind: 'number',
    label: 'Monthly income',
    width: 'medium',
    hint: 'Before tax. Cover never exceeds six months of it.',
    unit: 'dollars a month',
    min: 0,
    max: 10_000_000,
    range: 'Monthly income must be an amount in dollars from 0 to 10,000,000',
    office: { group: 'Financial', list: true, heading: 'Income', order: 'number' },
    engine: true,
  },
  {
    name: 'salary',
    step: 'employment',
    kind: 'number',
    label: 'Annual salary',
    width: 'medium',
    hint: 'Before tax. If your pay varies, what you earned in the last 12 months.',
    unit: 'dollars a year',
    min: 0,
    max: 100_000_000,
    range: 'Annual salary must be an amount in dollars from 0 to 100,000,000',
    office: { group: 'Financial' },
    engine: true,
  },
  {
    name: 'pay_type',
    step: 'employment',
    kind: 'choice',
    label: 'Pay type',
    options: options.payTypes,
    control: 'inline',
    office: { group: 'Financial' },
    engine: true,
  },
  {
    name: 'pay_schedule',
    step: 'employment',
    kind: 'choice',
    label: 'Pay schedule',
    options: options.paySchedules,
    control: 'inline',
    office: { group: 'Financial' },
    engine: true,
  },

  {
    name: 'coverage_level',
    step: 'finalize',
    kind: 'list',
    label: 'Coverage level',
    list: 'coverageLevels',
    menu: 'Choose a level',
    width: 'medium',
    hint: 'Choose Not Sure Yet and we recommend the one that fits, with our reason.',
    office: {
      group: 'Submission',
      list: true,
      heading: 'Level',
      format: options.coverageLevelLabel,
    },
    engine: true,
  },
  {
    name: 'education',
    step: 'finalize',
    kind: 'choice',
    label: 'Education',
    hint: 'The highest level that you completed.',
    options: options.educations,
    control: 'stacked',
    missing: 'Education information is required',
    office: { group: 'Personal' },
    engine: true,
  },
  {
    name: 'credit_score',
    step: 'finalize',
    kind: 'number',
    label: 'Credit score',
    width: 'short',
    hint: 'A number from 300 to 850. Your best estimate is fine: we run no credit check.',
    whole: true,
    min: 300,
    max: 850,
    office: { group: 'Financial' },
    engine: true,
  },
  {
    name: 'bankruptcy_history',
    step: 'finalize',
    kind: 'choice',
    label: 'Bankruptcy history',
    options: options.bankruptcyHistories,
    control: 'inline',
    office: { group: 'Financial' },
    engine: true,
  },
  {
    name: 'background_check',
    step: 'finalize',
    kind: 'choice',
    label: 'Background check',
    hint: "What an employer's check would show, as far as you know.",
    options: [
      { value: 'Clear', label: 'Clear' },
      { value: 'MinorFlag', label: 'A minor flag' },
      { value: 'MajorFlag', label: 'A major flag' },
    ],
    control: 'inline',
    missing: 'Background check information is required',
    office: { group: 'Financial' },
    engine: true,
  },
  {
    name: 'gov_benefits',
    step: 'finalize',
    kind: 'choice',
    label: 'Do you receive government benefits?',
    options: yesOrNo,
    control: 'inline',
    missing: 'Government benefits information is required',
    office: { label: 'Government benefits', group: 'Financial', format: formatYesOrNo },
  },
  {
    name: 'additional_info',
    step: 'finalize',
    kind: 'text',
    label: 'Additional information',
    optional: true,
    multiline: true,
    hint: 'Anything about your work that the questions above did not ask.',
    max: 5000,
    office: { group: 'Additional Information' },
    onDeletion: 'withhold',
  },
] as const satisfies readonly Question[]

/** In the order of the form. */
export const questions: readonly Question[] = declared

type Declared = (typeof declared)[number]

type Value<Q> = Q extends { kind: 'number' } ? number : Q extends { optional: true } ? string | null : string

/** The stored answers of an application. */
export type QuoteAnswers = { [Q in Declared as Q['name']]: Value<Q> }

/** The names of the answers that a deletion replaces. */
export type ReplacedName = Extract<Declared, { onDeletion: 'replace' }>['name']
