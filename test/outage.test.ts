import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { openDatabase } from '~/db.server'

import { startPostgres } from './support/postgres-server'
import { application, startProgram, type Program } from './support/program'

let server: Awaited<ReturnType<typeof startPostgres>>
let line: ReturnType<typeof layLine>
let program: Program

beforeAll(async () => {
  server = await startPostgres()
  line = layLine(Number(new URL(server.url).port))
  await once(line.server, 'listening')
  const url = new URL(server.url)
  url.port = String((line.server.address() as AddressInfo).port)
  program = await startProgram({ DATABASE_URL: url.href })
})
afterAll(async () => {
  await program.stop()
  line.server.close()
  await server.stop()
})

/** A proxy to the database that can stall: connections stay open, but no data gets through. */
function layLine(port: number) {
  const ends = new Set<Socket>()
  let silent = false
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(from)
      from.on('data', (chunk) => to.write(chunk))
      from.on('error', () => to.destroy())
      from.on('close', () => ends.delete(from) && to.destroy())
      if (silent) from.pause()
    }
  }).listen(0, '127.0.0.1')
  return {
    server,
    silence(on: boolean) {
      silent = on
      for (const end of ends) {
        if (silent) end.pause()
        else end.resume()
      }
    },
  }
}

const status = async (path: string) => (await fetch(program.url + path)).status

function submit(body: BodyInit, contentType: string, path: string) {
  return fetch(program.url + path, { method: 'POST', headers: { 'Content-Type': contentType }, body })
}

test('while the database is unavailable callers get 503, and afterwards they are served', async () => {
  await server.restart(async () => {
    expect(await status('/healthz')).toBe(200)
    expect(await status('/readyz')).toBe(503)

    const json = await submit(JSON.stringify(application), 'application/json', '/api/quote-submissions')
    expect(json.status).toBe(503)
    expect(json.headers.get('Retry-After')).toBe('5')
    expect(Object.keys((await json.json()) as object)).toEqual(['error'])

    const tiers = await fetch(`${program.url}/coverage-tiers`)
    expect(tiers.status).toBe(503)
    expect(tiers.headers.get('Retry-After')).toBe('5')
    expect(await tiers.text()).toContain('Error loading coverage tiers. Please try again later.')

    // A page without database access is served; the form keeps its input.
    expect(await status('/')).toBe(200)
    expect(await status('/get-a-quote')).toBe(200)
    const fields = new URLSearchParams(
      Object.entries({ ...application, consent: 'on', additional_info: 'typed with care' }).map(
        ([name, value]) => [name, String(value)],
      ),
    )
    const page = await submit(fields, 'application/x-www-form-urlencoded', '/get-a-quote')
    expect(page.status).toBe(503)
    expect(page.headers.get('Retry-After')).toBe('5')
    const html = await page.text()
    expect(html).toContain('There was an error submitting your quote request. Please try again.')
    expect(html).toContain('typed with care')
  })

  await expect.poll(() => status('/readyz')).toBe(200)
  expect(
    (await submit(JSON.stringify(application), 'application/json', '/api/quote-submissions')).status,
  ).toBe(201)
  expect(program.process.exitCode).toBeNull()
})

test('while the database hangs callers get an error after seconds, and do not pile up', async () => {
  line.silence(true)
  try {
    const answers = await Promise.all(
      Array.from({ length: 40 }, () =>
        submit(JSON.stringify(application), 'application/json', '/api/quote-submissions'),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(40).fill(503))
    expect(await status('/healthz')).toBe(200)
    expect(await status('/readyz')).toBe(503)
  } finally {
    line.silence(false)
  }
  await expect.poll(() => status('/readyz')).toBe(200)
})

test('the page reports that there are no coverage tiers', async () => {
  const db = await openDatabase({ url: server.url })
  await db.deleteFrom('coverage_tiers').execute()
  await db.destroy()
  const html = await (await fetch(`${program.url}/coverage-tiers?pay=1&household=1&reserve=1`)).text()
  expect(html).toContain('No coverage tiers available. Please check back later.')
})
