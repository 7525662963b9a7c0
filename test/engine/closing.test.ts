import { expect, test } from 'vitest'

import { evaluate, NotArithmetic, numbersIn } from '~/engine/arithmetic'
import { openPoint } from '~/engine/closing'
import type { EngineResult } from '~/engine/engine.schema'

import { inputFor, underwrite } from '../support/engine'
import fc from '../support/property'

test.each([
  ['1 + 2 x 3', 7],
  ['(1 + 2) x 3', 9],
  ['8 / 4 / 2', 1],
  ['8 - 4 - 2', 2],
  ['min(5, 2 x 3)', 5],
  ['max(0, -1.5 + 0.5)', 0],
  ['1e-7 x 10', 1e-6],
])('%s is %d', (formula, value) => {
  expect(evaluate(formula)).toBeCloseTo(value, 12)
})

test.each([
  '',
  '1 +',
  '(1',
  '1 2',
  'min(1)',
  'min 1, 2',
  'alert(1)',
  '2 ** 3',
  '1; 2',
  'x',
  '1 + '.repeat(300) + '1',
])('refuses %j', (formula) => {
  expect(() => evaluate(formula)).toThrow(NotArithmetic)
})

test('any text is computed or refused, and nothing else', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      try {
        expect(typeof evaluate(text)).toBe('number')
      } catch (error) {
        expect(error).toBeInstanceOf(NotArithmetic)
      }
    }),
  )
})

test('numbers of a formula, in order', () => {
  expect(numbersIn('min(5, 0.5 x 12) / 1.25')).toEqual([5, 0.5, 12, 1.25])
})

const sound = () => underwrite(inputFor({}, 'Granite Quay Builders'))

/** Changes a copy of a sound result. */
function changed(change: (result: EngineResult) => void) {
  const result = structuredClone(sound())
  change(result)
  return openPoint(result)
}
const factor = (result: EngineResult, name: string) =>
  result.calculation_details.factors.find((candidate) => candidate.name === name)!

test('a result closes whose last decimal is half of one', () => {
  const result = underwrite(
    inputFor({
      industry: 'Construction',
      employer_size: 'Small (<50)',
      employer_type: 'Publicly Traded',
      date_of_birth: '1961-10-07',
      employment_type: 'Seasonal',
      work_arrangement: 'Remote',
      pay_type: 'Commission',
      education: 'Master',
      background_check: 'MinorFlag',
      income: 7082,
      salary: 22_959,
      employment_length: 2.98,
      family_size: 6,
      credit_score: 666,
      coverage_level: 'elite',
      children_count: 3,
    }),
  )
  const step = result.calculation_details.steps.find(({ label }) => label === 'Expected claims a month')
  expect(step).toMatchObject({ formula: '0.00664843 x 11479.5 x 1', value: 76.32065219 })
  expect(openPoint(result)).toBeNull()
})

test('a result of the engine closes', () => {
  expect(openPoint(sound())).toBeNull()
})

test.each<[string, (result: EngineResult) => void, RegExp]>([
  ['a cent more premium', (result) => void (result.monthly_premium += 0.01), /not to the premium/],
  [
    'a factor left out',
    (result) => void result.calculation_details.factors.splice(1, 1),
    /not to the premium|adds/,
  ],
  [
    'a multiplier that is not its formula',
    (result) => void (factor(result, 'tenure').multiplier = 0.7),
    /does not follow/,
  ],
  [
    'a raw value that is not its formula',
    (result) => void (factor(result, 'employer').raw *= 1.001),
    /factor "employer"/,
  ],
  ['dollars that do not add up', (result) => void (factor(result, 'industry').dollars += 1), /adds/],
  [
    'a formula with a number that is nowhere else',
    (result) => void (factor(result, 'tenure').formula = '1.3667 / 2'),
    /does not show/,
  ],
  [
    'a formula in words',
    (result) => void (factor(result, 'tenure').formula = 'by experience'),
    /cannot be computed/,
  ],
  ['a step that is wrong', (result) => void (result.calculation_details.steps[0]!.value = 2), /^step/],
  [
    'claims that are not the loss ratio',
    (result) => void (result.calculation_details.expected.claims *= 2),
    /expected/,
  ],
  [
    'another benefit than the coverage',
    (result) => void (result.calculation_details.expected.benefit += 1),
    /expected/,
  ],
])('does not close with %s', (_, change, message) => {
  expect(changed(change)).toMatch(message)
})
