/** The formats of numbers and times on every page. Callers handle absent values unless noted. */

import { withMinus } from './minus-sign'

const dollarFormat = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** US dollars with 2 decimals; 'N/A' for an absent amount. */
export function money(amount: number | null | undefined) {
  return amount === null || amount === undefined ? 'N/A' : dollarFormat.format(amount)
}

/** US dollars that are added or taken off: +$3.37, −$12.15, $0.00. */
export function signedMoney(amount: number | null) {
  if (amount === null) return money(amount)
  const text = money(Math.abs(amount))
  return text === money(0) ? text : `${amount < 0 ? '−' : '+'}${text}`
}

const briefDollarFormat = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
})

/** US dollars for a chart or a sentence: cents only where there are any. */
export function briefMoney(amount: number) {
  return withMinus(briefDollarFormat.format(amount))
}

const compactDollarFormat = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
  trailingZeroDisplay: 'stripIfInteger',
})

/** US dollars in thousands (K), millions (M) or billions (B), rounded: $37.8M, $25M. */
export function compactMoney(amount: number) {
  return withMinus(compactDollarFormat.format(amount))
}

const listFormat = new Intl.ListFormat('en-US')

/** Labels in a sentence, of which the first begins it: 'Credit score and bankruptcy history'. */
export function labelsInWords(labels: readonly string[]) {
  const [first = '', ...others] = labels
  return listFormat.format([first, ...others.map((label) => label.charAt(0).toLowerCase() + label.slice(1))])
}

/** Ratios, scores and risk factors: 4 decimals. */
export function fourDecimals(value: number | null | undefined) {
  return value === null || value === undefined ? 'N/A' : value.toFixed(4)
}

/** MM/DD/YY HH:mm, 24 hours, in UTC: times in the back office. */
export function adminTime(time: string | Date) {
  const [date, clock] = new Date(time).toISOString().split('T') as [string, string]
  return `${adminDate(date)} ${clock.slice(0, 5)}`
}

/** Formats a date, YYYY-MM-DD, in a table of the back office: 11/20/26. */
export function adminDate(date: string) {
  return `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(2, 4)}`
}

const mailTimeFormat = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})

/** MMM dd, yyyy hh:mm a, in UTC: the time of a mail. */
export function mailTime(time: string | Date) {
  return mailTimeFormat.format(new Date(time)).replace(/, (?=\d+:)/, ' ')
}

/** Elapsed time in a column: '5 min', '3 h', '12 d'. */
export function shortAge(time: string | Date, now: string | Date) {
  const minutes = Math.max(0, Math.floor((new Date(now).getTime() - new Date(time).getTime()) / 60_000))
  if (minutes < 60) return `${minutes} min`
  return minutes < 24 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / (24 * 60))} d`
}

/** A number of things: '1 row', '1,200 rows'. */
export function counted(count: number, noun: string) {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}

export function capital(words: string) {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A size in bytes: B, KB or MB, the latter two with 2 decimals. */
export function fileSize(bytes: number) {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(2)} KB`
  return `${(bytes / (1024 * 1024)).toFixed(2)} MB`
}

/** Returns a text cut to `max` units of a string, with an ellipsis for the rest; no character is cut in two. */
export function truncate(text: string, max: number) {
  if (text.length <= max) return text
  return `${text
    .slice(0, max - 1)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()}…`
}
