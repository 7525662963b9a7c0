import { calendarDay, formatCalendarDate } from '~/domain/dates'

/** What stands where a fact was taken out of an application. */
const withheld = 'Withheld'

type Application = {
  id: number
  submitted_at: Date
  status: string
  date_of_birth: string
  occupation: string
  job_role: string
  other_job_role: string | null
  employer_name: string
  additional_info: string | null
}

const nowhere = '@invalid.example'

/** Whether an application is nobody's any more. */
export function isAnonymised({ email }: { email: string }) {
  return email.endsWith(nowhere)
}

type Result = { input: object; calculation_details: object }

/**
 * What an application becomes when its applicant is gone: nobody's, with the figures that the price was made of. Job roles are kept
 * where they are one of `roles`, the others are the applicant's own words.
 */
export function anonymisedQuote({ id, submitted_at, status, ...quote }: Application, roles: Set<string>) {
  return {
    user_id: null,
    name: 'Deleted applicant',
    email: `deleted-${id}${nowhere}`,
    phone: null,
    address: withheld,
    ip_address: null,
    note: null,
    status: status === 'Pending' || status === 'In review' ? 'Withdrawn' : status,
    ...withheldAnswers(quote.job_role, roles),
    date_of_birth: sameAge(quote.date_of_birth, calendarDay(submitted_at)),
  }
}

/**
 * What a result of that application becomes: its input gives the engine the same figures, and neither input nor explanation hold
 * what was taken out of the application.
 */
export function anonymisedResult(result: Result, quote: Application, roles: Set<string>) {
  const input = result.input as Result['input'] & { quote: object; employer: object | null; asOf: string }
  const born = sameAge(quote.date_of_birth, input.asOf)
  const answers = { ...withheldAnswers(quote.job_role, roles), date_of_birth: born }
  const facts = new Map([
    [quote.date_of_birth, born],
    [formatCalendarDate(quote.date_of_birth), formatCalendarDate(born)],
  ])
  for (const field of ['employer_name', 'occupation', 'other_job_role', 'additional_info'] as const)
    if (quote[field]) facts.set(quote[field].trim(), withheld)
  if (answers.job_role !== quote.job_role) facts.set(quote.job_role, withheld)
  return {
    input: {
      ...input,
      quote: { ...input.quote, ...answers },
      // The number of the employer's record names the employer as well as its name does.
      employer: input.employer && { ...input.employer, id: null, employer_name: withheld },
    },
    calculation_details: withoutFacts(result.calculation_details, facts),
  }
}

/** The answers in the applicant's own words, and the employer. */
function withheldAnswers(jobRole: string, roles: Set<string>) {
  return {
    occupation: withheld,
    job_role: roles.has(jobRole.toLowerCase()) ? jobRole : 'Other',
    other_job_role: null,
    employer_name: withheld,
    additional_info: null,
  }
}

/** January 1 of the year that makes somebody as old, in whole years, on that day. Dates are YYYY-MM-DD. */
function sameAge(birth: string, day: string) {
  const years = Number(day.slice(0, 4)) - Number(birth.slice(0, 4))
  const age = day.slice(5) < birth.slice(5) ? years - 1 : years
  return `${String(Number(day.slice(0, 4)) - age).padStart(4, '0')}-01-01`
}

/**
 * The same structure, with other words for the facts wherever they stand by themselves in a text, in any letter case. The engine may
 * have cut a long one short, so that its beginning counts too.
 */
function withoutFacts(value: unknown, facts: Map<string, string>): unknown {
  if (Array.isArray(value)) return value.map((part) => withoutFacts(part, facts))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withoutFacts(part, facts)]))
  if (typeof value !== 'string') return value
  let text = value
  for (const [fact, instead] of facts) {
    const shortest = Math.min(fact.length, 20)
    if (!pattern(fact.slice(0, shortest)).test(text)) continue
    for (let length = Math.min(fact.length, text.length); length >= shortest; length -= 1) {
      const end = length === fact.length ? '(?![\\p{L}\\p{N}])' : ''
      text = text.replace(pattern(fact.slice(0, length), end), () => instead)
    }
  }
  return text
}

function pattern(words: string, end = '') {
  return new RegExp(`(?<![\\p{L}\\p{N}])${words.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}${end}`, 'giu')
}
