import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { engineResultSchema, type EngineResult } from '~/engine/engine.schema'
import { sampleQuotes } from '~/engine/sample-quotes'
import * as options from '~/domain/quotes/quotes.options'

import { inputFor, reference, underwrite, type EngineInput } from '../support/engine'

const runs = { numRuns: 3000 }
const tierNames = ['basic', 'standard', 'premium', 'elite', 'ultra']

const cents = (max: number) => fc.integer({ min: 0, max: max * 100 }).map((value) => value / 100)
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 6 })

/** Any application that the form accepts; optional answers may be absent. */
const anyQuote = fc.record({
  id: fc.integer({ min: 1, max: 1e6 }),
  income: cents(30_000),
  salary: cents(400_000),
  occupation: fc.string({ minLength: 1, maxLength: 100 }),
  date_of_birth: fc
    .date({ min: new Date('1906-01-01'), max: new Date('2026-01-14'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  gender: fc.constantFrom(...options.genders),
  coverage_level: fc.constantFrom(...tierNames, 'unsure', 'a level of another name'),
  region_state: fc.constantFrom(...Object.keys(options.states)),
  marital_status: fc.constantFrom(...options.maritalStatuses),
  spouse_working: fc.constantFrom('True', 'False', 'Not Applicable'),
  children_count: fc.integer({ min: 0, max: 30 }),
  family_size: fc.integer({ min: 1, max: 40 }),
  housing_status: fc.constantFrom(...options.housingStatuses),
  employer_name: fc.oneof(
    fc.constantFrom(...reference.employers.map((row) => String(row.employer_name))),
    fc.string({ maxLength: 60 }),
  ),
  job_role: fc.string({ minLength: 1, maxLength: 100 }),
  employment_length: fc.integer({ min: 0, max: 8000 }).map((value) => value / 100),
  employment_type: fc.constantFrom(...options.employmentTypes),
  work_arrangement: fc.constantFrom(...options.workArrangements),
  employer_type: fc.constantFrom(...options.employerTypes),
  employer_size: fc.constantFrom(...options.employerSizes),
  industry: fc.constantFrom(...options.industries),
  background_check: fc.constantFrom('Clear', 'MinorFlag', 'MajorFlag'),
  pay_schedule: fc.constantFrom(...options.paySchedules),
  pay_type: fc.constantFrom(...options.payTypes),
  credit_score: fc.integer({ min: 300, max: 850 }),
  bankruptcy_history: fc.constantFrom(...options.bankruptcyHistories),
  gov_benefits: fc.constantFrom('TRUE', 'FALSE'),
  education: fc.constantFrom(...options.educations),
  union_membership: fc.constantFrom('TRUE', 'FALSE'),
  additional_info: maybe(fc.string()),
  other_job_role: maybe(fc.string()),
})
type Quote = ReturnType<typeof anyQuote.generate>['value']

/** An application that gets the tier it requests, so that a change moves only the premium. */
const eligibleQuote = anyQuote.map((quote) => ({
  ...quote,
  date_of_birth: '1980-06-01',
  income: quote.income + 1000,
  employment_length: Math.round((quote.employment_length / 8 + 1.5) * 100) / 100,
  coverage_level: tierNames.includes(quote.coverage_level) ? quote.coverage_level : 'premium',
}))

const run = (quote: Quote, changes: Partial<EngineInput> = {}) =>
  underwrite({ ...inputFor(quote), ...changes })
const premium = (result: EngineResult) => result.monthly_premium ?? 0

test('1. the same input gives the same output, byte for byte', () => {
  fc.assert(
    fc.property(anyQuote, (quote) => {
      const input = inputFor(quote)
      const frozen = JSON.stringify(input)
      expect(JSON.stringify(underwrite(input))).toBe(JSON.stringify(underwrite(JSON.parse(frozen))))
      expect(JSON.stringify(input)).toBe(frozen)
    }),
    runs,
  )
})

test('2. every quote that the form accepts gets a valid result', () => {
  fc.assert(
    fc.property(anyQuote, (quote) => {
      engineResultSchema.parse(run(quote))
    }),
    runs,
  )
})

test('2. absent answers are neutral', () => {
  const optional = ['credit_score', 'bankruptcy_history', 'background_check', 'education', 'union_membership', 'pay_type',
    'pay_schedule', 'work_arrangement', 'employment_type', 'employer_type', 'gov_benefits', 'family_size', 'spouse_working'] // prettier-ignore
  fc.assert(
    fc.property(eligibleQuote, fc.subarray(optional), (quote, absent) => {
      const stripped = { ...quote, ...Object.fromEntries(absent.map((name) => [name, null])) }
      const result = run(stripped, { employer: null, gender: null, synergy: null })
      engineResultSchema.parse(result)
      const neutral: Record<string, string> = { credit_score: 'credit', bankruptcy_history: 'bankruptcy', background_check: 'background',
        union_membership: 'union', gov_benefits: 'benefits', family_size: 'family', spouse_working: 'spouse' } // prettier-ignore
      for (const name of absent) {
        const factor = result.calculation_details.factors.find(
          (candidate) => candidate.name === (neutral[name] ?? name),
        )
        expect(factor?.multiplier).toBe(1)
      }
    }),
    runs,
  )
})

describe('3. the premium is monotonic, all else equal', () => {
  const employerOf = (changes: object) => ({ ...reference.employers[0], ...changes })
  const pair = (low: number, high: number) =>
    fc
      .tuple(fc.double({ min: low, max: high, noNaN: true }), fc.double({ min: low, max: high, noNaN: true }))
      .map(
        ([a, b]) => [Math.min(a, b), Math.max(a, b)] as const, // prettier-ignore
      )

  test('does not rise with the credit score', () => {
    fc.assert(
      fc.property(
        eligibleQuote,
        fc.integer({ min: 300, max: 850 }),
        fc.integer({ min: 300, max: 850 }),
        (quote, a, b) => {
          const low = run({ ...quote, credit_score: Math.min(a, b) })
          const high = run({ ...quote, credit_score: Math.max(a, b) })
          expect(premium(high)).toBeLessThanOrEqual(premium(low))
        },
      ),
      runs,
    )
  })

  test('does not rise with time at the employer, within one tier', () => {
    fc.assert(
      fc.property(eligibleQuote, pair(1, 80), (quote, [short, long]) => {
        expect(premium(run({ ...quote, employment_length: long }))).toBeLessThanOrEqual(
          premium(run({ ...quote, employment_length: short })),
        )
      }),
      runs,
    )
  })

  test.each([
    ['employer_stability_rating', 0, 10, -1],
    ['layoff_frequency', 0, 100, 1],
    ['layoff_mentions', 0, 200, 1],
    ['sector_unemp_rate', 0, 100, 1],
  ] as const)('does not rise with %s', (column, min, max, direction) => {
    fc.assert(
      fc.property(eligibleQuote, pair(min, max), (quote, [low, high]) => {
        const difference =
          premium(run(quote, { employer: employerOf({ [column]: high }) })) -
          premium(run(quote, { employer: employerOf({ [column]: low }) }))
        expect(Math.sign(difference) * direction).toBeGreaterThanOrEqual(0)
      }),
      runs,
    )
  })

  test('does not fall with industry unemployment and industry layoffs', () => {
    fc.assert(
      fc.property(
        eligibleQuote,
        pair(0, 100),
        fc.constantFrom('industry_unemp_rate', 'avg_layoff_frequency'),
        (quote, [low, high], column) => {
          const industry = (value: number) => ({ ...reference.industries[0], [column]: value })
          expect(premium(run(quote, { employer: null, industry: industry(high) }))).toBeGreaterThanOrEqual(
            premium(run(quote, { employer: null, industry: industry(low) })),
          )
        },
      ),
      runs,
    )
  })

  test.each([
    ['bankruptcy_history', ['None', 'Chapter 13', 'Chapter 7']],
    ['background_check', ['Clear', 'MinorFlag', 'MajorFlag']],
  ] as const)('does not fall along %s', (name, order) => {
    fc.assert(
      fc.property(eligibleQuote, (quote) => {
        const premiums = order.map((value) => premium(run({ ...quote, [name]: value })))
        expect(premiums).toEqual([...premiums].sort((a, b) => a - b))
      }),
      runs,
    )
  })
})

test("4. the premium is proportional to the portfolio's multiplier and to the tier's base premium, between floor and cap", () => {
  fc.assert(
    fc.property(
      eligibleQuote,
      fc.integer({ min: 5, max: 40 }),
      fc.constantFrom('multiplier', 'base'),
      (quote, tenths, what) => {
        const scale = tenths / 10
        const month = { ...reference.months.at(-1), PremiumMultiplier: 1 }
        const plain = premium(run(quote, { synergy: month }))
        const scaled =
          what === 'multiplier'
            ? premium(run(quote, { synergy: { ...month, PremiumMultiplier: scale } }))
            : premium(
                run(quote, {
                  synergy: month,
                  tiers: reference.tiers.map((tier) => ({
                    ...tier,
                    base_premium: Number(tier.base_premium) * scale,
                  })),
                }),
              )
        const expected = plain * scale
        fc.pre(plain > 5 && plain < 1000 && expected > 5 && expected < 1000)
        // Both are rounded to cents: half a cent each, the first one scaled.
        expect(Math.abs(scaled - expected)).toBeLessThanOrEqual(0.005 * scale + 0.0051)
      },
    ),
    runs,
  )
})

test('5. cover stays within the tier and six months of income, and a higher tier never covers less', () => {
  fc.assert(
    fc.property(eligibleQuote, (quote) => {
      const coverages = tierNames.map((name, index) => {
        const { max_coverage: coverage } = run({ ...quote, coverage_level: name })
        expect(coverage).toBeLessThanOrEqual(Number(reference.tiers[index]?.max_monthly_benefit))
        expect(coverage).toBeLessThanOrEqual(quote.income * 6 + 1e-6)
        return coverage ?? 0
      })
      expect(coverages).toEqual([...coverages].sort((a, b) => a - b))
    }),
    runs,
  )
})

test('6. under 18 is declined; a short tenure steps down to the best tier allowed, or is declined', () => {
  fc.assert(
    fc.property(anyQuote, (quote) => {
      const result = run({ ...quote, income: quote.income + 1 })
      const { decision } = result.calculation_details
      const adult = quote.date_of_birth <= '2008-01-15'
      const months = Math.round(quote.employment_length * 1200) / 100
      const allowed = reference.tiers.filter((tier) => Number(tier.min_job_tenure_months) <= months)
      if (!adult || allowed.length === 0) {
        expect(decision.status).toBe('declined')
        expect(decision.reasons.join(' ')).toMatch(!adult ? /18/ : /months with your employer/)
        return
      }
      const requestedIndex = tierNames.indexOf(quote.coverage_level)
      if (requestedIndex === -1) return
      const requested = reference.tiers[requestedIndex]
      const best = allowed.filter((tier) => reference.tiers.indexOf(tier) <= requestedIndex).at(-1)
      expect(result.coverage_tier).toBe(best?.tier_name)
      if (best !== requested)
        expect(decision.reasons.join(' ')).toContain(`needs ${requested?.min_job_tenure_months} months`)
    }),
    runs,
  )
})

test("7. 'unsure' gets the recommended tier, with the reason", () => {
  fc.assert(
    fc.property(eligibleQuote, (quote) => {
      const result = run({ ...quote, coverage_level: 'unsure' })
      const within = reference.tiers.filter((tier) => Number(tier.max_monthly_benefit) <= quote.income * 6)
      expect(result.coverage_tier).toBe((within.at(-1) ?? reference.tiers[0])?.tier_name)
      expect(result.calculation_details.decision.reasons[0]).toContain(
        `We recommend ${result.coverage_tier}: `,
      )
    }),
    runs,
  )
})

describe('8. coherent', () => {
  test('over the sample, expected claims are 50 to 75% of premiums', () => {
    let claims = 0
    let premiums = 0
    for (const quote of sampleQuotes) {
      const result = underwrite(inputFor(quote))
      if (result.calculation_details.decision.status === 'declined') continue
      claims += Number(
        result.calculation_details.steps.find((step) => step.label.startsWith('Expected claims'))?.value,
      )
      premiums += premium(result)
    }
    expect(claims / premiums).toBeGreaterThanOrEqual(0.5)
    expect(claims / premiums).toBeLessThanOrEqual(0.75)
  })

  test('every multiplier is within its documented range', () => {
    fc.assert(
      fc.property(anyQuote, (quote) => {
        for (const { multiplier, min, max } of run(quote).calculation_details.factors) {
          expect(multiplier).toBeGreaterThanOrEqual(min ?? NaN)
          expect(multiplier).toBeLessThanOrEqual(max ?? NaN)
        }
      }),
      runs,
    )
  })
})

describe('9. a wrong or hostile configuration', () => {
  const hostile = fc.oneof(
    fc.constantFrom(
      0,
      -1,
      -0,
      NaN,
      Infinity,
      -Infinity,
      1e308,
      -1e308,
      5e-324,
      null,
      undefined,
      '',
      '35',
      'NaN',
      '__proto__',
      true,
      [],
      {},
    ),
    fc.double(),
  )
  const columns = {
    tiers: Object.keys(reference.tiers[0] ?? {}),
    employer: Object.keys(reference.employers[0] ?? {}),
    industry: Object.keys(reference.industries[0] ?? {}),
    gender: Object.keys(reference.genders[0] ?? {}),
    synergy: ['PremiumMultiplier', 'CompositeBusinessHealthScore', 'SimDate', 'LossRatio'],
  }
  const change = fc
    .constantFrom(...(Object.keys(columns) as (keyof typeof columns)[]))
    .chain((table) => fc.tuple(fc.constant(table), fc.constantFrom(...columns[table]), hostile, fc.nat(4)))

  test('gets a clear error or a valid result, never a figure that is not a number', () => {
    fc.assert(
      fc.property(eligibleQuote, fc.array(change, { minLength: 1, maxLength: 4 }), (quote, changes) => {
        const input = structuredClone({
          ...inputFor(quote as never),
          employer: reference.employers[3],
        }) as EngineInput
        for (const [table, column, value, index] of changes) {
          const row =
            table === 'tiers'
              ? (input.tiers as Record<string, unknown>[])[index]
              : (input[table] as Record<string, unknown>)
          if (row) row[column] = value
        }
        let result
        try {
          result = underwrite(input)
        } catch (error) {
          expect((error as Error).message).toMatch(/^Configuration: /)
          return
        }
        engineResultSchema.parse(result)
      }),
      { numRuns: 6000 },
    )
  })

  test.each([
    ['no tiers', { tiers: [] }, /no coverage tiers/],
    ['tiers missing', { tiers: null }, /no coverage tiers/],
    ['a tier twice', { tiers: [reference.tiers[0], reference.tiers[0]] }, /"Basic" stands twice/],
    ['a tier without a name', { tiers: [{ ...reference.tiers[0], tier_name: ' ' }] }, /no tier_name/],
    [
      'a free tier',
      { tiers: [{ ...reference.tiers[0], base_premium: 0 }] },
      /"Basic", base_premium must be .* and is 0/,
    ],
    [
      'a negative multiplier',
      { synergy: { SimDate: '2026-01-01', PremiumMultiplier: -1 } },
      /2026-01-01, PremiumMultiplier/,
    ],
  ])('%s', (_, changes, message) => {
    expect(() => run(sampleQuotes[0] as never, changes)).toThrow(message)
  })
})
