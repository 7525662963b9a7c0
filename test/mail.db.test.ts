import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { openDatabase } from '~/db.server'

import { onServer } from './support/database'
import { startMailServer } from './support/mail-server'
import { startProgram, type Program } from './support/program'
import { programDatabase } from './support/server-database'

function join(url: string, email: string, name = 'Ann Doe') {
  return fetch(`${url}/api/waitlist-submissions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name, email }),
  })
}

describe('the page that shows the outbox', () => {
  let program: Program

  beforeAll(async () => {
    program = await startProgram(await programDatabase())
    expect((await join(program.url, 'first@example.com')).status).toBe(201)
    expect((await join(program.url, 'second@example.com')).status).toBe(201)
  })
  afterAll(() => program.stop())

  /** Requests the outbox with these headers. */
  async function seen(headers: Record<string, string> = {}) {
    const outgoing = request(`${program.url}/dev/mail`, { headers }).end()
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
    const chunks: Buffer[] = []
    for await (const chunk of answer) chunks.push(chunk as Buffer)
    return { status: answer.statusCode, headers: answer.headers, html: Buffer.concat(chunks).toString() }
  }

  test.skipIf(onServer)('lists the newest first, for the local machine, without scripts', async () => {
    const { status, headers, html } = await seen()
    expect(status).toBe(200)
    expect(headers['cache-control']).toContain('no-store')
    expect(html).toContain('<meta name="robots" content="noindex"/>')
    expect(html).not.toContain('__remixContext')
    expect(html).toContain('You are on the waitlist')
    expect(html).toContain('<pre>Hello Ann Doe,')
    expect(html).toContain('pending')
    expect(html.indexOf('second@example.com')).toBeLessThan(html.indexOf('first@example.com'))
    expect(html.indexOf('second@example.com')).toBeGreaterThan(0)
  })

  test.each<Record<string, string>>([{ 'X-Forwarded-For': '203.0.113.9' }, { Host: 'evil.example' }])(
    'is not found for a caller with %j',
    async (headers) => {
      const { status, html } = await seen(headers)
      expect(status).toBe(404)
      expect(html).not.toContain('@example.com<')
    },
  )

  test.runIf(onServer)('is not found with a database server', async () => {
    const { status, html } = await seen()
    expect(status).toBe(404)
    expect(html).not.toContain('second@example.com')
  })
})

test('the program sends the mails of its forms, and stops even if the mail server hangs', async () => {
  const server = await startMailServer()
  onTestFinished(() => server.close())
  const program = await startProgram({ ...(await programDatabase()), SMTP_URL: server.url })
  onTestFinished(() => void program.stop())
  await join(program.url, 'ann@example.com')
  await expect.poll(() => server.received.map(({ to }) => to)).toEqual([['ann@example.com']])

  server.state.manner = 'hangs'
  await join(program.url, 'bob@example.com')
  await expect.poll(() => server.state.rcptCommands).toBe(2)
  expect(await program.stop()).toBe(0)
  expect(program.output()).not.toContain('could not be closed')
  expect(program.output()).not.toMatch(/ann@|bob@/)
})

test.runIf(onServer)('a burst of mails is delivered after the program was killed and restarted', async () => {
  const server = await startMailServer()
  onTestFinished(() => server.close())
  const database = await programDatabase()
  const environment = { ...database, SMTP_URL: server.url }
  const first = await startProgram(environment)
  onTestFinished(() => void first.process.kill('SIGKILL'))

  const accepted: string[] = []
  const burst = Array.from({ length: 60 }, async (_, count) => {
    const email = `person${count}@example.com`
    const answer = await join(first.url, email).catch(() => null)
    if (answer?.status === 201) accepted.push(email)
  })
  await expect.poll(() => server.received.length, { interval: 5 }).toBeGreaterThan(3)
  server.state.manner = 'drops' // so that one at least is cut off after its data
  await expect.poll(() => server.received.length, { interval: 5 }).toBeGreaterThan(5)
  first.process.kill('SIGKILL')
  await Promise.all([...burst, once(first.process, 'exit')])
  server.state.manner = 'takes'

  const db = await openDatabase({ url: database.DATABASE_URL })
  onTestFinished(() => db.destroy())
  // As if their leases and retry delays had expired.
  await db
    .updateTable('sent_emails')
    .set({ next_attempt_at: new Date(0) })
    .execute()
  const second = await startProgram(environment)
  onTestFinished(() => void second.stop())
  const unsent = () =>
    db.selectFrom('sent_emails').select('recipient').where('status', '!=', 'sent').execute()
  await expect.poll(unsent).toEqual([])

  const ids = new Map<string, Set<string | undefined>>()
  for (const { to, headers } of server.received) {
    const [recipient = ''] = to
    ids.set(recipient, (ids.get(recipient) ?? new Set()).add(headers.get('message-id')))
  }
  expect(accepted.length).toBeGreaterThan(3)
  expect(accepted.filter((email) => !ids.has(email))).toEqual([])
  expect([...ids.values()].filter((several) => several.size !== 1)).toEqual([])
})
