import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'

import type { Db } from '../../../db/schema'
import { countSecurityEvent } from '~/domain/security-events/security-events.server'
import { env } from '~/env.server'

import * as queries from './rate-limits.queries.server'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** How many of each public form an address may send in an hour: an office, or a class, behind one address sends many. */
export const formsPerHour = 60

/** How many attempts a subject has in a window, which begins with the first of them and is not made longer by more. */
const limits = {
  // Guessing one account's password. Its owner mistypes a few times, and waits a quarter of an hour at most.
  'login by account': { most: 10, seconds: 15 * minute },
  // The same in a browser that has logged in to the account before, so that a stranger's guesses do not keep its owner out.
  'login by device': { most: 10, seconds: 15 * minute },
  // Trying one password on many accounts. An office behind one address mistypes for all its people together.
  'login by address': { most: 50, seconds: 15 * minute },
  // Guessing the password in a session that was left open. Not counted with logins, which strangers could use up.
  'current passwords': { most: 10, seconds: 15 * minute },
  // Guessing the code of a new address. A code stands 5 tries, and so many codes can be sent.
  'verification tries': { most: 30, seconds: hour },
  // Filling inboxes with codes: an account may give any address as its new one. The second counts by recipient, over all accounts.
  'verification mails': { most: 10, seconds: hour },
  'verification mails by recipient': { most: 20, seconds: day },
  // Hashes of new passwords, which take a processor some time.
  'new passwords': { most: 20, seconds: hour },
  // Making accounts, and asking for links, for address after address.
  'sign-up': { most: formsPerHour, seconds: hour },
  recovery: { most: formsPerHour, seconds: hour },
  // Filling the inboxes of those who read the submissions.
  waitlist: { most: formsPerHour, seconds: hour },
  contact: { most: formsPerHour, seconds: hour },
  career: { most: formsPerHour, seconds: hour },
  quote: { most: formsPerHour, seconds: hour },
  'deck requests': { most: formsPerHour, seconds: hour },
  // Asking address by address who has wanted the deck.
  'deck checks': { most: formsPerHour, seconds: hour },
  // Guessing access codes, hopeless as it is. An investor mistypes or pastes too little.
  'deck codes': { most: 20, seconds: 15 * minute },
  // Filling an investor's inbox with codes, each of which ends the one before.
  'deck codes by recipient': { most: 3, seconds: day },
  // Filling the inbox of somebody whose address is given by somebody else.
  acknowledgements: { most: 5, seconds: day },
  // The same by what happens to an account whose owner has not verified the address.
  'notices to unverified addresses': { most: 10, seconds: day },
  // The same by recovery. Where no link is live, one is always sent (48 a day, as a link lives half an hour); further ones are few.
  // The limit of all is beyond what strangers can cause, so that they cannot use up the owner's.
  'further recovery mails': { most: 4, seconds: 6 * hour },
  'recovery mails': { most: 100, seconds: day },
}

export type LimitName = keyof typeof limits

/** There is no room for another attempt; the message says when there will be. */
export class TooManyAttempts extends Error {
  override name = 'TooManyAttempts'

  constructor(readonly retryAfterSeconds: number) {
    const minutes = Math.ceil(retryAfterSeconds / minute)
    super(`Too many attempts. Please try again in ${minutes === 1 ? '1 minute' : `${minutes} minutes`}.`)
  }
}

/** A provider gives a customer a /64 or a whole /48 of IPv6: the /48 has this many times the attempts of a /64. */
const networkFactor = 5

/**
 * Counts an attempt of a subject (an e-mail or IP address, an account's id, a browser's token) unless it has had all that its window
 * allows. An IPv6 address counts for its /64 and for its /48. Those whose address is not known (null) count as one subject. With
 * RATE_LIMITS=off there is always room.
 */
export async function tryConsume(db: Db, limit: LimitName, subject: string | null) {
  if (env.RATE_LIMITS === 'off') return { allowed: true, retryAfterSeconds: 0 }
  const { seconds } = limits[limit]
  const taken: string[] = []
  for (const { key, most } of countersOf(limit, subject)) {
    if (await queries.increment(db, key, { most, seconds })) {
      taken.push(key)
      continue
    }
    for (const earlier of taken) await queries.refund(db, earlier)
    // The window may have ended between the two statements, or have begun after this transaction did.
    const left = (await queries.secondsLeft(db, key)) ?? 1
    return { allowed: false, retryAfterSeconds: Math.min(Math.max(left, 1), seconds) }
  }
  return { allowed: true, retryAfterSeconds: 0 }
}

/** As tryConsume. @throws {TooManyAttempts} */
export async function consume(db: Db, limit: LimitName, subject: string | null) {
  const { allowed, retryAfterSeconds } = await tryConsume(db, limit, subject)
  if (allowed) return
  if (!limit.startsWith('login ')) countSecurityEvent({ kind: 'limit reached', details: { limit } }) // a sign-in records its own
  throw new TooManyAttempts(retryAfterSeconds)
}

/**
 * Does work whose failures, answers of null unless said otherwise, are limited. It counts before it begins, so that attempts that come together cannot
 * all pass, and is given back unless it has failed; an error thrown is no failure of the subject's.
 * @throws {TooManyAttempts}
 */
export async function limitFailures<Result>(
  db: Db,
  limit: LimitName,
  subject: string | null,
  work: () => Promise<Result>,
  isFailure = (result: Result) => result === null,
): Promise<Result> {
  await consume(db, limit, subject)
  let failed = false
  try {
    const result = await work()
    failed = isFailure(result)
    return result
  } finally {
    if (!failed) await giveBack(db, limit, subject)
  }
}

/** Gives a subject one attempt back: it was a retry, or came to nothing. */
export async function giveBack(db: Db, limit: LimitName, subject: string | null) {
  if (env.RATE_LIMITS === 'off') return
  for (const { key } of countersOf(limit, subject)) await queries.refund(db, key)
}

/** Gives a subject all its attempts back. */
export async function clearLimit(db: Db, limit: LimitName, subject: string | null) {
  if (env.RATE_LIMITS === 'off') return
  for (const { key } of countersOf(limit, subject)) await queries.deleteLimit(db, key)
}

/** Forgets windows that have ended. */
export async function removeEndedLimits(db: Db) {
  await queries.deleteEndedLimits(db)
}

/** The counters of a subject, the narrowest first; their keys do not name it. */
function countersOf(limit: LimitName, subject: string | null) {
  const { most } = limits[limit]
  const text = (subject ?? 'unknown').trim().toLowerCase()
  const groups = ipv6Groups(text)
  const counters = groups
    ? [
        { counted: `${groups.slice(0, 4).join(':')}::/64`, most },
        { counted: `${groups.slice(0, 3).join(':')}::/48`, most: most * networkFactor },
      ]
    : [{ counted: text, most }]
  return counters.map(({ counted, most }) => ({
    key: `${limit} ${createHash('sha256').update(`holdfast rate limit: ${counted}`).digest('hex')}`,
    most,
  }))
}

/** The eight groups of an IPv6 address; null for anything else. */
function ipv6Groups(subject: string) {
  const address = subject.replace(/%.*/, '') // the zone of a link-local address
  if (!isIPv6(address)) return null
  const [start = '', end = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const before = start.split(':').filter(Boolean)
  const after = end.split(':').filter(Boolean)
  const zeros = Array<string>(8 - before.length - after.length).fill('0')
  return [...before, ...zeros, ...after]
}
