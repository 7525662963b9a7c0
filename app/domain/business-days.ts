import { addDays, calendarDay } from './dates'

/** Returns the day that is some business days after another, YYYY-MM-DD: Monday to Friday, except US federal holidays. */
export function addBusinessDays(day: string, count: number) {
  let at = day
  for (let left = count; left > 0;) {
    at = addDays(at, 1)
    if (isBusinessDay(at)) left -= 1
  }
  return at
}

export function isBusinessDay(day: string) {
  const weekday = weekdayOf(day)
  return weekday > 0 && weekday < 6 && !isHoliday(day)
}

/** 0 is Sunday. */
function weekdayOf(day: string) {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}

/** Whether a day is a US federal holiday or the day on which one is observed (5 U.S.C. 6103). */
function isHoliday(day: string) {
  const year = Number(day.slice(0, 4))
  return [year, year + 1].some((each) => holidaysOf(each).includes(day))
}

const sunday = 0
const monday = 1
const thursday = 4
const saturday = 6

function holidaysOf(year: number) {
  const fixed = ['01-01', '06-19', '07-04', '11-11', '12-25'].map((date) => observed(`${year}-${date}`))
  const floating = [
    nth(year, 1, monday, 3), // Martin Luther King Jr.
    nth(year, 2, monday, 3), // Washington
    nth(year, 6, monday, 1, -7), // Memorial Day: the last Monday of May
    nth(year, 9, monday, 1), // Labor Day
    nth(year, 10, monday, 2), // Columbus Day
    nth(year, 11, thursday, 4), // Thanksgiving
  ]
  return [...fixed, ...floating]
}

/** A holiday on a Saturday is observed the day before, one on a Sunday the day after. */
function observed(date: string) {
  const weekday = weekdayOf(date)
  return weekday === saturday ? addDays(date, -1) : weekday === sunday ? addDays(date, 1) : date
}

/** Returns the nth of a weekday in a month, or a number of days from it. */
function nth(year: number, month: number, weekday: number, n: number, offset = 0) {
  const first = calendarDay(new Date(Date.UTC(year, month - 1, 1)))
  const days = ((weekday - weekdayOf(first) + 7) % 7) + 7 * (n - 1)
  return addDays(first, days + offset)
}
