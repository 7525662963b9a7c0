/**
 * What visitors send in, kind by kind: the declaration behind its list, its calls, its CSV and its detail view. Safe for the browser.
 */

import { questions, type Question } from '~/domain/quotes/questions'
import { interestLevelLabel } from '~/domain/waitlist/waitlist.options'

type Shape =
  | 'text'
  /** Kept with its line breaks. */
  | 'words'
  | 'number'
  /** US dollars. */
  | 'money'
  /** An instant. */
  | 'time'
  /** A day of the calendar, YYYY-MM-DD. */
  | 'day'
  | 'boolean'
  | 'email'
  /** An address of the web. */
  | 'link'
  | 'status'

/** How values are compared where a list can be put in their order; 'name' is without regard to letter case. */
export type Order = 'time' | 'name' | 'text' | 'number'

export type SubmissionField = {
  /** As calls answer it. */
  name: string
  label: string
  shape: Shape
  /** The stored column, where it has another name. */
  column?: string
  /** Answered under this name as well. */
  alias?: string
  /** The file of an application: its name is looked up, and its address answered under `<file>_url`. */
  file?: 'resume' | 'cover letter'
  /** What pages and the CSV say where there is none. */
  otherwise?: string
  /** Stored values that mean the same as none. */
  none?: string
  /** The heading under which the detail view has it. */
  group: string
  /** A column of the list; of long text, so many characters. */
  list?: true | number
  /** The heading of that column, where the label is too long for one. */
  heading?: string
  order?: Order
  /** The words for a stored value. */
  format?: (value: string) => string
}

export type SubmissionKind = {
  slug: 'quotes' | 'contacts' | 'waitlist' | 'careers'
  table: 'quote_submissions' | 'contact_submissions' | 'waitlist_submissions' | 'career_submissions'
  /** The tab's name. */
  title: string
  /** As in 'quote submission'. */
  singular: string
  /** The statuses that an admin may set; a new submission has the first. */
  statuses: readonly [string, ...string[]]
  /** The stored column of the admins' note. */
  note: 'note' | 'notes'
  /** The field that says when it was sent. */
  sent: 'submitted_at' | 'created_at'
  /** The page on which visitors send it. */
  form: { to: string; label: string }
  /** What the search looks into, in words. */
  searchedIn: string
  fields: readonly SubmissionField[]
}

type Extra = Partial<SubmissionField>

const field =
  (shape: Shape) =>
  (name: string, label: string, group: string, extra: Extra = {}): SubmissionField => ({
    name,
    label,
    shape,
    group,
    ...extra,
  })
const text = field('text')
const words = field('words')
const number = field('number')
const time = field('time')
const boolean = field('boolean')
const email = field('email')
const link = field('link')

const id = number('id', '#', 'Submission', { list: true })
const sender = text('name', 'Name', 'Submission', { list: true, order: 'name' })
const address = email('email', 'Email', 'Submission', { list: true, order: 'name' })
const status: SubmissionField = {
  name: 'status',
  label: 'Status',
  shape: 'status',
  otherwise: 'Pending',
  group: 'Submission',
  list: true,
  order: 'text',
}
const origin = text('ip_address', 'IP address', 'Submission')

/** The questions of the application for a quote that the office reads under one heading. */
function answersIn(group: string): SubmissionField[] {
  return questions
    .filter(({ office }) => office.group === group)
    .map((question) => ({ name: question.name, shape: shapeOf(question), ...question.office }))
}

function shapeOf(question: Question): Shape {
  switch (question.kind) {
    case 'text':
      return question.multiline ? 'words' : 'text'
    case 'email':
      return 'email'
    case 'birthday':
      return 'day'
    case 'number':
      return question.unit?.startsWith('dollars') ? 'money' : 'number'
    default:
      return 'text'
  }
}

export const quotes: SubmissionKind = {
  slug: 'quotes',
  table: 'quote_submissions',
  title: 'Quote Requests',
  singular: 'quote',
  statuses: ['Pending', 'In review', 'Quoted', 'Declined', 'Withdrawn'],
  note: 'note',
  sent: 'submitted_at',
  form: { to: '/get-a-quote', label: 'Get a Quote' },
  searchedIn: 'name, email, phone, employer or number',
  fields: [
    id,
    time('submitted_at', 'Submitted', 'Submission', { list: true, order: 'time' }),
    ...answersIn('Submission'),
    text('coverage_tier', 'Tier', 'Submission', { list: true, otherwise: 'None' }),
    text('submission_type', 'Type', 'Submission', { list: true, otherwise: 'Standard', none: 'quote' }),
    status,
    words('note', 'Note', 'Submission'),
    number('user_id', 'User ID', 'Submission'),
    time('updated_at', 'Last changed', 'Submission'),
    origin,
    ...answersIn('Personal'),
    ...answersIn('Employment'),
    ...answersIn('Financial'),
    ...answersIn('Additional Information'),
  ],
}

export const contacts: SubmissionKind = {
  slug: 'contacts',
  table: 'contact_submissions',
  title: 'Contact Forms',
  singular: 'contact',
  statuses: ['Pending', 'Responded'],
  note: 'note',
  sent: 'created_at',
  form: { to: '/contact', label: 'Contact' },
  searchedIn: 'name, email, phone, message or number',
  fields: [
    id,
    time('created_at', 'Received', 'Submission', { list: true, order: 'time' }),
    sender,
    { ...address, alias: 'contact_email' },
    text('phone', 'Phone', 'Submission'),
    text('category', 'Category', 'Submission', {
      column: 'inquiry_type',
      otherwise: 'General',
      list: true,
    }),
    words('message', 'Message', 'Message', { list: 60 }),
    boolean('responded', 'Responded', 'Submission'),
    time('response_date', 'Response date', 'Submission', { list: true }),
    status,
    words('note', 'Note', 'Submission'),
    origin,
  ],
}

export const waitlist: SubmissionKind = {
  slug: 'waitlist',
  table: 'waitlist_submissions',
  title: 'Waitlist Signups',
  singular: 'waitlist',
  statuses: ['Pending', 'Invited', 'Removed'],
  note: 'note',
  sent: 'submitted_at',
  form: { to: '/contact#waitlist-form', label: 'Join Waitlist' },
  searchedIn: 'name, email, source, campaign or number',
  fields: [
    id,
    time('submitted_at', 'Signed up', 'Submission', { list: true, order: 'time' }),
    sender,
    address,
    text('interest_level', 'Interest', 'Submission', { list: true, format: interestLevelLabel }),
    text('referral_source', 'Source', 'Submission', { list: true, otherwise: 'Direct' }),
    status,
    words('note', 'Note', 'Submission'),
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
  statuses: ['Pending', 'Reviewing', 'Interview', 'Rejected', 'Hired'],
  note: 'notes',
  sent: 'created_at',
  form: { to: '/careers', label: 'Careers' },
  searchedIn: 'name, email, position or number',
  fields: [
    id,
    time('created_at', 'Applied', 'Submission', { list: true, order: 'time' }),
    sender,
    { ...address, alias: 'career_email' },
    text('position', 'Position', 'Submission', { list: true, order: 'name' }),
    words('experience', 'Experience', 'Application'),
    link('linkedin_url', 'LinkedIn', 'Submission'),
    words('interest_reason', 'Interest reason', 'Application', { column: 'why_join', list: 40 }),
    text('resume_filename', 'Resume', 'Submission', { file: 'resume', list: true }),
    text('cover_letter_filename', 'Cover letter', 'Submission', {
      file: 'cover letter',
      list: true,
      heading: 'Letter',
    }),
    status,
    words('notes', 'Notes', 'Submission'),
    origin,
  ],
}

/** In the order of the tabs. */
export const submissionKinds = [quotes, contacts, waitlist, careers] as const

/** The kind that an address names, or null. */
export function kindOf(slug: string | null | undefined): SubmissionKind | null {
  return submissionKinds.find((kind) => kind.slug === slug) ?? null
}

/** The columns of the kind's list. */
export function listFields(kind: SubmissionKind) {
  return kind.fields.filter(({ list }) => list !== undefined)
}

export function fieldOf(kind: SubmissionKind, name: string) {
  return kind.fields.find((field) => field.name === name)
}

/** Where the file of an application is served. */
export function fileAddress(filename: string) {
  return `/api/career-files/${filename}`
}

/** A submission as calls answer it. Times are Dates, or ISO 8601 once they have travelled. */
export type Submission = { id: number; status: string } & Record<string, unknown>
