import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'

import { openDatabase } from '~/db.server'
import {
  clearLimit,
  limitFailures,
  formsPerHour,
  removeEndedLimits,
  tryConsume,
  TooManyAttempts,
} from '~/domain/rate-limits/rate-limits.server'
import { env } from '~/env.server'
import { joinWaitlist } from '~/domain/waitlist/waitlist.server'

import { onServer, provideDatabase } from '../../support/database'

const provided = provideDatabase()
const email = 'ann@example.com'
const quarter = 15 * 60

beforeEach(() => provided.db.deleteFrom('rate_limits').execute())

const take = (subject: string | null = email) => tryConsume(provided.db, 'login by account', subject)
const rows = () => provided.db.selectFrom('rate_limits').selectAll().execute()

async function takeAll(count: number, subject?: string | null) {
  const results: boolean[] = []
  for (let time = 0; time < count; time += 1) results.push((await take(subject)).allowed)
  return results.filter(Boolean).length
}

/** Lets time pass for every window by moving their ends closer. */
async function pass(seconds: number) {
  await sql`update rate_limits set expires_at = expires_at - make_interval(secs => ${seconds})`.execute(
    provided.db,
  )
}

describe('a window', () => {
  test('allows up to its maximum, and reports when to try again', async () => {
    expect(await takeAll(10)).toBe(10)
    const { allowed, retryAfterSeconds } = await take()
    expect(allowed).toBe(false)
    expect(retryAfterSeconds).toBeGreaterThan(quarter - 60)
    expect(retryAfterSeconds).toBeLessThanOrEqual(quarter)
  })

  test('is not extended by rejected attempts, and restarts after it has ended', async () => {
    await takeAll(10)
    await pass(quarter - 30)
    const { allowed, retryAfterSeconds } = await take()
    expect(allowed).toBe(false)
    expect(retryAfterSeconds).toBeLessThanOrEqual(30)
    await pass(30)
    expect(await takeAll(12)).toBe(10)
    expect((await take()).retryAfterSeconds).toBeGreaterThan(quarter - 60)
  })

  test('is separate per subject and per limit', async () => {
    await takeAll(10)
    expect((await take('ben@example.com')).allowed).toBe(true)
    expect((await tryConsume(provided.db, 'waitlist', email)).allowed).toBe(true)
  })
})

describe('concurrent attempts', () => {
  test('do not exceed the limit', async () => {
    const all = await Promise.all(Array.from({ length: 50 }, () => take()))
    expect(all.filter(({ allowed }) => allowed)).toHaveLength(10)
    expect(await rows()).toMatchObject([{ hits: 10 }])
  })

  test('start one new window after the last one has ended', async () => {
    await takeAll(10)
    await pass(quarter + 1)
    const all = await Promise.all(Array.from({ length: 50 }, () => take()))
    expect(all.filter(({ allowed }) => allowed)).toHaveLength(10)
    expect(Math.max(...all.map(({ retryAfterSeconds }) => retryAfterSeconds))).toBeLessThanOrEqual(quarter)
  })

  test.runIf(onServer)('over two connection pools do not exceed the limit either', async () => {
    const { rows: names } = await sql<{ name: string; port: number }>`
      select current_database() as name, current_setting('port')::integer as port`.execute(provided.db)
    const url = `postgres://holdfast:holdfast@127.0.0.1:${names[0]?.port}/${names[0]?.name}`
    const second = await openDatabase({ url })
    try {
      const all = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          tryConsume(index % 2 ? provided.db : second, 'login by account', email),
        ),
      )
      expect(all.filter(({ allowed }) => allowed)).toHaveLength(10)
    } finally {
      await second.destroy()
    }
  })
})

describe('a subject', () => {
  test('is not revealed in the table', async () => {
    await take()
    await tryConsume(provided.db, 'waitlist', '192.0.2.1')
    for (const { key } of await rows()) expect(key).toMatch(/^(?:login by account|waitlist) [\da-f]{64}$/)
  })

  test.each([
    ['an e-mail address in any case', email, ' ANN@Example.com', true],
    ['an IPv6 address with others of its /64', '2001:db8:1:2::1', '2001:DB8:1:2:ffff:0:0:1', true],
    ['an IPv6 address with others of its /64', '2001:db8::1', '2001:0db8:0:0:9::', true],
    ['an IPv6 address in a zone', 'fe80::1%eth0', 'fe80::2', true],
    ['an IPv6 address without those of another /64', '2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['an IPv4 address without its neighbour', '192.0.2.1', '192.0.2.2', false],
    ['nobody known with nobody known', null, null, true],
    ['nobody known without anybody known', null, '192.0.2.1', false],
  ])('is %s', async (_, one, other, same) => {
    await takeAll(10, one)
    expect((await take(other)).allowed).toBe(!same)
  })
})

test('the networks of one IPv6 /48 share five times the attempts of one', async () => {
  let allowed = 0
  for (let network = 0; network < 12; network += 1) allowed += await takeAll(10, `2001:db8:77:${network}::1`)
  expect(allowed).toBe(50)
  expect((await take('2001:db8:78::1')).allowed).toBe(true)
  // Rejected attempts of a /64 have been refunded to the /48.
  await pass(quarter - 60)
  expect((await take('2001:db8:77:ff::1')).allowed).toBe(false)
  await pass(60)
  expect(await takeAll(12, '2001:db8:77:ff::1')).toBe(10)
})

describe('failures', () => {
  const attempt = (work: () => Promise<string | null>) =>
    limitFailures(provided.db, 'login by account', email, work)
  const failing = () => Promise.resolve(null)

  test('count; successes and errors do not', async () => {
    for (let time = 0; time < 12; time += 1) {
      expect(await attempt(() => Promise.resolve('in'))).toBe('in')
      await expect(attempt(() => Promise.reject(new Error('away')))).rejects.toThrow('away')
    }
    for (let time = 0; time < 10; time += 1) expect(await attempt(failing)).toBeNull()
    await expect(attempt(() => Promise.resolve('in'))).rejects.toThrow(
      'Too many attempts. Please try again in 15 minutes.',
    )
  })

  test('that are concurrent cannot all pass', async () => {
    let checked = 0
    const all = await Promise.allSettled(
      Array.from({ length: 30 }, () =>
        attempt(async () => {
          checked += 1
          await new Promise((resolve) => setTimeout(resolve, 200))
          return null
        }),
      ),
    )
    expect(checked).toBe(10)
    expect(all.filter(({ status }) => status === 'rejected')).toHaveLength(20)
  })

  test('can be cleared', async () => {
    await takeAll(10)
    await clearLimit(provided.db, 'login by account', email)
    expect(await takeAll(12)).toBe(10)
  })
})

test('a retry gets the first result and is not counted', async () => {
  const entry = {
    name: 'Ann Doe',
    email,
    interest_level: 'interested',
    referral_source: null,
    utm_source: null,
    utm_medium: null,
    utm_campaign: null,
  } as const
  const join = (key: string | null) =>
    joinWaitlist(provided.db, entry, { ip: '192.0.2.1', key: key === null ? null : { scope: 's', key } })
  const together = await Promise.all([join('first'), join('first'), join('first')])
  for (let time = 1; time < formsPerHour; time += 1) await join(null)
  await expect(join(null)).rejects.toThrow(TooManyAttempts)
  await expect(join('second')).rejects.toThrow(TooManyAttempts)
  expect((await join('first')).result).toEqual(together[0].result)
  await pass(60 * 60)
  expect((await join('second')).repeated).toBe(false) // its rejection was not stored as its result
})

test('the message states minutes, and a long wait in hours', () => {
  const messageOf = (seconds: number) => new TooManyAttempts(seconds).message
  expect(messageOf(1)).toBe('Too many attempts. Please try again in 1 minute.')
  expect(messageOf(60)).toBe('Too many attempts. Please try again in 1 minute.')
  expect(messageOf(61)).toBe('Too many attempts. Please try again in 2 minutes.')
  expect(messageOf(89 * 60)).toBe('Too many attempts. Please try again in 89 minutes.')
  expect(messageOf(90 * 60)).toBe('Too many attempts. Please try again in 2 hours.')
  expect(messageOf(22 * 60 * 60 + 1)).toBe('Too many attempts. Please try again in 23 hours.')
  expect(messageOf(24 * 60 * 60)).toBe('Too many attempts. Please try again in 24 hours.')
})

test('ended windows are deleted, others stay', async () => {
  await take()
  await pass(quarter)
  await take('ben@example.com')
  await removeEndedLimits(provided.db)
  expect(await rows()).toHaveLength(1)
  expect(await takeAll(10, 'ben@example.com')).toBe(9)
})

test('everything is allowed when limits are off', async () => {
  env.RATE_LIMITS = 'off'
  try {
    expect(await takeAll(30)).toBe(30)
    expect(await rows()).toEqual([])
  } finally {
    env.RATE_LIMITS = 'on'
  }
})
