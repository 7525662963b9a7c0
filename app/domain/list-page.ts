/** A text as a part of a pattern for LIKE: its wildcards stand for themselves. */
export function literal(text: string) {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** A part of a list, by id unless it is sorted: at most `limit` records after the one whose id is `cursor`; absent values mean all. */
export type ListPage = { limit?: number; cursor?: number; search?: string; oldestFirst?: boolean }
