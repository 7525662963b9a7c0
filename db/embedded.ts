import { once } from 'node:events'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'

import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'

import { projectPath } from '~/project-path.server'

import { lockFolder } from './folder-lock'
import { placeInitialDatabase } from './initial-database'

const isStart = (sql: string) => /^(?:begin|start transaction)\b/.test(sql)
const isEnd = (sql: string) => /^(?:commit|rollback)$/.test(sql)

/** The result of a statement that was not sent. */
const nothing: PostgresQueryResult<never> = { command: 'SELECT', rowCount: 0, rows: [] }

/** The maximum number of queries in flight. The others wait, and have not run when their wait times out. */
const maxPending = 8

/** Timeouts for getting the one connection and for running a query, in milliseconds. */
const defaultLimits = { turn: 5_000, query: 15_000 }

class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

type WorkerResponse = {
  id: number
  rows: unknown[]
  rowCount: number | null
  command: string
  error?: { message: string } & Record<string, unknown>
}

/**
 * Creates a PGlite in a worker thread with the interface of pg's pool, so that Kysely's own PostgreSQL dialect can use it. It has
 * one connection: callers take turns, and a caller that holds it and requests another gets an error, not a deadlock. `folder`
 * null stores the data in memory. `onFailure` receives errors that break the database: it is reopened, unless the error is fatal.
 */
export async function openEmbedded(
  folder: string | null,
  limits = defaultLimits,
  onFailure: (error: Error, fatal: boolean) => void = () => {},
): Promise<PostgresPool & { end(): Promise<void> }> {
  const pending = new Map<number, (response: WorkerResponse) => void>()
  let lastId = 0
  let watchdog: NodeJS.Timeout | undefined
  let failure: Error | null = null
  let isOver = false
  let worker: Worker | null = null
  let restarted = Promise.resolve()

  const giveUp = (error: Error) => {
    if (isOver) return
    isOver = true
    fail(new DatabaseUnavailable(error.message))
    void worker?.terminate()
    onFailure(error, true)
  }
  const lock = folder === null ? null : await lockFolder(folder, { onLost: giveUp })

  const open = async () => {
    const opened = await startWorker(folder)
    opened.on('message', (response: WorkerResponse) => pending.get(response.id)?.(response))
    opened.on('error', (error) => breakDown(error))
    opened.on('exit', () => breakDown(new Error('its thread has ended')))
    opened.unref()
    worker = opened
    if (isOver) await opened.terminate() // closed while opening
  }
  const breakDown = (error: Error) => {
    if (failure || isOver) return
    onFailure(error, folder === null)
    restart(new DatabaseUnavailable(`The embedded database failed: ${error.message}`))
  }
  const fail = (error: Error) => {
    failure = error
    for (const [id, settle] of pending) {
      const { name, message } = error
      settle({ id, rows: [], rowCount: 0, command: '', error: { name, message } })
    }
  }
  await open().catch(async (error: unknown) => {
    await lock?.release()
    throw error
  })

  function assertHeld() {
    try {
      lock?.assertHeld()
    } catch (error) {
      throw new DatabaseUnavailable((error as Error).message)
    }
  }

  async function query(
    sql: string,
    parameters: readonly unknown[],
    begin?: string,
  ): Promise<PostgresQueryResult<never>> {
    assertHeld()
    if (failure) throw failure
    const id = ++lastId
    const response = await new Promise<WorkerResponse>((resolve) => {
      pending.set(id, (settled) => {
        pending.delete(id)
        watch()
        resolve(settled)
        grantTurns()
      })
      if (pending.size === 1) watch()
      worker?.postMessage({ id, sql, parameters, begin })
    })
    if (response.error) throw Object.assign(new Error(response.error.message), response.error)
    const { rows, rowCount, command } = response
    return { rows: rows as never[], rowCount: rowCount ?? 0, command: command as 'SELECT' }
  }

  /** Limits the time of the query that runs now, if any. */
  function watch() {
    clearTimeout(watchdog)
    if (pending.size === 0) {
      worker?.unref()
      return
    }
    worker?.ref()
    watchdog = setTimeout(() => {
      // A query cannot be canceled from outside: the worker is terminated, and a new one opens the same folder.
      restart(new DatabaseUnavailable(`A query was stopped after ${limits.query / 1000} s`))
    }, limits.query)
  }

  function restart(reason: Error) {
    const old = worker
    old?.removeAllListeners().on('error', () => {})
    fail(reason)
    restarted = (async () => {
      await old?.terminate()
      if (folder === null || isOver) return // data in memory is lost with the worker
      await open()
      if (!isOver) failure = null
    })().catch(giveUp)
  }

  const turns: (() => void)[] = []
  let busy = false

  function takeTurn() {
    return new Promise<void>((resolve, reject) => {
      const take = () => {
        clearTimeout(timer)
        busy = true
        resolve()
      }
      const timer = setTimeout(() => {
        turns.splice(turns.indexOf(take), 1)
        reject(new DatabaseUnavailable('The embedded database has been busy for too long'))
      }, limits.turn)
      turns.push(take)
      grantTurns()
    })
  }

  function grantTurns() {
    if (!busy && pending.size < maxPending) turns.shift()?.()
  }

  function endTurn() {
    busy = false
    grantTurns()
  }

  return {
    // A transaction holds the connection from its first statement, with which its start is sent, until its end. Other statements are
    // sent without waiting for the responses to those before.
    connect() {
      let begin: string | undefined
      let held = false
      const send: typeof query = async (sql, parameters) => {
        if (held) return query(sql, parameters)
        if (isStart(sql)) begin = sql
        if (isStart(sql) || isEnd(sql)) return nothing // an end without statements, or of a transaction that got no turn
        await takeTurn()
        const answer = query(sql, parameters, begin)
        if (begin === undefined) endTurn()
        else held = true
        return answer
      }
      return Promise.resolve({
        query: send as unknown as PostgresPoolClient['query'],
        release() {
          if (held) endTurn()
          held = false
        },
      })
    },
    async end() {
      // A statement after the close would break the worker: the one who holds the connection finishes first.
      await takeTurn().catch(() => {})
      await restarted
      if (worker && !isOver && !failure) {
        isOver = true
        worker.ref()
        const ended = once(worker, 'exit')
        worker.postMessage({ close: true })
        await ended
      }
      isOver = true
      fail(new DatabaseUnavailable('The embedded database is closed'))
      endTurn()
      await lock?.release()
    },
  }
}

// Node 20 optimizes functions of PGlite during its start already, on all processors at once, and keeps the memory of each compiler thread.
// Newer versions wait for the same time.
setFlagsFromString('--wasm-tiering-budget=13000000')
setFlagsFromString('--wasm-num-compilation-tasks=1')

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
