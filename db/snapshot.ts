import type { Db } from './schema'

/** Timeouts of a read, in milliseconds: without a batch being consumed, and in all. */
const limits = { idle: 60_000, total: 60 * 60_000 }

/** A second pool on the same server for each database: long reads do not take the connections of pages. */
const readers = new WeakMap<Db, Db>()

export function setReaderPool(db: Db, reader: Db) {
  readers.set(db, reader)
}

/**
 * Reads batches on demand, all from the snapshot at the first one: in one read-only transaction. A consumer that stops early must
 * call `return`.
 *
 * The embedded database has a single connection, which the transaction would block until the last batch: there, and only there,
 * each batch sees the database as it is at the time.
 */
export async function* withSnapshot<Piece>(
  db: Db,
  read: (db: Db) => AsyncIterable<Piece>,
  { idle, total } = limits,
): AsyncGenerator<Piece, void, undefined> {
  const reader = readers.get(db)
  if (!reader) {
    yield* read(db)
    return
  }
  const trx = await reader
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  let ended: Promise<unknown> | undefined
  // A broken connection has ended its transaction. Further reads are rejected.
  const end = () =>
    (ended ??= trx
      .rollback()
      .execute()
      .catch(() => {}))
  const last = setTimeout(() => void end(), total).unref()
  let waiting: NodeJS.Timeout | undefined
  try {
    for await (const part of read(trx)) {
      waiting = setTimeout(() => void end(), idle).unref()
      yield part
      clearTimeout(waiting)
    }
  } finally {
    clearTimeout(last)
    clearTimeout(waiting)
    await end()
  }
}
