/** A part of a list, ordered by id unless it is sorted: up to `limit` rows after the one whose id is `cursor`; all if absent. */
export type ListPage = { limit?: number; cursor?: number; search?: string; oldestFirst?: boolean }

/** Rows per page. */
export const pageSize = 50

/** Returns the page of the rows read for it: one more than its limit if there is a next page, which begins after `nextCursor`. */
export function pageOf<Row extends { id: number }>(read: readonly Row[], limit = Infinity) {
  const rows = read.slice(0, limit)
  return { rows, nextCursor: read.length > limit ? (rows.at(-1)?.id ?? null) : null }
}

/** Reads the page of a list after a cursor. */
export async function readPage<Row extends { id: number }>(
  cursor: number | undefined,
  list: (page: { cursor?: number; limit: number }) => Promise<Row[]>,
) {
  return pageOf(await list({ cursor, limit: pageSize + 1 }), pageSize)
}
