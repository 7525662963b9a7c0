import type { Db } from '../../../db/schema'

import * as queries from './directory.queries.server'

/** Accounts as administrators see them, newest first: those that a search finds, after the one whose id is `cursor`. */
export async function listAccounts(
  db: Db,
  { search = '', cursor, limit }: { search?: string; cursor?: number; limit: number },
) {
  return queries.listAccounts(db, { search, cursor, limit })
}
