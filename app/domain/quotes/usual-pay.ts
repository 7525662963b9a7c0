/** The pay before tax, in dollars a month, that a price is estimated for; an application accepts any, with a warning about others. */
export const usualPay = { min: 100, max: 100_000 } as const

export const payRange =
  'Enter your monthly pay in dollars, from 100 to 100,000: not your pay for an hour or a year'
