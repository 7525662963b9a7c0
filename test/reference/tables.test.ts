import { expect, test } from 'vitest'

import { employerSizes, employerTypes, industries } from '~/domain/quotes/quotes.options'

import { reference } from '../support/engine'

const column = (rows: Record<string, unknown>[], name: string) => rows.map((row) => row[name])

test('the industries are those of the application, once each', () => {
  expect(column(reference.industries, 'industry_name')).toEqual([...industries])
  expect(column(reference.genders, 'industry_name')).toEqual([...industries])
})

test('risk levels follow from the layoff frequencies: five Low, five Medium, four High', () => {
  const of = (level: string) =>
    reference.industries
      .filter((row) => row.risk_level === level)
      .map((row) => Number(row.avg_layoff_frequency))
  expect([of('Low').length, of('Medium').length, of('High').length]).toEqual([5, 5, 4])
  expect(Math.max(...of('Low'))).toBeLessThanOrEqual(Math.min(...of('Medium')))
  expect(Math.max(...of('Medium'))).toBeLessThanOrEqual(Math.min(...of('High')))
})

test('about 60 employers cover every industry, type and size, each with a unique name', () => {
  const { employers } = reference
  expect(employers.length).toBeGreaterThanOrEqual(55)
  const names = column(employers, 'employer_name').map((name) => String(name).toLowerCase())
  expect(new Set(names).size).toBe(employers.length)
  expect(new Set(column(employers, 'industry'))).toEqual(new Set(industries))
  expect(new Set(column(employers, 'employer_type'))).toEqual(new Set(employerTypes))
  expect(new Set(column(employers, 'employer_size'))).toEqual(new Set(employerSizes))
  for (const employer of employers) {
    const industry = reference.industries.find((row) => row.industry_name === employer.industry)
    expect(employer.sector_unemp_rate).toBe(industry?.industry_unemp_rate)
    expect(['Strong', 'Stable', 'Fair', 'Weak']).toContain(employer.financial_health)
    expect(Number(employer.employer_stability_rating)).toBeGreaterThan(0)
    expect(Number(employer.employer_stability_rating)).toBeLessThanOrEqual(10)
  }
})

test('the tiers have the published terms', () => {
  const terms = ['tier_name', 'base_premium', 'vesting_months', 'max_monthly_benefit']
  expect(reference.tiers.map((tier) => terms.map((name) => tier[name]))).toEqual([
    ['Basic', 25, 3, 5000],
    ['Standard', 35, 3, 8000],
    ['Premium', 60, 6, 12000],
    ['Elite', 80, 6, 18000],
    ['Ultra', 110, 6, 25000],
  ])
})
