import { sql, type Insertable } from 'kysely'

import type { Database, Db } from '../../../db/schema'
import { adminName } from '~/domain/accounts/admin-name.queries.server'
import { matching as matchingAccount } from '~/domain/accounts/directory.queries.server'
import { hasText } from '~/domain/has-text.queries.server'
import { pageById } from '~/lists/keyset.queries.server'
import type { PageRequest } from '~/lists/list-page'

import type { SecurityEventDetails } from './kinds'

export async function findAccountId(db: Db, email: string) {
  const row = await db.selectFrom('users').select('id').where(hasText('email', email)).executeTakeFirst()
  return row?.id ?? null
}

export type SecurityEvent = Omit<Insertable<Database['security_events']>, 'id' | 'created_at' | 'last_at'>

export async function insertEvent(db: Db, event: SecurityEvent) {
  await db.insertInto('security_events').values(event).execute()
}

/** Adds to the row of counted events, or creates it. */
export async function addHits(db: Db, event: SecurityEvent) {
  await db
    .insertInto('security_events')
    .values(event)
    .onConflict((conflict) =>
      conflict.column('bucket').doUpdateSet({
        hits: sql`security_events.hits + excluded.hits`,
        last_at: sql`now()`,
      }),
    )
    .execute()
}

type Filter = {
  kind?: string
  ip?: string
  /** A search of the accounts, with the keyed hashes of an email. */
  account?: { search: string; hashes: Uint8Array[] }
  from?: Date
  before?: Date
  /** Matches any of these: a kind, an IP, an account. */
  any?: Pick<Filter, 'kind' | 'ip' | 'account'>
}

/** Returns events newest first, unless the page has another order. */
export async function listEvents(db: Db, { any, ...filter }: Filter, page: Omit<PageRequest, 'search'>) {
  const all = conditionsOf(filter)
  if (any) all.push(sql`(${sql.join(conditionsOf(any), sql` or `)})`)
  let query = db
    .selectFrom('security_events as event')
    .leftJoin('users as account', 'account.id', 'event.account_id')
    .leftJoin('users as actor', 'actor.id', 'event.actor_id')
    .select([
      'event.id',
      'event.created_at',
      'event.last_at',
      'event.kind',
      'event.account_id',
      'account.username',
      'account.email',
      'event.actor_id',
      adminName('actor').as('actor'),
      'event.ip_address',
      'event.device',
      'event.request_id',
      sql<SecurityEventDetails>`event.details`.as('details'),
      'event.hits',
      sql<boolean>`event.email_hash is not null`.as('unknown_email'),
    ])
  for (const condition of all) query = query.where(condition)
  return pageById(query, page, 'event.id').execute()
}

function conditionsOf({ kind, ip, account, from, before }: Omit<Filter, 'any'>) {
  const all = []
  if (kind !== undefined) all.push(sql<boolean>`event.kind = ${kind}`)
  if (ip !== undefined) all.push(sql<boolean>`event.ip_address = ${ip}`)
  if (account) {
    const { search, hashes } = account
    all.push(
      sql<boolean>`(event.account_id in (select users.id from users where ${matchingAccount(search)})
        or event.email_hash in (${sql.join(hashes)}))`,
    )
  }
  if (from) all.push(sql<boolean>`event.created_at >= ${from}`)
  if (before) all.push(sql<boolean>`event.created_at < ${before}`)
  return all
}

/** Deletes up to `limit` of the events that are older than `before`, or beyond the newest `maxEvents`. @returns the number deleted */
export async function deleteOldEvents(
  db: Db,
  { before, maxEvents }: { before: Date; maxEvents: number },
  limit: number,
) {
  const { rows } = await sql<{ id: number }>`
    delete from security_events where id in (
      select id from security_events
      where created_at < ${before}
        or id <= (select id from security_events order by id desc limit 1 offset ${maxEvents})
      order by id limit ${limit})
    returning id`.execute(db)
  return rows.length
}

/** Deletes the events of an account and its email, and removes the device data from those that it caused as an administrator. */
export async function eraseAccount(trx: Db, { id, hashes }: { id: number; hashes: Uint8Array[] }) {
  await trx
    .deleteFrom('security_events')
    .where((eb) => eb.or([eb('account_id', '=', id), eb('email_hash', 'in', hashes)]))
    .execute()
  await trx
    .updateTable('security_events')
    .set({ ip_address: null, device: null })
    .where('actor_id', '=', id)
    .execute()
}

/** Returns the events of an account, for its owner. An administrator's IP and device are left out. */
export async function listOwnSecurityEvents(db: Db, accountId: number, page: Omit<PageRequest, 'search'>) {
  const own = (column: 'ip_address' | 'device') =>
    sql<string | null>`case when actor_id is null then ${sql.ref(column)} end`.as(column)
  const events = db
    .selectFrom('security_events')
    .select(['id', 'created_at', 'kind', own('ip_address'), own('device'), 'details', 'hits', 'last_at'])
    .where('account_id', '=', accountId)
  return pageById(events, page).execute()
}
