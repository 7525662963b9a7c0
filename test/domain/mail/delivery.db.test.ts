import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import {
  countDeliveries,
  findDelivery,
  listDeliveries,
  retryMail as retry,
} from '~/domain/mail/delivery.server'
import { enqueueMail } from '~/domain/mail/mail.server'
import { startMailWorker } from '~/domain/mail/worker.server'

import { provideDatabase } from '../../support/database'
import { startMailServer } from '../../support/mail-server'

const provided = provideDatabase()
const stops: (() => Promise<void>)[] = []
let by = 0

beforeEach(async () => {
  const { db } = provided
  await db.deleteFrom('audit_log').execute()
  await db.deleteFrom('sent_emails').execute()
  await db.deleteFrom('users').execute()
  const { id } = await db
    .insertInto('users')
    .values({ username: 'Admin', email: 'admin@example.com', password_hash: '-', admin: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  by = id
})
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

async function mailServer() {
  const server = await startMailServer()
  stops.push(() => server.close())
  return server
}

/** A worker with short polling intervals, and timeouts for slow machines. */
function work(url: string, times: Parameters<typeof startMailWorker>[2] = {}) {
  const worker = startMailWorker(provided.db, url, {
    lease: 120_000,
    attempt: 60_000,
    connection: 60_000,
    greeting: 60_000,
    silence: 60_000,
    backoff: [3_600_000],
    poll: 50,
    stop: 30_000,
    ...times,
  })
  stops.push(() => worker.stop())
  return worker
}

async function enqueue(to: string, text = 'Hello,\n\nA plain text.\n') {
  await provided.db
    .transaction()
    .execute((trx) =>
      enqueueMail(trx, { kind: 'waitlist joined', to, message: { subject: 'Test', text, html: '<p>-</p>' } }),
    )
  const [mail] = await listDeliveries(provided.db, { limit: 1 })
  return mail!.id
}

const retryMail = (id: number) => retry(provided.db, id, { by })
const mailOf = async (id: number) => (await findDelivery(provided.db, id))!
const audits = () => provided.db.selectFrom('audit_log').selectAll().orderBy('id').execute()
const eventually = (look: () => unknown) => expect.poll(look, { interval: 25 })

describe('retrying', () => {
  test('delivers mails that the server had rejected, once each, under the same Message-ID', async () => {
    const ids = [await enqueue('ann@example.com'), await enqueue('bob@example.com')]
    const before = await Promise.all(ids.map(mailOf))
    const server = await mailServer()
    server.state.manner = 'refuses'
    work(server.url)
    await eventually(async () => (await Promise.all(ids.map(mailOf))).map(({ status }) => status)).toEqual([
      'failed',
      'failed',
    ])
    expect((await mailOf(ids[0]!)).last_error).toContain('no such mailbox')

    server.state.manner = 'takes'
    for (const id of ids) expect(await retryMail(id)).toEqual({ ok: true })
    await eventually(async () => (await Promise.all(ids.map(mailOf))).map(({ status }) => status)).toEqual([
      'sent',
      'sent',
    ])
    expect(await mailOf(ids[0]!)).toMatchObject({ attempts: 1, last_error: null, being_sent: false })
    expect(server.received.map(({ to }) => to[0]).sort()).toEqual(['ann@example.com', 'bob@example.com'])
    expect(server.received.map(({ headers }) => headers.get('message-id')).sort()).toEqual(
      before.map(({ message_id }) => message_id).sort(),
    )
  })

  test('does not wait for the next scheduled attempt', async () => {
    const id = await enqueue('ann@example.com')
    const server = await mailServer()
    server.state.manner = 'puts off'
    work(server.url)
    await eventually(async () => (await mailOf(id)).last_error).toContain('later, please')
    expect((await mailOf(id)).next_attempt_at.getTime()).toBeGreaterThan(Date.now() + 1_800_000)
    server.state.manner = 'takes'
    expect(await retryMail(id)).toEqual({ ok: true })
    await eventually(async () => (await mailOf(id)).status).toBe('sent')
    expect(server.received).toHaveLength(1)
  })

  test('gives a mail that failed after twelve attempts another twelve', async () => {
    const id = await enqueue('ann@example.com')
    await provided.db.updateTable('sent_emails').set({ status: 'failed', attempts: 12 }).execute()
    expect(await retryMail(id)).toEqual({ ok: true })
    const server = await mailServer()
    server.state.manner = 'puts off'
    work(server.url)
    await eventually(async () => (await mailOf(id)).last_error).toContain('later, please')
    expect(await mailOf(id)).toMatchObject({ status: 'pending', attempts: 1 })
  })

  test('leaves a mail in flight to its sender', async () => {
    const id = await enqueue('ann@example.com')
    const server = await mailServer()
    server.state.manner = 'hangs'
    const first = work(server.url, { silence: 4000 })
    await eventually(() => server.state.rcptCommands).toBe(1)
    expect(await mailOf(id)).toMatchObject({ status: 'pending', attempts: 1, being_sent: true })
    const refused = { ok: false, reason: 'conflict', message: 'This mail is being sent at this moment.' }
    expect(await retryMail(id)).toEqual(refused)
    work(server.url)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(server.state.rcptCommands).toBe(1)
    expect(await mailOf(id)).toMatchObject({ attempts: 1, being_sent: true })

    await eventually(async () => (await mailOf(id)).being_sent).toBe(false)
    await first.stop()
    server.state.manner = 'takes'
    expect(await retryMail(id)).toEqual({ ok: true })
    await eventually(async () => (await mailOf(id)).status).toBe('sent')
    expect(server.received).toHaveLength(1)
  })

  test('takes over the mail of a dead sender once its lease has ended', async () => {
    const id = await enqueue('ann@example.com')
    const leased = (until: number) =>
      provided.db
        .updateTable('sent_emails')
        .set({ attempts: 1, leased_until: new Date(Date.now() + until) })
        .execute()
    await leased(60_000)
    expect(await retryMail(id)).toMatchObject({ ok: false, reason: 'conflict' })
    await leased(-60_000)
    expect(await retryMail(id)).toEqual({ ok: true })
  })

  test('rejects sent and missing mails', async () => {
    const id = await enqueue('ann@example.com')
    const server = await mailServer()
    work(server.url)
    await eventually(async () => (await mailOf(id)).status).toBe('sent')
    expect(await retryMail(id)).toEqual({
      ok: false,
      reason: 'conflict',
      message: 'This mail has been sent already.',
    })
    expect(await retryMail(id + 1)).toMatchObject({ ok: false, reason: 'missing' })
    expect(server.received).toHaveLength(1)
    expect(await audits()).toEqual([])
  })

  test('by many at once sends once, with an audit entry each', async () => {
    const id = await enqueue('ann@example.com')
    await provided.db.updateTable('sent_emails').set({ status: 'failed', attempts: 3 }).execute()
    const server = await mailServer()
    work(server.url)
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => retryMail(id)))
    await eventually(async () => (await mailOf(id)).status).toBe('sent')
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(server.received).toHaveLength(1)
    const written = await audits()
    expect(written).toHaveLength(outcomes.filter(({ ok }) => ok).length)
    expect(written[0]).toMatchObject({
      user_id: by,
      action: 'retry',
      entity: 'mail',
      entity_id: String(id),
      before: { status: 'failed', attempts: 3 },
      after: { status: 'pending', attempts: 0 },
    })
    expect(JSON.stringify(written)).not.toContain('ann@example.com')
  })
})

describe('the list of mails', () => {
  test('filters mails by state and by prefix of the email, page by page', async () => {
    const ids: number[] = []
    for (const to of ['Ann@example.com', 'ann_b@example.com', 'annab@example.com', 'bob@example.com'])
      ids.push(await enqueue(to))
    await provided.db.updateTable('sent_emails').set({ status: 'failed' }).where('id', '=', ids[1]!).execute()
    const list = async (filter: Partial<Parameters<typeof listDeliveries>[1]>) =>
      (await listDeliveries(provided.db, { limit: 10, ...filter })).map(({ id }) => ids.indexOf(id))
    expect(await list({})).toEqual([3, 2, 1, 0])
    expect(await list({ recipient: 'ANN' })).toEqual([2, 1, 0])
    expect(await list({ recipient: 'ann_' })).toEqual([1])
    expect(await list({ recipient: '%' })).toEqual([])
    expect(await list({ state: 'failed' })).toEqual([1])
    expect(await list({ state: 'pending', recipient: 'ann' })).toEqual([2, 0])
    expect(await list({ limit: 2 })).toEqual([3, 2])
    expect(await list({ limit: 2, cursor: ids[2]! })).toEqual([1, 0])
    expect(await countDeliveries(provided.db, 'pending')).toEqual({ count: 3, more: false })
    expect(await countDeliveries(provided.db, 'sent')).toEqual({ count: 0, more: false })
  })

  test('finds mails by a part of the subject, by their quote, and by their kind', async () => {
    const subjects = [
      'Your quote is ready: Q-1',
      'Your quote is ready: Q-12',
      'You are on the waitlist: 100%',
    ]
    const ids: number[] = []
    for (const index of subjects.keys()) ids.push(await enqueue(`${index}@example.com`))
    for (const [index, subject] of subjects.entries())
      await provided.db
        .updateTable('sent_emails')
        .set({ subject, kind: index < 2 ? 'quote ready' : 'waitlist joined' })
        .where('id', '=', ids[index]!)
        .execute()
    const found = async (filter: Partial<Parameters<typeof listDeliveries>[1]>) =>
      (await listDeliveries(provided.db, { limit: 10, ...filter })).map(({ id }) => ids.indexOf(id)).sort()
    expect(await found({ about: 'QUOTE IS' })).toEqual([0, 1])
    expect(await found({ about: 'q1' })).toEqual([0])
    expect(await found({ about: 'Q-12' })).toEqual([1])
    expect(await found({ about: '%' })).toEqual([2])
    expect(await found({ kind: 'quote ready' })).toEqual([0, 1])
    expect(await found({ kind: 'quote ready', about: 'Q-12' })).toEqual([1])
  })

  test('counts up to a thousand', async () => {
    const mail = {
      kind: 'recovery',
      sender: '-',
      recipient: '-',
      subject: '-',
      body_text: '-',
      body_html: '-',
    }
    for (const many of [1000, 1]) {
      await provided.db
        .insertInto('sent_emails')
        .values(Array.from({ length: many }, () => ({ ...mail, message_id: crypto.randomUUID() })))
        .execute()
      expect(await countDeliveries(provided.db, 'pending')).toEqual({ count: 1000, more: many === 1 })
    }
  })

  test('shows a mail without its codes and tokens, and without its HTML', async () => {
    const text = 'Your code:\n\n    123456\n\nhttps://x.example/reset?token=s3cret\n'
    const mail = await mailOf(await enqueue('ann@example.com', text))
    expect(mail.body).toContain('Your code:')
    expect(JSON.stringify(mail)).not.toMatch(/123456|s3cret|<p>/)
    expect(await findDelivery(provided.db, mail.id + 1)).toBeUndefined()
  })
})
