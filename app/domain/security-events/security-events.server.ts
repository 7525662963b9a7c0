import { createHmac } from 'node:crypto'

import { facts } from '~/content/facts'
import { instantsOf } from '~/domain/dates'
import { parseId } from '~/domain/ids'
import type { PageRequest } from '~/lists/list-page'
import { listInBatches } from '~/lists/list-in-batches.server'
import { deviceOf } from '~/domain/sessions/device.server'
import { env } from '~/env.server'
import { log } from '~/log.server'
import { currentClient } from '~/request-context.server'

import type { Db } from '../../../db/schema'
import type { SecurityEventDetails, SecurityEventKind } from './kinds'
import * as queries from './security-events.queries.server'
import { createTally } from './tally'

export { listOwnSecurityEvents } from './security-events.queries.server'

const day = 24 * 60 * 60_000

/** Events are stored for facts.securityLogDays, up to this number. */
const maxEvents = 1_000_000
const batchSize = 5_000
const maxBatches = 100

type Subject = {
  kind: SecurityEventKind
  /** The account that the event is about, if known. */
  accountId?: number | null
  /** The administrator who acted on another account. */
  actorId?: number
  details?: SecurityEventDetails
}

type Event = queries.SecurityEvent

/** Counted events waiting to be written, by the name of their row. */
const waiting = new Map<string, Event & { hits: number }>()
const assignRow = createTally()

/**
 * Records a security event with the client of the current request, in the database and in the log. `email` is the one that was
 * entered: its account is looked up, and if there is none a keyed hash is stored, never the email. Call it after the transaction
 * that caused the event. Never throws: a failed write must not block a login.
 */
export async function recordSecurityEvent(db: Db, { email, ...subject }: Subject & { email?: string }) {
  try {
    const accountId =
      subject.accountId ?? (email === undefined ? null : await queries.findAccountId(db, email))
    const hash = accountId === null && email !== undefined ? hashOf(email, env.SESSION_SECRET[0]) : null
    const event = logEvent({ ...subject, accountId }, hash)
    if (!countInRow(event, { always: false })) await queries.insertEvent(db, event)
  } catch (error) {
    log.warn({ err: error, event: subject.kind }, 'a security event was not written')
  }
}

/**
 * Like recordSecurityEvent, for events that anybody can cause at no cost: counts by kind, client and hour, and leaves the writing
 * to startSecurityEventWriter. Uses no database, so it may be called in a transaction that is about to fail.
 */
export function countSecurityEvent(subject: Subject) {
  countInRow(logEvent(subject, null), { always: true })
}

/** Logs an event and returns its row. */
function logEvent(
  { kind, accountId = null, actorId, details = {} }: Subject,
  email_hash: Buffer | null,
): Event {
  const { ip, userAgent, requestId } = currentClient()
  const event = {
    kind,
    account_id: accountId,
    actor_id: actorId ?? null,
    email_hash,
    ip_address: ip,
    device: userAgent === null ? null : deviceOf(userAgent),
    request_id: requestId,
  }
  const allowed = allowedDetails(details)
  log.info(
    {
      event: kind,
      account: event.account_id,
      actor: event.actor_id,
      email_hash: email_hash?.toString('hex') ?? null,
      ip,
      device: event.device,
      id: requestId,
      ...allowed,
    },
    'security event',
  )
  return { ...event, details: JSON.stringify(allowed) }
}

const detailNames = [
  'by',
  'outcome',
  'limit',
  'method',
  'path',
  'sessions',
] as const satisfies (keyof SecurityEventDetails)[]

function allowedDetails(details: SecurityEventDetails): SecurityEventDetails {
  return Object.fromEntries(
    detailNames.flatMap((name): [string, string | number][] => {
      const value = details[name]
      if (value === undefined) return []
      return [[name, typeof value === 'string' ? value.replaceAll('\u0000', '').slice(0, 200) : value]]
    }),
  )
}

/** Counts an event in a row instead of storing it by itself: always for some kinds, for others after too many events. */
function countInRow(event: Event, { always }: { always: boolean }) {
  const { kind, ip_address, account_id, actor_id, email_hash, details } = event
  const { limit } = JSON.parse(String(details)) as SecurityEventDetails
  const hash = email_hash && Buffer.from(email_hash).toString('hex')
  const subject = JSON.stringify([ip_address, account_id, actor_id, hash, limit])
  const counted = assignRow(kind, subject, { counted: always, now: Date.now() })
  if (!counted) return false
  const bucket = keyedHash(counted.row, env.SESSION_SECRET[0]).toString('hex')
  const earlier = waiting.get(bucket)
  if (earlier) earlier.hits += 1
  // A row that counts events of many clients names none of them.
  else waiting.set(bucket, { ...(counted.shared ? { kind } : event), bucket, hits: 1 })
  return true
}

/** Writes the pending counted events. */
export async function writeCountedEvents(db: Db) {
  const events = [...waiting.values()]
  waiting.clear()
  for (const event of events) {
    await queries
      .addHits(db, event)
      .catch((error: unknown) =>
        log.warn({ err: error, event: event.kind }, 'a security event was not written'),
      )
  }
}

/** Writes counted events every second, if there are any. */
export function startSecurityEventWriter(db: Db) {
  let writing = Promise.resolve()
  const write = () => (writing = writing.then(() => writeCountedEvents(db)))
  const timer = setInterval(() => waiting.size > 0 && void write(), 1_000).unref()
  return {
    async stop() {
      clearInterval(timer)
      await write()
    },
  }
}

export type SecurityEventFilter = {
  kind?: string
  /** An account's id, or words of its name and email, which may be cut off; the whole email of no account. */
  account?: string
  ip?: string
  /** The first and the last day, YYYY-MM-DD in UTC, both included. */
  from?: string
  to?: string
  /** A kind, an IP, or an account as above. */
  search?: string
}

/** Returns events newest first, after the one whose id is `cursor`. */
export async function listSecurityEvents(
  db: Db,
  { account, from, to, search, ...filter }: SecurityEventFilter,
  page: PageRequest,
) {
  return queries.listEvents(
    db,
    {
      ...filter,
      account: account === undefined ? undefined : accountOf(account),
      ...instantsOf({ from, to }),
      any: search === undefined ? undefined : { kind: search, ip: search, account: accountOf(search) },
    },
    page,
  )
}

/** Returns the part of the log that a call requests, or all of it, in batches. */
export function readSecurityEvents(db: Db, { search, ...page }: PageRequest) {
  return listInBatches(db, page, (reader, batch) => listSecurityEvents(reader, { search }, batch))
}

/** Returns the search for an account by its id, or by words of its name and email, and the hashes stored for an unknown email. */
function accountOf(text: string) {
  return { search: parseId(text) === null ? text : `#${text}`, hashes: hashesOf(text) }
}

/** Deletes expired events, a few thousand at a time, and those beyond the maximum number. */
export async function removeOldSecurityEvents(db: Db) {
  const old = { before: new Date(Date.now() - facts.securityLogDays * day), maxEvents }
  for (let batch = 0; batch < maxBatches; batch += 1)
    if ((await queries.deleteOldEvents(db, old, batchSize)) < batchSize) return
}

/** Deletes the events of an account, in the transaction that deletes the account. */
export async function eraseSecurityEvents(trx: Db, account: { id: number; email: string }) {
  await queries.eraseAccount(trx, { id: account.id, hashes: hashesOf(account.email) })
}

/** Returns the hashes of an email under every secret, so that events from before a rotation are found. */
function hashesOf(email: string) {
  return env.SESSION_SECRET.map((secret) => hashOf(email, secret))
}

function hashOf(email: string, secret: string) {
  return keyedHash(`email ${email.trim().toLowerCase()}`, secret)
}

function keyedHash(text: string, secret: string) {
  return createHmac('sha256', secret).update(`holdfast security event: ${text}`).digest().subarray(0, 16)
}
