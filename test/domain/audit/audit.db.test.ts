import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'

import {
  compareRecords,
  listAuditKinds,
  listDirectChanges,
  listEntries,
  recordAudit,
  type AuditFilter,
} from '~/domain/audit/audit.server'
import { collections } from '~/domain/configuration/collections'
import * as queries from '~/domain/audit/audit.queries.server'
import { changeSummary } from '~/domain/audit/change-summary'
import { exportEntries } from '~/domain/audit/export.server'

import { provideDatabase } from '../../support/database'

const provided = provideDatabase()
let [ada, bob] = [0, 0]

beforeEach(async () => {
  const { db } = provided
  await db.deleteFrom('audit_log').execute()
  await db.deleteFrom('users').execute()
  const account = async (username: string) => {
    const email = `${username.toLowerCase()}_1@example.com`
    const values = { username, email, password_hash: 'x', admin: true }
    return (await db.insertInto('users').values(values).returning('id').executeTakeFirstOrThrow()).id
  }
  ada = await account('Ada')
  bob = await account('Bob')
  await recordAudit(db, {
    userId: ada,
    action: 'create',
    entity: 'job role',
    entityId: 1,
    after: { role_name: 'A' },
  })
  await recordAudit(db, {
    userId: bob,
    action: 'update',
    entity: 'job role',
    entityId: 1,
    before: { role_name: 'A', id: 1 },
    after: { role_name: 'B', id: 1 },
  })
  await recordAudit(db, { userId: bob, action: 'approve', entity: 'deck request', entityId: 7 })
})

const actions = async (filter: AuditFilter = {}, page: { cursor?: number; limit: number } = { limit: 50 }) =>
  (await listEntries(provided.db, filter, page)).map(({ action }) => action)

test('lists entries newest first, with their actor and changes', async () => {
  const entries = await listEntries(provided.db, {}, { limit: 50 })
  expect(entries).toMatchObject([
    { action: 'approve', username: 'Bob', fields: [] },
    {
      action: 'update',
      entity: 'job role',
      entity_id: '1',
      email: 'bob_1@example.com',
      fields: [
        { name: 'role_name', before: 'A', after: 'B', changed: true },
        { name: 'id', before: '1', after: '1', changed: false },
      ],
    },
    { action: 'create', username: 'Ada', fields: [{ name: 'role_name', before: null, after: 'A' }] },
  ])
})

test('a record has the name that it has now, or that the entry has when it is gone', async () => {
  const { db } = provided
  await db.deleteFrom('job_roles').execute()
  const names = async () =>
    (await listEntries(db, { entity: 'job role' }, { limit: 50 })).map(({ name }) => name)
  expect(await names()).toEqual(['B', 'B'])
  const { id } = await db
    .insertInto('job_roles')
    .values({ id: 4712, role_name: 'C' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordAudit(db, { userId: ada, action: 'view', entity: 'job role', entityId: id })
  expect((await names())[0]).toBe('C')
  await recordAudit(db, { userId: ada, action: 'view', entity: 'account', entityId: bob })
  expect(await listEntries(db, { entity: 'account' }, { limit: 1 })).toMatchObject([
    { name: 'bob_1@example.com' },
  ])
})

test('an entry outlives its actor’s account', async () => {
  await provided.db.deleteFrom('users').where('id', '=', ada).execute()
  expect(await listEntries(provided.db, { action: 'create' }, { limit: 1 })).toMatchObject([
    { username: null, email: null, action: 'create' },
  ])
})

describe('a filter', () => {
  test.each<[AuditFilter, string[]]>([
    [{ who: 'bo' }, ['approve', 'update']],
    [{ who: 'ADA_1@' }, ['create']],
    [{ who: 'a_a' }, []],
    [{ who: '%' }, []],
    [{ who: `'; drop table audit_log; --` }, []],
    [{ entity: 'job role' }, ['update', 'create']],
    [{ entity: 'job' }, []],
    [{ action: 'approve' }, ['approve']],
    [{ entity: 'job role', action: 'update', who: 'bob' }, ['update']],
    [{ entity: 'job role', who: 'nobody' }, []],
  ])('%o finds %j', async (filter, expected) => {
    expect(await actions(filter)).toEqual(expected)
  })

  test('by an account’s id finds its actions', async () => {
    expect(await actions({ who: String(ada) })).toEqual(['create'])
  })

  test('by the number of a record, or the beginning of its name, finds its entries', async () => {
    const { db } = provided
    await db.deleteFrom('job_roles').execute()
    const { id } = await db
      .insertInto('job_roles')
      .values({ id: 4711, role_name: 'Élan Müller-Diver' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const record = { entity: 'job role', entityId: id }
    await recordAudit(db, { userId: ada, action: 'rename', ...record })
    await recordAudit(db, { userId: ada, action: 'note', entity: 'quote submission', entityId: id })
    for (const text of ['elan', 'DIVER', 'müll', 'muller-div'])
      expect(await actions({ record: text }), text).toEqual(['rename'])
    expect(await actions({ record: String(id) })).toEqual(['note', 'rename'])
    expect(await actions({ record: String(id), entity: 'job role' })).toEqual(['rename'])
    expect(await actions({ record: `Q-${id}` })).toEqual(['note'])
    expect(await actions({ record: 'elan', who: 'bob' })).toEqual([])
    for (const text of ['nobody', '%', "'", '_', '', ' ', '\\', "a':*", '99999999999', '🙂'])
      expect(await actions({ record: text }), text).toEqual([])
  })

  test('of changes leaves out what was only read', async () => {
    const { db } = provided
    for (const action of ['view', 'export'])
      await recordAudit(db, { userId: ada, action, entity: 'job role', entityId: 1 })
    expect(await actions({ kind: 'changes' })).toEqual(['approve', 'update', 'create'])
    expect(await actions({ kind: 'changes', who: 'ada' })).toEqual(['create'])
  })

  test('includes the whole last day', async () => {
    const at = (action: string, time: string) =>
      provided.db
        .updateTable('audit_log')
        .set({ created_at: sql`${time}::timestamptz` } as never)
        .where('action', '=', action)
        .execute()
    await at('create', '2026-03-01T00:00:00Z')
    await at('update', '2026-03-02T23:59:59.9Z')
    await at('approve', '2026-03-03T00:00:00Z')
    expect(await actions({ from: '2026-03-02' })).toEqual(['approve', 'update'])
    expect(await actions({ to: '2026-03-02' })).toEqual(['update', 'create'])
    expect(await actions({ from: '2026-03-02', to: '2026-03-02' })).toEqual(['update'])
    expect(await actions({ from: '2026-03-03', to: '2026-03-02' })).toEqual([])
  })
})

test('pages are stable while new entries are added', async () => {
  const first = await listEntries(provided.db, {}, { limit: 2 })
  await recordAudit(provided.db, { userId: ada, action: 'delete', entity: 'job role', entityId: 1 })
  expect(await actions({}, { limit: 2, cursor: first.at(-1)?.id })).toEqual(['create'])
})

test('the filter options are the kinds in the log, also those before a large import', async () => {
  await sql`
    insert into audit_log (action, entity)
    select 'import', 'deck request' from generate_series(1, 10001)`.execute(provided.db)
  expect(await listAuditKinds(provided.db)).toEqual({
    entities: ['deck request', 'job role'],
    actions: ['approve', 'create', 'import', 'update'],
  })
})

test.each([
  [null, null, []],
  [{ a: null }, { a: null }, [{ name: 'a', before: null, after: null, changed: false }]],
  [{ a: null }, { a: 1 }, [{ name: 'a', before: null, after: '1', changed: true }]],
  [{ a: null }, {}, [{ name: 'a', before: null, after: null, changed: false }]],
  [
    { a: 1 },
    { b: 1 },
    [
      { name: 'a', before: '1', after: null, changed: true },
      { name: 'b', before: null, after: '1', changed: true },
    ],
  ],
  [
    { a: { x: [1] } },
    { a: { x: [2] } },
    [{ name: 'a', before: '{"x":[1]}', after: '{"x":[2]}', changed: true }],
  ],
  [{ a: '' }, {}, [{ name: 'a', before: '', after: null, changed: true }]],
  ['one', 'two', [{ name: 'value', before: 'one', after: 'two', changed: true }]],
])('compares %j and %j field by field', (before, after, fields) => {
  expect(compareRecords(before, after)).toEqual(fields)
})

describe('the file of the log', () => {
  const file = async (filter: AuditFilter = {}) => {
    const pieces: string[] = []
    for await (const piece of await exportEntries(provided.db, filter, { by: ada })) pieces.push(piece)
    return pieces.join('').split('\r\n').slice(1, -1)
  }
  const cells = (line: string) => line.split(',').slice(2)

  test('has a line for each changed field, and one for an entry without any', async () => {
    const changes = await file({ kind: 'changes' })
    expect(changes.map(cells)).toEqual([
      ['Bob', 'bob_1@example.com', 'approve', 'deck request', '7', '', '', '', ''],
      ['Bob', 'bob_1@example.com', 'update', 'job role', '1', 'B', 'role_name', 'A', 'B'],
      ['Ada', 'ada_1@example.com', 'create', 'job role', '1', 'B', 'role_name', '', 'A'],
    ])
    expect((await file({ who: 'ada', kind: 'changes' })).map(cells)).toHaveLength(1)
    expect(await actions({ action: 'export' })).toEqual(['export', 'export'])
  })

  test('has all entries of a long log, and no formula', async () => {
    const after = { role_name: '=HYPERLINK("http://evil.example")' }
    for (let id = 0; id < 260; id += 1)
      await recordAudit(provided.db, {
        userId: ada,
        action: 'create',
        entity: 'job role',
        entityId: id,
        after,
      })
    const lines = await file({ entity: 'job role', who: 'ada' })
    expect(lines).toHaveLength(261)
    expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(261)
    expect(lines[0]).toMatch(/,role_name,,"'=HYPERLINK\(""http/)
  })
})

describe('changes without a release', () => {
  const record = async (entry: {
    action: string
    entity: string
    entityId?: number
    before?: object
    after?: object
  }) => {
    await recordAudit(provided.db, { userId: ada, entityId: 1, ...entry })
    const { id } = await provided.db
      .selectFrom('audit_log')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    return id
  }
  const list = async (page: { cursor?: number; limit: number } = { limit: 50 }) =>
    listDirectChanges(provided.db, page)
  const price = (before: number, after: number, more: object = {}) => ({
    action: 'update',
    entity: 'coverage tier',
    before: { base_premium: before },
    after: { base_premium: after, ...more },
  })

  test('are listed newest first, each with what changed and by whom, without those of a release', async () => {
    await provided.db.deleteFrom('audit_log').execute()
    await record({
      action: 'update',
      entity: 'quote submission',
      before: { status: 'a' },
      after: { status: 'b' },
    })
    const first = await record(price(35, 38))
    await record(price(38, 39, { change: 1, release: 1 }))
    await record({ action: 'propose', entity: 'engine version', after: { filename: 'a.js' } })
    await record({ action: 'save', entity: 'engine version', after: { filename: 'b.js', note: 'Why' } })
    await record({ action: 'import', entity: 'synergy data', before: { SimDate: 'x' }, after: {} })
    await record({ action: 'import', entity: 'employer risks', before: { rows: 1 }, after: { rows: 2 } })
    const counts = { rows: 1, added: 0, changed: 0, removed: 0 }
    const file = { ...counts, source: 'tiers.csv' }
    const imported = { entity: 'coverage tiers', before: { rows: 1 } }
    await record({ ...imported, action: 'import', after: file })
    await record({ ...imported, action: 'undo import', after: counts })
    await record({ ...imported, action: 'import', after: { ...file, added: 1200, changed: 1 } })
    await record({ ...imported, action: 'undo import', after: { ...counts, removed: 1200 } })
    expect((await list()).map(({ entity, summary }) => [entity, summary])).toEqual([
      ['coverage tiers', 'Import 1 undone: 0 added, 0 changed, 1,200 removed'],
      ['coverage tiers', 'Imported tiers.csv: 1,200 added, 1 changed, 0 removed'],
      ['employer risks', 'Rows: 1 → 2'],
      ['engine version', 'b.js: Why'],
      ['coverage tier', 'Base premium: $35.00 → $38.00'],
    ])
    expect((await listEntries(provided.db, { action: 'import' }, { limit: 50 })).map(changeSummary)).toEqual(
      expect.arrayContaining(['Imported tiers.csv: nothing changed']),
    )
    expect((await list({ limit: 50, cursor: first + 1 }))[0]).toMatchObject({
      id: first,
      username: 'Ada',
      undone: false,
    })
  })

  test('are marked as undone, until the undo is undone', async () => {
    const change = await record(price(35, 38))
    const undo = await record(price(38, 35, { undoes: change }))
    const undone = async () => (await list()).flatMap((row) => (row.undone ? [row.id] : []))
    expect(await undone()).toEqual([change])
    expect((await list())[0]?.summary).toBe('Base premium: $38.00 → $35.00')
    await record(price(35, 38, { undoes: undo }))
    expect(await undone()).toEqual([undo])
  })

  test('are marked where the same field has changed again, or the record is gone', async () => {
    await provided.db.deleteFrom('audit_log').execute()
    const update = (field: string, entityId: number, more = {}) =>
      record({
        action: 'update',
        entity: 'coverage tier',
        entityId,
        before: { [field]: 1 },
        after: { [field]: 2 },
        ...more,
      })
    const overwritten = async () => (await list()).flatMap((row) => (row.overwritten ? [row.id] : []))
    const added = await update('base_premium', 1, { action: 'create', after: { id: 1, base_premium: 1 } })
    const first = await update('base_premium', 1)
    const other = await update('vesting_months', 1)
    await update('base_premium', 2)
    expect(await overwritten()).toEqual([added])
    const imported = await update('base_premium', 1, { action: 'import' })
    expect(await overwritten()).toEqual([first, added])
    await update('base_premium', 1, { after: { base_premium: 1, undoes: imported } })
    expect(await overwritten()).toEqual([first, added])
    const { id: last } = (await list())[0] ?? {}
    await update('base_premium', 1, { action: 'delete', after: undefined })
    expect(await overwritten()).toEqual([last, other, first, added])
  })

  test('are those of every collection, read from an index of their own', async () => {
    const { db } = provided
    const singulars = Object.values(collections).map(({ singular }) => singular)
    for (const entity of singulars) await record({ action: 'create', entity, after: { id: 1 } })
    const listed = (await list()).map(({ entity }) => entity)
    expect(listed).toEqual(expect.arrayContaining(singulars))
    const plan = await db.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx)
      await sql`set local enable_bitmapscan = off`.execute(trx)
      const { rows } = await sql`explain ${queries.directQuery(trx, { limit: 10 })}`.execute(trx)
      return JSON.stringify(rows)
    })
    expect(plan).toContain('audit_log_direct')
  })
})
