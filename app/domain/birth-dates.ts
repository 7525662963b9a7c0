import { dateMessage } from './date-message'
import { calendarDate, parseCalendarDate } from './dates'

const months = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
]

const digitsApart = /^(\d{1,2}) ?[/. -] ?(\d{1,2}) ?[/. -] ?(\d{4}|\d{2})$/
const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?(?: of)?[ .-]?([a-z]{3,9})[ .,-]{0,2}(\d{4}|\d{2})$/i
const monthFirst = /^([a-z]{3,9})[ .-]{0,2}(\d{1,2})(?:st|nd|rd|th)?[ .,-]{1,2}(\d{4}|\d{2})$/i

/**
 * Parses a typed date of birth to YYYY-MM-DD: as parseCalendarDate does, with the name of the month (14 March 1988, Mar 14, 88), or as only
 * digits where they mean one date (03141988, 31488). A two-digit year means the latest such year that is not after `today` (YYYY-MM-DD).
 * Null if it is no date, or could be two.
 */
export function parseBirthDate(text: string, today: string): string | null {
  const plain = plainText(text)
  const parts = partsOf(plain)
  if (parts) return dateOf(...parts, today)
  return /^\d{5,8}$/.test(plain) ? onlyReading(plain, today) : parseCalendarDate(plain)
}

/** Begins the message for a wrong date of birth with what the calendar lacks, as `dateMessage` does. */
export function birthDateMessage(message: string, text: string, today: string) {
  const plain = plainText(text)
  const [year = '', month, day] = partsOf(plain) ?? partsOfDigits(plain) ?? []
  if (month === undefined) return dateMessage(message, plain)
  return month === noMonth ? message : dateMessage(message, [yearOf(year, today), month, Number(day)])
}

function plainText(text: string) {
  return text.trim().replace(/\s+/g, ' ')
}

type Parts = [year: string | undefined, month: number, day: string | undefined]

/** Returns the parts of a date that are apart from each other, or null. */
function partsOf(plain: string): Parts | null {
  const apart = digitsApart.exec(plain)
  if (apart) return [apart[3], Number(apart[1]), apart[2]]
  const named = dayFirst.exec(plain)
  if (named) return [named[3], monthOf(named[2]), named[1]]
  const american = monthFirst.exec(plain)
  return american ? [american[3], monthOf(american[1]), american[2]] : null
}

/** Returns the parts of MMDDYYYY, or null. */
function partsOfDigits(plain: string): Parts | null {
  return /^\d{8}$/.test(plain) ? [plain.slice(4), Number(plain.slice(0, 2)), plain.slice(2, 4)] : null
}

/** Returns the year that a text means if its day exists then: of two digits, the latest that is not after that of `today`. */
function yearOf(year: string, today: string) {
  if (year.length === 4) return Number(year)
  const recent = Number(today.slice(0, 2)) * 100 + Number(year)
  return recent > Number(today.slice(0, 4)) ? recent - 100 : recent
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

const noMonth = 0

/** Returns the month that a name begins, from 1, or `noMonth`. */
function monthOf(name = '') {
  return months.findIndex((month) => month.startsWith(name.toLowerCase())) + 1
}

function dateOf(year = '', month: number, day: string | undefined, today: string) {
  if (year.length === 4) return calendarDate(Number(year), month, Number(day))
  const recent = Number(today.slice(0, 2)) * 100 + Number(year)
  const date = calendarDate(recent, month, Number(day))
  return date !== null && date <= today ? date : calendarDate(recent - 100, month, Number(day))
}
