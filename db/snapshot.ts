import type { Db } from './schema'

/** What is read in one go is cut off when nobody has taken its next piece for so long, and after so long in any case; milliseconds. */
const limits = { piece: 60_000, whole: 60 * 60_000 }

/** For each database on a server, the same one by connections of their own: long reads do not take those that pages wait for. */
const readers = new WeakMap<Db, Db>()

export function registerReadReplica(db: Db, reader: Db) {
  readers.set(db, reader)
}

/**
 * Pieces that are read one after another, as they are asked for, all of them from the state that the database is in at the first: in
 * one read-only transaction. What does not end with the last piece must be ended by `return`.
 *
 * The embedded database has one connection, which nobody else could use until the last piece is taken: there, and only there,
 * each piece is from the state that the database is in when it is asked for.
 */
export async function* withSnapshot<Piece>(
  db: Db,
  read: (db: Db) => AsyncIterable<Piece>,
  { piece, whole } = limits,
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
  // A connection that broke has ended its transaction. Whoever reads on is refused.
  const end = () =>
    (ended ??= trx
      .rollback()
      .execute()
      .catch(() => {}))
  const last = setTimeout(() => void end(), whole).unref()
  let waiting: NodeJS.Timeout | undefined
  try {
    for await (const part of read(trx)) {
      waiting = setTimeout(() => void end(), piece).unref()
      yield part
      clearTimeout(waiting)
    }
  } finally {
    clearTimeout(last)
    clearTimeout(waiting)
    await end()
  }
}
