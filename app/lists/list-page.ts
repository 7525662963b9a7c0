/** A request for a page of a list: up to `limit` rows (all if absent) after the one whose id is `cursor`, by id unless it is sorted. */
export type PageRequest = { limit?: number; cursor?: number; search?: string; oldestFirst?: boolean }

/** Rows per page. */
export const pageSize = 50

/** Takes a page from the rows read for it. One row more than `limit` means that a next page begins after `nextCursor`. */
export function takePage<Row extends { id: number }>(read: readonly Row[], limit = Infinity) {
  const rows = read.slice(0, limit)
  return { rows, nextCursor: read.length > limit ? (rows.at(-1)?.id ?? null) : null }
}

/**
 * Reads the page of a list after a cursor. Rows of very different sizes have a `weight`: such a page ends before the row with which it
 * would weigh more than `maxWeight`, but has at least one.
 */
export async function readPage<Row extends { id: number }>(
  cursor: number | undefined,
  list: (page: { cursor?: number; limit: number }) => Promise<Row[]>,
  { weight = () => 0, maxWeight = Infinity }: { weight?: (row: Row) => number; maxWeight?: number } = {},
) {
  const read = await list({ cursor, limit: pageSize + 1 })
  let total = 0
  const fitting = read.filter((row) => (total += weight(row)) <= maxWeight).length
  return takePage(read, Math.min(pageSize, Math.max(1, fitting)))
}

/** Describes the page of a list: '3 entries', '50 of 1,204 entries' or '50 entries; older ones on the next page'. */
export function shownRows(noun: { one: string; many: string }, { count, isFirstPage, isMore, total }: Shown) {
  const label = `${count.toLocaleString('en-US')} ${count === 1 ? noun.one : noun.many}`
  if (isFirstPage && !isMore) return label
  if (total !== undefined) return `${count.toLocaleString('en-US')} of ${total} ${noun.many}`
  if (!isMore) return `The last ${label}`
  return isFirstPage
    ? `The newest ${label}; older ones on the next page`
    : `${label}; older ones on the next page`
}

type Shown = {
  count: number
  isFirstPage: boolean
  isMore: boolean
  /** The number of rows of all pages, as text, where it is known. */
  total?: string
}
