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
/** An address that no other test has used. */
const newAddress = () => `198.51.100.${(last += 1)}`

function send(path: string, body: object | null, from: string, headers: Record<string, string> = {}) {
  return fetch(`${program.url}/api/pitch-deck${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'X-Forwarded-For': from, 'Content-Type': 'application/json', ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
}

/** How often each status came. */
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

test('checks are limited for each address, whoever they are about', async () => {
  const address = newAddress()
  const check = (index: number, from = address) =>
    send(`/check-request?email=ivy${index}@example.com`, null, from)
  expect(await sendMany(10, () => send('/check-request?email=ivy', null, address))).toEqual({ 422: 10 })
  expect(await sendMany(formsPerHour + 5, (index) => check(index))).toEqual({ 200: formsPerHour, 429: 5 })
  await refusalOf(await check(0), hour)
  expect((await check(0, newAddress())).status).toBe(200)
})

test('requests are limited for each address, those of known investors with them; a retry is not counted', async () => {
  const address = newAddress()
  const ask = (index: number, from = address, headers = {}) =>
    send('/request-access', { name: 'Ivy Vest', email: `ivy${index}@example.com` }, from, headers)
  const key = { 'Idempotency-Key': crypto.randomUUID() }
  const first = await ask(0, address, key)
  expect(first.status).toBe(201)
  expect((await ask(0)).status).toBe(409)
  expect(await sendMany(formsPerHour + 5, (index) => ask(index + 1))).toEqual({
    201: formsPerHour - 2,
    429: 7,
  })
  await refusalOf(await ask(1), hour)
  const retried = await ask(0, address, key)
  expect(retried.status).toBe(201)
  expect(await retried.json()).toEqual(await first.json())
  expect((await ask(999, newAddress())).status).toBe(201)
})

test('wrong codes are limited for each address', async () => {
  const address = newAddress()
  const enter = (accessCode: string, from = address) => send('/validate-access', { accessCode }, from)
  expect(await sendMany(30, () => enter(' '))).toEqual({ 422: 30 })
  expect(await sendMany(25, (index) => enter(`guess ${index}`))).toEqual({ 200: 20, 429: 5 })
  await refusalOf(await enter('guess'), 15 * 60)
  expect((await enter('guess', newAddress())).status).toBe(200)
})

test('whether a browser has access can be asked without a limit', async () => {
  const address = newAddress()
  expect(await sendMany(formsPerHour * 2, () => send('/check-access', null, address))).toEqual({
    200: formsPerHour * 2,
  })
})
