import { sql } from 'kysely'

import type { Db } from '../../../db/schema'
import { parseId } from '~/domain/ids'
import { hasWords, mayHaveWords } from '~/lists/words.queries.server'

/** The number of accounts that a search scans in list order first. */
const scannedFirst = 2_000

/** The search text of an account; must match the index of migration 0039. */
const text = `username || ' ' || email`

type Page = { search?: string; cursor?: number; limit: number }

type Row = {
  id: number
  username: string
  email: string
  email_verified: boolean
  admin: boolean
  created_at: Date
  last_login: Date | null
}

/**
 * Returns accounts as administrators see them, newest first: the matches of a search after the account whose id is `cursor`. Frequent words
 * are found quickly in list order, rare ones by the word index, which has no order. The database cannot tell which a word is, so the next
 * few accounts are scanned first, and all of them only if those are not enough.
 */
export async function listAccounts(db: Db, { search = '', cursor, limit }: Page): Promise<Row[]> {
  const columns = sql`id, username, email, email_verified, admin, created_at, last_login`
  const older = cursor === undefined ? sql<boolean>`true` : sql<boolean>`id < ${cursor}`
  if (search === '') {
    const { rows } = await sql<Row>`
      select ${columns} from users where ${older} order by id desc limit ${limit}`.execute(db)
    return rows
  }
  const { rows: first } = await sql<Row>`
    select ${columns} from (select * from users where ${older} order by id desc limit ${scannedFirst}) as users
    where ${matching(search, { scan: true })} order by id desc limit ${limit}`.execute(db)
  if (first.length === limit) return first
  const { rows } = await sql<Row>`
    with found as materialized (select id from users where ${matching(search)})
    select ${columns} from users where id in (
      select id from found where ${older} order by id desc limit ${limit})
    order by id desc`.execute(db)
  return rows
}

/**
 * Matches accounts with a word of username or email that starts with each word of the search, and the account with that id; `#12` matches
 * only the id. A `scan` of accounts looks for the words in their texts first, which the index of the words need not do.
 */
export function matching(search: string, { scan = false } = {}) {
  const id = parseId(search.replace(/^#/, ''))
  const hasId = sql<boolean>`id = ${id}`
  const isId = id !== null
  const words = search.startsWith('#') ? null : hasWords(text, search)
  if (words === null) return isId ? hasId : sql<boolean>`false`
  const matches = scan ? sql<boolean>`(${mayHaveWords(text, search)} and ${words})` : words
  return isId ? sql<boolean>`(${matches} or ${hasId})` : matches
}
