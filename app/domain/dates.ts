/** Calendar dates as text: stored and returned as YYYY-MM-DD, typed and shown as MM/DD/YYYY. */

/** A year, a month from 1 to 12 and a day, which the calendar may lack. */
export type DateParts = readonly [year: number, month: number, day: number]

/** Parses MM/DD/YYYY (or YYYY-MM-DD) to YYYY-MM-DD; returns null for anything that is not a calendar day. */
export function parseCalendarDate(text: string): string | null {
  const parts = dateParts(text)
  return parts && calendarDate(...parts)
}

/** Returns the parts of MM/DD/YYYY or YYYY-MM-DD; null for a text of another form. */
export function dateParts(text: string): DateParts | null {
  const american = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text.trim())
  if (american) return [Number(american[3]), Number(american[1]), Number(american[2])]
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text.trim())
  return iso ? [Number(iso[1]), Number(iso[2]), Number(iso[3])] : null
}

/** Returns a day as YYYY-MM-DD; null if the calendar has no such day. */
export function calendarDate(year: number, month: number, day: number) {
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists =
    year >= 1000 &&
    date.getUTCFullYear() === year &&
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day
  return exists ? date.toISOString().slice(0, 10) : null
}

/** Formats YYYY-MM-DD as MM/DD/YYYY. */
export function formatCalendarDate(date: string) {
  const [year, month, day] = date.split('-')
  return `${month}/${day}/${year}`
}

/** Returns the UTC calendar day of an instant, as YYYY-MM-DD. */
export function calendarDay(instant: Date) {
  return instant.toISOString().slice(0, 10)
}

/** Adds days to a date, YYYY-MM-DD. */
export function addDays(date: string, days: number) {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return calendarDay(new Date(Date.UTC(year, month - 1, day + days)))
}

/** Returns the number of days from one date to another, each YYYY-MM-DD; negative for an earlier one. */
export function daysBetween(from: string, to: string) {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000
}

/** Adds months to a date, YYYY-MM-DD: the same day, or the last one of a shorter month. */
export function addMonths(date: string, months: number) {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return calendarDay(new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastDay))))
}

/** Returns the age in whole years on a day, of a person born on another. Dates are YYYY-MM-DD. */
export function ageOn(birthday: string, day: string) {
  const years = Number(day.slice(0, 4)) - Number(birthday.slice(0, 4))
  return day.slice(5) < birthday.slice(5) ? years - 1 : years
}

/** Formats YYYY-MM-DD in words: January 5, 2027. */
export function longDate(date: string) {
  return longFormat.format(new Date(`${date}T00:00:00Z`))
}

const longFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** The instants between which days lie, YYYY-MM-DD in UTC: from the first, up to but without the second. */
export function instantsOf({ from, to }: { from?: string; to?: string }) {
  return {
    from: from === undefined ? undefined : new Date(from),
    before: to === undefined ? undefined : new Date(addDays(to, 1)),
  }
}
