// The embedded database in its own thread, so that a long query does not block responses.

import { PGlite } from '@electric-sql/pglite'
import { Duplex } from 'node:stream'
import { parentPort, workerData } from 'node:worker_threads'
import pg from 'pg'

import { getTypeParser } from './type-parsers.mjs'

if (!parentPort) throw new Error('This file runs as a worker')
const port = parentPort

const database = await PGlite.create({
  ...(workerData.folder === null ? {} : { dataDir: workerData.folder }),
  // PGlite's default of 128 MB would count towards this process. The system caches the files as well.
  startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
})

/**
 * The connection of a PostgreSQL client to PGlite: runs what the client writes at once, and reads the response. PGlite's own
 * `query` neither keeps prepared statements nor sends a statement in one message: it takes three times as long.
 */
class Connection extends Duplex {
  connect() {
    process.nextTick(() => this.emit('connect'))
    return this
  }
  setNoDelay() {}
  ref() {}
  unref() {}
  /** @override */
  _read() {}

  /** @override @param {Buffer} bytes @param {BufferEncoding} _ @param {(error?: Error) => void} done */
  _write(bytes, _, done) {
    database.execProtocolRaw(bytes).then((answer) => {
      this.push(answer)
      done()
    }, done)
  }

  /** @override @param {{ chunk: Buffer }[]} chunks @param {(error?: Error) => void} done */
  _writev(chunks, done) {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'binary', done)
  }
}

const client = new pg.Client({ stream: () => new Connection(), user: 'postgres', types: { getTypeParser } })
await client.connect()
port.postMessage({ ready: true })

/** @typedef {{ id: number, sql: string, parameters: unknown[], begin?: string }} Query */

/** The last query received: they run one after the other. */
let last = Promise.resolve()

port.on('message', async (/** @type {Query | { close: true }} */ message) => {
  if ('close' in message) {
    await last
    await database.close()
    port.postMessage({ closed: true })
    port.close()
  } else last = last.then(() => run(message))
})

/** @param {Query} query */
async function run({ id, sql, parameters, begin }) {
  try {
    if (begin !== undefined) await client.query(begin)
    const { rows, rowCount, command } = await client.query({
      text: sql,
      values: parameters,
      name: nameOf(sql),
    })
    port.postMessage({ id, rows, rowCount, command })
  } catch (error) {
    port.postMessage({ id, error: errorFields(error) })
  }
}

/** @type {Map<string, string>} */
const names = new Map()

const prepared = /^\s*(?:select|insert|update|delete|with)\b/i
const allColumns = /(?:\bselect|\breturning|[.,])\s*\*/i

/**
 * Returns the name under which PGlite prepares a statement: parsing and planning cost more than running most of them. Undefined for
 * statements that define the schema or return all columns of a table, which may change, and for those beyond the first 500, to
 * bound the memory.
 * @param {string} sql
 */
function nameOf(sql) {
  const known = names.get(sql)
  if (known !== undefined) return known
  if (names.size >= 500 || sql.length > 4000 || !prepared.test(sql) || allColumns.test(sql)) return undefined
  const name = `s${names.size}`
  names.set(sql, name)
  return name
}

/** Copies the error properties that callers read; an Error itself would lose its code in the message. @param {any} error */
function errorFields(error) {
  const { message, code, constraint, detail, table, column, severity } = error
  return { message, code, constraint, detail, table, column, severity }
}
