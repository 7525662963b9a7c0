import { sql, type SelectQueryBuilder } from 'kysely'

import type { PageRequest } from './list-page'

/** Orders a query by id, newest first unless `oldestFirst`, and limits it to one page. */
export function pageById<DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  { limit, cursor, oldestFirst = false }: Omit<PageRequest, 'search'>,
  id = 'id',
) {
  let page = query.orderBy(sql.ref(id), oldestFirst ? 'asc' : 'desc')
  if (cursor !== undefined)
    page = page.where(sql<boolean>`${sql.ref(id)} ${sql.raw(oldestFirst ? '>' : '<')} ${cursor}`)
  return limit === undefined ? page : page.limit(limit)
}
