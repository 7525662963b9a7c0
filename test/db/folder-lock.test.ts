import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test, vi } from 'vitest'

import { lockFolder, thisProcess, type LockOptions } from '../../db/folder-lock'

const ownProcess = thisProcess()
/** A lock held by a process of another container or host, whose process id means nothing here. */
const otherHost = { ...ownProcess, pid: 1, host: 'elsewhere', namespace: 'another boot and namespace' }
const intervals = { beat: 100, stale: 500 }

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function lock(folder: string, options: Partial<LockOptions> = {}) {
  const onLost = vi.fn<(error: Error) => void>()
  const lines: string[] = []
  const acquired = await lockFolder(folder, {
    onLost,
    intervals,
    print: (line) => lines.push(line),
    ...options,
  })
  onTestFinished(() => acquired.release())
  return { ...acquired, onLost, lines }
}

async function deadProcess() {
  const child = spawn(process.execPath, ['--eval', '0'])
  await once(child, 'exit')
  return Number(child.pid)
}

const writeLock = (folder: string, content: unknown) =>
  writeFileSync(
    join(folder, 'embedded.lock.7'),
    typeof content === 'string' ? content : JSON.stringify(content),
  )

test('is held by one process at a time, and released', async () => {
  const folder = newFolder()
  const first = await lock(folder)
  await expect(lock(folder)).rejects.toThrow(
    `DATA_DIR ${folder} is in use by process ${process.pid}; two processes need a PostgreSQL server`,
  )
  await first.release()
  expect(readdirSync(folder)).toEqual([])
  await lock(folder)
})

test('rejects a process of another container or host while the holder sends heartbeats', async () => {
  const folder = newFolder()
  const first = await lock(folder)
  await expect(lock(folder, { holder: otherHost, intervals: { beat: 100, stale: 20_000 } })).rejects.toThrow(
    `DATA_DIR ${folder} is in use by process ${process.pid} on ${ownProcess.host}; two processes need a PostgreSQL server`,
  )
  first.assertHeld()
  expect(first.onLost).not.toHaveBeenCalled()
})

test('is renewed while the main thread is busy', async () => {
  const folder = newFolder()
  await lock(folder)
  const changedAt = () => statSync(join(folder, 'embedded.lock.1')).mtimeMs
  const [before, until] = [changedAt(), performance.now() + 20_000]
  while (changedAt() === before && performance.now() < until);
  expect(changedAt()).toBeGreaterThan(before)
})

test.each([
  ['a process that has ended', async () => ({ ...ownProcess, pid: await deadProcess() })],
  ['an earlier process with the same process id', () => ({ ...ownProcess, started: '1' })],
])('is taken over at once from %s', async (_, content) => {
  const folder = newFolder()
  writeLock(folder, await content())
  const { lines } = await lock(folder)
  expect(lines).toEqual([])
  expect(readdirSync(folder)).toEqual(['embedded.lock.8'])
})

test.each([
  ['another container', otherHost, 'process 1 on elsewhere'],
  ['a half-written file', '{"pid":', 'another process'],
  ['a file without a process id', '{"pid":"x"}', 'another process'],
  ['a process whose start time is unknown', { ...ownProcess, started: null }, `process ${process.pid}`],
])('is taken over from %s after enough time without a heartbeat', async (_, content, name) => {
  const folder = newFolder()
  writeLock(folder, content)
  // Even when the clock is wrong by a day.
  const tomorrow = new Date(Date.now() + 86_400_000)
  utimesSync(join(folder, 'embedded.lock.7'), tomorrow, tomorrow)
  const { lines } = await lock(folder)
  expect(lines).toEqual([`DATA_DIR ${folder} was locked by ${name}: waiting 0.5 s for a sign of life`])
  expect(readdirSync(folder)).toEqual(['embedded.lock.8'])
})

test('goes to one of several processes that take it over at the same moment', async () => {
  const folder = newFolder()
  writeLock(folder, otherHost)
  const outcomes = await Promise.allSettled(
    Array.from({ length: 6 }, (_, index) =>
      lock(folder, {
        holder: { ...ownProcess, namespace: `container ${index}` },
        intervals: { beat: 100, stale: 2000 },
      }),
    ),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(readdirSync(folder)).toEqual(['embedded.lock.8'])
})

test('is lost by a process that was suspended while another took it over, and not released by it', async () => {
  const folder = newFolder()
  const first = await lock(folder)
  rmSync(join(folder, 'embedded.lock.1'))
  writeLock(folder, otherHost)
  await expect.poll(() => first.onLost.mock.calls.length).toBe(1)
  const message = `DATA_DIR ${folder} was taken over by another process`
  expect(first.onLost.mock.calls).toEqual([[new Error(message)]])
  expect(() => first.assertHeld()).toThrow(message)
  await first.release()
  expect(readdirSync(folder)).toEqual(['embedded.lock.7'])
})

test('is not trusted before its renewing thread has run again', async () => {
  const folder = newFolder()
  const first = await lock(folder, { intervals: { beat: 60_000, stale: 300_000 } })
  rmSync(join(folder, 'embedded.lock.1'))
  vi.useFakeTimers({ now: Date.now() + 200_000, toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  expect(() => first.assertHeld()).toThrow('was taken over by another process')
  expect(first.onLost).toHaveBeenCalledTimes(1)
})
