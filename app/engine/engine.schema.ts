import { z } from 'zod'

import { openPoint } from './closing'
import { annualShare } from './model/money'

/*
 * The schema of a result of interface 2, checked before it is stored. The source of an engine is untrusted.
 */

const words = z.string().max(2000)
const name = z.string().min(1).max(200)
const money = z.number().min(0).max(1e9)

const factor = z.object({
  name,
  label: name,
  group: z.enum(['employer', 'work', 'person', 'portfolio']),
  answer: z.union([words, z.number(), z.boolean()]).nullable(),
  /** The table and row of the multiplier, if it is from one. */
  table: name.nullable(),
  row: name.nullable(),
  /** See arithmetic.ts. */
  formula: words,
  raw: z.number().positive().max(1e6),
  multiplier: z.number().positive().max(1000),
  /** Whether a limit replaced the raw value. */
  bound: z.enum(['none', 'min', 'max']),
  source: words,
  /** Dollars a month that the factor adds to the premium. */
  dollars: z.number().min(-1e9).max(1e9),
})

const step = z.object({ label: name, formula: words, value: z.number() })

const reason = z.object({
  code: z.string().min(1).max(50),
  text: words,
  /** Whether the applicant may read it. */
  forApplicant: z.boolean(),
})

const details = z.object({
  decision: z.object({
    status: z.enum(['approved', 'referred', 'declined']),
    reasons: z.array(reason).min(1).max(50),
  }),
  base_premium: money,
  data_sources: z.record(z.string().max(100), words),
  factors: z.array(factor).max(200),
  steps: z.array(step).max(500),
  /** The claim model's forecast: chance of a payable claim and dollars of claims, both a month. */
  expected: z.object({
    frequency: z.number().min(0).max(1),
    benefit: money,
    claims: money,
    lossRatio: z.number().min(0),
  }),
  warnings: z.array(words).max(100),
})

/** The result of a run: money in US dollars with cents, `user_score` 0 to 100 (higher is safer), 1 the average risk. */
export const engineResultSchema = z
  .object({
    coverage_tier: z.string().min(1).max(100).nullable(),
    max_coverage: money,
    monthly_premium: money,
    annual_premium: money,
    ratio: z.number().min(0).max(1e9),
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
    } = result
    const differ = (a: number, b: number, tolerance: number) => Math.abs(a - b) > tolerance
    if (result.calculation_details.decision.status === 'declined') {
      if (tier !== null) refuse('coverage_tier', 'must be null when declined')
      if (monthly || annual || coverage)
        refuse('monthly_premium', 'premiums and coverage must be 0 when declined')
    } else if (tier === null) refuse('coverage_tier', 'must name a tier unless declined')
    else if (!monthly || !annual || !coverage)
      refuse('monthly_premium', 'premiums and coverage must be above 0 unless declined')
    else if (differ(annual, monthly * 12 * annualShare, 0.0051))
      refuse('annual_premium', 'must be 12 times the monthly premium less 5%')
    else if (differ(result.ratio, coverage / monthly, 0.001))
      refuse('ratio', 'must be coverage divided by the monthly premium')
    const problem = openPoint(result)
    if (problem !== null) refuse('calculation_details', problem)
  })

export type EngineResult = z.output<typeof engineResultSchema>
export type CalculationDetails = z.output<typeof details>
