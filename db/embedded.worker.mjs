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
}

/** @type {PGlite} */
const database = await PGlite.create({
  ...(workerData.folder === null ? {} : { dataDir: workerData.folder }),
  // PGlite's own 128 MB would be memory of this process. The system's cache holds the files as well.
  startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
  parsers,
})
port.postMessage({ ready: true })

port.on(
  'message',
  async (
    /** @type {{id: number, sql: string, parameters: unknown[], copied?: string} | {close: true}} */ message,
  ) => {
    if ('close' in message) {
      await database.close()
      port.postMessage({ closed: true })
      port.close()
      return
    }
    const { id, sql, parameters, copied } = message
    try {
      const { rows, affectedRows, fields } =
        copied === undefined
          ? await database.query(sql, parameters)
          : await database.query(sql.replace('stdin', "'/dev/blob'"), [], { blob: new Blob([copied]) })
      port.postMessage({ id, rows, affectedRows: affectedRows ?? 0, hasFields: fields.length > 0 })
    } catch (error) {
      port.postMessage({ id, error: errorFields(error) })
    }
  },
)

/** What callers look at in an error; an Error itself would lose its code on the way. @param {any} error */
function errorFields(error) {
  const { message, code, constraint, detail, table, column, severity } = error
  return { message, code, constraint, detail, table, column, severity }
}
