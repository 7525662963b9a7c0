import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'

import { projectPath } from '~/project-path.server'

import { copyOf } from './copy'
import { placeInitialDatabase } from './initial-database'

/** How long a caller waits for its turn on the one connection, and how long a query may run, in milliseconds. */
const usualLimits = { turn: 5_000, query: 15_000 }

class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

type Answer = {
  id: number
  rows: unknown[]
  affectedRows: number
  hasFields: boolean
  error?: { message: string } & Record<string, unknown>
}

/**
 * PGlite in a worker thread, in the shape of pg's pool, so that Kysely's own PostgreSQL dialect drives it. It has one
 * connection: callers take turns, and one that holds a turn while it waits for another gets an error, not a deadlock.
 * `folder` null keeps the data in memory.
 */
export async function openEmbedded(
  folder: string | null,
  limits = usualLimits,
): Promise<PostgresPool & { end(): Promise<void> }> {
  const unlock = folder === null ? () => {} : lockFolder(folder)
  let worker = await startWorker(folder).catch((error: unknown) => {
    unlock()
    throw error
  })
  const pending = new Map<number, (answer: Answer) => void>()
  let lastId = 0
  let failure: Error | null = null
  let ending = false

  const listen = () => {
    worker.on('message', (answer: Answer) => pending.get(answer.id)?.(answer))
    worker.on('error', (error) =>
      fail(new DatabaseUnavailable(`The embedded database failed: ${error.message}`)),
    )
    worker.on('exit', () => ending || fail(new DatabaseUnavailable('The embedded database has stopped')))
    worker.unref()
  }
  const fail = (error: Error) => {
    failure = error
    for (const [id, settle] of pending) {
      settle({
        id,
        rows: [],
        affectedRows: 0,
        hasFields: false,
        error: { name: error.name, message: error.message },
      })
    }
  }
  listen()

  async function query(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<never>> {
    if (failure) throw failure
    const id = ++lastId
    const answer = await new Promise<Answer>((resolve) => {
      const timer = setTimeout(() => {
        // A query cannot be cancelled from outside: the worker goes, and a fresh one opens the same folder.
        void restart(new DatabaseUnavailable(`A query was stopped after ${limits.query / 1000} s`))
      }, limits.query)
      worker.ref()
      pending.set(id, (settled) => {
        clearTimeout(timer)
        pending.delete(id)
        if (pending.size === 0) worker.unref()
        resolve(settled)
      })
      const copy = copyOf(sql, parameters)
      worker.postMessage(
        copy ? { id, sql: copy.statement, copied: copy.text, parameters: [] } : { id, sql, parameters },
      )
    })
    if (answer.error) throw Object.assign(new Error(answer.error.message), answer.error)
    return {
      rows: answer.rows as never[],
      rowCount: answer.hasFields ? answer.rows.length : answer.affectedRows,
      command: answer.hasFields ? 'SELECT' : 'UPDATE',
    }
  }

  async function restart(reason: Error) {
    const old = worker
    old.removeAllListeners('exit')
    fail(reason)
    await old.terminate()
    if (folder === null) return // its data went with it
    worker = await startWorker(folder)
    listen()
    failure = null
  }

  const turns: (() => void)[] = []
  let busy = false

  function takeTurn() {
    if (!busy) {
      busy = true
      return Promise.resolve()
    }
    return new Promise<void>((resolve, reject) => {
      const take = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        turns.splice(turns.indexOf(take), 1)
        reject(new DatabaseUnavailable('The embedded database has been busy for too long'))
      }, limits.turn)
      turns.push(take)
    })
  }

  function endTurn() {
    const next = turns.shift()
    if (next) next()
    else busy = false
  }

  return {
    async connect() {
      await takeTurn()
      let released = false
      return {
        query: ((sql: string, parameters: readonly unknown[]) =>
          query(sql, parameters)) as unknown as PostgresPoolClient['query'],
        release() {
          if (released) return
          released = true
          endTurn()
        },
      }
    },
    async end() {
      if (ending) return
      ending = true
      if (!failure) {
        worker.ref()
        await new Promise<void>((resolve) => {
          worker.once('exit', () => resolve())
          worker.postMessage({ close: true })
        })
      }
      unlock()
    },
  }
}

async function startWorker(folder: string | null) {
  if (folder !== null) placeInitialDatabase(join(folder, 'embedded'))
  const worker = new Worker(projectPath('db/embedded.worker.mjs'), {
    workerData: { folder: folder === null ? null : join(folder, 'embedded') },
  })
  await new Promise<void>((resolve, reject) => {
    const ended = (code: number) =>
      reject(new Error(`The embedded database ended with ${code} before it was open`))
    worker.once('error', reject)
    worker.once('exit', ended)
    worker.once('message', () => {
      worker.off('error', reject).off('exit', ended)
      resolve()
    })
  })
  return worker
}

/**
 * Two processes on one folder would lose rows in silence: the first writes its process id into a lock file, the second refuses
 * to start. The lock of a process that is gone is taken over.
 */
function lockFolder(folder: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'embedded.lock')
  const mine = JSON.stringify({ pid: process.pid, started: startOf(process.pid) })
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      writeFileSync(file, mine, { flag: 'wx', mode: 0o600 })
      return () => rmSync(file, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const holder = readHolder(file)
      if (holder !== null && isRunning(holder)) {
        throw new Error(
          `DATA_DIR ${folder} is in use by process ${holder.pid}; two processes need a PostgreSQL server`,
        )
      }
      rmSync(file, { force: true })
    }
  }
  throw new Error(`DATA_DIR ${folder} cannot be locked`)
}

type Holder = { pid: number; started: string | null }

function readHolder(file: string): Holder | null {
  try {
    const { pid, started } = JSON.parse(readFileSync(file, 'utf8')) as Holder
    return Number.isSafeInteger(pid) ? { pid, started } : null
  } catch {
    return null // half written by a process that was ended
  }
}

function isRunning({ pid, started }: Holder) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  // The same number may be another process by now: in a container it is ours at every start.
  return started === null || startOf(pid) === started
}

/** When a process started, in the kernel's ticks since boot and with the boot's own id; null where the system does not say. */
function startOf(pid: number) {
  const stat = `/proc/${pid}/stat`
  if (!existsSync(stat)) return null
  const afterName = readFileSync(stat, 'utf8').split(') ').at(-1) ?? ''
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${afterName.split(' ')[19]}`
}
