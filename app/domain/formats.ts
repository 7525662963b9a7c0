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

/** MM/DD/YY HH:mm, 24 hours, in UTC: times in the back office. */
export function adminTime(time: string | Date) {
  const [date, clock] = new Date(time).toISOString().split('T') as [string, string]
  return `${adminDate(date)} ${clock.slice(0, 5)}`
}

/** Formats a date, YYYY-MM-DD, in a table of the back office: 11/20/26. */
export function adminDate(date: string) {
  return `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(2, 4)}`
}

/** A number of things: '1 row', '1,200 rows'. */
export function counted(count: number, noun: string) {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}

export function capital(words: string) {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
