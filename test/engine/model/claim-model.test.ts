import { expect, test } from 'vitest'

import { educations, employerSizes, industries } from '~/domain/quotes/quotes.options'
import { claimChance, employerRatio, payableDisplacement, type Insured } from '~/engine/model/claim-model'
import { claimTables } from '~/engine/model/claim-tables'

import { deriveModel, tenureCheck } from '../../../scripts/model/derivation'
import { readPopulation } from '../../../scripts/model/rating'
import { readReference } from '../../../scripts/model/reference'
import { meanChance } from '../../../scripts/model/results'
import fc from '../../support/property'

const reference = readReference()
const model = deriveModel(reference)
const population = readPopulation(reference)

const builder: Insured = {
  industry: 'Construction',
  employment_length: 2,
  education: 'High School',
  employer_size: 'Small (<50)',
}

test('the chance of a builder, by hand', () => {
  // 3.6293% displaced, 2.4 for under three years, 1.0645 for High School, 85.14% payable, 1.15 selection
  expect(claimChance(claimTables, builder, null)).toBeCloseTo(0.036293 * 2.4 * 1.0645 * 0.8514 * 1.15, 10)
})

test('an employee of a year or more has a chance of 1.0 to 2.0% in a normal year, of 3.0 to 4.8% in 2009, before selection', () => {
  const normal = meanChance(model, population, 'normal', 1)
  const worst = meanChance(model, population, '2009', 1)
  expect(normal).toBeGreaterThanOrEqual(0.01)
  expect(normal).toBeLessThanOrEqual(0.02)
  expect(worst).toBeGreaterThanOrEqual(0.03)
  expect(worst).toBeLessThanOrEqual(0.048)
})

test('selection is from 1 to 2, within the range that notice, expectation and vesting give', () => {
  const [row] = claimTables.selection.rows
  const { low, high } = model.selectionRange
  expect(row?.value).toBe(Math.round((low + high) * 10) / 20)
  expect(row?.value).toBeGreaterThanOrEqual(1)
  expect(row?.value).toBeLessThanOrEqual(2)
})

test('two sources give the same tenure relativity within ten percent', () => {
  expect(claimTables.tenure.rows[0]?.value).toBe(2.4)
  expect(Math.abs(tenureCheck(reference) / 2.4 - 1)).toBeLessThan(0.1)
})

test("an employer's record counts in part, more for a larger employer, and not without an industry's rate", () => {
  const record = { layoff_frequency: 2, avg_layoff_frequency: 1 }
  const ratios = ['Small (<50)', 'Medium (50-500)', 'Large (500+)'].map((size) =>
    employerRatio(claimTables, size, record),
  )
  expect(ratios).toEqual([1.34214, 1.43722, 1.4589].map((ratio) => expect.closeTo(ratio, 10)))
  expect(employerRatio(claimTables, 'Small (<50)', null)).toBe(1)
  expect(employerRatio(claimTables, 'Small (<50)', { layoff_frequency: 2, avg_layoff_frequency: 0 })).toBe(1)
})

test('every answer has a chance from 0 to 1, which rises with the layoffs of the employer and falls with tenure', () => {
  const insured = fc.record({
    industry: fc.constantFrom(...industries),
    employment_length: fc.double({ min: 0, max: 80, noNaN: true }),
    education: fc.constantFrom(...educations),
    employer_size: fc.constantFrom(...employerSizes),
  })
  const rates = fc.double({ min: 0, max: 100, noNaN: true })
  fc.assert(
    fc.property(insured, rates, rates, fc.constantFrom('cycle', 'normal', '2009'), (person, a, b, period) => {
      const at = (rate: number, more = 0) =>
        claimChance(
          claimTables,
          { ...person, employment_length: person.employment_length + more },
          { layoff_frequency: rate, avg_layoff_frequency: 1.2 },
          period,
        )
      expect(at(Math.min(a, b))).toBeLessThanOrEqual(at(Math.max(a, b)))
      expect(at(a, 5)).toBeLessThanOrEqual(at(a))
      expect(at(a)).toBeGreaterThan(0)
      expect(at(a)).toBeLessThanOrEqual(1)
      expect(payableDisplacement(claimTables, person, null, 'normal')).toBeLessThan(
        payableDisplacement(claimTables, person, null, '2009'),
      )
    }),
  )
})
