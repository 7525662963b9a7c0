import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { repeat } from '~/ui/use-poll'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a poll asks again a second after the last answer, however late that is', async () => {
  const answers: (() => void)[] = []
  const act = vi.fn(() => new Promise<void>((resolve) => answers.push(resolve)))
  const stop = repeat(act)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(act).toHaveBeenCalledTimes(1)
  answers[0]?.()
  await vi.advanceTimersByTimeAsync(999)
  expect(act).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(act).toHaveBeenCalledTimes(2)
  stop()
  answers[1]?.()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(act).toHaveBeenCalledTimes(2)
})
