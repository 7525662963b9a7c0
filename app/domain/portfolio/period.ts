/** What the page of charts can be asked to show: days of quotes, up to today, and months of the simulation, up to its last. */

export const dayChoices = [30, 90, 365] as const
export const monthChoices = [12, 24, 48, 120] as const

export type Period = { days: (typeof dayChoices)[number]; months: (typeof monthChoices)[number] }

/** The period that an address names; 30 days and 48 months where it names none that is offered. */
export function readPeriod(asked: URLSearchParams): Period {
  return {
    days: dayChoices.find((days) => String(days) === asked.get('days')) ?? 30,
    months: monthChoices.find((months) => String(months) === asked.get('months')) ?? 48,
  }
}
