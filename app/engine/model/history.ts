/** The sizes of what months differ by from their expectation: of a whole year, of a month, and of an industry in a month. */
export type Shock = 'year' | 'month' | 'industry'

/** The months that the simulation replays. `npm run model` derives them from the statistics in db/reference/job-loss. */
export type History = {
  /** The industries of JOLTS, in the order of `displacement`. */
  industries: readonly string[]
  months: readonly {
    /** YYYY-MM */
    month: string
    /** The year's share of unemployed people, a fraction. */
    unemployment: number
    /** The share of displaced workers without work after 14 days, over its mean through the cycle; higher with unemployment. */
    payable: number
    /** Displacement over its mean through the cycle, by industry. */
    displacement: readonly number[]
  }[]
  /** Coefficients of variation. */
  shocks: Readonly<Record<Shock, { deviation: number; source: string }>>
}

/** Returns the JOLTS industry of an industry of the application: transportation, warehousing and utilities are one. */
export function joltsIndustry(industry: string) {
  return industry === 'Utilities' || industry === 'Transportation and Warehousing'
    ? 'Transportation, Warehousing and Utilities'
    : industry
}
