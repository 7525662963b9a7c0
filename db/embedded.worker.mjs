// The embedded database, in a thread of its own: a long query must not hold up the answering of requests.

import { PGlite, types } from '@electric-sql/pglite'
import { parentPort, workerData } from 'node:worker_threads'

if (!parentPort) throw new Error('This file runs as a worker')
const port = parentPort

/** The values that the driver for a PostgreSQL server gives, type by type. @type {Record<number, (text: string) => unknown>} */
const parsers = {
  [types.INT8]: Number,
  [types.NUMERIC]: Number,
  [types.DATE]: (text) => text,
  [types.BYTEA]: bytesOf,
}

/** @type {PGlite} */
const database = await PGlite.create({
  ...(workerData.folder === null ? {} : { dataDir: workerData.folder }),
  // PGlite's own 128 MB would be memory of this process. The system's cache holds the files as well.
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
 * PGlite's own conversion of bytes goes through an array with a string for each byte: half a second of work a megabyte, while every
 * other query waits.
 */

/** Bytes in PostgreSQL's hexadecimal text. @param {Uint8Array} bytes */
function hexOf(bytes) {
  return `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`
}

/** The bytes of that text, in a buffer of their own: a message carries the whole of a buffer. @param {string} text */
function bytesOf(text) {
  const bytes = new Uint8Array((text.length - 2) / 2)
  Buffer.from(bytes.buffer).write(text.slice(2), 'hex')
  return bytes
}

/** What callers look at in an error; an Error itself would lose its code on the way. @param {any} error */
function errorFields(error) {
  const { message, code, constraint, detail, table, column, severity } = error
  return { message, code, constraint, detail, table, column, severity }
}
