import { isIPv6 } from 'node:net'

import type { Db } from '../../../db/schema'
import { counted } from '~/domain/formats'
import { sha256Hex } from '~/domain/hashes.server'
import { countSecurityEvent } from '~/domain/security-events/security-events.server'
import { env } from '~/env.server'

import * as queries from './rate-limits.queries.server'

export { removeEndedLimits } from './rate-limits.queries.server'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** The number of times that an IP may send each public form in an hour: an office, or a class, may share one IP. */
export const formsPerHour = 60

/** The number of new requests for the deck that admins are mailed of in an hour. */
export const deckNoticesPerHour = 5

/** The number of estimates that an IP may have computed in a quarter of an hour. */
export const estimatesPerQuarter = 120

/** The limit of attempts per subject and window. A window starts with the first attempt; later ones do not extend it. */
const limits = {
  // Guessing one account's password. Its owner mistypes a few times, and waits up to a quarter of an hour.
  'login by account': { max: 10, seconds: 15 * minute },
  // The same in a browser that has logged in to the account before, so that a stranger's guesses do not lock out its owner.
  'login by device': { max: 10, seconds: 15 * minute },
  // Trying one password on many accounts. An office shares one IP, and with it the mistakes of all its people.
  'login by ip': { max: 50, seconds: 15 * minute },
  // Guessing the code of an authenticator app, by someone who knows the password: three of a million codes are right at any time. Recovery codes
  // and passkeys cannot be guessed, and are left to an owner who is locked out.
  'second step by account': { max: 10, seconds: hour },
  // The same in a browser that has logged in to the account before.
  'second step by device': { max: 10, seconds: hour },
  // Flooding an owner's inbox by reaching the limits above.
  'second step warnings': { max: 2, seconds: day },
  // Filling the database with challenges for passkeys.
  'passkey challenges': { max: 120, seconds: 15 * minute },
  // Guessing the password in a session that was left open. Counted separately from logins, whose limit strangers could use up.
  'current passwords': { max: 10, seconds: 15 * minute },
  // Guessing the code of a new email. Each code allows 5 attempts, and several codes can be sent.
  'verification tries': { max: 30, seconds: hour },
  // Flooding inboxes with codes: an account can enter any email as its new one. The second counts by recipient, over all accounts.
  'verification mails': { max: 10, seconds: hour },
  'verification mails by recipient': { max: 20, seconds: day },
  // Hashing new passwords, which costs processor time.
  'new passwords': { max: 20, seconds: hour },
  // Creating accounts, and requesting links, for one email after another.
  'sign-up': { max: formsPerHour, seconds: hour },
  recovery: { max: formsPerHour, seconds: hour },
  // Flooding the inboxes of the people who read the submissions.
  waitlist: { max: formsPerHour, seconds: hour },
  contact: { max: formsPerHour, seconds: hour },
  career: { max: formsPerHour, seconds: hour },
  quote: { max: formsPerHour, seconds: hour },
  // Filling the database with applications that are never sent.
  'quote drafts': { max: formsPerHour, seconds: hour },
  // Mailing the link of a draft, whose email can be changed each time.
  'quote draft mails': { max: formsPerHour, seconds: hour },
  // Trying links of questions to applicants, and sending texts by one that works.
  'question answers': { max: formsPerHour, seconds: hour },
  // Flooding a person's inbox from the back office, by a mistake or with a stolen session.
  'office mails by recipient': { max: 10, seconds: day },
  // Keeping the sandbox busy: an estimate runs the engine some 200 times, in a tenth of a second. Known estimates are not counted.
  estimate: { max: estimatesPerQuarter, seconds: 15 * minute },
  // The same, by an admin who tries other answers of an application: two runs each.
  'what-if': { max: 120, seconds: 15 * minute },
  // The same, while an application is corrected: the price is updated while typing.
  'correction prices': { max: 600, seconds: 15 * minute },
  'deck requests': { max: formsPerHour, seconds: hour },
  // Flooding the inboxes of the admins, from many IPs.
  'deck request notices': { max: deckNoticesPerHour, seconds: hour },
  // Probing which emails have requested the deck.
  'deck checks': { max: formsPerHour, seconds: hour },
  // Guessing access codes, although their length makes that impractical. An investor mistypes or pastes an incomplete code.
  'deck codes': { max: 20, seconds: 15 * minute },
  // Flooding an investor's inbox with codes, each of which invalidates the previous one.
  'deck codes by recipient': { max: 3, seconds: day },
  // Flooding the inbox of someone whose email somebody else enters.
  acknowledgements: { max: 5, seconds: day },
  // Flooding an owner's inbox by logins, which takes the password.
  'new device mails': { max: 5, seconds: day },
  // The same, through events of an account whose owner has not verified the email.
  'notices to unverified addresses': { max: 10, seconds: day },
  // The same, through recovery. If no link is live, one is always sent (48 a day, as a link lives half an hour); further ones are few. The
  // overall limit is more than strangers can cause, so that they cannot use up the owner's.
  'further recovery mails': { max: 4, seconds: 6 * hour },
  'recovery mails': { max: 100, seconds: day },
}

export type LimitName = keyof typeof limits

/** The limit is reached; the message contains the time of the next attempt. */
export class TooManyAttempts extends Error {
  override name = 'TooManyAttempts'

  constructor(readonly retryAfterSeconds: number) {
    super(`Too many attempts. Please try again in ${waitInWords(retryAfterSeconds)}.`)
  }
}

/** Returns a wait in minutes, from 90 minutes on in hours; rounded up, so that it is over by then. */
function waitInWords(seconds: number) {
  return seconds < 90 * minute
    ? counted(Math.ceil(seconds / minute), 'minute')
    : counted(Math.ceil(seconds / hour), 'hour')
}

/** Providers assign a customer a /64 or a whole /48 of IPv6: a /48 gets this many times the attempts of a /64. */
const networkFactor = 5

/**
 * Counts an attempt of a subject (an email, an IP, an account's id, a browser's token) unless its window is used up. An IPv6 address counts
 * for its /64 and for its /48. Callers with an unknown IP (null) share one subject. Always allows with RATE_LIMITS=off.
 */
export async function tryConsume(db: Db, limit: LimitName, subject: string | null) {
  if (env.RATE_LIMITS === 'off') return { allowed: true, retryAfterSeconds: 0 }
  const { seconds } = limits[limit]
  const taken: string[] = []
  for (const { key, max } of countersOf(limit, subject)) {
    if (await queries.increment(db, key, { max, seconds })) {
      taken.push(key)
      continue
    }
    for (const earlier of taken) await queries.refund(db, earlier)
    // The window may have ended between the two statements, or have started after this transaction did.
    const left = (await queries.secondsLeft(db, key)) ?? 1
    return { allowed: false, retryAfterSeconds: Math.min(Math.max(left, 1), seconds) }
  }
  return { allowed: true, retryAfterSeconds: 0 }
}

/** As tryConsume. @throws {TooManyAttempts} */
export async function consume(db: Db, limit: LimitName, subject: string | null) {
  const { allowed, retryAfterSeconds } = await tryConsume(db, limit, subject)
  if (allowed) return
  if (!limit.startsWith('login ')) countSecurityEvent({ kind: 'limit reached', details: { limit } }) // a sign-in records its own event
  throw new TooManyAttempts(retryAfterSeconds)
}

/**
 * Runs work whose failures (by default a result of null) are limited. The attempt is counted first, so that concurrent ones cannot all
 * pass, and refunded unless the work failed; a thrown error is not the subject's failure.
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
    if (!failed) await refund(db, limit, subject)
  }
}

/** Refunds one attempt of a subject: it was a retry, or came to nothing. */
export async function refund(db: Db, limit: LimitName, subject: string | null) {
  if (env.RATE_LIMITS === 'off') return
  for (const { key } of countersOf(limit, subject)) await queries.refund(db, key)
}

/** Refunds all attempts of a subject. */
export async function clearLimit(db: Db, limit: LimitName, subject: string | null) {
  if (env.RATE_LIMITS === 'off') return
  for (const { key } of countersOf(limit, subject)) await queries.deleteLimit(db, key)
}

/** The counters of a subject, narrowest first. Their keys do not reveal it. */
function countersOf(limit: LimitName, subject: string | null) {
  const { max } = limits[limit]
  const text = (subject ?? 'unknown').trim().toLowerCase()
  const groups = ipv6Groups(text)
  const counters = groups
    ? [
        { source: `${groups.slice(0, 4).join(':')}::/64`, max },
        { source: `${groups.slice(0, 3).join(':')}::/48`, max: max * networkFactor },
      ]
    : [{ source: text, max }]
  return counters.map(({ source, max }) => ({
    key: `${limit} ${sha256Hex(`holdfast rate limit: ${source}`)}`,
    max,
  }))
}

/** Returns the eight groups of an IPv6 address; null for anything else. */
function ipv6Groups(subject: string) {
  const ip = subject.replace(/%.*/, '') // the zone of a link-local address
  if (!isIPv6(ip)) return null
  const [start = '', end = ''] = new URL(`http://[${ip}]`).hostname.slice(1, -1).split('::')
  const before = start.split(':').filter(Boolean)
  const after = end.split(':').filter(Boolean)
  const zeros = Array<string>(8 - before.length - after.length).fill('0')
  return [...before, ...zeros, ...after]
}
