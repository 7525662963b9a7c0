import { z } from 'zod'

/*
 * The result of an engine of interface 1, as stored. Nothing beyond this schema is trusted.
 */

const words = z.string().max(2000)
const money = z.number().min(0).max(1e9)
const roundsTo = (value: number, expected: number, tolerance: number) =>
  Math.abs(value - expected) <= tolerance

const factor = z.object({
  name: z.string().min(1).max(100),
  label: z.string().min(1).max(200),
  input: words,
  multiplier: z.number().positive().max(1000),
  min: z.number().optional(),
  max: z.number().optional(),
})

const step = z.object({
  label: z.string().min(1).max(300),
  formula: words,
  value: z.union([z.number(), words]),
})

const details = z.object({
  decision: z.object({
    status: z.enum(['approved', 'referred', 'declined']),
    reasons: z.array(words).min(1).max(50),
  }),
  base_premium: money.optional(),
  data_sources: z.record(z.string().max(100), z.unknown()),
  factors: z.array(factor).max(200),
  steps: z.array(step).max(500),
  warnings: z.array(words).max(100),
})

/** The result of a run: money in US dollars with cents, `user_score` 0 to 100 (higher is safer), 1 the average risk. */
export const firstResultSchema = z
  .object({
    coverage_tier: z.string().min(1).max(100).nullable(),
    max_coverage: money.nullable(),
    monthly_premium: money.nullable(),
    annual_premium: money.nullable(),
    ratio: z.number().min(0).max(1e9).nullable(),
    user_score: z.number().min(0).max(100),
    combined_risk_factor: z.number().min(0).max(1000),
    calculation_details: details,
  })
  .superRefine((result, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    const {
      coverage_tier: tier,
      max_coverage: coverage,
      monthly_premium: monthly,
      annual_premium: annual,
      ratio,
    } = result
    if (result.calculation_details.decision.status === 'declined') {
      if (tier !== null) refuse('coverage_tier', 'must be null when declined')
      if (monthly || annual || coverage)
        refuse('monthly_premium', 'premiums and coverage must be 0 or null when declined')
      return
    }
    if (tier === null) refuse('coverage_tier', 'must name a tier unless declined')
    if (!monthly || !annual || !coverage || !ratio) {
      refuse('monthly_premium', 'premiums, coverage and ratio must be above 0 unless declined')
      return
    }
    if (!roundsTo(annual, monthly * 12 * 0.95, 0.0051))
      refuse('annual_premium', 'must be 12 times the monthly premium less 5%')
    if (!roundsTo(ratio, coverage / monthly, 0.001))
      refuse('ratio', 'must be coverage divided by the monthly premium')
  })

export type FirstDetails = z.output<typeof details>
