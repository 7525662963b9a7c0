import { describe, expect, test } from 'vitest'

import { openPoint } from '~/engine/closing'
import { engineResultSchema, type EngineResult } from '~/engine/engine.schema'
import type { GateInput, Row } from '~/domain/engine-versions/gate/draws'
import { guideToTier } from '~/domain/tiers/tier-guide'
import * as options from '~/domain/quotes/quotes.options'

import { asOf, configuration, inputFor, reference, underwrite } from '../support/engine'
import fc from '../support/property'

const runs = { numRuns: 2000 }
const tierNames = ['basic', 'standard', 'premium', 'elite', 'ultra']

const cents = (max: number) => fc.integer({ min: 0, max: max * 100 }).map((value) => value / 100)
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 6 })

/** Any answers that the form accepts, or none. */
const anyAnswers = fc.record({
  income: fc.oneof(cents(30_000), cents(2)),
  salary: maybe(cents(400_000)),
  date_of_birth: fc
    .date({ min: new Date('1906-01-01'), max: new Date('2026-01-14'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  coverage_level: fc.constantFrom(...tierNames, 'unsure', 'a level of another name'),
  children_count: maybe(fc.integer({ min: 0, max: 30 })),
  family_size: maybe(fc.integer({ min: 1, max: 40 })),
  employment_length: fc.integer({ min: 0, max: 8000 }).map((value) => value / 100),
  employment_type: maybe(fc.constantFrom(...options.employmentTypes)),
  work_arrangement: maybe(fc.constantFrom(...options.workArrangements)),
  employer_type: maybe(fc.constantFrom(...options.employerTypes)),
  employer_size: maybe(fc.constantFrom(...options.employerSizes)),
  industry: maybe(fc.constantFrom(...options.industries)),
  background_check: maybe(fc.constantFrom('Clear', 'MinorFlag', 'MajorFlag')),
  pay_schedule: maybe(fc.constantFrom(...options.paySchedules)),
  pay_type: maybe(fc.constantFrom(...options.payTypes)),
  credit_score: maybe(fc.integer({ min: 300, max: 850 })),
  bankruptcy_history: maybe(fc.constantFrom(...options.bankruptcyHistories)),
  education: maybe(fc.constantFrom(...options.educations)),
  union_membership: maybe(fc.boolean()),
})
const anyEmployer = fc.option(
  fc.constantFrom(...reference.employers.map(({ employer_name }) => String(employer_name))),
  {
    nil: undefined,
  },
)
const anyInput = fc.tuple(anyAnswers, anyEmployer).map(([answers, employer]) => inputFor(answers, employer))

/** An application that gets the tier it asks for or one that covers as much for less, so that a change moves only the premium. */
const eligibleInput = fc.tuple(anyAnswers, anyEmployer).map(([answers, employer]) =>
  inputFor(
    {
      ...answers,
      date_of_birth: '1970-06-01',
      income: answers.income + 1000,
      employment_length: Math.round((answers.employment_length / 8 + 3) * 100) / 100,
    },
    employer,
  ),
)

const changed = (input: GateInput, answers: Row): GateInput => ({
  ...input,
  quote: { ...input.quote, ...answers },
})
const premium = (input: GateInput) => underwrite(input).monthly_premium
const check = <T>(arbitrary: fc.Arbitrary<T>, property: (value: T) => void, settings = runs) =>
  fc.assert(fc.property(arbitrary, property), settings)

test('the same input gives the same output, byte for byte, and is not changed', () => {
  check(anyInput, (input) => {
    const frozen = JSON.stringify(input)
    expect(JSON.stringify(underwrite(input))).toBe(
      JSON.stringify(underwrite(JSON.parse(frozen) as GateInput)),
    )
    expect(JSON.stringify(input)).toBe(frozen)
  })
})

test('whatever the form accepts gets a valid result, which closes', () => {
  check(anyInput, (input) => {
    const result = underwrite(input)
    engineResultSchema.parse(result)
    expect(openPoint(result)).toBeNull()
  })
})

test('what is absent is neutral', () => {
  const names = { credit_score: 'credit_score', bankruptcy: 'bankruptcy_history', background_check: 'background_check',
    education: 'education', union: 'union_membership', pay_type: 'pay_type', work_arrangement: 'work_arrangement' } // prettier-ignore
  check(fc.tuple(eligibleInput, fc.constantFrom(...Object.entries(names))), ([input, [factor, answer]]) => {
    const { factors } = underwrite(changed(input, { [answer]: null })).calculation_details
    expect(factors.find(({ name }) => name === factor)).toMatchObject({ multiplier: 1, answer: 'Not known' })
  })
})

describe('the premium is monotone, all else equal', () => {
  const pair = (low: number, high: number) =>
    fc
      .tuple(fc.double({ min: low, max: high, noNaN: true }), fc.double({ min: low, max: high, noNaN: true }))
      .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const)

  test.each([
    ['credit_score', 300, 850],
    ['employment_length', 1, 36],
  ] as const)('does not rise with %s', (name, min, max) => {
    check(fc.tuple(eligibleInput, pair(min, max)), ([input, [low, high]]) => {
      expect(premium(changed(input, { [name]: high }))).toBeLessThanOrEqual(
        premium(changed(input, { [name]: low })),
      )
    })
  })

  test.each([
    ['employer', 'employer_stability_rating', 0, 10, -1],
    ['employer', 'layoff_frequency', 0, 100, 1],
    ['employer', 'layoff_mentions', 0, 200, 1],
    ['employer', 'sector_unemp_rate', 0, 100, 1],
    ['industry', 'industry_unemp_rate', 0, 100, 1],
  ] as const)('follows the column %s.%s', (row, column, min, max, direction) => {
    const withEmployer = inputFor({}, 'Granite Quay Builders')
    check(fc.tuple(eligibleInput, pair(min, max)), ([input, values]) => {
      const own = { ...input, employer: input.employer ?? withEmployer.employer }
      const [low, high] = values.map((value) => premium({ ...own, [row]: { ...own[row], [column]: value } }))
      expect(Math.sign(Number(high) - Number(low)) * direction).toBeGreaterThanOrEqual(0)
    })
  })

  test('does not fall with the layoffs of the industry', () => {
    check(fc.tuple(eligibleInput, pair(0.01, 10)), ([input, values]) => {
      const [low, high] = values.map((value) =>
        premium({
          ...input,
          employer: null,
          industry: { ...reference.industries[0], avg_layoff_frequency: value },
        }),
      )
      expect(high).toBeGreaterThanOrEqual(Number(low))
    })
  })

  test.each([
    ['bankruptcy_history', ['None', 'Chapter 13', 'Chapter 7']],
    ['background_check', ['Clear', 'MinorFlag', 'MajorFlag']],
  ] as const)('does not fall along %s', (name, order) => {
    check(eligibleInput, (input) => {
      const premiums = order.map((value) => premium(changed(input, { [name]: value })))
      expect(premiums).toEqual(premiums.toSorted((a, b) => a - b))
    })
  })
})

test('the premium is proportional to the base premiums and to the factor of the portfolio', () => {
  check(fc.tuple(eligibleInput, fc.integer({ min: 6, max: 19 }), fc.boolean()), ([input, tenths, isBase]) => {
    const scale = tenths / 10
    const tiers = input.tiers.map((tier) => ({ ...tier, base_premium: Number(tier.base_premium) * scale }))
    const before = underwrite(input)
    const after = underwrite(isBase ? { ...input, tiers } : { ...input, portfolio: { factor: scale } })
    fc.pre(before.coverage_tier === after.coverage_tier)
    // Both are rounded to cents: half a cent each, the first one scaled.
    expect(Math.abs(after.monthly_premium - before.monthly_premium * scale)).toBeLessThanOrEqual(
      0.005 * scale + 0.0051,
    )
  })
})

test('cover is within the tier and six months of income, and a higher tier never covers less', () => {
  check(eligibleInput, (input) => {
    const results = tierNames.map((coverage_level) => underwrite(changed(input, { coverage_level })))
    fc.pre(results.every((result) => result.coverage_tier !== null))
    for (const result of results) {
      const tier = reference.tiers.find(({ tier_name }) => tier_name === result.coverage_tier)
      expect(result.max_coverage).toBeLessThanOrEqual(Number(tier?.max_monthly_benefit))
      expect(result.max_coverage).toBeLessThanOrEqual(Number(input.quote.income) * 6 + 1e-6)
    }
    const coverages = results.map(({ max_coverage }) => max_coverage)
    expect(coverages).toEqual(coverages.toSorted((a, b) => a - b))
  })
})

test('no tier that costs more and covers no more is offered', () => {
  check(eligibleInput, (input) => {
    const results = [...tierNames, 'unsure'].map((coverage_level) =>
      underwrite(changed(input, { coverage_level })),
    )
    for (const one of results)
      for (const other of results)
        expect(one.monthly_premium > other.monthly_premium && one.max_coverage <= other.max_coverage).toBe(
          false,
        )
  })
})

const codes = ({ calculation_details: { decision } }: EngineResult) =>
  decision.reasons.map(({ code }) => code)

test('under 18 is declined; a short tenure steps down to the best lower tier, or is declined', () => {
  check(anyInput, (drawn) => {
    const income = Number(drawn.quote.income) + 10
    const input = changed(drawn, { income, salary: 12 * income })
    const result = underwrite(input)
    const months = Math.round(Number(input.quote.employment_length) * 1200) / 100
    const allowed = reference.tiers.filter((tier) => Number(tier.min_job_tenure_months) <= months)
    if (String(input.quote.date_of_birth) > '2008-01-15' || allowed.length === 0) {
      expect(result.calculation_details.decision.status).toBe('declined')
      const { reasons } = result.calculation_details.decision
      const [tenure] = reasons.filter(({ code }) => code === 'TENURE')
      if (tenure)
        expect(reference.tiers.map(({ tier_name }) => tier_name)).toContain(tenure.text.split(' needs')[0])
      return
    }
    const place = tierNames.indexOf(String(input.quote.coverage_level))
    if (place === -1 || codes(result).includes('MENU')) return
    const best = allowed.filter((tier) => reference.tiers.indexOf(tier) <= place).at(-1)
    expect(result.coverage_tier).toBe(best?.tier_name)
    expect(codes(result).includes('STEP_DOWN')).toBe(best !== reference.tiers[place])
  })
})

test('a lower tier that asks for more tenure than a higher one is no step up: there is no tier, and so no cover', () => {
  const [basic, standard, ...others] = reference.tiers
  const tiers = [
    { ...basic, min_job_tenure_months: 60 },
    { ...standard, min_job_tenure_months: 50 },
    ...others,
  ] as Row[]
  const result = underwrite({ ...inputFor({ coverage_level: 'standard', employment_length: 2 }), tiers })
  expect(result).toMatchObject({
    coverage_tier: null,
    calculation_details: { decision: { status: 'declined' } },
  })
})

test("'unsure' gets the tier of the site's guide, with the reason that decided", () => {
  const tiers = reference.tiers.map((tier) => ({
    tier: String(tier.tier_name),
    coverage: Number(tier.max_monthly_benefit),
    vesting: Number(tier.vesting_months),
  }))
  check(anyInput, (drawn) => {
    const income = Number(drawn.quote.income) + 500
    const input = changed(drawn, {
      coverage_level: 'unsure',
      income,
      salary: null,
      date_of_birth: '1970-01-01',
    })
    const result = underwrite(input)
    if (result.coverage_tier === null) return
    const household = Number(input.quote.family_size ?? 1)
    const { suitable, reached } = guideToTier(tiers, { pay: income, household, reserve: 0 }, 6)
    const tier = reference.tiers.find(({ tier_name }) => tier_name === suitable?.tier)
    const isAllowed = Number(tier?.min_job_tenure_months) <= 12 * Number(input.quote.employment_length)
    const [reason] = result.calculation_details.decision.reasons
    if (reason?.text.includes('for no more')) return
    expect(reason?.code).toBe(
      !isAllowed ? 'RECOMMENDED_TENURE' : reached ? 'RECOMMENDED_INCOME' : 'RECOMMENDED_TIER',
    )
    expect(reason?.text).toContain(`We recommend ${result.coverage_tier}: `)
    if (isAllowed) expect(result.coverage_tier).toBe(suitable?.tier)
  })
})

test('a contradiction is referred, and the record of the employer counts', () => {
  const cases: [string, Row, string?][] = [
    ['SALARY', { income: 5000, salary: 20_000 }],
    ['TENURE_AGE', { employment_length: 30, date_of_birth: '1994-01-01' }],
    ['FAMILY', { children_count: 2, family_size: 2 }],
    ['EMPLOYER_INDUSTRY', { industry: 'Government' }, 'Granite Quay Builders'],
    ['EMPLOYER_TYPE', { employer_type: 'Government' }, 'Granite Quay Builders'],
    ['EMPLOYER_SIZE', { employer_size: 'Small (<50)' }, 'Granite Quay Builders'],
  ]
  for (const [code, answers, employer] of cases) {
    const sound = underwrite(inputFor({}, employer))
    const result = underwrite(inputFor(answers, employer))
    expect(sound.calculation_details.decision.status, code).toBe('approved')
    expect(result.calculation_details.decision.status, code).toBe('referred')
    expect(codes(result)).toContain(code)
    if (employer) expect(result.monthly_premium).toBe(sound.monthly_premium)
  }
})

test('a salary that is a slip is referred, and the income counts', () => {
  for (const salary of [0, 1, 2]) {
    const result = underwrite(inputFor({ income: 4500, salary }))
    expect(result.calculation_details.decision.status).toBe('referred')
    expect(codes(result)).toContain('SALARY')
    expect(result.monthly_premium).toBe(underwrite(inputFor({ income: 4500 })).monthly_premium)
  }
})

test('without an income, neither a tenure nor a tier is the reason', () => {
  for (const income of [0, 0.01, 0.1])
    for (const coverage_level of [...tierNames, 'unsure']) {
      const sound = underwrite(inputFor({ income, coverage_level, employment_length: 5 }))
      expect(codes(sound)).toEqual(['INCOME'])
      const slip = underwrite(inputFor({ income, salary: 54_000, coverage_level, employment_length: 5 }))
      expect(codes(slip)).toEqual(['INCOME', 'SALARY'])
    }
})

test('the reasons of one result name one tier', () => {
  for (const income of [500, 834, 1500])
    for (const coverage_level of ['ultra', 'elite', 'premium']) {
      const result = underwrite(inputFor({ income, coverage_level, employment_length: 0.6 }))
      const named = result.calculation_details.decision.reasons.flatMap(
        ({ text }) => /this is a quote for (\w+)/.exec(text)?.[1] ?? [],
      )
      for (const name of named) expect(name).toBe(result.coverage_tier)
      if (coverage_level === 'ultra') expect(named).not.toEqual([])
    }
})

test.each([
  [1234.5, 54_000, 'Your annual salary of $54,000 and twelve monthly incomes of $1,234.50 differ'],
  [900, 1_234_567.05, 'Your annual salary of $1,234,567.05 and twelve monthly incomes of $900 differ'],
])('amounts in a reason have commas, and cents where there are some', (income, salary, words) => {
  const { reasons } = underwrite(inputFor({ income, salary })).calculation_details.decision
  expect(reasons.find(({ code }) => code === 'SALARY')?.text).toContain(words)
})

test.each([
  ['FAMILY', { children_count: 1, family_size: 1 }, '1 child does not fit a family of 1.'],
  ['FAMILY', { children_count: 3, family_size: 2 }, '3 children do not fit a family of 2.'],
  ['TENURE_AGE', { employment_length: 40 }, /^40 years with an employer do not fit the age of \d+\.$/],
])('a reason of %s counts one and several', (code, answers, words) => {
  const { reasons } = underwrite(inputFor(answers)).calculation_details.decision
  expect(reasons.find((reason) => reason.code === code)?.text).toEqual(
    typeof words === 'string' ? words : expect.stringMatching(words),
  )
})

test('a factor that the state does not allow moves nothing', () => {
  const answers = { credit_score: ['credit_score', [320, 840]], bankruptcy: ['bankruptcy_history', ['None', 'Chapter 7']],
    education: ['education', ['High School', 'Doctorate']], union: ['union_membership', [true, false]] } as const // prettier-ignore
  check(
    fc.tuple(eligibleInput, fc.constantFrom(...Object.entries(answers))),
    ([input, [name, [answer, values]]]) => {
      const [one, other] = values.map((value) =>
        underwrite({ ...changed(input, { [answer]: value }), notRated: [name] }),
      )
      expect(one?.monthly_premium).toBe(other?.monthly_premium)
      expect(one?.calculation_details.decision).toEqual(other?.calculation_details.decision)
    },
  )
})

describe('a wrong or hostile configuration', () => {
  const hostile = fc.oneof(
    fc.constantFrom(0, -1, -0, NaN, Infinity, -Infinity, 1e308, -1e308, 5e-324, null, undefined, '', '35', 'NaN', '__proto__', true, [], {}), // prettier-ignore
    fc.double(),
    fc.double({ min: 0, max: 2, noNaN: true }),
    fc.double({ min: 0, max: 100_000, noNaN: true }),
  )
  const columns = {
    tiers: Object.keys(reference.tiers[0] ?? {}),
    employer: Object.keys(reference.employers[0] ?? {}),
    industry: Object.keys(reference.industries[0] ?? {}),
    portfolio: ['factor'],
  }
  const change = fc
    .constantFrom(...(Object.keys(columns) as (keyof typeof columns)[]))
    .chain((table) => fc.tuple(fc.constant(table), fc.constantFrom(...columns[table]), hostile, fc.nat(4)))

  test('gets an error with table, row and column or a valid result, never a figure that is not a number', () => {
    check(
      fc.tuple(eligibleInput, fc.array(change, { minLength: 1, maxLength: 4 })),
      ([drawn, changes]) => {
        const input = structuredClone({ ...drawn, employer: reference.employers[3] ?? null })
        for (const [table, column, value, index] of changes) {
          const row = (table === 'tiers' ? input.tiers[index] : input[table]) as Record<
            string,
            unknown
          > | null
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
      },
      { numRuns: 6000 },
    )
  })

  test('amounts with more digits than a trace shows get a result that closes', () => {
    const digits = (min: number, max: number) => fc.double({ min, max, noNaN: true })
    check(
      fc.tuple(eligibleInput, digits(1, 25_000), digits(0.01, 200), digits(0.5, 2)),
      ([input, benefit, price, factor]) => {
        const tiers = input.tiers.map((tier) => ({
          ...tier,
          base_premium: price,
          max_monthly_benefit: benefit,
        }))
        engineResultSchema.parse(underwrite({ ...input, tiers, portfolio: { factor } }))
      },
    )
  })

  const [basic] = configuration.tiers as [Row]
  test.each<[string, Partial<GateInput>, RegExp]>([
    ['no tiers', { tiers: [] }, /there are no coverage tiers/],
    ['a tier twice', { tiers: [basic, basic] }, /"Basic", tier_name: another tier has it/],
    ['a tier without a name', { tiers: [{ ...basic, tier_name: ' ' }] }, /tier 1, tier_name is missing/],
    ['a free tier', { tiers: [{ ...basic, base_premium: 0 }] }, /"Basic", base_premium must be .* and is 0/],
    ['a negative factor', { portfolio: { factor: -1 } }, /portfolio, factor must be/],
  ])('%s', (_, changes, message) => {
    expect(() => underwrite({ ...inputFor(), ...changes, asOf })).toThrow(message)
  })
})
