import type { SerializeFrom } from '@remix-run/node'

import { choiceParam, text, wholeNumberParam, withDefault } from '~/lists/list-params'
import { defineList } from '~/lists/list-state'

export const pageSizes = [10, 25, 50, 100] as const

export const databaseList = defineList({
  path: '/admin/database',
  view: {
    /** A search in the table names. */
    q: text(100),
    table: text(200),
    /** A column; by default the primary key, newest first if it is a number. */
    sort: text(200),
    dir: choiceParam(['desc']),
    size: withDefault(choiceParam(pageSizes), '10'),
  },
  /** A search in the records. */
  filters: { search: text(200) },
  position: { page: withDefault(wholeNumberParam({ min: 1, max: 9_999_999 }), '1') },
})

export type DatabaseState = SerializeFrom<ReturnType<typeof databaseList.read>>

/** Returns the URL of the browser, or of the records of a table, for a list state with changes. */
export function databaseUrl(...to: Parameters<typeof databaseList.url>) {
  const url = databaseList.url(...to)
  return /[?&]table=/.test(url) ? `${url}#records` : url
}

/** Returns the URL of a record. */
export function recordUrl(table: string, rowKey: readonly string[]) {
  const query = new URLSearchParams(rowKey.map((part) => ['key', part])).toString()
  return `/admin/database/${encodeURIComponent(table)}/row?${query}`
}
