import fc from 'fast-check'
import { expect, test } from 'vitest'

import { cents } from '~/engine/model/money'

test('dollars are rounded to cents, halves away from zero, whatever their nearest binary number is', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), (mills) => {
      const whole = Math.floor((Math.abs(mills) + 5) / 10)
      expect(cents(mills / 1000)).toBe((Math.sign(mills) * whole) / 100 + 0)
    }),
  )
  expect([1.005, 8.345, -1.005].map(cents)).toEqual([1.01, 8.35, -1.01])
})

test('whole cents stay as they are', () => {
  fc.assert(
    fc.property(fc.integer({ min: -100_000_000, max: 100_000_000 }), (amount) => {
      expect(cents(amount / 100)).toBe(amount / 100)
    }),
  )
})
