/** A request for a page of a list: up to `limit` rows (all if absent) after the one whose id is `cursor`, by id unless it is sorted. */
export type PageRequest = { limit?: number; cursor?: number; search?: string; oldestFirst?: boolean }

/** Rows per page. */
export const pageSize = 50

/** Takes a page from the rows read for it. One row more than `limit` means that a next page begins after `nextCursor`. */
export function takePage<Row extends { id: number }>(read: readonly Row[], limit = Infinity) {
  const rows = read.slice(0, limit)
  return { rows, nextCursor: read.length > limit ? (rows.at(-1)?.id ?? null) : null }
}

/** Reads the page of a list after a cursor. */
export async function readPage<Row extends { id: number }>(
  cursor: number | undefined,
  list: (page: { cursor?: number; limit: number }) => Promise<Row[]>,
) {
  return takePage(await list({ cursor, limit: pageSize + 1 }), pageSize)
}
