import { sql, type Insertable } from 'kysely'

import type { Database, Db } from '../../../db/schema'
import { literal } from '~/lists/search-terms'

export async function insertEntry(db: Db, entry: Insertable<Database['audit_log']>) {
  const { id } = await db.insertInto('audit_log').values(entry).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Removes fields from the entries on some records. */
export async function deleteFields(
  db: Db,
  entity: string,
  ids: readonly string[],
  fields: readonly string[],
) {
  const without = (column: 'before' | 'after') => sql<string>`${sql.ref(column)} - ${[...fields]}::text[]`
  await db
    .updateTable('audit_log')
    .set({ before: without('before'), after: without('after') })
    .where('entity', 'ilike', `%${entity}%`)
    .where('entity_id', 'in', ids)
    .execute()
}

type Filter = {
  who?: string
  entity?: string
  action?: string
  /** The number of the records, or each with its kind. */
  records?: { id: string } | readonly { entity: string; id: string }[]
  /** The actions that are left out. */
  without?: readonly string[]
  from?: Date
  before?: Date
  cursor?: number
  limit: number
}

function entries(db: Db) {
  return db
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.user_id')
    .select([
      'audit_log.id',
      'audit_log.created_at',
      'action',
      'entity',
      'entity_id',
      'before',
      'after',
      'users.username',
      'users.email',
    ])
    .orderBy('audit_log.id', 'desc')
}

/** Returns entries, newest first. `who` is part of a name or of an email, or an account's id. */
export async function listEntries(db: Db, { who, ...filter }: Filter) {
  let query = entries(db).limit(filter.limit)
  if (who === undefined) return query.where(matching(filter)).execute()
  // Takes the newest of each matching account: the index is ordered per account, not across several.
  const accounts = await findActors(db, who)
  query = query.where(
    'audit_log.id',
    'in',
    sql<number>`(select newest.id from unnest(${accounts}::integer[]) as actor(id) cross join lateral (
      select audit_log.id from audit_log where user_id = actor.id and ${matching(filter)}
      order by audit_log.id desc limit ${filter.limit}) as newest)`,
  )
  return query.execute()
}

/** Matches the changes of what the engine rates with that went live without a release; must match the index of migration 0053. */
const isDirect = sql<boolean>`(
  (entity in ('job role', 'coverage level', 'coverage tier', 'employer risk', 'industry fallback', 'industry gender stat', 'synergy data', 'state rule')
    and action in ('create', 'update', 'delete') and after -> 'release' is null)
  or (entity = 'engine version' and action in ('save', 'restore'))
  or (entity = 'portfolio factor' and action = 'release')
  or (action in ('import', 'undo import') and before -> 'rows' is not null))`

/** Matches the entry on a table in which an import, or its undo, has changed nothing. */
const isIdleImport = sql<boolean>`(
  action in ('import', 'undo import') and coalesce(after, '{}') @> '{"added": 0, "changed": 0, "removed": 0}')`

/** Returns the changes that went live without a release, newest first. An import is one entry for each table that it changed. */
export async function listDirect(db: Db, page: { cursor?: number; limit: number }) {
  return directQuery(db, page).execute()
}

export function directQuery(db: Db, { cursor, limit }: { cursor?: number; limit: number }) {
  const query = entries(db)
    .where(isDirect)
    .where(sql<boolean>`not ${isIdleImport}`)
    .limit(limit)
  return cursor === undefined ? query : query.where('audit_log.id', '<', cursor)
}

/** Returns those of some changes that were undone by a change that was not undone itself. All of them are direct changes. */
export async function listUndone(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: number; undoes: number }>`
    select id, (after ->> 'undoes')::integer as undoes from audit_log
    where ${isDirect} and id > ${Math.min(...ids)} and after -> 'undoes' is not null
    order by id desc limit 1000`.execute(db)
  const undone = new Set<number>()
  // Newest first: an undo that was undone is known before it is visited.
  for (const { id, undoes } of rows) if (!undone.has(id)) undone.add(undoes)
  return ids.filter((id) => undone.has(id))
}

/**
 * Returns those of some entries on single records after which one of the same fields of the record was changed again, or the record
 * removed. Excludes the fields of the entry itself.
 */
export async function listOverwritten(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select entry.id from audit_log as entry
    where entry.id = any(${[...ids]}::integer[]) and entry.entity_id is not null and jsonb_typeof(entry.after) = 'object'
    and exists (
      select from audit_log as later
      where later.entity = entry.entity and later.entity_id = entry.entity_id and later.id > entry.id
      and (
        later.action = 'delete'
        or (later.action in ('import', 'undo import') and later.after is null)
        or (
          later.action in ('create', 'update', 'import', 'undo import')
          and later.after ?| array(
            select jsonb_object_keys(entry.after - '{id,created_at,updated_at,undoes,change,release}'::text[])
          )
        )
      )
    )`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns the entries of changes of records that went live with a release, by the id of the change. */
export async function listReleased(
  db: Db,
  changes: readonly { id: number; entity: string; record: number }[],
) {
  if (changes.length === 0) return []
  const [ids, entities] = [changes.map(({ id }) => String(id)), changes.map(({ entity }) => entity)]
  const records = changes.map(({ record }) => String(record))
  const { rows } = await sql<{ id: number; change: number }>`
    select id, (after ->> 'change')::integer as change from audit_log
    where (entity, entity_id) in (select * from unnest(${entities}::text[], ${records}::text[]))
      and action in ('update', 'delete') and after ->> 'change' = any(${ids}::text[])`.execute(db)
  return rows
}

/** Returns the newest change that undid another one of a kind of record, if any. */
export async function findUndoOf(db: Db, { id, entity }: { id: number; entity: string }) {
  return db
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'user_id')
    .select(['audit_log.id', 'entity', 'audit_log.created_at', 'username'])
    .where('entity', '=', entity)
    .where('audit_log.id', '>', id)
    .where(sql<boolean>`after ->> 'undoes' = ${String(id)}`)
    .orderBy('audit_log.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function lockEntry(trx: Db, id: number) {
  await trx.selectFrom('audit_log').select('id').where('id', '=', id).forUpdate().execute()
}

export async function findEntry(db: Db, id: number) {
  return entries(db).where('audit_log.id', '=', id).executeTakeFirst()
}

function matching({ entity, action, records, without = [], from, before, cursor }: Omit<Filter, 'who'>) {
  const all = [sql<boolean>`true`]
  if (entity !== undefined) all.push(sql`entity = ${entity}`)
  if (action !== undefined) all.push(sql`action = ${action}`)
  if (records !== undefined) all.push(isAbout(records))
  if (without.length > 0) all.push(sql`action <> all(${[...without]}::text[])`)
  if (from !== undefined) all.push(sql`audit_log.created_at >= ${from}`)
  if (before !== undefined) all.push(sql`audit_log.created_at < ${before}`)
  if (cursor !== undefined) all.push(sql`audit_log.id < ${cursor}`)
  return sql<boolean>`(${sql.join(all, sql` and `)})`
}

function isAbout(records: NonNullable<Filter['records']>) {
  if ('id' in records) return sql<boolean>`entity_id = ${records.id}`
  const [entities, ids] = [records.map(({ entity }) => entity), records.map(({ id }) => id)]
  return sql<boolean>`(entity, entity_id) in (select * from unnest(${entities}::text[], ${ids}::text[]))`
}

/** Selects the matching accounts that have entries. They are few among all accounts, so the index is read once for each. */
async function findActors(db: Db, who: string) {
  const pattern = `%${literal(who)}%`
  const { rows } = await sql<{ id: number }>`
    with recursive actors as (
      select (select min(user_id) from audit_log) as id
      union all
      select (select min(user_id) from audit_log where user_id > actors.id) from actors where actors.id is not null
    )
    select users.id from actors join users on users.id = actors.id
    where username ilike ${pattern} or email ilike ${pattern} or users.id::text = ${who}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns the names in a column. They are few among all entries, so the index is read once for each. */
export async function listNames(db: Db, column: 'entity' | 'action') {
  const name = sql.ref(column)
  const { rows } = await sql<{ name: string }>`
    with recursive names as (
      select (select min(${name}) from audit_log) as name
      union all
      select (select min(${name}) from audit_log where ${name} > names.name) from names where names.name is not null
    )
    select name from names where name is not null`.execute(db)
  return rows.map((row) => row.name)
}
