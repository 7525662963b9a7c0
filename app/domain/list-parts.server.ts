import type { Db } from '../../db/schema'
import { withSnapshot } from '../../db/snapshot'

import type { ListPage } from './list-page'

/** So many records are read at a time. */
const size = 250

/**
 * What a call asks for of a list, in parts: a page as one of them, with one record more than its limit where the list goes on; all of
 * it as so many that none is long, from one state of the database (see withSnapshot) and each read when it is asked for.
 */
export async function* listParts<Row extends { id: number }>(
  db: Db,
  page: ListPage,
  list: (db: Db, page: ListPage) => Promise<Row[]>,
): AsyncGenerator<Row[], void, undefined> {
  const first = await list(db, { ...page, limit: page.limit === undefined ? size : page.limit + 1 })
  // What one statement has read whole is of one state.
  if (page.limit !== undefined || first.length < size) yield first
  else
    yield* withSnapshot(db, async function* (reader) {
      let { cursor } = page
      for (;;) {
        const rows = await list(reader, { ...page, cursor, limit: size })
        yield rows
        if (rows.length < size) return
        cursor = rows.at(-1)?.id
      }
    })
}
