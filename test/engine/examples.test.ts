import { describe, expect, test } from 'vitest'

import { evaluate } from '~/engine/arithmetic'
import type { Row } from '~/domain/engine-versions/gate/draws'

import { inputFor, underwrite } from '../support/engine'

/*
 * Five applicants whose price was calculated by hand from engine.md and the tables: the base premium, the rating factors in the order of the
 * tables, the employer's estimate, cover taken and persistency.
 */
const analyst = [0.91796, 0.68335, 0.9139, 0.99974, 0.99811, 0.99817, 1.002, 0.99911, 0.98775]
const examples: {
  who: string
  answers: Row
  employer?: string
  tier: string
  coverage: number
  base: number
  factors: number[]
  /** Claims a month: displacement, employer, tenure, education, payable, selection. */
  claims: number[]
  monthly: number
  annual: number
}[] = [
  {
    who: 'an analyst of four years, whose employer has no record',
    answers: {},
    tier: 'Standard',
    coverage: 8000,
    base: 35,
    factors: [...analyst, 1, 1, 1.01365 / 1.0125],
    claims: [0.020131, 1, 1, 0.93548, 0.8514, 1.15],
    monthly: 19.78,
    annual: 225.49,
  },
  {
    // Record 3.63 / 3.43 with the weight 0.4589; prior 1 x 1.015 (5 reports) x 1.005 (Fair) with the rest.
    who: 'a builder, paid by the hour, in a union, whose employer has a record',
    answers: {
      coverage_level: 'basic',
      pay_type: 'Hourly',
      education: 'High School',
      income: 3900,
      union_membership: true,
    },
    employer: 'Granite Quay Builders',
    tier: 'Basic',
    coverage: 5000,
    base: 25,
    factors: [1.6549, 0.68335, 1.0399, 0.99974, 0.99811, 0.99817, 0.98193, 0.99911, 1.0077,
      0.4589 * (3.63 / 3.43) + 0.5411 * 1.015 * 1.005, 1, 1.0165 / 1.0125], // prettier-ignore
    claims: [0.036293, 0.4589 * (3.63 / 3.43) + 0.5411, 1, 1.0645, 0.8514, 1.15],
    monthly: 30.16,
    annual: 343.82,
  },
  {
    who: 'a contractor of a courier service in the second year, without a record of the employer',
    answers: {
      industry: 'Transportation and Warehousing',
      employment_type: 'Contractor',
      pay_type: 'Hourly',
      income: 4100,
      employment_length: 1.5,
    },
    tier: 'Standard',
    coverage: 8000,
    base: 35,
    factors: [
      1.0964,
      1.6401,
      0.9139,
      0.99974,
      0.99811,
      0.99817,
      1.002,
      0.99911,
      1.0077,
      1,
      1,
      1.01365 / 1.0125,
    ],
    claims: [0.024044, 1, 2.4, 0.93548, 0.8514, 1.15],
    monthly: 57.86,
    annual: 659.6,
  },
  {
    who: 'a clerk with a low income, for whom Ultra covers as much as Premium for less',
    answers: { coverage_level: 'premium', income: 1900, employment_length: 5 },
    tier: 'Ultra',
    coverage: 11_400,
    base: 110,
    factors: [...analyst, 1, 11_400 / 25_000, 1.0081 / 1.0125],
    claims: [0.020131, 1, 1, 0.93548, 0.8514, 1.15],
    monthly: 28.2,
    annual: 321.48,
  },
  {
    who: 'a bankrupt with a low credit score and a minor flag',
    answers: { bankruptcy_history: 'Chapter 7', credit_score: 540, background_check: 'MinorFlag' },
    tier: 'Standard',
    coverage: 8000,
    base: 35,
    factors: [
      0.91796,
      0.68335,
      0.9139,
      1.0397,
      1.038,
      1.0181,
      1.002,
      0.99911,
      0.98775,
      1,
      1,
      1.01365 / 1.0125,
    ],
    claims: [0.020131, 1, 1, 0.93548, 0.8514, 1.15],
    monthly: 21.82,
    annual: 248.75,
  },
]

const product = (numbers: readonly number[]) => numbers.reduce((value, number) => value * number, 1)
const cents = (value: number) => Math.round(value * 100) / 100

describe.each(examples)('$who', ({ answers, employer, ...example }) => {
  const result = underwrite(inputFor(answers, employer))
  const { factors, steps, expected, base_premium } = result.calculation_details

  test('has the price that was calculated by hand', () => {
    expect(cents(example.base * product(example.factors))).toBe(example.monthly)
    expect(result).toMatchObject({
      coverage_tier: example.tier,
      max_coverage: example.coverage,
      monthly_premium: example.monthly,
      annual_premium: example.annual,
      calculation_details: { decision: { status: 'approved' } },
    })
  })

  test('has the expected claims of the claim model, whatever its price is', () => {
    const frequency = product(example.claims) / 12
    expect(expected.frequency).toBeCloseTo(frequency, 7)
    expect(expected.claims).toBeCloseTo(frequency * example.coverage, 3)
    expect(expected.lossRatio).toBeCloseTo((frequency * example.coverage) / example.monthly, 3)
  })

  test('closes: its base premium times its factors is the premium to the cent, and so are their dollars', () => {
    expect(base_premium).toBe(example.base)
    expect(base_premium * product(factors.map(({ multiplier }) => multiplier))).toBeCloseTo(
      example.monthly,
      3,
    )
    const dollars = factors.reduce((sum, factor) => sum + factor.dollars, base_premium)
    expect(cents(dollars)).toBe(example.monthly)
  })

  test('shows every number of a formula, and every step can be computed from its text', () => {
    for (const { formula, value } of steps) {
      const decimals = String(value).split('.')[1]?.length ?? 0
      expect(Math.abs(evaluate(formula) - value), formula).toBeLessThanOrEqual(0.500001 * 10 ** -decimals)
    }
    const shown = new Set([...steps.map(({ value }) => value), ...factors.map(({ multiplier }) => multiplier),
      base_premium, result.max_coverage, result.monthly_premium]) // prettier-ignore
    for (const { formula } of factors)
      for (const number of formula.match(/\d+(?:\.\d+)?/g) ?? [])
        expect(shown, formula).toContain(Number(number))
  })
})
