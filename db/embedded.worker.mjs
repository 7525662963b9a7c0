// The embedded database in its own thread, so that a long query does not block responses.

import { PGlite, types } from '@electric-sql/pglite'
import { parentPort, workerData } from 'node:worker_threads'

if (!parentPort) throw new Error('This file runs as a worker')
const port = parentPort

/** Parsers that return the same values as the driver for a PostgreSQL server. @type {Record<number, (text: string) => unknown>} */
const parsers = {
  [types.INT8]: Number,
  [types.NUMERIC]: Number,
  [types.DATE]: (text) => text,
  [types.BYTEA]: bytesOf,
}

/** @type {PGlite} */
const database = await PGlite.create({
  ...(workerData.folder === null ? {} : { dataDir: workerData.folder }),
  // PGlite's default of 128 MB would count towards this process. The system caches the files as well.
  startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
  parsers,
  serializers: { [types.BYTEA]: hexOf },
})
port.postMessage({ ready: true })

port.on(
  'message',
  async (/** @type {{id: number, sql: string, parameters: unknown[]} | {close: true}} */ message) => {
    if ('close' in message) {
      await database.close()
      port.postMessage({ closed: true })
      port.close()
      return
    }
    const { id, sql, parameters } = message
    try {
      const { rows, affectedRows, fields } = await database.query(sql, parameters)
      port.postMessage({ id, rows, affectedRows: affectedRows ?? 0, hasFields: fields.length > 0 })
    } catch (error) {
      port.postMessage({ id, error: errorFields(error) })
    }
  },
)

/*
 * Replaces PGlite's own conversion of bytes, which builds an array with a string for each byte: half a second per megabyte,
 * during which every other query waits.
 */

/** Formats bytes as PostgreSQL's hexadecimal text. @param {Uint8Array} bytes */
function hexOf(bytes) {
  return `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`
}

/** Parses that text into a buffer of its own: a message transfers the whole buffer. @param {string} text */
function bytesOf(text) {
  const bytes = new Uint8Array((text.length - 2) / 2)
  Buffer.from(bytes.buffer).write(text.slice(2), 'hex')
  return bytes
}

/** Copies the error properties that callers read; an Error itself would lose its code in the message. @param {any} error */
function errorFields(error) {
  const { message, code, constraint, detail, table, column, severity } = error
  return { message, code, constraint, detail, table, column, severity }
}
