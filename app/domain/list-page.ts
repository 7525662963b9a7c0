/** A part of a list ordered by id: at most `limit` records after the one whose id is `cursor`; absent values mean all. */
export type ListPage = { limit?: number; cursor?: number; search?: string; oldestFirst?: boolean }
