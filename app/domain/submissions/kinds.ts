/** The kinds of submissions: each declares its list, calls, CSV and detail view. Safe for the browser. */

import { capital } from '~/domain/formats'
import { isInDollars, questions, type Question } from '~/domain/quotes/questions'
import { interestLevelLabel } from '~/domain/waitlist/waitlist.options'

type FieldKind =
  | 'text'
  /** One of a few values. */
  | 'choice'
  /** With its line breaks. */
  | 'words'
  | 'number'
  /** US dollars. */
  | 'money'
  /** An instant. */
  | 'time'
  /** A calendar day, YYYY-MM-DD. */
  | 'day'
  | 'boolean'
  | 'email'
  /** The number of an application. */
  | 'quote'
  /** A web URL. */
  | 'link'
  | 'status'

/** How a sortable list compares values; 'name' ignores letter case. */
export type Order = 'time' | 'name' | 'text' | 'number'

export type SubmissionField = {
  /** The name in JSON responses. */
  name: string
  label: string
  shape: FieldKind
  /** The stored column, if its name differs. */
  column?: string
  /** An additional name in JSON responses. */
  alias?: string
  /** The file of an application: its name is looked up, and its URL is returned as `<file>_url`. */
  file?: 'resume' | 'cover letter'
  /** Not a stored column: the value of the newest result of an application. */
  ofResult?: 'verdict' | 'premium'
  /** The text that pages and the CSV show for an absent value; null for the mark of an unset value, in the CSV 'None'. */
  fallback?: string | null
  /** A stored value that counts as absent. */
  emptyValue?: string
  /** Its heading in the detail view. */
  group: string
  /** A column of the list; a number is the maximum length of a long text. */
  list?: true | number
  /** The column's heading, if the label is too long for one. */
  heading?: string
  order?: Order
  format?: (value: string) => string
}

export type SubmissionKind = {
  slug: 'quotes' | 'contacts' | 'waitlist' | 'careers'
  table: 'quote_submissions' | 'contact_submissions' | 'waitlist_submissions' | 'career_submissions'
  title: string
  /** As in 'quote submission'. */
  singular: string
  /** The name of one of them in a sentence. */
  noun: string
  /** The statuses that an admin can set; a new submission has the first. */
  statuses: readonly [string, ...string[]]
  /** The stored column of the admins' note. */
  note: 'note' | 'notes'
  /** The field with the time of sending. */
  sent: 'submitted_at' | 'created_at'
  /** The most important field of a submission after its name and status. */
  about: string
  /** The page on which visitors send it. */
  form: { to: string; label: string }
  /** Whether the list can be filtered by what the engine decided. */
  underwritten?: true
  /** The searched fields, in words. */
  searchedIn: string
  fields: readonly SubmissionField[]
}

type Extra = Partial<SubmissionField>

const field =
  (shape: FieldKind) =>
  (name: string, label: string, group: string, extra: Extra = {}): SubmissionField => ({
    name,
    label,
    shape,
    group,
    ...extra,
  })
const text = field('text')
const choice = field('choice')
const longText = field('words')
const number = field('number')
const money = field('money')
const time = field('time')
const boolean = field('boolean')
const email = field('email')
const link = field('link')
const quoteNumber = field('quote')

const id = number('id', '#', 'Submission', { list: true })
const sender = text('name', 'Name', 'Submission', { list: true, order: 'name' })
const emailField = email('email', 'Email', 'Submission', { list: true, order: 'name' })
const status: SubmissionField = {
  name: 'status',
  label: 'Status',
  shape: 'status',
  fallback: 'Pending',
  group: 'Submission',
  list: true,
  order: 'text',
}
const origin = text('ip_address', 'IP address', 'Submission')

/** The application's questions under one heading of the back office. */
function answersIn(group: string): SubmissionField[] {
  return questions
    .filter(({ office }) => office.group === group)
    .map((question) => ({
      name: question.name,
      label: question.label,
      shape: shapeOf(question),
      ...question.office,
    }))
}

function shapeOf(question: Question): FieldKind {
  switch (question.kind) {
    case 'text':
      return question.multiline ? 'words' : 'text'
    case 'email':
      return 'email'
    case 'birthday':
      return 'day'
    case 'number':
      return isInDollars(question.unit) ? 'money' : 'number'
    case 'list':
      return question.list === 'coverageLevels' ? 'choice' : 'text'
    default:
      return 'choice'
  }
}

export const quotes: SubmissionKind = {
  slug: 'quotes',
  table: 'quote_submissions',
  title: 'Quote Requests',
  singular: 'quote',
  noun: 'application',
  statuses: ['Pending', 'In review', 'Quoted', 'Declined', 'Withdrawn'],
  note: 'note',
  sent: 'submitted_at',
  about: 'coverage_tier',
  form: { to: '/get-a-quote', label: 'Get a Quote' },
  underwritten: true,
  searchedIn: 'name, email, phone, employer or number',
  fields: [
    id,
    time('submitted_at', 'Submitted', 'Submission', { list: true, order: 'time' }),
    ...answersIn('Submission'),
    choice('coverage_tier', 'Tier', 'Submission', { list: true, fallback: null }),
    choice('engine_decision', 'Decision', 'Submission', { list: true, fallback: 'Not run', format: capital }),
    money('monthly_premium', 'Premium', 'Submission', { list: true, ofResult: 'premium' }),
    choice('submission_type', 'Type', 'Submission', {
      fallback: 'Standard',
      emptyValue: 'quote',
    }),
    status,
    longText('note', 'Note', 'Submission'),
    number('user_id', 'User ID', 'Submission'),
    time('updated_at', 'Last changed', 'Submission'),
    origin,
    ...answersIn('Personal'),
    ...answersIn('Employment'),
    ...answersIn('Financial'),
    ...answersIn('Additional Information'),
    choice('rated_industry', 'Rated industry', 'Submission', { fallback: null }),
    number('correction_id', 'Newest correction', 'Submission', { fallback: null }),
    boolean('answered', 'Answered', 'Submission'),
  ],
}

export const contacts: SubmissionKind = {
  slug: 'contacts',
  table: 'contact_submissions',
  title: 'Contact Forms',
  singular: 'contact',
  noun: 'message',
  statuses: ['Pending', 'Responded'],
  note: 'note',
  sent: 'created_at',
  about: 'category',
  form: { to: '/contact', label: 'Contact' },
  searchedIn: 'name, email, phone, message or number',
  fields: [
    id,
    time('created_at', 'Received', 'Submission', { list: true, order: 'time' }),
    sender,
    { ...emailField, alias: 'contact_email' },
    text('phone', 'Phone', 'Submission'),
    choice('category', 'Category', 'Submission', {
      column: 'inquiry_type',
      fallback: 'General',
      list: true,
    }),
    longText('message', 'Message', 'Message', { list: 200 }),
    quoteNumber('quote_submission_id', 'About quote', 'Submission', { fallback: null }),
    boolean('responded', 'Responded', 'Submission'),
    time('response_date', 'Response date', 'Submission', { list: true }),
    status,
    longText('note', 'Note', 'Submission'),
    origin,
  ],
}

export const waitlist: SubmissionKind = {
  slug: 'waitlist',
  table: 'waitlist_submissions',
  title: 'Waitlist Signups',
  singular: 'waitlist',
  noun: 'signup',
  statuses: ['Pending', 'Invited', 'Removed'],
  note: 'note',
  sent: 'submitted_at',
  about: 'interest_level',
  form: { to: '/contact#waitlist-form', label: 'Join Waitlist' },
  searchedIn: 'name, email, source, campaign or number',
  fields: [
    id,
    time('submitted_at', 'Signed up', 'Submission', { list: true, order: 'time' }),
    sender,
    emailField,
    choice('interest_level', 'Interest', 'Submission', { list: true, format: interestLevelLabel }),
    text('referral_source', 'Source', 'Submission', { list: true, fallback: 'Direct' }),
    status,
    longText('note', 'Note', 'Submission'),
    origin,
    text('utm_source', 'UTM source', 'Campaign'),
    text('utm_medium', 'UTM medium', 'Campaign'),
    text('utm_campaign', 'UTM campaign', 'Campaign'),
  ],
}

export const careers: SubmissionKind = {
  slug: 'careers',
  table: 'career_submissions',
  title: 'Career Applications',
  singular: 'career',
  noun: 'application',
  statuses: ['Pending', 'Reviewing', 'Interview', 'Rejected', 'Hired'],
  note: 'notes',
  sent: 'created_at',
  about: 'position',
  form: { to: '/careers', label: 'Careers' },
  searchedIn: 'name, email, position or number',
  fields: [
    id,
    time('created_at', 'Applied', 'Submission', { list: true, order: 'time' }),
    sender,
    { ...emailField, alias: 'career_email' },
    text('position', 'Position', 'Submission', { list: true, order: 'name' }),
    longText('experience', 'Experience', 'Application'),
    link('linkedin_url', 'LinkedIn', 'Submission'),
    longText('interest_reason', 'Interest reason', 'Application', { column: 'why_join', list: 40 }),
    text('resume_filename', 'Resume', 'Submission', { file: 'resume', list: true }),
    text('cover_letter_filename', 'Cover letter', 'Submission', {
      file: 'cover letter',
      list: true,
      heading: 'Letter',
    }),
    status,
    longText('notes', 'Notes', 'Submission'),
    origin,
  ],
}

/** In the order of the tabs. */
export const submissionKinds = [quotes, contacts, waitlist, careers] as const

/** Returns the kind of a slug, or null. */
export function kindOf(slug: string | null | undefined): SubmissionKind | null {
  return submissionKinds.find((kind) => kind.slug === slug) ?? null
}

/** What a person has decided about a referral: the list shows it with the decision of the engine. */
export const verdict = choice('verdict', 'Verdict', 'Submission', { ofResult: 'verdict' })

/** The columns of the kind's list. */
export function listFields(kind: SubmissionKind) {
  return kind.fields.filter(({ list }) => list !== undefined)
}

export function fieldOf(kind: SubmissionKind, name: string) {
  return kind.fields.find((field) => field.name === name)
}

/** The field of a submission with the original name of a file. */
export function fileNameOf(file: NonNullable<SubmissionField['file']>) {
  return `${file.replace(' ', '_')}_name`
}

/** The URL of an application's file. */
export function fileUrl(filename: string) {
  return `/api/career-files/${filename}`
}

/** A submission in JSON responses. Times are Dates, or ISO 8601 after serialization. */
export type Submission = { id: number; status: string } & Record<string, unknown>
