import { expect, test } from 'vitest'

import {
  changeText,
  compareResults,
  onlyDifferences,
  type Comparable,
} from '~/domain/underwriting/comparison'

import { inputFor, underwrite } from '../../support/engine'

function resultOf(changes: object = {}): Comparable {
  const result = underwrite(inputFor({ ...changes }))
  return {
    ...result,
    decision: result.calculation_details.decision.status,
    date_created: '2026-01-15T10:00:00Z',
    engine_hash: 'a'.repeat(64),
    configuration_hash: 'b'.repeat(64),
  }
}

const differing = (one: Comparable, other: Comparable) =>
  onlyDifferences(compareResults(one, other)).flatMap(({ rows }) => rows)

test('two runs of one input have no differences, even at different times', () => {
  const later = { ...resultOf(), date_created: '2026-01-16T10:00:00Z' }
  expect(differing(resultOf(), later)).toEqual([])
})

test('pairs every figure, factor and step', () => {
  const one = resultOf()
  const { factors, steps } = one.calculation_details as { factors: object[]; steps: object[] }
  const parts = compareResults(one, one)
  expect(parts.map(({ title }) => title)).toEqual([
    'Decision and figures',
    'Factors',
    'Steps',
    'What made them',
  ])
  expect(parts[1]?.rows).toHaveLength(factors.length)
  expect(parts[2]?.rows).toHaveLength(steps.length)
})

test('leaves out the parts and the lines in which two results are the same', () => {
  const one = resultOf()
  const other = { ...one, monthly_premium: (one.monthly_premium ?? 0) + 1 }
  expect(onlyDifferences(compareResults(one, one))).toEqual([])
  expect(onlyDifferences(compareResults(one, other))).toMatchObject([
    { title: 'Decision and figures', rows: [{ name: 'Monthly premium' }] },
  ])
})

test('marks differences only', () => {
  const one = resultOf()
  const other = {
    ...one,
    engine_hash: 'c'.repeat(64),
    monthly_premium: (one.monthly_premium ?? 0) + 1,
    calculation_details: {
      ...one.calculation_details,
      factors: [{ name: 'new', label: 'A new one', answer: 'x', multiplier: 1 }],
    },
  }
  const { factors } = one.calculation_details as { factors: object[] }
  const marked = differing(one, other)
  expect(marked.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Engine version', 'Monthly premium', 'A new one']),
  )
  expect(marked).toHaveLength(2 + factors.length + 1)
  expect(marked).toContainEqual(expect.objectContaining({ name: 'A new one', one: '' }))
})

test.each([
  ['$112.26', '$121.88', '+$9.62'],
  ['38', '35', '−3'],
  ['1.0500 (3 years)', '0.9500 (4 years)', '−0.1000'],
  ['2 × 3 = 6', '2 × 3.5 = 7', '+1'],
  ['$1,200.00', '$1,200.00', ''],
  ['Referred', 'Approved', ''],
  ['3', '$3.00', ''],
  ['N/A', '3', ''],
])('the change from %s to %s is %s', (one, other, change) => {
  expect(changeText(one, other)).toBe(change)
})
