import { afterAll, describe, expect, test } from 'vitest'

import { engineTrials } from '~/content/engine'
import {
  findConfigurationViolation,
  findViolation,
  guardStep,
  type GateVersion,
} from '~/domain/engine-versions/gate/gate.server'
import { population, releaseStep } from '~/domain/engine-versions/gate/population.server'
import { faultText, tableFaults } from '~/domain/engine-versions/tables.schema'
import { createSandbox, type Sandbox } from '~/domain/underwriting/sandbox.server'
import { bundledTables } from '~/engine/bundled-tables'
import { goldenCases } from '~/engine/golden-cases'
import type { EngineTables } from '~/engine/model/tables'

import { nativeEngine } from '../../../scripts/rules/native-engine'
import { asOf, configuration, engineSource } from '../../support/engine'

const sandbox = createSandbox({ workers: 2 })
afterAll(() => sandbox.close())

// Most versions run outside the sandbox, which gives the same results and takes twenty times as long.
const native = nativeEngine()

const bundled: GateVersion = { source: engineSource, tables: bundledTables, tests: goldenCases }
const options = { asOf, draws: 100 }
const check = (version: Partial<GateVersion>, engine: Pick<Sandbox, 'run' | 'runFigures'> = native) =>
  findViolation(engine, { ...bundled, tests: [], ...version }, configuration, options)

/** The bundled source with a text of it replaced. */
function source(before: string, after: string) {
  expect(engineSource.split(before)).toHaveLength(2)
  return engineSource.replace(before, () => after)
}

/** The bundled source with a statement at the beginning of `underwrite`. */
const beginning = (statement: string) =>
  source('function underwrite(input) {', `function underwrite(input) {\n  ${statement}`)

test('the bundled version passes with its golden cases', async () => {
  expect(await findViolation(sandbox, bundled, configuration, { asOf })).toBeNull()
})

test.each([0.9, 1.1])(
  'the bundled version passes after the portfolio factor %d is released',
  async (factor) => {
    const released = { ...configuration, portfolioFactor: factor }
    expect(await findViolation(native, bundled, released, { asOf })).toBeNull()
  },
)

test('golden cases that give other figures are all listed, and the first is named', async () => {
  const [first, second, ...others] = goldenCases
  const wrong = [first!, second!].map((one) => ({
    ...one,
    expected: { ...one.expected, monthly_premium: 1 },
  }))
  expect(await check({ tests: [...wrong, ...others] })).toMatchObject({
    rule: null,
    message: `Golden case "${first!.name}": monthly_premium is ${first!.expected.monthly_premium}, not 1`,
    cases: wrong.map(({ name }) => ({
      name,
      differences: [expect.stringMatching(/^\$1\.00 → \$[\d.]+ a month \(\+\$[\d.]+\)$/)],
    })),
  })
})

describe('refuses, by the number of the rule, an engine that', () => {
  test.each<[number, string, string]>([
    [
      1,
      'depends on the runs before',
      beginning('this.runs = (this.runs || 0) + 1\n  if (runs % 7 === 0) input.quote.credit_score = 300'),
    ],
    [
      1,
      'changes its input after the result',
      `${engineSource}\n;underwrite = ((engine) => (input) => { const result = engine(input); input.quote.income = 5; return result })(underwrite)`,
    ],
    [2, 'fails for an absent answer', beginning('input.quote.pay_type.trim()')],
    [
      9,
      'prices a tier without a price',
      source("of('base_premium', 0.01, 100000)", 'Number(row.base_premium) || 1'),
    ],
    [
      11,
      'reads the gender',
      beginning("if (input.quote.gender === 'Female') input.portfolio = { factor: 0.5 }"),
    ],
  ])('breaks rule %i in the sandbox: %s', async (rule, _, text) => {
    const violation = await check({ source: text }, sandbox)
    expect(violation?.rule, violation?.message).toBe(rule)
    expect(violation?.message).not.toBe('')
  })

  test.each<[number, string, string]>([
    [
      3,
      'charges more for a better record of the employer',
      beginning(
        'if (input.employer) input.employer = { ...input.employer, employer_stability_rating: 10 - input.employer.employer_stability_rating }',
      ),
    ],
    [
      4,
      'adds to the premium by the base premium',
      source(
        "of('base_churn_rate', 0, 1, 0.025)",
        "of('base_churn_rate', 0, 1, 0.025) + row.base_premium / 1000",
      ),
    ],
    [
      5,
      'pays a year of income',
      source(
        "step(trace, 'Monthly income', monthly, 2)",
        "step(trace, 'Monthly income', calc('x', 2, monthly), 2)",
      ),
    ],
    [6, 'covers a child of 12', source('age < minimum_age.value', 'age < 12')],
    [
      7,
      'gives income as the reason where tenure decided',
      source("'RECOMMENDED_TENURE'", "'RECOMMENDED_INCOME'"),
    ],
    [
      10,
      'adds a dollar that no factor shows',
      source(
        'expense,\n    usual,\n    premium: round(before, 2),',
        'expense,\n    usual,\n    premium: round(before + 1, 2),',
      ),
    ],
    [
      11,
      'ignores what a state does not allow',
      source('const skipped = notRated.includes(table.name)', 'const skipped = false'),
    ],
    [
      11,
      'refers for an answer that a state does not allow',
      source("!notRated.includes('background_check') && ", ''),
    ],
    [
      12,
      'has a person look at everybody under 40',
      source(
        "  if (!notRated.includes('background_check') && lower(quote.background_check) === 'majorflag')",
        "  if (quote.date_of_birth > '1990-01-01' && quote.credit_score % 10 < 4) referrals.push(reason('YOUNG', 'A person looks at it.'))\n  if (!notRated.includes('background_check') && lower(quote.background_check) === 'majorflag')",
      ),
    ],
    [
      13,
      'approves contradictions',
      source('const referrals = contradictions(quote, work, person, limits)', 'const referrals = []'),
    ],
    [
      14,
      'offers a dearer tier that covers no more',
      source('if (better === undefined) return choice', 'if (better !== null) return choice'),
    ],
    [
      15,
      'has a person look at half of an industry',
      source(
        "  if (!notRated.includes('background_check') && lower(quote.background_check) === 'majorflag')",
        "  if (work.industryName === 'Government' && quote.credit_score % 2) referrals.push(reason('OFFICE', 'A person looks at it.'))\n  if (!notRated.includes('background_check') && lower(quote.background_check) === 'majorflag')",
      ),
    ],
  ])('breaks rule %i: %s', async (rule, _, text) => {
    const violation = await check({ source: text })
    expect(violation?.rule, violation?.message).toBe(rule)
    expect(violation?.message).not.toBe('')
  })

  const times = (factor: number): EngineTables => ({
    ...bundledTables,
    rating: bundledTables.rating.map((table) =>
      table.name === 'industry' && table.kind === 'choice'
        ? { ...table, rows: table.rows.map((row) => ({ ...row, multiplier: row.multiplier * factor })) }
        : table,
    ),
  })

  test('breaks rule 8: half the price, or twice', async () => {
    expect(await check({ tables: times(0.5) })).toMatchObject({
      rule: 8,
      message: expect.stringContaining('loss ratio') as string,
    })
    expect(await check({ tables: times(2) })).toMatchObject({ rule: 8 })
  })

  test('lies about the claims that it expects', async () => {
    const text = source(
      "'Chance of a payable claim a month', calc('/', year, 12)",
      "'Chance of a payable claim a month', calc('/', year, 24)",
    )
    expect(await check({ source: text })).toMatchObject({
      rule: 8,
      message: expect.stringContaining('the claim model') as string,
    })
  })

  test('charges women a quarter, pays 600 months of income and covers from the age of 12', async () => {
    const text = beginning("if (input.quote.gender === 'Female') input.portfolio = { factor: 0.5 }").replace(
      'age < minimum_age.value',
      'age < 12',
    )
    expect((await check({ source: text }))?.rule).not.toBeUndefined()
  })

  test('approves everybody without a step', async () => {
    const text = `function underwrite(input) {
      return { coverage_tier: 'Basic', max_coverage: 5000, monthly_premium: 20, annual_premium: 228, ratio: 250, user_score: 50,
        combined_risk_factor: 1, calculation_details: { decision: { status: 'approved', reasons: [{ code: 'MET', text: 'ok', forApplicant: true }] },
        base_premium: 20, data_sources: {}, factors: [], steps: [], expected: { frequency: 0.002, benefit: 5000, claims: 10, lossRatio: 0.5 }, warnings: [] } }
    }`
    expect((await check({ source: text }))?.rule).toBeTypeOf('number')
  })
})

test('the rules of a state hold together, for the people of the state', async () => {
  const stateRules = ['credit_score', 'education'].map((factor) => ({ state: 'CA', factor }))
  const withRules = { ...configuration, stateRules }
  const version = { ...bundled, tests: [] }
  expect(await findViolation(native, version, withRules, options)).toBeNull()
  const forgetful = beginning('if (input.notRated.length > 1) input.notRated = []')
  expect(await findViolation(native, { ...version, source: forgetful }, withRules, options)).toMatchObject({
    rule: 11,
    message: expect.stringContaining('credit_score is not rated in the state') as string,
  })
  expect(await check({ source: forgetful })).toBeNull()
})

test('a counter-example names only the answers that are not typical', async () => {
  const violation = await check({ source: source('age < minimum_age.value', 'age < 12') })
  expect(violation).toMatchObject({ rule: 6 })
  const { date_of_birth, ...others } = violation?.example as Record<string, unknown>
  expect(String(date_of_birth) > '2008').toBe(true)
  expect(Object.keys(others).length).toBeLessThan(6)
})

describe('a configuration under the bundled version', () => {
  const withTier = (name: string, changes: object) => ({
    ...configuration,
    tiers: configuration.tiers.map((tier) => (tier.tier_name === name ? { ...tier, ...changes } : tier)),
  })
  const problem = (changed: typeof configuration) =>
    findConfigurationViolation(sandbox, bundled, changed, { asOf })

  test('passes as it is, and with a tier that is a tenth dearer', async () => {
    expect(await problem(configuration)).toBeNull()
    expect(await problem(withTier('Standard', { base_premium: 38.5 }))).toBeNull()
  })

  test.each<[string, object]>([
    ['Standard', { base_premium: 3.5 }],
    ['Standard', { base_premium: 350 }],
    ['Ultra', { base_premium: 11 }],
    ['Premium', { max_monthly_benefit: 120_000 }],
    ['Basic', { max_monthly_benefit: 500 }],
  ])('is refused with %s at %o', async (name, changes) => {
    const violation = await problem(withTier(name, changes))
    expect(violation?.rule, violation?.message).toBe(8)
  })

  test('is refused with the table, the row and the column of a value out of range', async () => {
    expect(await problem(withTier('Elite', { base_churn_rate: 7 }))).toMatchObject({
      rule: 9,
      message: expect.stringContaining(
        'coverage tier "Elite", base_churn_rate must be a number from 0 to 1 and is 7',
      ) as string,
    })
  })
})

describe('tables', () => {
  const tablesFault = (tables: unknown) => {
    const [fault] = tableFaults(tables)
    return fault ? faultText(fault) : null
  }
  const change = (name: string, edit: (rows: Record<string, unknown>[]) => void) => {
    const tables: EngineTables = structuredClone(bundledTables)
    edit(tables.rating.find((table) => table.name === name)!.rows as unknown as Record<string, unknown>[])
    return tablesFault(tables)
  }

  test('are sound as bundled', () => {
    expect(tablesFault(bundledTables)).toBeNull()
  })

  test.each<[string, string, (rows: Record<string, unknown>[]) => void, RegExp]>([
    [
      'a gap',
      'tenure',
      (rows) => void (rows[1]!.from = 4),
      /^tenure, row 2, from must be 3, where the row before ends: there is a gap/,
    ],
    ['an overlap', 'tenure', (rows) => void (rows[1]!.from = 2), /^tenure, row 2, from .* overlap/],
    [
      'a first row that does not begin at the bottom',
      'tenure',
      (rows) => void (rows[0]!.from = 0),
      /^tenure, row 1, from must be empty/,
    ],
    ['a last row that ends', 'tenure', (rows) => void (rows[1]!.to = 40), /^tenure, row 2, to must be empty/],
    [
      'a choice with two rows',
      'education',
      (rows) => void (rows[1]!.key = 'High School'),
      /^education, row 2, key "High School" has a row/,
    ],
    [
      'a multiplier of nothing',
      'education',
      (rows) => void (rows[0]!.multiplier = 0),
      /^education, row 1, multiplier must be from 0.01/,
    ],
    [
      'text for a multiplier',
      'education',
      (rows) => void (rows[0]!.multiplier = 'x'),
      /^education, row 1, multiplier must be a number/,
    ],
    [
      'judgement of more than a tenth',
      'credit_score',
      (rows) => void (rows[0]!.multiplier = 1.2),
      /^credit_score, row 1, multiplier is judgement: it must be from 0.9 to 1.1/,
    ],
  ])('are refused with %s', (_, name, edit, message) => {
    expect(change(name, edit)).toMatch(message)
  })

  test('are refused when all judgement together moves a price by more than a quarter', () => {
    const tables: EngineTables = structuredClone(bundledTables)
    for (const table of tables.rating)
      if (table.basis === 'judgement') (table.rows[0] as { multiplier: number }).multiplier = 1.08
    expect(tablesFault(tables)).toMatch(/all judgement together/)
  })

  test('are refused with a limit out of its range', () => {
    const tables = structuredClone(bundledTables)
    tables.limits.minimum_age.value = 12
    expect(tablesFault(tables)).toMatch(/^limits, row 7, value must be from 18 to 25 and is 12/)
  })
})

test('the pages say on how many sample applicants a change is tried', () => {
  expect(engineTrials.values).toContain(`on ${population(guardStep).length} sample applicants`)
  expect(engineTrials.code).toContain(`then ${population(releaseStep).length} sample applicants`)
})
