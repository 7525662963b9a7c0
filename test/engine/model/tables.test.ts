import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { questions } from '~/domain/quotes/questions'
import { claimTables } from '~/engine/model/claim-tables'
import { ratingTables } from '~/engine/model/rating-tables'
import { multiplier, rate } from '~/engine/model/tables'

import { deriveModel } from '../../../scripts/model/derivation'
import { deriveRatingTables, judgementBounds, readPopulation } from '../../../scripts/model/rating'
import { readReference } from '../../../scripts/model/reference'
import { claimTablesFile, ratingTablesFile } from '../../../scripts/model/tables-file'

const reference = readReference()
const model = deriveModel(reference)

test('the stored tables are what the derivation computes from the statistics', async () => {
  const population = readPopulation(reference)
  const stored = (name: string) => readFileSync(`app/engine/model/${name}.ts`, 'utf8')
  expect(stored('claim-tables')).toBe(await claimTablesFile(model.tables))
  expect(stored('rating-tables')).toBe(await ratingTablesFile(deriveRatingTables(model.tables, population)))
})

test('every figure has a source', () => {
  for (const { rows } of [...Object.values(claimTables), ...ratingTables])
    for (const row of rows) expect(row.source).toMatch(/\w{3}/)
})

test('the share of layoffs that displace agrees with the published totals, by survey', () => {
  const percents = model.windows.map(({ share }) => Number((100 * share).toFixed(1)))
  expect(percents.slice(0, -1)).toEqual([7.3, 5.3, 5.2, 9.1, 8.5, 6.6, 5.0, 4.6, 4.1, 4.5])
})

test('the displacement rate of all industries is about that of the survey', () => {
  const reported = [2006, 2009, 2018].map((year) => (100 * model.overall(year)) / model.recall)
  const expected = [1.5, 2.8, 0.96] // derived_estimates.csv: 2005-07, 2007-09, 2017-19
  reported.forEach((rate, index) => expect(Math.abs(rate / (expected[index] ?? NaN) - 1)).toBeLessThan(0.15))
})

test('ranges are half-open, without gaps or overlaps, and cover every number', () => {
  for (const table of ratingTables) {
    if (table.kind !== 'range') continue
    expect(table.rows.at(0)?.from).toBeNull()
    expect(table.rows.at(-1)?.to).toBeNull()
    table.rows.slice(1).forEach(({ from }, index) => {
      expect(from).toBe(table.rows[index]?.to)
      expect(multiplier(table, from)).toBe(table.rows[index + 1]?.multiplier)
    })
    const bounds = table.rows.slice(1).map(({ from }) => Number(from))
    expect(bounds).toEqual([...bounds].sort((a, b) => a - b))
  }
})

test('choices are the options of the form, each once', () => {
  for (const table of ratingTables) {
    if (table.kind !== 'choice' || table.input.startsWith('employer.')) continue
    const question = questions.find(({ name }) => name === table.input)
    const options = question?.kind === 'choice' ? question.options : []
    expect(table.rows.map(({ key }) => key).sort()).toEqual(
      options.map((option) => (typeof option === 'string' ? option : option.value)).sort(),
    )
  }
})

test('only answers that the engine may see are rated, and nobody by sex, family or housing', () => {
  const visible = questions.filter(({ engine }) => engine).map(({ name }) => name)
  const inputs = ratingTables.map(({ input }) => input).filter((input) => !input.startsWith('employer.'))
  expect(visible).toEqual(expect.arrayContaining(inputs))
  const unrated = [
    'gender',
    'marital_status',
    'spouse_working',
    'family_size',
    'housing_status',
    'gov_benefits',
  ]
  expect(inputs.filter((input) => unrated.includes(input))).toEqual([])
})

test('judgement moves a price by 10% at most, and by 25% together', () => {
  for (const { basis, rows } of ratingTables) {
    if (basis !== 'judgement') continue
    for (const row of rows) {
      expect(row.multiplier).toBeGreaterThanOrEqual(0.9)
      expect(row.multiplier).toBeLessThanOrEqual(1.1)
      expect(row.source).toBe('judgement')
    }
  }
  const { low, high } = judgementBounds(ratingTables)
  expect(low).toBeGreaterThanOrEqual(0.75)
  expect(high).toBeLessThanOrEqual(1.25)
})

test('multipliers follow the order of the risk', () => {
  const of = (name: string) => {
    const table = ratingTables.find((candidate) => candidate.name === name)
    if (table === undefined) throw new Error(name)
    return (input: string | number) => multiplier(table, input)
  }
  const falling = (values: number[]) => expect(values).toEqual([...values].sort((a, b) => b - a))
  falling([300, 580, 670, 740, 850].map(of('credit_score')))
  falling([0, 2.99, 3, 40].map(of('tenure')))
  falling([0, 4, 7, 10].map(of('employer_stability')))
  falling([9, 4, 1, 0].map(of('layoff_mentions')))
  falling(['Chapter 7', 'Chapter 13', 'None'].map(of('bankruptcy')))
  falling(['MajorFlag', 'MinorFlag', 'Clear'].map(of('background_check')))
})

test('an unknown or absent input counts as 1, an unknown key of the claim model is an error', () => {
  for (const table of ratingTables)
    for (const absent of [null, undefined]) expect(multiplier(table, absent)).toBe(1)
  const industries = ratingTables.find(({ name }) => name === 'industry')
  expect(industries && multiplier(industries, 'Piracy')).toBe(1)
  expect(() => rate(claimTables.tenure, { years: 'many' })).toThrow('tenure has no row for many')
})
