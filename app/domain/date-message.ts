import { dateParts, type DateParts } from './dates'

/**
 * Begins the message for a wrong date with what the calendar lacks: 'There is no February 30 in 1990: enter the day as MM/DD/YYYY'. Returns
 * the message unchanged for other texts, and for a day that exists.
 */
export function dateMessage(message: string, date: string | DateParts | null) {
  const parts = typeof date === 'string' ? dateParts(date) : date
  if (parts === null) return message
  const [year, month, day] = parts
  const begin = `: ${message.charAt(0).toLowerCase()}${message.slice(1)}`
  if (month < 1 || month > 12) return `There is no month ${month}${begin}`
  const monthEnd = new Date(Date.UTC(year, month, 0))
  if (day >= 1 && day <= monthEnd.getUTCDate()) return message
  const name = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' }).format(monthEnd)
  return `There is no ${name} ${day} in ${year}${begin}`
}
