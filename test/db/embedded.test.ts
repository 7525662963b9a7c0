import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'

import { openEmbedded } from '../../db/embedded'
import { isUnavailable } from '../../db/errors'

async function open(folder: string = newFolder(), limits?: { turn: number; query: number }) {
  const db = new Kysely<never>({ dialect: new PostgresDialect({ pool: await openEmbedded(folder, limits) }) })
  onTestFinished(() => db.destroy())
  return db
}

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-embedded-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const endless = sql`with recursive n (i) as (select 1 union all select i + 1 from n) select count(*) from n`

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

describe('the embedded database', () => {
  test('keeps the main thread responsive while it works', async () => {
    const db = await open()
    let ticks = 0
    const clock = setInterval(() => (ticks += 1), 10)
    const { rows } = await sql<{ n: number }>`select count(*) as n from generate_series(1, 3000000)`.execute(
      db,
    )
    clearInterval(clock)
    expect(rows).toEqual([{ n: 3_000_000 }])
    expect(ticks).toBeGreaterThan(3)
  })

  test('cancels an endless query with a retryable error, and keeps the stored data', async () => {
    const folder = newFolder()
    const before = await open(folder)
    await sql`create table kept (word text)`.execute(before)
    await sql`insert into kept values ('here')`.execute(before)
    await before.destroy()
    const db = await open(folder, { turn: 5000, query: 1500 })
    const failure = await failureOf(endless.execute(db))
    expect(isUnavailable(failure)).toBe(true)
    expect((failure as Error).message).toBe('A query was stopped after 1.5 s')
    await expect
      .poll(() =>
        sql`select word from kept`.execute(db).then(
          ({ rows }) => rows,
          () => null,
        ),
      )
      .toEqual([{ word: 'here' }])
  })

  test('fails a query outside the open transaction with an error instead of a deadlock', async () => {
    const db = await open(undefined, { turn: 200, query: 15_000 })
    const failure = await failureOf(
      db.transaction().execute(async (trx) => {
        await sql`select 1`.execute(trx)
        await sql`select 1`.execute(db)
      }),
    )
    expect(isUnavailable(failure)).toBe(true)
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  })

  test('does not queue again to roll back a transaction that got no turn', async () => {
    const pool = await openEmbedded(newFolder(), { turn: 200, query: 15_000 })
    const db = new Kysely<never>({ dialect: new PostgresDialect({ pool }) })
    onTestFinished(() => db.destroy())
    await db.transaction().execute(async (trx) => {
      await sql`select 1`.execute(trx)
      const other = await pool.connect()
      await other.query('begin', [])
      expect(isUnavailable(await failureOf(other.query('select 1', [])))).toBe(true)
      await other.query('rollback', [])
      other.release()
    })
  })

  test('runs statements in their order, none of them within the transaction of another caller', async () => {
    const db = await open()
    await sql`create table steps (n serial primary key, name text)`.execute(db)
    const add = (name: string, on: typeof db = db) =>
      sql`insert into steps (name) values (${name})`.execute(on)
    await Promise.all([
      add('a'),
      add('b'),
      db.transaction().execute(async (trx) => {
        await add('c', trx)
        await new Promise((resolve) => setTimeout(resolve, 50))
        await add('d', trx)
      }),
      ...Array.from({ length: 20 }, (_, index) => add(String(index))),
    ])
    const { rows } = await sql<{ name: string }>`select name from steps order by n`.execute(db)
    const names = rows.map(({ name }) => name)
    expect(names.indexOf('d')).toBe(names.indexOf('c') + 1)
    const numbers = Array.from({ length: 20 }, (_, index) => String(index))
    expect(names.filter((name) => name !== 'c' && name !== 'd')).toEqual(['a', 'b', ...numbers])
  })

  test('times each statement from when it runs, not from when it is sent', async () => {
    const db = await open(undefined, { turn: 60_000, query: 4500 })
    const waits = Array.from({ length: 10 }, () => sql`select pg_sleep(0.5)`.execute(db))
    await expect(Promise.all(waits)).resolves.toHaveLength(10)
  })

  test('runs transactions one at a time, in the order requested', async () => {
    const db = await open()
    await sql`create table counter (n int)`.execute(db)
    await sql`insert into counter values (0)`.execute(db)
    await Promise.all(
      Array.from({ length: 50 }, () =>
        db.transaction().execute(async (trx) => {
          const { rows } = await sql<{ n: number }>`select n from counter`.execute(trx)
          await sql`update counter set n = ${(rows[0]?.n ?? 0) + 1}`.execute(trx)
        }),
      ),
    )
    expect((await sql`select n from counter`.execute(db)).rows).toEqual([{ n: 50 }])
  })

  test('runs a prepared statement again after its table has changed', async () => {
    const db = await open()
    await sql`create table words (word text)`.execute(db)
    const named = () => sql`select word, count(*) as n from words group by word order by word`.execute(db)
    const all = () => sql`select * from words order by word`.execute(db)
    const added = () => sql`insert into words (word) values (${'a'}) returning *`.execute(db)
    for (let count = 0; count < 7; count += 1) await Promise.all([added(), named(), all()])
    await sql`alter table words add column language text default 'en'`.execute(db)
    expect((await added()).rows).toEqual([{ word: 'a', language: 'en' }])
    expect((await named()).rows).toEqual([{ word: 'a', n: 8 }])
    expect((await all()).rows).toHaveLength(8)
    await sql`drop table words`.execute(db)
    expect(await failureOf(named())).toMatchObject({ code: '42P01' })
    await sql`create table words (word text, language text)`.execute(db)
    expect((await named()).rows).toEqual([])
  })

  test('rolls back a failed transaction, with the error as PostgreSQL reports it', async () => {
    const db = await open()
    await sql`create table once_only (n int primary key)`.execute(db)
    const failure = await failureOf(
      db.transaction().execute(async (trx) => {
        await sql`insert into once_only values (1)`.execute(trx)
        await sql`insert into once_only values (1)`.execute(trx)
      }),
    )
    expect(failure).toMatchObject({ code: '23505', constraint: 'once_only_pkey', table: 'once_only' })
    expect((await sql`select * from once_only`.execute(db)).rows).toEqual([])
  })
})

describe('closing the embedded database', () => {
  test('lets the open transaction finish, and rejects statements after it', async () => {
    const folder = newFolder()
    const pool = await openEmbedded(folder)
    const db = new Kysely<never>({ dialect: new PostgresDialect({ pool }) })
    await sql`create table kept (n int)`.execute(db)
    const waiting: Promise<unknown>[] = []
    let closed = Promise.resolve()
    await db.transaction().execute(async (trx) => {
      await sql`insert into kept values (1)`.execute(trx)
      closed = pool.end()
      waiting.push(failureOf(sql`insert into kept values (3)`.execute(db)))
      await sql`insert into kept values (2)`.execute(trx)
    })
    await closed
    expect(isUnavailable(await waiting[0])).toBe(true)
    const reopened = await open(folder)
    expect((await sql`select n from kept order by n`.execute(reopened)).rows).toEqual([{ n: 1 }, { n: 2 }])
  })
})

describe('binary data in the embedded database', () => {
  const megabytes = Uint8Array.from({ length: 5 * 1024 * 1024 }, (_, index) => (index * 31) % 256)
  let db: Kysely<never>
  beforeAll(async () => {
    db = new Kysely<never>({ dialect: new PostgresDialect({ pool: await openEmbedded(null) }) })
  })
  afterAll(() => db.destroy())

  test.each([
    ['every value', Buffer.from(Array.from({ length: 256 }, (_, value) => value))],
    ['no byte', new Uint8Array()],
    ['a part of a larger buffer', megabytes.subarray(7, 300)],
    ['five megabytes', megabytes],
  ])('round-trips: %s', async (_, bytes) => {
    const { rows } = await sql<{ bytes: Uint8Array }>`select ${bytes}::bytea as bytes`.execute(db)
    expect(Buffer.compare(rows[0]?.bytes ?? new Uint8Array(1), bytes)).toBe(0)
  })

  test('costs no more time than the same amount of text', async () => {
    const work = async (query: () => Promise<unknown>) => {
      await query()
      const before = process.cpuUsage()
      await query()
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    const text = Buffer.from(megabytes).toString('hex')
    const asText = await work(() => sql`select length(decode(${text}::text, 'hex'))`.execute(db))
    const asBytes = await work(() => sql`select length(${megabytes}::bytea)`.execute(db))
    // Converting byte by byte in JavaScript takes about fifteen times as long.
    expect(asBytes / asText).toBeLessThan(4)
  })
})

describe('its folder', () => {
  test('is locked by one process at a time, and released on close', async () => {
    const folder = newFolder()
    const first = await openEmbedded(folder)
    await expect(openEmbedded(folder)).rejects.toThrow(
      `DATA_DIR ${folder} is in use by process ${process.pid}; two processes need a PostgreSQL server`,
    )
    await first.end()
    expect(readdirSync(folder)).toEqual(['embedded'])
  })

  test('is no longer written to once another process has taken it over', async () => {
    const folder = newFolder()
    const onFailure = vi.fn<(error: Error, fatal: boolean) => void>()
    const pool = await openEmbedded(folder, undefined, onFailure)
    const db = new Kysely<never>({ dialect: new PostgresDialect({ pool }) })
    onTestFinished(() => db.destroy())
    await sql`create table kept (n int)`.execute(db)
    const hung = failureOf(endless.execute(db))
    rmSync(join(folder, 'embedded.lock.1'))
    writeFileSync(join(folder, 'embedded.lock.2'), 'of another')

    const message = `DATA_DIR ${folder} was taken over by another process`
    expect(await hung).toMatchObject({ name: 'DatabaseUnavailable', message })
    expect(await failureOf(sql`insert into kept values (1)`.execute(db))).toMatchObject({ message })
    expect(onFailure.mock.calls).toEqual([[new Error(message), true]])
    await db.destroy()
    expect(readdirSync(folder)).toContain('embedded.lock.2')
  })
})
