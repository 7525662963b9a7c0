import type { Db } from '../../db/schema'
import { withSnapshot } from '../../db/snapshot'

import type { PageRequest } from './list-page'

/** Records per batch. */
const size = 250

/**
 * Reads a list in batches. A page is one batch, with one extra record when the list continues. A whole list is read from one
 * database snapshot (see withSnapshot), each batch when the consumer pulls it.
 */
export async function* listInBatches<Row extends { id: number }, Page extends PageRequest>(
  db: Db,
  page: Page,
  list: (db: Db, page: Page) => Promise<Row[]>,
): AsyncGenerator<Row[], void, undefined> {
  const first = await list(db, { ...page, limit: page.limit === undefined ? size : page.limit + 1 })
  // A list read by one statement is consistent by itself.
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
