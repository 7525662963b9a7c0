/** What the database browser shows, as its address says it. */
export type BrowserView = {
  /** Part of the names of the tables listed. */
  q: string
  table: string
  /** Words in the records. */
  search: string
  /** A column; the primary key where empty. */
  sort: string
  descending: boolean
  size: number
  page: number
}

export const pageSizes = [10, 25, 50, 100]

/** What cannot be read falls back to what is usual. */
export function readView(asked: URLSearchParams): BrowserView {
  const size = Number(asked.get('size'))
  const page = asked.get('page') ?? ''
  return {
    q: (asked.get('q') ?? '').trim().slice(0, 100),
    table: asked.get('table') ?? '',
    search: (asked.get('search') ?? '').trim().slice(0, 200),
    sort: asked.get('sort') ?? '',
    descending: asked.get('dir') === 'desc',
    size: pageSizes.includes(size) ? size : 10,
    page: /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1,
  }
}

/** The address of a view, without what is usual. */
export function addressOf({ q, table, search, sort, descending, size, page }: BrowserView) {
  const query = new URLSearchParams({
    ...(q && { q }),
    ...(table && { table }),
    ...(search && { search }),
    ...(sort && { sort }),
    ...(descending && { dir: 'desc' }),
    ...(size !== 10 && { size: String(size) }),
    ...(page > 1 && { page: String(page) }),
  }).toString()
  return `/admin/database${query && `?${query}`}${table && '#records'}`
}

/** The address of one record. */
export function recordAddress(table: string, key: readonly string[]) {
  const query = new URLSearchParams(key.map((part) => ['key', part])).toString()
  return `/admin/database/${encodeURIComponent(table)}/row?${query}`
}
