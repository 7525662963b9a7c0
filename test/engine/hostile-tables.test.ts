import { describe, expect, test } from 'vitest'

import { drawApplicants } from '~/domain/engine-versions/gate/draws'
import { findViolation } from '~/domain/engine-versions/gate/gate.server'
import { rules } from '~/domain/engine-versions/gate/rules'
import { bundledTables } from '~/engine/bundled-tables'
import { goldenCases } from '~/engine/golden-cases'

import { tryHostileTables } from '../../scripts/rules/hostile-tables'
import { nativeEngine } from '../../scripts/rules/native-engine'
import { asOf, configuration, engineSource } from '../support/engine'

const inputs = drawApplicants(configuration, asOf, 50).map(({ input }) => input)
const hostile = (source: string, count: number) =>
  tryHostileTables(nativeEngine(), source, inputs, { count, seed: 3 })

describe('a wrong value in the tables or the configuration', () => {
  test('is refused where it is, or gives a sound result', async () => {
    const { outcomes, escaped } = await hostile(engineSource, 2000)
    expect(escaped).toEqual([])
    for (const count of Object.values(outcomes)) expect(count).toBeGreaterThan(100)
  })

  test('is let through by an engine that does not check what it reads', async () => {
    const careless = engineSource.replace(
      /throw new Error\(`Configuration: \$\{where\}, \$\{name\} must be a number/,
      'return 1 // (`',
    )
    expect(careless).not.toBe(engineSource)
    const { escaped } = await hostile(careless, 2000)
    expect(escaped).not.toEqual([])
  })
})

test('the rules hold natively, and find a mutant', async () => {
  const version = { source: engineSource, tables: bundledTables, tests: goldenCases }
  const options = { asOf, draws: 40, populationStep: 20 }
  expect(await findViolation(nativeEngine(), version, configuration, options)).toBeNull()
  const unfair = {
    ...version,
    tests: [],
    source: engineSource.replace('age < minimum_age.value', 'age < 12'),
  }
  expect(await findViolation(nativeEngine(), unfair, configuration, options)).toMatchObject({ rule: 6 })
})

test.each([
  ['a base premium that a quarter does not divide into cents', { basic: 26.5, portfolioFactor: 1.03 }],
  ['the highest factor of the portfolio', { basic: 25, portfolioFactor: 2 }],
])('the premium is proportional also with %s', async (_, { basic, portfolioFactor }) => {
  const [rule] = rules.filter(({ number }) => number === 4)
  const tiers = configuration.tiers.map((tier) =>
    tier.tier_name === 'Basic' ? { ...tier, base_premium: basic } : tier,
  )
  const shared = JSON.stringify({ tables: bundledTables })
  const draws = drawApplicants({ ...configuration, tiers, portfolioFactor }, asOf, 400)
  for (const draw of draws) {
    const probe = rule?.probe(draw)
    const outcomes = await nativeEngine().runFigures(engineSource, probe?.inputs ?? [], { shared })
    expect(outcomes.every(({ ok }) => ok)).toBe(true)
    expect(probe?.judge(outcomes.flatMap((outcome) => (outcome.ok ? [outcome.result] : [])))).toBeNull()
  }
})
