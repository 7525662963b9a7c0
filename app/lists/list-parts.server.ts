import type { Db } from '../../db/schema'
import { withSnapshot } from '../../db/snapshot'

import type { ListPage } from './list-page'

/** Records per part. */
const size = 250

/**
 * Reads a list in parts. A page is one part, with one record more than its limit when the list continues. A whole list is read from
 * one snapshot of the database (see withSnapshot), each part when the consumer takes it.
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
