import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { questions } from '~/domain/quotes/questions'
import { fallbackCoverageLevels, industries } from '~/domain/quotes/quotes.options'
import { quoteSchema } from '~/domain/quotes/quotes.schema'

import { deriveModel } from '../../../scripts/model/derivation'
import * as marginals from '../../../scripts/model/marginals'
import {
  drawPopulation,
  establishmentSizes,
  industryShares,
  populationDate,
} from '../../../scripts/model/population'
import { joltsIndustry, readReference, rowsOf } from '../../../scripts/model/reference'

const reference = readReference()
const model = deriveModel(reference)
const people = rowsOf('app/engine/population.csv')

/** The weighted share of the people who fit. */
function share(fits: (person: Record<string, string>) => boolean, of = people) {
  const total = (list: typeof people) => list.reduce((sum, { weight }) => sum + Number(weight), 0)
  return total(of.filter(fits)) / total(of)
}

const age = (person: Record<string, string>) => {
  const [year = 0, month = 0, day = 0] = (person.date_of_birth ?? '').split('-').map(Number)
  const [toYear = 0, toMonth = 0, toDay = 0] = populationDate.split('-').map(Number)
  return toYear - year - (toMonth < month || (toMonth === month && toDay < day) ? 1 : 0)
}

test('the file is what the script draws', () => {
  const drawn = drawPopulation(reference, model)
  const lines = [Object.keys(drawn[0] ?? {}), ...drawn.map((person) => Object.values(person))]
  expect(readFileSync('app/engine/population.csv', 'utf8')).toBe(
    lines.map((cells) => `${cells.join(',')}\n`).join(''),
  )
})

test('2,000 people have a weight, a sex and every answer that the engine may see', () => {
  expect(people).toHaveLength(2000)
  expect(Math.abs(people.reduce((sum, { weight }) => sum + Number(weight), 0) - 2000)).toBeLessThan(0.01)
  const visible = questions.filter(({ engine }) => engine).map(({ name }) => name)
  expect(Object.keys(people[0] ?? {})).toEqual(
    expect.arrayContaining(['weight', 'sex', 'region_state', ...visible]),
  )
})

test('the form accepts every one of them', () => {
  const schema = quoteSchema({ today: populationDate, coverageLevels: fallbackCoverageLevels })
  const numbers = questions.filter(({ kind }) => kind === 'number').map(({ name }) => name)
  const others = { name: 'Maria Example', email: 'maria@example.com', gender: 'Other', address: '1 Main St' }
  for (const { weight: _weight, sex: _sex, ...answers } of people) {
    const [year, month, day] = (answers.date_of_birth ?? '').split('-')
    const result = schema.safeParse({
      ...others,
      ...answers,
      ...Object.fromEntries(numbers.map((name) => [name, Number(answers[name])])),
      date_of_birth: `${month}/${day}/${year}`,
    })
    expect(result.success ? [] : result.error.issues).toEqual([])
  }
})

test('the facts of a person agree with each other', () => {
  for (const person of people) {
    expect(Math.abs(Number(person.salary) - 12 * Number(person.income))).toBeLessThanOrEqual(50)
    expect(Number(person.employment_length)).toBeLessThan(age(person) - 15)
    expect(Number(person.children_count)).toBeLessThanOrEqual(Number(person.family_size) - 1)
    if (person.employer_type === 'Government') expect(person.industry).toBe('Government')
    const employer = reference.employers.find((row) => row.employer_name === person.employer_name)
    if (employer)
      expect([employer.industry, employer.employer_type, employer.employer_size]).toEqual([
        person.industry,
        person.employer_type,
        person.employer_size,
      ])
  }
})

test('industries have their share of employment', () => {
  const shares = industryShares(model)
  for (const name of industries)
    expect(share(({ industry }) => industry === name)).toBeCloseTo(shares[name], 4)
})

test.each(industries)('sex, kind of employment and tenure are those of %s', (name) => {
  const members = people.filter(({ industry }) => industry === name)
  const percentOf = (fits: (person: Record<string, string>) => boolean) => 100 * share(fits, members)
  const oneOf = 100 / members.length // the nearest that whole people come
  const gender = reference.genders.find(({ industry_name }) => industry_name === name)
  expect(Math.abs(percentOf(({ sex }) => sex === 'Male') - Number(gender?.percent_male))).toBeLessThanOrEqual(
    oneOf,
  )
  for (const [kind, percent] of Object.entries(marginals.kinds[name]))
    expect(
      Math.abs(percentOf(({ employment_type }) => employment_type === kind) - percent),
    ).toBeLessThanOrEqual(oneOf)
  const long = percentOf(({ employment_length }) => Number(employment_length) >= 3)
  const expected = 100 * (model.longTenured.get(joltsIndustry(name)) ?? NaN)
  const deviation = 100 * Math.sqrt((0.6 * 0.4) / members.length)
  expect(Math.abs(long - expected)).toBeLessThan(3 * deviation)
})

test.each([
  ['part-time', 17, ({ employment_type }) => employment_type === 'Part-time'],
  ['contractors and seasonal', 4, ({ employment_type }) => /Con|Sea/.test(employment_type ?? '')],
  ['hourly paid', 55, ({ pay_type }) => pay_type === 'Hourly'],
  ['under 25', 13, (person) => age(person) < 25],
  ['55 and over', 24, (person) => age(person) >= 55],
  ['union members', 10, ({ union_membership }) => union_membership === 'TRUE'],
  ['with a degree', 40, ({ education }) => /Bach|Mas|Doc/.test(education ?? '')],
  ['from California', 12, ({ region_state }) => region_state === 'CA'],
] satisfies [string, number, (person: Record<string, string>) => boolean][])(
  'about as many are %s as in the country',
  (_, percent, fits) => {
    expect(Math.abs(100 * share(fits) - percent)).toBeLessThan(2.5)
  },
)

test('sizes of employers in the private sector are those of establishments', () => {
  const sizes = establishmentSizes(reference)
  const total = Object.values(sizes).reduce((sum, employees) => sum + employees, 0)
  const unknown = people.filter(
    (row) => row.industry !== 'Government' && row.employer_name?.startsWith('An '),
  )
  for (const [size, employees] of Object.entries(sizes))
    expect(
      Math.abs(share(({ employer_size }) => employer_size === size, unknown) - employees / total),
    ).toBeLessThan(0.03)
})

test('credit does not depend on the chance of displacement', () => {
  const mean = (list: typeof people) =>
    list.reduce((sum, { credit_score }) => sum + Number(credit_score), 0) / list.length
  const [short, long] = [(n: number) => n < 3, (n: number) => n >= 3].map((fits) =>
    people.filter(
      (row) =>
        fits(Number(row.employment_length)) && /^(3|4)/.test(`${age(row)}`) && Number(row.income) > 3000,
    ),
  )
  expect(Math.abs(mean(short ?? []) - mean(long ?? []))).toBeLessThan(15)
})
