import cases from './golden-cases.json'

/** An input, without the version's tables, and the figures that every release must return for it. */
export type GoldenCase = {
  name: string
  input: Record<string, unknown>
  expected: {
    status: string
    coverage_tier: string | null
    max_coverage: number
    monthly_premium: number
  }
}

/** The golden cases of the engine that the program comes with. */
export const goldenCases: readonly GoldenCase[] = cases
