import { expect, test } from 'vitest'

import { withConstantTiming } from '~/domain/accounts/constant-timing.server'

async function timeOf(work: () => Promise<unknown>) {
  const began = performance.now()
  await withConstantTiming(work).catch(() => {})
  return performance.now() - began
}

test('fast, failing and slow work all return after whole steps', async () => {
  expect(await timeOf(() => Promise.resolve())).toBeGreaterThan(248)
  expect(await timeOf(() => Promise.reject(new Error('away')))).toBeGreaterThan(248)
  expect(await timeOf(() => new Promise((resolve) => setTimeout(resolve, 260)))).toBeGreaterThan(498)
})

test('the result and the error are those of the work', async () => {
  expect(await withConstantTiming(() => Promise.resolve('done'))).toBe('done')
  await expect(withConstantTiming(() => Promise.reject(new Error('away')))).rejects.toThrow('away')
})
