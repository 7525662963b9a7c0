import { calendarDate, parseCalendarDate } from './dates'

const months = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
]

const digitsApart = /^(\d{1,2}) ?[/. -] ?(\d{1,2}) ?[/. -] ?(\d{4}|\d{2})$/
const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?(?: of)?[ .-]?([a-z]{3,9})[ .,-]{0,2}(\d{4}|\d{2})$/i
const monthFirst = /^([a-z]{3,9})[ .-]{0,2}(\d{1,2})(?:st|nd|rd|th)?[ .,-]{1,2}(\d{4}|\d{2})$/i

/**
 * Parses a date of birth as people type it to YYYY-MM-DD: as parseCalendarDate does, with the name of the month (14 March 1988, Mar 14, 88),
 * or as digits alone where they mean one date only (03141988, 31488). A two-digit year means the latest such year that is not after
 * `today` (YYYY-MM-DD). Null if it is no date, or could be two.
 */
export function parseBirthDate(text: string, today: string): string | null {
  const plain = text.trim().replace(/\s+/g, ' ')
  const apart = digitsApart.exec(plain)
  if (apart) return dateOf(apart[3], Number(apart[1]), apart[2], today)
  const named = dayFirst.exec(plain)
  if (named) return dateOf(named[3], monthOf(named[2]), named[1], today)
  const american = monthFirst.exec(plain)
  if (american) return dateOf(american[3], monthOf(american[1]), american[2], today)
  return /^\d{5,8}$/.test(plain) ? onlyReading(plain, today) : parseCalendarDate(plain)
}

/** Returns the date that digits without separators mean, with one or two of them for the month and the day; null if they are ambiguous. */
function onlyReading(digits: string, today: string) {
  const readings = [1, 2].flatMap((month) =>
    [1, 2].flatMap((day) => {
      const year = digits.slice(month + day)
      if (year.length !== 2 && year.length !== 4) return []
      return dateOf(year, Number(digits.slice(0, month)), digits.slice(month, month + day), today) ?? []
    }),
  )
  return readings.length === 1 ? (readings[0] ?? null) : null
}

function monthOf(name = '') {
  return months.findIndex((month) => month.startsWith(name.toLowerCase())) + 1
}

function dateOf(year = '', month: number, day: string | undefined, today: string) {
  if (year.length === 4) return calendarDate(Number(year), month, Number(day))
  const recent = Number(today.slice(0, 2)) * 100 + Number(year)
  const date = calendarDate(recent, month, Number(day))
  return date !== null && date <= today ? date : calendarDate(recent - 100, month, Number(day))
}
