import { createServer } from 'node:net'

import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest'

import { openDatabase } from '~/db.server'
import { enqueueMail } from '~/domain/mail/mail.server'
import { startMailWorker } from '~/domain/mail/worker.server'
import { env } from '~/env.server'

import { onServer, provideDatabase } from '../../support/database'
import { startMailServer } from '../../support/mail-server'
import { freePort } from '../../support/postgres-server'

const provided = provideDatabase()
const stops: (() => Promise<void>)[] = []

/** Delays are fractions of a second; timeouts allow for slow machines. */
const defaults = {
  lease: 120_000,
  attempt: 60_000,
  connection: 60_000,
  greeting: 60_000,
  silence: 60_000,
  backoff: [50],
  poll: 50,
  stop: 30_000,
}

beforeEach(async () => {
  await provided.db.deleteFrom('sent_emails').execute()
})
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

async function mailServer(options?: Parameters<typeof startMailServer>[0]) {
  const server = await startMailServer(options)
  stops.push(() => server.close())
  return server
}

function work(url: string, times: Parameters<typeof startMailWorker>[2] = {}, db = provided.db) {
  const worker = startMailWorker(db, url, { ...defaults, ...times })
  stops.push(() => worker.stop())
  return worker
}

const message = {
  subject: 'Grüße from the test',
  text: 'Hello Zoë,\n\nA plain text.\n',
  html: '<p>Hello Zoë,</p><p>A &lt;text&gt;.</p>',
}

function enqueue(to = 'ann@example.com', changes: Partial<typeof message> = {}) {
  return provided.db
    .transaction()
    .execute((trx) => enqueueMail(trx, { kind: 'waitlist joined', to, message: { ...message, ...changes } }))
}

const makeDue = () =>
  provided.db
    .updateTable('sent_emails')
    .set({ next_attempt_at: new Date(0) })
    .execute()
const rows = () => provided.db.selectFrom('sent_emails').selectAll().orderBy('id').execute()
const states = async () => (await rows()).map(({ status }) => status)
const eventually = (look: () => unknown) => expect.poll(look, { interval: 25 })

describe('a mail server', () => {
  // This machine, by an IP that does not count as loopback.
  const elsewhere = (url: string, query = '') => `${url.replace('127.0.0.1', '0.0.0.0')}${query}`

  test('on another machine gets nothing unencrypted, unless SMTP_URL allows it', async () => {
    await enqueue()
    const server = await mailServer()
    const worker = work(elsewhere(server.url), { backoff: [50] })
    await eventually(async () => (await rows())[0]?.attempts).toBeGreaterThan(1)
    expect(await rows()).toMatchObject([
      { status: 'pending', last_error: expect.stringMatching(/TLS/i) as string },
    ])
    expect(server.state.rcptCommands).toBe(0)
    await worker.stop()

    work(elsewhere(server.url, '?ignoreTLS=true'))
    await eventually(states).toEqual(['sent'])
  })

  test('on another machine gets mails over an encrypted connection', async () => {
    await enqueue()
    const server = await mailServer({ encrypts: true })
    work(elsewhere(server.url, '?tls.rejectUnauthorized=false'))
    await eventually(states).toEqual(['sent'])
    expect(server.state.encrypted).toBe(true)
  })
})

describe('a mail', () => {
  test('arrives once, as text and HTML, with the headers from its row', async () => {
    await enqueue()
    const server = await mailServer()
    work(server.url)
    await eventually(states).toEqual(['sent'])
    await new Promise((resolve) => setTimeout(resolve, 300))

    const [row] = await rows()
    expect(row).toMatchObject({ attempts: 1, last_error: null, sent_at: expect.any(Date) as Date })
    expect(server.received).toHaveLength(1)
    const [mail] = server.received
    expect(mail).toMatchObject({ from: env.MAIL_FROM, to: ['ann@example.com'] })
    expect(mail?.parts['text/plain']?.trim()).toBe(message.text.trim())
    expect(mail?.parts['text/html']?.trim()).toBe(message.html)
    expect(Object.fromEntries(mail?.headers ?? [])).toMatchObject({
      from: env.MAIL_FROM,
      to: 'ann@example.com',
      'message-id': row?.message_id,
      'auto-submitted': 'auto-generated',
      subject: expect.stringMatching(/^=\?UTF-8\?/) as string,
    })
    const sentAt = Date.parse(mail?.headers.get('date') ?? '')
    expect(sentAt).toBe(Math.floor((row?.created_at.getTime() ?? 0) / 1000) * 1000)
  })

  test('stores its codes and links only until it is sent', async () => {
    const secrets = ['123456', 'a-token', 'a-link']
    const text =
      'Your code:\n\n    123456\n\nhttps://x.example/reset?token=a-token\nhttps://x.example/quote/a-link\nBye.'
    await enqueue('ann@example.com', { text, html: `<p>${secrets.join(' ')}</p>` })
    const server = await mailServer()
    server.state.manner = 'puts off'
    work(server.url)
    await eventually(async () => (await rows())[0]?.attempts).toBeGreaterThan(1)
    expect(await rows()).toMatchObject([{ body_text: text }])
    server.state.manner = 'takes'
    await eventually(states).toEqual(['sent'])
    for (const secret of secrets) {
      expect(server.received[0]?.parts['text/plain']).toContain(secret)
      expect(server.received[0]?.parts['text/html']).toContain(secret)
      expect(JSON.stringify(await rows())).not.toContain(secret)
    }
    expect((await rows())[0]?.body_text).toMatch(/^Your code:[^]*Bye\.$/)
  })

  test('is sent immediately when this process enqueues it', async () => {
    const server = await mailServer()
    work(server.url, { poll: 600_000 })
    await new Promise((resolve) => setTimeout(resolve, 200))
    await enqueue()
    await expect.poll(() => server.received.length).toBe(1)
  })

  test('of a transaction that fails is not sent', async () => {
    const server = await mailServer()
    work(server.url)
    const failing = provided.db.transaction().execute(async (trx) => {
      await enqueueMail(trx, { kind: 'waitlist joined', to: 'ann@example.com', message })
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(server.received).toEqual([])
  })

  test('gets no header or recipient from typed input', async () => {
    await enqueue('ann@example.com\r\nBcc: eve@example.com', { subject: 'Hello' })
    await enqueue('ann,eve@example.com', { subject: 'a\r\nBcc: eve@example.com\r\n\r\n<p>body' })
    await enqueue('<eve@example.com>,ann@example.com', { subject: 'b' })
    await enqueue('ann@example.com', { subject: 'c\nX-Evil: 1\r\n Folded: 2' })
    const server = await mailServer()
    work(server.url, { backoff: [600_000] })
    await eventually(async () => (await rows()).every(({ attempts }) => attempts === 1)).toBe(true)
    await eventually(async () => (await states()).at(-1)).toBe('sent')
    for (const { head, to } of server.received) {
      expect(to).toHaveLength(1)
      expect(to).not.toContain('eve@example.com')
      expect(head.filter((line) => /^(?:bcc|cc|x-evil|folded):/i.test(line))).toEqual([])
      expect(head.filter((line) => /^subject:/i.test(line))).toHaveLength(1)
    }
  })
})

describe('a mail that cannot be sent', () => {
  test('waits while the server is down, and arrives once it is up', async () => {
    const port = await freePort()
    await enqueue()
    work(`smtp://127.0.0.1:${port}`)
    await eventually(async () => (await rows())[0]?.attempts).toBeGreaterThan(1)
    expect((await rows())[0]).toMatchObject({
      status: 'pending',
      last_error: expect.stringContaining('ECONNREFUSED') as string,
    })
    const server = await mailServer({ port })
    await eventually(states).toEqual(['sent'])
    expect(server.received).toHaveLength(1)
    expect((await rows())[0]?.last_error).toBeNull()
  })

  test.each(['puts off', 'refuses the sender', 'hangs'] as const)(
    'to a server that %s is sent when it accepts mail again',
    async (manner) => {
      const server = await mailServer()
      server.state.manner = manner
      for (let count = 0; count < 5; count += 1) await enqueue(`person${count}@example.com`)
      work(server.url, { silence: 2000 })
      await eventually(async () => (await rows()).every(({ attempts }) => attempts > 0)).toBe(true)
      await eventually(async () => (await rows()).some(({ last_error }) => last_error !== null)).toBe(true)
      expect(new Set(await states())).toEqual(new Set(['pending']))
      server.state.manner = 'takes'
      await eventually(async () => new Set(await states())).toEqual(new Set(['sent']))
      expect(server.received.map(({ to }) => to[0]).sort()).toEqual(
        Array.from({ length: 5 }, (_, count) => `person${count}@example.com`),
      )
    },
  )

  test('to a permanently rejected recipient fails immediately, and others are sent', async () => {
    const server = await mailServer()
    server.state.manner = 'refuses'
    await enqueue('nobody@example.com')
    work(server.url)
    await eventually(states).toEqual(['failed'])
    server.state.manner = 'takes'
    await enqueue('ann@example.com')
    await eventually(states).toEqual(['failed', 'sent'])
    expect((await rows())[0]).toMatchObject({
      attempts: 1,
      last_error: expect.stringContaining('550 no such mailbox') as string,
    })
    expect(server.state.rcptCommands).toBe(2)
  })

  test('whose connection broke after the data is sent again under the same Message-ID', async () => {
    const server = await mailServer()
    server.state.manner = 'drops'
    await enqueue()
    work(server.url)
    await eventually(() => server.received.length).toBeGreaterThan(0)
    server.state.manner = 'takes'
    await eventually(states).toEqual(['sent'])
    expect(server.received.length).toBeGreaterThan(1)
    expect(new Set(server.received.map(({ headers }) => headers.get('message-id'))).size).toBe(1)
    expect(new Set(server.received.map(({ headers }) => headers.get('date'))).size).toBe(1)
  })

  test('is retried with growing delays, up to twelve times', async () => {
    const server = await mailServer()
    server.state.manner = 'puts off'
    await enqueue()
    const minutes = [1, 5, 15, 60, 240, 720, 720, 720, 720, 720, 720]
    const { backoff: _, ...withoutBackoff } = defaults
    const worker = startMailWorker(provided.db, server.url, withoutBackoff)
    stops.push(() => worker.stop())
    for (const [attempts, wait] of minutes.entries()) {
      await eventually(async () => {
        const [row] = await rows()
        return row?.attempts === attempts + 1 && row.next_attempt_at.getTime() > Date.now() + 10_000
          ? Math.round((row.next_attempt_at.getTime() - Date.now()) / 60_000)
          : null
      }).toBe(wait)
      await makeDue()
    }
    await eventually(states).toEqual(['failed'])
    expect((await rows())[0]).toMatchObject({ attempts: 12 })
  })

  test('whose process died during the last attempt fails', async () => {
    await enqueue()
    await provided.db.updateTable('sent_emails').set({ attempts: 12, last_error: 'later' }).execute()
    const server = await mailServer()
    work(server.url)
    await eventually(states).toEqual(['failed'])
    expect(server.received).toEqual([])
  })

  test('records the reason without the login, in up to 500 characters', async () => {
    const gate = createServer((socket) => {
      socket.on('error', () => {})
      socket.write(`554 no entry for s3cr?t-pass nor s3cr%3Ft-pass ${'x'.repeat(900)}\r\n`)
    })
    const port = await freePort()
    await new Promise<void>((resolve) => gate.listen(port, '127.0.0.1', resolve))
    onTestFinished(() => void gate.close())
    await enqueue()
    work(`smtp://100%sure:s3cr%3Ft-pass@127.0.0.1:${port}`, { backoff: [600_000] })
    await eventually(async () => (await rows())[0]?.last_error).toContain('no entry')
    const [row] = await rows()
    expect(row).toMatchObject({ status: 'pending' })
    expect(row?.last_error).not.toContain('s3cr')
    expect(row?.last_error?.length).toBeLessThanOrEqual(500)
  })

  test('holds no database connection while a server hangs', async () => {
    const server = await mailServer()
    server.state.manner = 'hangs'
    await enqueue()
    work(server.url, { stop: 200 })
    await eventually(() => server.state.rcptCommands).toBe(1)
    const write = provided.db.updateTable('sent_emails').set({ kind: 'contact received' }).execute()
    await expect(write).resolves.toBeDefined()
  })
})

describe('stopping', () => {
  test('lets mails in flight finish', async () => {
    const server = await mailServer()
    for (let count = 0; count < 20; count += 1) await enqueue(`person${count}@example.com`)
    const worker = work(server.url)
    await eventually(() => server.received.length).toBeGreaterThan(0)
    await worker.stop()
    const sent = (await states()).filter((status) => status === 'sent').length
    expect(server.received).toHaveLength(sent)
  })

  test.each(['hangs', 'never greets'])(
    'does not wait for a server that %s, and loses nothing',
    async (how) => {
      const server = await mailServer()
      server.state.manner = 'hangs'
      const silent = createServer((socket) => void socket.on('error', () => {}))
      const port = await freePort()
      await new Promise<void>((resolve) => silent.listen(port, '127.0.0.1', resolve))
      onTestFinished(() => void silent.close())
      await enqueue()
      const worker = work(how === 'hangs' ? server.url : `smtp://127.0.0.1:${port}`, { stop: 200 })
      await eventually(async () => (await rows())[0]?.attempts).toBe(1)
      await new Promise((resolve) => setTimeout(resolve, 200))
      const began = performance.now()
      await worker.stop()
      expect(performance.now() - began).toBeLessThan(30_000) // its patience is twice that
      expect(await states()).toEqual(['pending'])
      server.state.manner = 'takes'
      work(server.url)
      await eventually(states).toEqual(['sent'])
    },
  )
})

test('a worker sends up to two mails at once', async () => {
  const server = await mailServer()
  for (let count = 0; count < 20; count += 1) await enqueue(`person${count}@example.com`)
  work(server.url)
  await eventually(() => server.received.length).toBe(20)
  expect(server.state.maxConnections).toBe(2)
})

test.runIf(onServer)('two workers on one database send each of 50 mails once', async () => {
  const { rows: named } = await sql<{ name: string }>`select current_database() as name`.execute(provided.db)
  const url = inject('postgresUrl').replace(/\/postgres$/, `/${named[0]?.name}`)
  const others = await Promise.all([openDatabase({ url }), openDatabase({ url })])
  stops.push(async () => void (await Promise.all(others.map((db) => db.destroy()))))
  const server = await mailServer()
  for (let count = 0; count < 50; count += 1) await enqueue(`person${count}@example.com`)
  for (const db of others) work(server.url, { lease: 60_000 }, db)
  await eventually(async () => new Set(await states())).toEqual(new Set(['sent']))
  const got = server.received.map(({ to }) => to[0])
  expect(got).toHaveLength(50)
  expect(new Set(got).size).toBe(50)
  expect(new Set((await rows()).map(({ attempts }) => attempts))).toEqual(new Set([1]))
})
