import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'

import { readOnly } from '~/domain/database-browser/database-browser.queries.server'
import {
  describeTable,
  exportTable,
  findNeighbors,
  listTables,
  openRecord,
  readPage,
  readRecords,
  sampleSize,
} from '~/domain/database-browser/database-browser.server'

import { onServer, provideDatabase } from '../../support/database'

const provided = provideDatabase()
const large = sampleSize + 2_500
let ada = 0

const hostileNames = [
  'users"; drop table users; --',
  "users' or '1'='1",
  'public.users',
  'pg_catalog.pg_authid',
  'pg_authid',
  'USERS',
  'users\u0000',
  '',
  ' users',
  '__proto__',
  'constructor',
  'x'.repeat(5_000),
]

/** A table whose name and columns have unusual characters. */
const odd = { table: 'odd "table"; --', key: 'the "key"', text: `a "b' ; select 1 --` }

beforeAll(async () => {
  const { db } = provided
  await sql`create table many (id serial primary key, word text not null, other integer)`.execute(db)
  await sql`insert into many (word, other)
    select 'word ' || n, ${large} - n from generate_series(1, ${large}) as n`.execute(db)
  await sql`create table ${sql.id(odd.table)} (${sql.id(odd.key)} text primary key, ${sql.id(odd.text)} text)`.execute(
    db,
  )
  await sql`insert into ${sql.id(odd.table)} values ('one', '100%'), ('two', 'back\\slash'), ('a''b"c', null)`.execute(
    db,
  )
  await sql`create table keyless (word text)`.execute(db)
  await sql`insert into keyless select 'word ' || n from generate_series(1, 600) as n`.execute(db)
  await sql`create view peek as select password_hash from users`.execute(db)
  const account = await db
    .insertInto('users')
    .values({ username: 'Ada', email: 'ada@example.com', password_hash: 'the very hash' })
    .returning('id')
    .executeTakeFirstOrThrow()
  ada = account.id
})

const found = async (table: string, search: string) =>
  (await readRecords(provided.db, table, { limit: 100, offset: 0, search }, { by: ada }))?.records ?? []

async function exported(table: string, search?: string) {
  let text = ''
  for await (const part of (await exportTable(provided.db, table, { search, by: ada })) ?? []) text += part
  return text
}

describe('the list of tables', () => {
  test('counts small tables and estimates large ones', async () => {
    const tables = await listTables(provided.db)
    expect(tables.find(({ table_name }) => table_name === 'users')).toEqual({
      table_name: 'users',
      row_count: 1,
      estimated: false,
    })
    const many = tables.find(({ table_name }) => table_name === 'many')
    expect(many?.estimated).toBe(true)
    expect(many?.row_count).toBeGreaterThan(large * 0.8)
    expect(many?.row_count).toBeLessThan(large * 1.2)
  })

  test('uses the catalog’s estimate if there is one', async () => {
    await sql`analyze many`.execute(provided.db)
    const many = (await listTables(provided.db)).find(({ table_name }) => table_name === 'many')
    expect(many).toEqual({ table_name: 'many', row_count: large, estimated: true })
  })

  test('has only tables, and only those of the application', async () => {
    const names = (await listTables(provided.db)).map(({ table_name }) => table_name)
    expect(names).toContain(odd.table)
    expect(names).not.toContain('peek')
    expect(names.filter((name) => name.startsWith('pg_') || name.startsWith('sql_'))).toEqual([])
    expect(names).toEqual(names.toSorted())
  })
})

describe('an untrusted name', () => {
  test.each(hostileNames)('%j is no table', async (name) => {
    expect(await describeTable(provided.db, name)).toBeNull()
    expect(await readRecords(provided.db, name, { limit: 10, offset: 0 }, { by: ada })).toBeNull()
    expect(await readPage(provided.db, name, { limit: 10, offset: 0 })).toBeNull()
    expect(await openRecord(provided.db, name, ['1'], { by: ada })).toBeNull()
    expect(await exportTable(provided.db, name, { by: ada })).toBeNull()
  })

  test.each([
    ...hostileNames,
    'password_hash',
    'ctid',
    'xmin',
    'username desc, password_hash',
    '1',
    'random()',
  ])('%j is not a sort column', async (sort) => {
    const page = await readPage(provided.db, 'users', { limit: 10, offset: 0, sort, descending: true })
    expect(page?.sort).toEqual({ column: 'id', descending: true })
    expect(page?.rows).toHaveLength(1)
  })

  test('of an existing table is read, with any characters', async () => {
    expect((await describeTable(provided.db, odd.table))?.map(({ column_name }) => column_name)).toEqual([
      odd.key,
      odd.text,
    ])
    const page = await readPage(provided.db, odd.table, { limit: 10, offset: 0, sort: odd.text })
    expect(page?.rows.map(({ cells }) => cells)).toEqual([
      ['one', '100%'],
      ['two', 'back\\slash'],
      [`a'b"c`, null],
    ])
    const rowKey = page?.rows[2]?.rowKey ?? []
    expect((await openRecord(provided.db, odd.table, rowKey, { by: ada }))?.[0]?.value).toBe(`a'b"c`)
    const beside = { previous: null, next: ['one'] }
    expect(await findNeighbors(provided.db, odd.table, rowKey)).toEqual(beside)
    expect(await findNeighbors(provided.db, odd.table, ['one'])).toEqual({ previous: rowKey, next: ['two'] })
  })
})

describe('a search', () => {
  test.each([
    ['100%', ['one']],
    ['%', ['one']],
    ['_', []],
    ['\\', ['two']],
    ['BACK', ['two']],
    [`a'b"c`, [`a'b"c`]],
    [`'; drop table users; --`, []],
    ['\u{1F600}', []],
    ['\uD800', []],
    ['x'.repeat(10_000), []],
  ])('for %j finds exactly the values that contain it', async (words, keys) => {
    expect((await found(odd.table, words)).map((record) => record[odd.key])).toEqual(keys)
  })

  test('finds numbers and times by a part of their text', async () => {
    await sql`create table figures (id integer primary key, ratio double precision, amount numeric, at timestamp)`.execute(
      provided.db,
    )
    await sql`insert into figures values (1, 1e30, 12.5, '2026-03-04 05:06:07'), (2, 'NaN', -7, 'infinity'),
      (3, null, null, '0044-01-01 BC')`.execute(provided.db)
    const each: [string, number[]][] = [
      ['1E+30', [1]],
      ['12.5', [1]],
      ['04 05:06', [1]],
      ['nan', [2]],
      ['-7', [2]],
      ['Infinity', [2]],
      [' bc', [3]],
      ['words', []],
    ]
    for (const [search, ids] of each)
      expect(
        (await found('figures', search)).map(({ id }) => id),
        search,
      ).toEqual(ids)
  })

  test('finds nothing in hidden columns', async () => {
    expect(await found('users', 'ada@')).toHaveLength(1)
    expect(await found('users', 'the very hash')).toEqual([])
    expect(await found('users', '(hidden)')).toEqual([])
  })

  test('of a large table covers its first records, and reports their number', async () => {
    const words = `word ${large - 1}`
    const first = await readPage(provided.db, 'many', { limit: 10, offset: 0, search: words })
    expect(first).toMatchObject({ rows: [], total: 0, searched: sampleSize })
    const last = await readPage(provided.db, 'many', {
      limit: 10,
      offset: 0,
      search: words,
      descending: true,
    })
    expect(last).toMatchObject({ total: 1, estimated: false, searched: sampleSize })
  })
})

describe('a page of a table', () => {
  const ids = async (query: object) =>
    (await readRecords(provided.db, 'many', { limit: 3, offset: 0, ...query }, { by: ada }))?.records.map(
      ({ id }) => id,
    )

  test('has the records from its offset, in primary key order', async () => {
    expect(await ids({})).toEqual([1, 2, 3])
    expect(await ids({ offset: 5_000 })).toEqual([5_001, 5_002, 5_003])
    expect(await ids({ offset: large - 1 })).toEqual([large])
    expect(await ids({ offset: 999_999 })).toEqual([])
    expect(await ids({ offset: 2, descending: true })).toEqual([large - 2, large - 3, large - 4])
  })

  test('begins with the newest record, where a number tells it and no other order is asked for', async () => {
    const sortOf = async (table: string, query: object) =>
      (await readPage(provided.db, table, { limit: 3, offset: 0, newestFirst: true, ...query }))?.sort
    expect(await sortOf('many', {})).toEqual({ column: 'id', descending: true })
    expect(await sortOf('many', { sort: 'id', descending: false })).toEqual({
      column: 'id',
      descending: false,
    })
    expect(await sortOf('rate_limits', {})).toMatchObject({ descending: false })
  })

  test('of a large table is not sorted by a column without an index', async () => {
    const page = await readPage(provided.db, 'many', { limit: 3, offset: 0, sort: 'other' })
    expect(page?.sort).toEqual({ column: 'id', descending: false })
    expect(page?.columns.map(({ sortable }) => sortable)).toEqual([true, false, false])
  })

  test('has an estimated total, and an exact one at the end', async () => {
    const first = await readPage(provided.db, 'many', { limit: 10, offset: 0 })
    expect(first).toMatchObject({ estimated: true, more: true })
    const last = await readPage(provided.db, 'many', { limit: 10, offset: large - 10 })
    expect(last).toMatchObject({ estimated: false, more: false, total: large })
  })

  test('beyond the end is empty, with an exact total', async () => {
    const beyond = { limit: 10, offset: 9_000 }
    expect(await readRecords(provided.db, 'users', beyond, { by: ada })).toMatchObject({
      records: [],
      total: 1,
      estimated: false,
    })
    const found = await readRecords(provided.db, 'keyless', { ...beyond, search: 'word 60' }, { by: ada })
    expect(found).toMatchObject({ records: [], total: 2 })
  })

  test('of a table without a key has a row key for each record', async () => {
    const page = await readPage(provided.db, 'keyless', { limit: 2, offset: 7 })
    expect(page?.rows.map(({ cells }) => cells[0])).toEqual(['word 8', 'word 9'])
    const record = await openRecord(provided.db, 'keyless', page?.rows[1]?.rowKey ?? [], { by: ada })
    expect(record).toMatchObject([{ column_name: 'word', value: 'word 9' }])
    const none = { previous: null, next: null }
    expect(await findNeighbors(provided.db, 'keyless', page?.rows[1]?.rowKey ?? [])).toEqual(none)
  })
})

test('reaches a page far into a table in batches', async () => {
  await sql`create table far (id serial primary key, word text)`.execute(provided.db)
  await sql`insert into far (word) select 'w' from generate_series(1, 250000)`.execute(provided.db)
  const ids = async (query: object) =>
    (await readRecords(provided.db, 'far', { limit: 10, offset: 0, ...query }, { by: ada }))?.records.map(
      ({ id }) => id,
    )
  expect((await ids({ offset: 249_995 }))?.at(0)).toBe(249_996)
  expect((await ids({ offset: 100_000 }))?.at(0)).toBe(100_001)
  expect((await ids({ offset: 200_001 }))?.at(0)).toBe(200_002)
  expect(await ids({ offset: 249_995, descending: true })).toEqual([5, 4, 3, 2, 1])
  expect(await ids({ offset: 250_000 })).toEqual([])
})

test.each([[[]], [['x']], [['1', '2']], [['99999999999']], [["1' or '1'='1"]], [['\u0000']], [['-1']]])(
  'finds no record by the key %j',
  async (rowKey) => {
    expect(await openRecord(provided.db, 'users', rowKey, { by: ada })).toBeNull()
  },
)

test('whole records about people are audited when they are read, a page of a list and other tables are not', async () => {
  const { db } = provided
  await db.deleteFrom('audit_log').execute()
  const query = { limit: 5, offset: 0 }
  await readRecords(db, 'users', query, { by: ada })
  await readRecords(db, 'users', { ...query, sort: 'email', descending: true, search: 'ada' }, { by: ada })
  await readRecords(db, 'users', { ...query, sort: 'nothing' }, { by: ada })
  await openRecord(db, 'users', [String(ada)], { by: ada })
  await openRecord(db, 'users', ['999999'], { by: ada })
  await readPage(db, 'users', query)
  for (const table of ['job_roles', 'keyless', 'kysely_migration'])
    await readRecords(db, table, query, { by: ada })
  await openRecord(db, odd.table, ['one'], { by: ada })
  const columns = ['user_id', 'action', 'entity', 'entity_id', 'after'] as const
  const entries = await db.selectFrom('audit_log').select(columns).orderBy('id').execute()
  const entry = { user_id: ada, entity: 'database table', entity_id: 'users' }
  const call = { through: 'call', ...query, searched: false }
  expect(entries).toEqual([
    { ...entry, action: 'export', after: call },
    { ...entry, action: 'export', after: { ...call, sort: '-email', searched: true } },
    { ...entry, action: 'export', after: call },
    { ...entry, action: 'view', after: { id: String(ada) } },
  ])
})

describe('a write', () => {
  const refused = { code: '25006' }

  test('is rejected by the database', async () => {
    const { db } = provided
    await expect(readOnly(db, (trx) => trx.deleteFrom('users').execute())).rejects.toMatchObject(refused)
    const role = { role_name: 'Diver' }
    await expect(
      readOnly(db, (trx) => trx.insertInto('job_roles').values(role).execute()),
    ).rejects.toMatchObject(refused)
    await expect(readOnly(db, (trx) => sql`drop table many`.execute(trx))).rejects.toMatchObject(refused)
    await expect(
      readOnly(db, (trx) => sql`select nextval('many_id_seq')`.execute(trx)),
    ).rejects.toMatchObject(refused)
    expect(await db.selectFrom('users').select('id').execute()).toHaveLength(1)
  })

  test('is possible again afterwards', async () => {
    await readOnly(provided.db, () => Promise.resolve())
    const role = await provided.db
      .insertInto('job_roles')
      .values({ role_name: 'Diver' })
      .returning('id')
      .execute()
    expect(role).toHaveLength(1)
  })
})

describe('an export', () => {
  const rows = async (table: string, search?: string) =>
    parse<Record<string, string>>(await exported(table, search), { columns: true })

  test('has every record once, in the order of the key', async () => {
    const ids = (await rows('many')).map(({ id }) => Number(id))
    expect(ids).toEqual(Array.from({ length: large }, (_, index) => index + 1))
    expect(await rows('keyless')).toHaveLength(600)
  })

  test('of a search covers all of a large table', async () => {
    expect((await rows('many', `word ${large - 1}`)).map(({ id }) => Number(id))).toEqual([large - 1])
    expect(await rows('many', 'no such word')).toEqual([])
  })

  test('escapes formulas, and preserves numbers and commas', async () => {
    const texts = [
      '=1+1',
      '+1',
      '-1+1',
      '@SUM(A1)',
      '\t=1',
      '  =1',
      '\uFF1D1',
      'a,b',
      'say "no"',
      'two\nlines',
      'plain-',
      '-1',
    ]
    await sql`create table formulas (id serial primary key, word text, figure numeric)`.execute(provided.db)
    for (const text of texts)
      await sql`insert into formulas (word, figure) values (${text}, -5.5)`.execute(provided.db)
    const cells = await rows('formulas')
    expect(cells.map(({ word }) => word)).toEqual(texts.map((text, index) => (index < 7 ? `'${text}` : text)))
    expect(new Set(cells.map(({ figure }) => figure))).toEqual(new Set(['-5.5']))
  })

  test('lets other queries run, and stops when its consumer stops', async () => {
    const lines = await exportTable(provided.db, 'many', { by: ada })
    await lines?.next()
    await lines?.next()
    expect(await provided.db.selectFrom('users').select('id').execute()).toHaveLength(1)
    expect(await lines?.return(undefined)).toMatchObject({ done: true })
  })

  test('is audited with its actor, its table and the number of records if known', async () => {
    const last = () =>
      provided.db
        .selectFrom('audit_log')
        .select(['user_id', 'action', 'entity', 'entity_id', 'after'])
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
    const entry = { user_id: ada, action: 'export', entity: 'database table' }
    await exported('keyless')
    expect(await last()).toEqual({
      ...entry,
      entity_id: 'keyless',
      after: { through: 'CSV', searched: false, rows: 600 },
    })
    await exported('many', 'word 7')
    expect(await last()).toEqual({
      ...entry,
      entity_id: 'many',
      after: { through: 'CSV', searched: true },
    })
  })

  test.runIf(onServer)('reads one snapshot of the database', async () => {
    const lines = await exportTable(provided.db, 'many', { by: ada })
    let text = String((await lines?.next())?.value) + String((await lines?.next())?.value)
    const late = { id: large + 1, word: 'late', other: 0 }
    await sql`insert into many values (${late.id}, ${late.word}, ${late.other})`.execute(provided.db)
    await sql`update many set word = 'changed' where id = ${large}`.execute(provided.db)
    for await (const part of lines ?? []) text += part
    await sql`delete from many where id = ${late.id}`.execute(provided.db)
    await sql`update many set word = ${`word ${large}`} where id = ${large}`.execute(provided.db)
    expect(text).toContain(`word ${large}`)
    expect(text).not.toMatch(/late|changed/)
  })

  test.runIf(onServer)('uses its own connections, up to the maximum number of exports', async () => {
    const begun = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const lines = await exportTable(provided.db, 'many', { by: ada })
        await lines?.next()
        await lines?.next()
        return lines
      }),
    )
    const others = Array.from({ length: 10 }, () => sql`select pg_sleep(0.05)`.execute(provided.db))
    await expect(Promise.all(others)).resolves.toHaveLength(10)
    const waiting = await exportTable(provided.db, 'many', { by: ada })
    const first = waiting?.next()
    await begun[0]?.return(undefined)
    expect(await first).toMatchObject({ done: false })
    for (const lines of [...begun, waiting]) await lines?.return(undefined)
  })
})

test('a search of a table with long values covers fewer records', async () => {
  const { db } = provided
  await sql`create table wide (id serial primary key, word text)`.execute(db)
  await sql`insert into wide (word)
    select (select string_agg(md5((n * 1000 + m)::text), '') from generate_series(1, 400) as m) from generate_series(1, 900) as n`.execute(
    db,
  )
  const page = await readPage(db, 'wide', { limit: 10, offset: 0, search: 'no such word' })
  expect(page?.searched).toBeGreaterThanOrEqual(100)
  expect(page?.searched).toBeLessThan(900)
})
