import { expect, test } from 'vitest'

import { signedMoney } from '~/domain/formats'
import { fileSize, shortAge, truncate } from '~/domain/office-formats'

test.each([
  ['2026-11-21T10:00:30Z', '0 min'],
  ['2026-11-21T10:09:00Z', '0 min'],
  ['2026-11-21T09:02:00Z', '59 min'],
  ['2026-11-20T10:02:00Z', '23 h'],
  ['2026-11-01T10:01:00Z', '20 d'],
])('%s is %s old', (time, age) => {
  expect(shortAge(time, '2026-11-21T10:01:00Z')).toBe(age)
})

test.each([
  [3.37, '+$3.37'],
  [-12.154, '−$12.15'],
  [1234.5, '+$1,234.50'],
  [0, '$0.00'],
  [-0.004, '$0.00'],
  [null, 'N/A'],
])('%s added is %s', (amount, text) => {
  expect(signedMoney(amount)).toBe(text)
})

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.00 KB'],
  [24_088, '23.52 KB'],
  [1024 * 1024 - 1, '1024.00 KB'],
  [1024 * 1024, '1.00 MB'],
  [2.5 * 1024 * 1024, '2.50 MB'],
])('%i bytes are %s', (bytes, text) => {
  expect(fileSize(bytes)).toBe(text)
})

test('a truncated text ends before a character that does not fit', () => {
  expect(truncate('short', 5)).toBe('short')
  expect(truncate('longer text', 8)).toBe('longer…')
  for (let max = 2; max < 12; max += 1) {
    const text = truncate(`a${'😀'.repeat(6)}`, max)
    expect(text.length).toBeLessThanOrEqual(max)
    expect(text).toMatch(/^a(?:😀)*…$/u)
  }
})
