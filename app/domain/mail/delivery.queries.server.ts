import { sql } from 'kysely'

import { now } from '../../../db/now'
import type { Db } from '../../../db/schema'
import { pageById } from '~/lists/keyset.queries.server'
import { literal, referenceOf } from '~/lists/search-terms'

import type { MailKind, MailState } from './mail.server'

const beingSent = sql<boolean>`coalesce(leased_until > now(), false)`.as('being_sent')

const isDue = sql<boolean>`next_attempt_at <= now()`.as('is_due')

const columns = [
  'id',
  'created_at',
  'kind',
  'recipient',
  'subject',
  'status',
  'attempts',
  'next_attempt_at',
  isDue,
  'sent_at',
  'last_error',
] as const

export type DeliveryFilter = {
  state?: MailState
  /** A prefix of the email, ignoring letter case. */
  recipient?: string
  /** Part of the subject, ignoring letter case, or the number of its quote: 'Q-12'. */
  about?: string
  kind?: MailKind
  /** The mail was written at `from` or later, and before `before`. */
  from?: Date
  before?: Date
}

/** Mails with their delivery state, newest first. */
export async function listDeliveries(
  db: Db,
  {
    state,
    recipient,
    about,
    kind,
    from,
    before,
    ...page
  }: DeliveryFilter & { cursor?: number; limit?: number },
) {
  let query = pageById(db.selectFrom('sent_emails').select(columns).select(beingSent), page)
  if (state !== undefined) query = query.where('status', '=', state)
  if (from !== undefined) query = query.where('created_at', '>=', from)
  if (before !== undefined) query = query.where('created_at', '<', before)
  if (recipient !== undefined) {
    const pattern = `${literal(recipient.toLowerCase())}%`
    query = query.where(sql`lower(recipient)`, 'like', pattern)
  }
  if (about !== undefined) {
    const reference = referenceOf(about)
    const pattern = reference ? `%Q-${reference.number}` : `%${literal(about)}%`
    query = query.where('subject', reference ? 'like' : 'ilike', pattern)
  }
  if (kind !== undefined) query = query.where('kind', '=', kind)
  return query.execute()
}

/** Counts the mails of some kinds among the newest `maxChecked` ones that wait, and among those that failed. */
export async function countUndelivered(db: Db, kinds: readonly string[], maxChecked: number) {
  const of = (state: MailState) => sql`(select count(*)::int from (
    select kind from sent_emails where status = ${state} order by id desc limit ${maxChecked}) newest
    where kind = any(${[...kinds]}::text[]))`
  const { rows } = await sql<{ pending: number; failed: number }>`
    select ${of('pending')} as pending, ${of('failed')} as failed`.execute(db)
  return rows[0] ?? { pending: 0, failed: 0 }
}

export async function countState(db: Db, state: MailState, max: number) {
  const { count } = await db
    .selectFrom((eb) =>
      eb.selectFrom('sent_emails').select('id').where('status', '=', state).limit(max).as('counted'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function findDelivery(db: Db, id: number) {
  return db
    .selectFrom('sent_emails')
    .select([...columns, 'sender', 'message_id', 'body_text'])
    .select(beingSent)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Locks a mail until the transaction ends, and returns its state. */
export async function lockDelivery(trx: Db, id: number) {
  return trx
    .selectFrom('sent_emails')
    .select(['status', 'attempts'])
    .select(beingSent)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Makes a mail due now, with no attempts made. */
export async function resetAttempts(trx: Db, id: number) {
  await trx
    .updateTable('sent_emails')
    .set({ status: 'pending', attempts: 0, next_attempt_at: now, leased_until: null })
    .where('id', '=', id)
    .execute()
}
