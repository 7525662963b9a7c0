import type { Db } from '../../../db/schema'

import * as queries from './directory.queries.server'

/** Returns accounts as administrators see them, newest first: the matches of a search after the account whose id is `cursor`. */
export async function listAccounts(
  db: Db,
  { search = '', cursor, limit }: { search?: string; cursor?: number; limit: number },
) {
  return queries.listAccounts(db, { search, cursor, limit })
}
