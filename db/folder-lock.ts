import { randomUUID } from 'node:crypto'
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

import { projectPath } from '~/project-path.server'

/*
 * Two processes on one folder would silently lose rows, even from two containers or hosts. The holder of the lock maintains a file
 * `embedded.lock.N` and updates its time every few seconds, from a thread of its own that runs while the main thread is busy. The lock of a
 * process that has ended, or whose file has not changed for a while, is taken over by creating file N + 1, which only one process can do;
 * then file N is removed. A process that was only suspended finds its file missing, and stops writing.
 */

/** The holder of a lock. `namespace` is the scope of `pid`: two processes with the same one can see each other. */
export type Holder = {
  pid: number
  host: string
  namespace: string | null
  /** Distinguishes a process from a later one with the same pid. */
  started: string | null
}

export type FolderLock = {
  /** Throws when another process has taken the lock over, or when the lock cannot be confirmed. */
  assertHeld(): void
  release(): Promise<void>
}

export type LockOptions = {
  /** Called once when another process has taken the lock over. */
  onLost: (error: Error) => void
  holder?: Holder
  /** Milliseconds between two heartbeats, and without one until the lock counts as stale. */
  intervals?: { beat: number; stale: number }
  print?: (line: string) => void
}

/** A busy disk or processor can delay a heartbeat; a restart in a new container should not take much longer than this. */
const defaultIntervals = { beat: 2_000, stale: 10_000 }

/** The number of checks of another process's lock per heartbeat interval. */
const checksPerBeat = 4

/**
 * Locks a folder for this process. Takes over the lock of a process that has ended; if that cannot be determined, waits until the lock is
 * stale.
 * @throws when another process holds the lock.
 */
export async function lockFolder(
  folder: string,
  {
    onLost,
    holder = thisProcess(),
    intervals = defaultIntervals,
    print = (line) => void process.stderr.write(`${line}\n`),
  }: LockOptions,
): Promise<FolderLock> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const content = JSON.stringify({ ...holder, token: randomUUID() })
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const locks = listLocks(folder)
    const newest = locks.at(-1)
    if (newest) {
      const other = parseHolder(newest.content)
      const state = other === null ? 'unknown' : stateOf(other, holder)
      if (state === 'running') throw inUse(folder, other, holder)
      if (state === 'unknown') {
        const seconds = intervals.stale / 1000
        print(
          `DATA_DIR ${folder} was locked by ${nameOf(other, holder)}: waiting ${seconds} s for a sign of life`,
        )
        const outcome = await watch(newest, intervals)
        if (outcome === 'alive') throw inUse(folder, other, holder)
        if (outcome === 'changed') continue
      }
    }
    const file = createLock(folder, locks, content)
    if (file !== null) return hold({ folder, file, content, beat: intervals.beat, onLost })
  }
  throw new Error(`DATA_DIR ${folder} cannot be locked: other processes are trying to`)
}

type Lock = { file: string; number: number; content: string; changedAt: number }

/** Lists the lock files of a folder, newest last. A process that ends during a takeover leaves more than one. */
function listLocks(folder: string) {
  return readdirSync(folder)
    .flatMap((name) => {
      const [, digits] = /^embedded\.lock\.(\d{1,9})$/.exec(name) ?? []
      const lock = digits === undefined ? null : readLock(join(folder, name), Number(digits))
      return lock ? [lock] : []
    })
    .sort((one, other) => one.number - other.number)
}

/** Opens the file to read it: on a network file system only that reliably contacts the server. */
function readLock(file: string, number: number): Lock | null {
  try {
    const descriptor = openSync(file, 'r')
    try {
      return {
        file,
        number,
        changedAt: fstatSync(descriptor).mtimeMs,
        content: readFileSync(descriptor, 'utf8'),
      }
    } finally {
      closeSync(descriptor)
    }
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Counts checks instead of time: a clock may jump, and this process may be suspended as well. */
async function watch(lock: Lock, { beat, stale }: { beat: number; stale: number }) {
  const pause = beat / checksPerBeat
  for (let check = 0; check < stale / pause; check += 1) {
    await setTimeout(pause)
    const now = readLock(lock.file, lock.number)
    if (now?.content !== lock.content) return 'changed'
    if (now.changedAt !== lock.changedAt) return 'alive'
  }
  return 'still'
}

/** Creates the lock after the existing ones, which only one process can. Returns null when another was faster. */
function createLock(folder: string, locks: Lock[], content: string) {
  const file = join(folder, `embedded.lock.${(locks.at(-1)?.number ?? 0) + 1}`)
  try {
    writeFileSync(file, content, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return null
    throw error
  }
  const known = new Set(locks.map((lock) => lock.content))
  if (listLocks(folder).some((lock) => lock.file !== file && !known.has(lock.content))) {
    rmSync(file, { force: true })
    return null
  }
  for (const lock of locks) rmSync(lock.file, { force: true })
  return file
}

function hold(lock: {
  folder: string
  file: string
  content: string
  beat: number
  onLost: (error: Error) => void
}): FolderLock {
  const { folder, file, content, beat } = lock
  /** When the thread last confirmed the lock, in milliseconds since 1970. */
  const confirmedAt = new BigInt64Array(new SharedArrayBuffer(8))
  Atomics.store(confirmedAt, 0, BigInt(Date.now()))
  let lost: Error | null = null
  let released = false
  const lose = (reason: string) => {
    if (lost || released) return
    lost = new Error(`DATA_DIR ${folder} ${reason}`)
    lock.onLost(lost)
  }
  const taken = 'was taken over by another process'

  const heart = new Worker(projectPath('db/folder-lock.worker.mjs'), {
    workerData: { file, content, beat, confirmedAt },
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  })
  heart.on('message', () => lose(taken))
  heart.on('error', (error) => lose(`is not locked any more: ${error.message}`))
  heart.on('exit', () => lose('is not locked any more'))
  heart.unref()

  return {
    assertHeld() {
      const silent = Math.abs(Date.now() - Number(Atomics.load(confirmedAt, 0)))
      // After a suspension the lock may be lost before the thread has noticed.
      if (silent > 2 * beat && readLock(file, 0)?.content !== content) lose(taken)
      if (lost) throw lost
    },
    async release() {
      if (released) return
      released = true
      await heart.terminate()
      if (readLock(file, 0)?.content === content) rmSync(file, { force: true })
    },
  }
}

function inUse(folder: string, other: Holder | null, own: Holder) {
  return new Error(
    `DATA_DIR ${folder} is in use by ${nameOf(other, own)}; two processes need a PostgreSQL server`,
  )
}

function nameOf(other: Holder | null, own: Holder) {
  if (other === null) return 'another process'
  return `process ${other.pid}${other.host === own.host ? '' : ` on ${other.host}`}`
}

function parseHolder(content: string): Holder | null {
  try {
    const { pid, host, namespace, started } = JSON.parse(content) as Holder
    return Number.isSafeInteger(pid) && pid > 0 ? { pid, host, namespace, started } : null
  } catch {
    return null // half written by a process that was killed
  }
}

/** The state of another process, as far as it is known without waiting. */
function stateOf(other: Holder, own: Holder): 'running' | 'gone' | 'unknown' {
  if (other.namespace === null || other.namespace !== own.namespace) return 'unknown'
  try {
    process.kill(other.pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return 'gone'
  }
  const started = startOf(other.pid)
  if (started === null || other.started === null) return 'unknown'
  return started === other.started ? 'running' : 'gone' // a container's process has the same pid at every start
}

export function thisProcess(): Holder {
  return { pid: process.pid, host: hostname(), namespace: namespaceOf(), started: startOf(process.pid) }
}

/** The scope of pids: on Linux the pid namespace of a boot, elsewhere the host. */
function namespaceOf() {
  if (process.platform !== 'linux') return hostname()
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return null
  }
}

/** The start time of a process, in the kernel's ticks since boot; null if the system does not provide it. */
function startOf(pid: number) {
  try {
    if (readlinkSync('/proc/self') !== String(process.pid)) return null // it belongs to another namespace
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? ''
    return afterName.split(' ')[19] ?? null
  } catch {
    return null
  }
}

function isMissing(error: unknown) {
  return ['ENOENT', 'ESTALE'].includes((error as NodeJS.ErrnoException).code ?? '')
}
