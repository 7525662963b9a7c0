/** The periods of the portfolio page: days of quotes up to today, and months of the simulation up to its last. */

export const dayChoices = [30, 90, 365] as const
/** The days of applications that the overview counts. */
export const overviewDays = [7, 30, 90, 365] as const
export const monthChoices = [12, 24, 48, 120] as const

export type Period = { days: (typeof dayChoices)[number]; months: (typeof monthChoices)[number] }

/** Parses the period of a URL; defaults to 30 days and 48 months. */
export function readPeriod(params: URLSearchParams): Period {
  return {
    days: dayChoices.find((days) => String(days) === params.get('days')) ?? 30,
    months: monthChoices.find((months) => String(months) === params.get('months')) ?? 48,
  }
}

/** Parses the days of the overview; defaults to 30. */
export function readOverviewDays(params: URLSearchParams) {
  return overviewDays.find((days) => String(days) === params.get('days')) ?? 30
}
