import { sql, type Insertable, type Updateable } from 'kysely'

import { now } from '../../../db/now'
import type { Database, Db } from '../../../db/schema'
import { hasText } from '~/domain/has-text.queries.server'
import { pageById } from '~/lists/keyset.queries.server'
import type { PageRequest } from '~/lists/list-page'
import { literal } from '~/lists/search-terms'

import type { DeckStatus } from './pitch-deck.options'

export async function findStatus(db: Db, email: string) {
  const row = await db
    .selectFrom('pitch_deck_requests')
    .select('status')
    .where(hasText('email', email))
    .executeTakeFirst()
  return row?.status
}

/** Inserts a request. Returns undefined if its email has one, or one is being inserted by another transaction. */
export async function insertRequest(db: Db, request: Insertable<Database['pitch_deck_requests']>) {
  return db
    .insertInto('pitch_deck_requests')
    .values(request)
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .returning(['id', 'name', 'email', 'company', 'status', 'created_at'])
    .executeTakeFirst()
}

const listed = [
  'id',
  'name',
  'email',
  'company',
  'reason',
  'status',
  'created_at',
  'code_expires_at',
  'opened_at',
  'rejection_note',
  'applicant_told',
] as const

export async function listRequests(
  db: Db,
  { status, search, ...page }: PageRequest & { status?: DeckStatus },
) {
  let query = pageById(db.selectFrom('pitch_deck_requests').select(listed), page)
  if (status !== undefined) query = query.where('status', '=', status)
  if (search !== undefined) {
    const pattern = `%${literal(search)}%`
    query = query.where((eb) =>
      eb.or((['name', 'email', 'company'] as const).map((column) => eb(column, 'ilike', pattern))),
    )
  }
  return query.execute()
}

export async function findRequest(db: Db, id: number) {
  return db.selectFrom('pitch_deck_requests').select(listed).where('id', '=', id).executeTakeFirst()
}

export async function countRequests(db: Db) {
  return db
    .selectFrom('pitch_deck_requests')
    .select(['status', sql<number>`count(*)::integer`.as('count')])
    .groupBy('status')
    .execute()
}

/** Locks a request until the transaction ends. */
export async function lockRequest(trx: Db, id: number) {
  return trx
    .selectFrom('pitch_deck_requests')
    .select(['id', 'name', 'email', 'status'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Locks the approved request of an email. */
export async function lockApproved(trx: Db, email: string) {
  return trx
    .selectFrom('pitch_deck_requests')
    .select(['id', 'name', 'email', 'status'])
    .where(hasText('email', email))
    .where('status', '=', 'approved')
    .forUpdate()
    .executeTakeFirst()
}

export async function updateRequest(
  trx: Db,
  id: number,
  changes: Updateable<Database['pitch_deck_requests']>,
) {
  await trx
    .updateTable('pitch_deck_requests')
    .set({ ...changes, updated_at: now })
    .where('id', '=', id)
    .execute()
}

export async function deleteRequest(trx: Db, id: number) {
  await trx.deleteFrom('pitch_deck_requests').where('id', '=', id).execute()
}

/** Finds the request of a valid code; it cannot be deleted until the transaction ends. */
export async function lockRequestOfCode(trx: Db, codeHash: Buffer) {
  return trx
    .selectFrom('pitch_deck_requests')
    .select('id')
    .where('code_hash', '=', codeHash)
    .where('code_expires_at', '>', now)
    .where('status', '=', 'approved')
    .forShare()
    .executeTakeFirst()
}

export async function insertAccess(trx: Db, access: Insertable<Database['pitch_deck_accesses']>) {
  await trx.insertInto('pitch_deck_accesses').values(access).execute()
}

export async function findAccess(db: Db, tokenHash: Buffer) {
  return db
    .selectFrom('pitch_deck_accesses')
    .innerJoin('pitch_deck_requests', 'pitch_deck_requests.id', 'pitch_deck_accesses.request_id')
    .select(['pitch_deck_requests.id', 'opened_at'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('status', '=', 'approved')
    .executeTakeFirst()
}

export async function deleteAccess(db: Db, tokenHash: Buffer) {
  await db.deleteFrom('pitch_deck_accesses').where('token_hash', '=', tokenHash).execute()
}

export async function noteOpened(db: Db, id: number) {
  await db
    .updateTable('pitch_deck_requests')
    .set({ opened_at: now })
    .where('id', '=', id)
    .where('opened_at', 'is', null)
    .execute()
}

export async function removeEndedAccesses(db: Db) {
  await db.deleteFrom('pitch_deck_accesses').where('expires_at', '<=', now).execute()
}
