import { sql, type SelectQueryBuilder } from 'kysely'

import type { ListPage } from './list-page'

/** Puts the rows of a query in the order of their ids, newest first unless `oldestFirst`, and keeps those of a page. */
export function pageById<DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  { limit, cursor, oldestFirst = false }: Omit<ListPage, 'search'>,
  id = 'id',
) {
  let page = query.orderBy(sql.ref(id), oldestFirst ? 'asc' : 'desc')
  if (cursor !== undefined)
    page = page.where(sql<boolean>`${sql.ref(id)} ${sql.raw(oldestFirst ? '>' : '<')} ${cursor}`)
  return limit === undefined ? page : page.limit(limit)
}
