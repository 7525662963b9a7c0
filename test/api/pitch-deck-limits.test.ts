import { afterAll, beforeAll, expect, test } from 'vitest'

import { formsPerHour } from '~/domain/rate-limits/rate-limits.server'

import { inTens, startProgram, type Program } from '../support/program'
import { programDatabase } from '../support/server-database'

let program: Program

beforeAll(async () => {
  program = await startProgram({ ...(await programDatabase()), RATE_LIMITS: 'on', TRUST_PROXY: '1' })
})
afterAll(() => program.stop())

let last = 0
/** Returns an IP that no other test uses. */
const newIp = () => `198.51.100.${(last += 1)}`

function send(path: string, body: object | null, from: string, headers: Record<string, string> = {}) {
  return fetch(`${program.url}/api/pitch-deck${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'X-Forwarded-For': from, 'Content-Type': 'application/json', ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
}

/** Returns the number of responses by status. */
async function sendMany(times: number, request: (index: number) => Promise<Response>) {
  const counts: Record<number, number> = {}
  for (const { status } of await inTens(times, request)) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

async function refusalOf(answer: Response, window: number) {
  expect(answer.status).toBe(429)
  const wait = Number(answer.headers.get('Retry-After'))
  expect(wait).toBeGreaterThan(window - 120)
  expect(wait).toBeLessThanOrEqual(window)
  expect(await answer.json()).toEqual({
    error: expect.stringMatching(/^Too many attempts\. Please try again in \d+ minutes\.$/) as string,
  })
}

const hour = 60 * 60

test('checks are limited for each IP, across emails', async () => {
  const ip = newIp()
  const check = (index: number, from = ip) => send(`/check-request?email=ivy${index}@example.com`, null, from)
  expect(await sendMany(10, () => send('/check-request?email=ivy', null, ip))).toEqual({ 422: 10 })
  expect(await sendMany(formsPerHour + 5, (index) => check(index))).toEqual({ 200: formsPerHour, 429: 5 })
  await refusalOf(await check(0), hour)
  expect((await check(0, newIp())).status).toBe(200)
})

test('requests are limited for each IP, including those of known investors; a retry is not counted', async () => {
  const ip = newIp()
  const ask = (index: number, from = ip, headers = {}) =>
    send('/request-access', { name: 'Ivy Vest', email: `ivy${index}@example.com` }, from, headers)
  const key = { 'Idempotency-Key': crypto.randomUUID() }
  const first = await ask(0, ip, key)
  expect(first.status).toBe(201)
  expect((await ask(0)).status).toBe(409)
  expect(await sendMany(formsPerHour + 5, (index) => ask(index + 1))).toEqual({
    201: formsPerHour - 2,
    429: 7,
  })
  await refusalOf(await ask(1), hour)
  const retried = await ask(0, ip, key)
  expect(retried.status).toBe(201)
  expect(await retried.json()).toEqual(await first.json())
  expect((await ask(999, newIp())).status).toBe(201)
})

test('wrong codes are limited for each IP', async () => {
  const ip = newIp()
  const enter = (accessCode: string, from = ip) => send('/validate-access', { accessCode }, from)
  expect(await sendMany(30, () => enter(' '))).toEqual({ 422: 30 })
  expect(await sendMany(25, (index) => enter(`guess ${index}`))).toEqual({ 200: 20, 429: 5 })
  await refusalOf(await enter('guess'), 15 * 60)
  expect((await enter('guess', newIp())).status).toBe(200)
})

test('access checks of a browser are not limited', async () => {
  const ip = newIp()
  expect(await sendMany(formsPerHour * 2, () => send('/check-access', null, ip))).toEqual({
    200: formsPerHour * 2,
  })
})
