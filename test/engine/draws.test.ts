import { describe, expect, test } from 'vitest'

import { gamma, pick, poisson } from '~/engine/draws'
import { seededRandom } from '~/engine/seeded-random'

const count = 40_000

function moments(draw: () => number) {
  const values = Array.from({ length: count }, draw)
  const mean = values.reduce((sum, value) => sum + value, 0) / count
  return { mean, variance: values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (count - 1), values }
}

describe('draws', () => {
  test.each([0.1, 0.31, 1])('of a gamma distribution have mean 1 and the deviation %d', (deviation) => {
    const random = seededRandom(1)
    const { mean, variance, values } = moments(() => gamma(random, deviation))
    expect(Math.abs(mean - 1)).toBeLessThan((5 * deviation) / Math.sqrt(count))
    expect(Math.abs(variance / deviation ** 2 - 1)).toBeLessThan(0.08)
    expect(Math.min(...values)).toBeGreaterThan(0)
  })

  test('of a gamma distribution without deviation are 1', () => {
    expect(gamma(seededRandom(1), 0)).toBe(1)
  })

  test.each([0, 0.02, 3, 30, 1200])(
    'of a Poisson distribution have the mean and the variance %d',
    (expected) => {
      const random = seededRandom(2)
      const { mean, variance } = moments(() => poisson(random, expected))
      expect(Math.abs(mean - expected)).toBeLessThanOrEqual(5 * Math.sqrt(expected / count))
      expect(Math.abs(variance - expected)).toBeLessThanOrEqual(0.1 * expected)
    },
  )

  test('pick an entry as often as its weight says, and never one without weight', () => {
    const random = seededRandom(3)
    const picked = [0, 0, 0, 0]
    for (let draw = 0; draw < count; draw += 1) picked[pick(random, [1, 1, 4, 5])]! += 1
    expect(picked[1]).toBe(0)
    for (const [index, share] of [0.2, 0, 0.6, 0.2].entries())
      expect(Math.abs(picked[index]! / count - share)).toBeLessThan(0.015)
  })
})
