import { expect, test } from 'vitest'

import { compareInputs, type StoredInput } from '~/domain/underwriting/input-comparison'

import { inputFor } from '../../support/engine'

const employer = { id: 1, employer_name: 'Anvil Works', employer_stability_rating: 4, layoff_frequency: 1 }
const input = { ...inputFor(), employer } as unknown as StoredInput
const [first, second, ...others] = input.tiers as [Record<string, unknown>, Record<string, unknown>]
const differences = (changes: Partial<StoredInput>) => compareInputs(input, { ...input, ...changes })

test('equal inputs have no differences, also with tiers in another order', () => {
  expect(differences({})).toEqual([])
  expect(differences({ tiers: input.tiers.toReversed() })).toEqual([])
})

test('lists each different value with its table, row and column, and both values', () => {
  const tiers = [{ ...first, base_premium: 77.5 }, second, ...others]
  expect(differences({ tiers })).toEqual([
    {
      table: 'Coverage tiers',
      row: first.tier_name,
      column: 'Base premium',
      one: String(first.base_premium),
      other: '77.5',
    },
  ])
  const changed = { ...employer, employer_stability_rating: null, layoff_frequency: 0.5 }
  expect(differences({ employer: changed }).map(({ table, other }) => [table, other])).toEqual([
    ['Employer risks', 'None'],
    ['Employer risks', '0.5'],
  ])
})

test('matches rows with new ids after an import', () => {
  const tiers = input.tiers.map((tier) => ({ ...tier, id: Number(tier.id) + 100 }))
  const found = differences({ tiers })
  expect(found).toHaveLength(tiers.length)
  expect(new Set(found.map(({ column }) => column))).toEqual(new Set(['Id']))
})

test('a renamed tier is one row; an added or removed one is listed completely', () => {
  expect(differences({ tiers: [{ ...first, tier_name: 'Bronze' }, second, ...others] })).toEqual([
    expect.objectContaining({ row: `${String(first.tier_name)} / Bronze`, other: 'Bronze' }),
  ])
  const gone = differences({ tiers: [second, ...others] })
  expect(gone).toHaveLength(Object.keys(first).length)
  for (const difference of gone) expect(difference).toMatchObject({ row: first.tier_name, other: '' })
  const came = differences({ tiers: [...input.tiers, { id: 99, tier_name: 'New' }] })
  expect(came.map(({ one, other }) => [one, other])).toEqual([
    ['', '99'],
    ['', 'New'],
  ])
})

test('includes the application and the day', () => {
  const quote = { ...input.quote, income: 1 }
  expect(differences({ quote, asOf: '2031-02-01' }).map(({ table, other }) => [table, other])).toEqual([
    ['The application', '1'],
    ['The run', '2031-02-01'],
  ])
})

test('includes the month of the simulation, which inputs of the first interface have', () => {
  const month = { SimDate: '2031-01-01', PremiumMultiplier: 1.01 }
  expect(differences({ synergy: month }).map(({ table, one, other }) => [table, one, other])).toEqual([
    ['Synergy data', '', '2031-01-01'],
    ['Synergy data', '', '1.01'],
  ])
})

test('lists the portfolio factor and what a state does not allow', () => {
  expect(differences({ portfolio: { factor: 0.99 }, notRated: ['credit_score', 'education'] })).toEqual([
    { table: 'The run', row: '', column: 'Portfolio factor', one: '1', other: '0.99' },
    {
      table: 'The run',
      row: '',
      column: 'Not rated in the state',
      one: 'None',
      other: 'credit_score, education',
    },
  ])
})
