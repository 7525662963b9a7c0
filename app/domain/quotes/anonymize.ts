import { ageOn, calendarDay, formatCalendarDate } from '~/domain/dates'

import { questions, type QuoteAnswers, type ReplacedName } from './questions'

/** Replaces an answer that was removed from an application. */
const withheld = 'Withheld'

type Application = QuoteAnswers & { id: number; submitted_at: Date; status: string; answered: boolean }

/** The end of the email of an application whose applicant has deleted the account. */
export const nowhere = '@invalid.example'

export function isAnonymized({ email }: { email: string }) {
  return email.endsWith(nowhere)
}

type Result = { input: object; calculation_details: object }

/**
 * Returns the anonymized application, with the figures that the price was based on. Job roles stay if they are one of `roles`, in lower
 * case; others are the applicant's own words.
 */
export function anonymizedQuote(quote: Application, roles: Set<string>) {
  return {
    user_id: null,
    ip_address: null,
    note: null,
    status:
      quote.status === 'Pending' || quote.status === 'In review' || !quote.answered
        ? 'Withdrawn'
        : quote.status,
    ...changedAnswers(quote, roles, calendarDay(quote.submitted_at)),
  }
}

/**
 * Returns the anonymized result of an application: its input gives the engine the same figures, and neither input nor explanation contains
 * what was removed from the application.
 */
export function anonymizedResult(result: Result, quote: Application, roles: Set<string>) {
  const input = result.input as Result['input'] & { quote: object; employer: object | null; asOf: string }
  const changes = changedAnswers(quote, roles, input.asOf)
  const seen = Object.entries(changes).filter(([name]) => name in input.quote)
  const texts = new Map([
    [formatCalendarDate(quote.date_of_birth), formatCalendarDate(changes.date_of_birth)],
  ])
  // The calculation names the employer also where the input does not.
  for (const [name, answer] of [...seen, ['employer_name', withheld] as const]) {
    const before = quote[name as keyof QuoteAnswers]
    if (typeof before === 'string' && before.trim() !== '' && before !== answer)
      texts.set(before.trim(), answer ?? withheld)
  }
  return {
    input: {
      ...input,
      quote: { ...input.quote, ...Object.fromEntries(seen) },
      // The id of the employer's record identifies the employer as well as its name does.
      employer: input.employer && { ...input.employer, id: null, employer_name: withheld },
    },
    calculation_details: withoutTexts(result.calculation_details, texts),
  }
}

/** The answers that a deletion changes, with their new values. `day`, YYYY-MM-DD, is the day for which the age must stay the same. */
function changedAnswers(quote: Application, roles: Set<string>, day: string) {
  const replaced: Pick<QuoteAnswers, ReplacedName> = {
    name: 'Deleted applicant',
    email: `deleted-${quote.id}${nowhere}`,
    date_of_birth: sameAge(quote.date_of_birth, day),
    job_role: roles.has(quote.job_role.toLowerCase()) ? quote.job_role : 'Other',
  }
  const withheldAnswers = questions
    .filter(({ onDeletion }) => onDeletion === 'withhold')
    .map(({ name, optional }) => [name, optional ? null : withheld] as const)
  return { ...Object.fromEntries<string | null>(withheldAnswers), ...replaced }
}

/** January 1 of the year of birth that gives the same age in whole years on that day. Dates are YYYY-MM-DD. */
function sameAge(birth: string, day: string) {
  return `${String(Number(day.slice(0, 4)) - ageOn(birth, day)).padStart(4, '0')}-01-01`
}

/**
 * Returns the same structure with these texts replaced wherever they are whole words, ignoring letter case. The engine may have truncated a
 * long one, so its beginning also matches.
 */
function withoutTexts(value: unknown, texts: Map<string, string>): unknown {
  if (Array.isArray(value)) return value.map((part) => withoutTexts(part, texts))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withoutTexts(part, texts)]))
  if (typeof value !== 'string') return value
  let text = value
  for (const [fact, instead] of texts) {
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
