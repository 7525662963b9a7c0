import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'

import { collections, decimalsOf, type Collection } from '~/domain/configuration/collections'
import {
  collectionOf,
  createRecord,
  deleteRecord,
  findRecord,
  hasValues,
  listRecords,
  recordBatches,
  searchRecords,
  updateRecord,
} from '~/domain/configuration/configuration.server'

import { provideDatabase } from '../../support/database'

const provided = provideDatabase()
const { coverageTiers, employerRisks, industryFallbacks, jobRoles, synergyData } = collections
let by = 0

beforeEach(async () => {
  const { db } = provided
  for (const { table } of Object.values(collections)) await db.deleteFrom(table).execute()
  await db.deleteFrom('audit_log').execute()
  const { id } = await db
    .insertInto('users')
    .values({
      username: 'Ada',
      email: `${crypto.randomUUID()}@example.com`,
      password_hash: 'none',
      admin: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  by = id
})

const create = (collection: Collection, fields: Record<string, unknown>) =>
  createRecord(provided.db, collection, fields, { by })
const update = (collection: Collection, id: number, fields: Record<string, unknown>, readAt?: Date) =>
  updateRecord(provided.db, collection, id, fields, { by, readAt })

async function made(collection: Collection, fields: Record<string, unknown>) {
  const outcome = await create(collection, fields)
  if (!outcome.ok) throw new Error(JSON.stringify(outcome))
  return outcome.row
}

test('a column has the decimals that the database stores', async () => {
  const { rows } = await sql<{ name: string; scale: number | null }>`
    select table_name || '.' || column_name as name, numeric_scale as scale
    from information_schema.columns where data_type = 'numeric'`.execute(provided.db)
  const stored = new Map(rows.map(({ name, scale }) => [name, scale]))
  for (const { table, columns } of Object.values<Collection>(collections))
    for (const column of columns.filter(({ kind }) => kind === 'number'))
      expect(decimalsOf(column), column.name).toBe(stored.get(`${table}.${column.name}`) ?? 0)
})

const diving = { industry_name: 'Diving', avg_layoff_frequency: 1.5, risk_level: 'High' }

/** The minimal valid record of each collection, as callers send it. */
const minimal: [string, Record<string, unknown>][] = [
  ['job-roles', { role_name: 'Diver' }],
  ['coverage-levels', { level_name: 'Deluxe' }],
  ['coverage-tiers', { tier_name: 'Deluxe' }],
  ['employer-risks', { employer_name: 'Deepwater' }],
  ['industry-fallbacks', { industry_name: 'Diving' }],
  ['industry-genders', { industry_name: 'Diving' }],
  ['synergy-data', { sim_date: '2026-11-01' }],
]

describe.each(minimal)('%s', (slug, fields) => {
  const collection = collectionOf(slug) as Collection

  test('adds, lists, updates and deletes records', async () => {
    const row = await made(collection, fields)
    expect(await listRecords(provided.db, collection)).toEqual([row])
    const changed = await update(collection, row.id, fields)
    expect(changed).toMatchObject({ ok: true, row: { id: row.id } })
    expect(await deleteRecord(provided.db, collection, row.id, { by })).toMatchObject({ ok: true })
    expect(await findRecord(provided.db, collection, row.id)).toBeNull()
    expect(await deleteRecord(provided.db, collection, row.id, { by })).toEqual({
      ok: false,
      reason: 'missing',
    })
    expect(await update(collection, row.id, fields)).toEqual({ ok: false, reason: 'missing' })
  })

  test('requires the name of a record', async () => {
    expect(await create(collection, {})).toMatchObject({ ok: false, reason: 'invalid' })
    expect(await listRecords(provided.db, collection)).toEqual([])
  })

  const { nameColumn } = collection
  test.runIf(nameColumn)('allows each name once, ignoring case', async () => {
    const name = nameColumn ?? ''
    await made(collection, fields)
    const other = await made(collection, { [name]: 'Something else' })
    const again = { [name]: ` ${String(fields[name]).toUpperCase()} ` }
    const taken = {
      ok: false,
      reason: 'taken',
      message: collection.taken(String(fields[name]).toUpperCase()),
    }
    expect(await create(collection, again)).toEqual(taken)
    expect(await update(collection, other.id, again)).toEqual(taken)
    expect(await listRecords(provided.db, collection)).toHaveLength(2)
  })
})

test('finds a collection by its slug', () => {
  expect(collectionOf('coverage-tiers')).toBe(coverageTiers)
  expect(collectionOf('users')).toBeNull()
  expect(collectionOf(undefined)).toBeNull()
})

test('pages of a table sorted by a column have each record once: names without case, empty cells last', async () => {
  const { db } = provided
  const mentions = [
    ['delta', 2],
    ['Alpha', 2],
    ['charlie', null],
    ['Bravo', 7],
    ['echo', null],
  ] as const
  for (const [employer_name, layoff_mentions] of mentions)
    await made(employerRisks, { employer_name, layoff_mentions })
  /** All pages of two records, by name. */
  async function pages(field: string, descending: boolean, search?: string) {
    const names: unknown[][] = []
    let cursor: number | undefined
    for (;;) {
      const sort = { field, descending }
      const page = await searchRecords(db, employerRisks, { limit: 2, cursor, sort, search })
      names.push(page.rows.map((row) => row.employer_name))
      if (page.nextCursor === null) return names
      cursor = page.nextCursor
    }
  }
  expect(await pages('employer_name', false)).toEqual([['Alpha', 'Bravo'], ['charlie', 'delta'], ['echo']])
  expect(await pages('employer_name', true)).toEqual([['echo', 'delta'], ['charlie', 'Bravo'], ['Alpha']])
  expect(await pages('layoff_mentions', false)).toEqual([['delta', 'Alpha'], ['Bravo', 'charlie'], ['echo']])
  expect(await pages('layoff_mentions', true)).toEqual([['Bravo', 'Alpha'], ['delta', 'echo'], ['charlie']])
  expect(await pages('employer_name', true, 'l')).toEqual([['delta', 'charlie'], ['Alpha']])
})

describe('stored values', () => {
  test('text becomes numbers, empty values null, empty months 0', async () => {
    expect(
      await made(coverageTiers, { tier_name: 'Deluxe', base_premium: '$1,200.50', vesting_months: '' }),
    ).toMatchObject({ base_premium: 1200.5, vesting_months: 0, claim_base_rate: null })
  })

  test('a record with 54 columns accepts snake_case and stored names', async () => {
    const row = await made(synergyData, {
      id: 7,
      date_created: '2001-01-01',
      sim_date: '2026-11-01',
      scenario_name: 'calm',
      LossRatio: 61.5,
      avg_prem_basic: '25',
      meltdown: 'true',
      composite_business_health_score: 80,
    })
    expect(row).toMatchObject({
      SimDate: '2026-11-01',
      ScenarioName: 'calm',
      LossRatio: 61.5,
      AvgPrem_Basic: 25,
      Meltdown: true,
      CompositeBusinessHealthScore: 80,
      is_active: true,
    })
    expect((row.date_created as Date).getFullYear()).toBeGreaterThan(2020)
  })

  test.each([
    [employerRisks, { employer_name: 'A', employer_stability_rating: 11 }, 'employer_stability_rating'],
    [employerRisks, { employer_name: 'A', layoff_mentions: -1 }, 'layoff_mentions'],
    [coverageTiers, { tier_name: 'A', vesting_months: 1.5 }, 'vesting_months'],
    [coverageTiers, { tier_name: 'A', base_premium: 'free' }, 'base_premium'],
    [coverageTiers, { tier_name: 'A', base_premium: Number.NaN }, 'base_premium'],
    [synergyData, { sim_date: '2026-02-30' }, 'SimDate'],
    [synergyData, { sim_date: '2026-11-01', is_active: 'perhaps' }, 'is_active'],
    [industryFallbacks, { industry_name: ['a'] }, 'industry_name'],
    [jobRoles, { role_name: 'x'.repeat(101) }, 'role_name'],
    [jobRoles, { role_name: 'a\u0000b' }, 'role_name'],
  ])('%o rejects %o', async (collection, fields, path) => {
    expect(await create(collection, fields)).toMatchObject({ reason: 'invalid', errors: [{ path }] })
    expect(await listRecords(provided.db, collection)).toEqual([])
  })
})

describe('a change', () => {
  test('leaves other columns unchanged', async () => {
    const { id } = await made(industryFallbacks, diving)
    expect(await update(industryFallbacks, id, { risk_level: 'Low' })).toMatchObject({
      row: { ...diving, risk_level: 'Low' },
    })
    expect(await update(industryFallbacks, id, { risk_level: null })).toMatchObject({
      row: { ...diving, risk_level: null },
    })
  })

  test('of a record that has changed since is rejected with its present state', async () => {
    const first = await made(industryFallbacks, diving)
    const second = await update(industryFallbacks, first.id, { risk_level: 'Low' }, first.updated_at)
    expect(second.ok).toBe(true)
    expect(
      await update(industryFallbacks, first.id, { risk_level: 'Medium' }, first.updated_at),
    ).toMatchObject({ ok: false, reason: 'conflict', current: { risk_level: 'Low' } })
    expect(await findRecord(provided.db, industryFallbacks, first.id)).toMatchObject({ risk_level: 'Low' })
  })

  test.each(minimal)('of %s is distinguished from a repeated request', async (slug, fields) => {
    const collection = collectionOf(slug) as Collection
    const row = await made(collection, fields)
    expect(hasValues(collection, row, { ...fields, updated_at: 'then', intent: 'update' })).toBe(true)
    const [name = '', value] = Object.entries(fields)[0] ?? []
    expect(hasValues(collection, row, { [name]: String(value).replace(/.$/, '2') })).toBe(false)
  })

  test('made concurrently from the same state succeeds once', async () => {
    const { id, updated_at } = await made(industryFallbacks, diving)
    const outcomes = await Promise.all(
      ['Low', 'Medium'].map((risk_level) => update(industryFallbacks, id, { risk_level }, updated_at)),
    )
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({ reason: 'conflict' })
  })

  test('is validated together with the unchanged columns', async () => {
    const { id } = await made(industryFallbacks, diving)
    expect(await update(industryFallbacks, id, { industry_name: ' ' })).toMatchObject({ reason: 'invalid' })
  })
})

describe('the audit log', () => {
  const entries = () =>
    provided.db
      .selectFrom('audit_log')
      .select(['user_id', 'action', 'entity', 'entity_id', 'before', 'after'])
      .orderBy('id')
      .execute()

  test('has the actor, the action and both values', async () => {
    const { id } = await made(industryFallbacks, diving)
    await update(industryFallbacks, id, { risk_level: 'Low' })
    await update(industryFallbacks, id, { risk_level: 'Low' })
    await deleteRecord(provided.db, industryFallbacks, id, { by })
    const subject = { user_id: by, entity: 'industry fallback', entity_id: String(id) }
    expect(await entries()).toMatchObject([
      { ...subject, action: 'create', before: null, after: diving },
      { ...subject, action: 'update', before: { risk_level: 'High' }, after: { risk_level: 'Low' } },
      { ...subject, action: 'delete', before: { ...diving, risk_level: 'Low' }, after: null },
    ])
  })

  test('has no rejected changes', async () => {
    await made(jobRoles, { role_name: 'Diver' })
    await create(jobRoles, { role_name: 'diver' })
    await create(jobRoles, {})
    expect(await entries()).toHaveLength(1)
  })
})

describe('a list', () => {
  test('of any length is searched in several steps', async () => {
    const { db } = provided
    await sql`insert into job_roles (role_name) select 'Role ' || n || '!' from generate_series(1, 15000) n`.execute(
      db,
    )
    const { rows: all } = await sql<{ id: number }>`select id from job_roles order by id`.execute(db)
    const [first, last] = [all[0]!.id, all.at(-1)!.id]
    const ids = ({ rows }: Awaited<ReturnType<typeof searchRecords>>) => rows.map(({ id }) => id)

    const begun = await searchRecords(db, jobRoles, { search: 'role 14999!', limit: 10 })
    expect(begun).toEqual({ rows: [], nextCursor: null, searchedTo: first + 9_999 })
    const ended = await searchRecords(db, jobRoles, {
      search: 'role 14999!',
      limit: 10,
      cursor: begun.searchedTo!,
    })
    expect(ended).toMatchObject({ rows: [{ role_name: 'Role 14999!' }], nextCursor: null, searchedTo: null })

    const newest = { limit: 10, oldestFirst: false }
    expect(ids(await searchRecords(db, jobRoles, { ...newest, search: '1!' }))[0]).toBe(last - 9)
    const many = await searchRecords(db, jobRoles, { ...newest, search: 'role' })
    expect(many).toMatchObject({ nextCursor: last - 9, searchedTo: null })
    expect(ids(await searchRecords(db, jobRoles, { ...newest, search: String(first + 4) }))).toContain(
      first + 4,
    )
    expect(await listRecords(db, jobRoles, { search: 'role 14999!' })).toHaveLength(1)
    expect(await listRecords(db, jobRoles, { search: '0!', limit: 600 })).toHaveLength(600)

    let parts = 0
    const seen: number[] = []
    for await (const part of recordBatches(db, jobRoles, {})) {
      parts += 1
      seen.push(...part.map(({ id }) => id))
    }
    expect(seen).toEqual(all.map(({ id }) => id))
    expect(parts).toBeGreaterThan(50)
    await db.deleteFrom('job_roles').where('role_name', 'like', 'Role %!').execute()
  })

  test('comes in pages, in either order, and can be searched', async () => {
    for (const role_name of ['Diver', 'Pilot', 'Deep diver', '100% certain'])
      await made(jobRoles, { role_name })
    const names = async (page: Parameters<typeof listRecords>[2]) =>
      (await listRecords(provided.db, jobRoles, page)).map((row) => row.role_name)
    expect(await names({})).toEqual(['Diver', 'Pilot', 'Deep diver', '100% certain'])
    expect(await names({ limit: 2, oldestFirst: false })).toEqual(['100% certain', 'Deep diver'])
    const [first] = await listRecords(provided.db, jobRoles)
    expect(await names({ cursor: first?.id, limit: 1 })).toEqual(['Pilot'])
    expect(await names({ search: 'DIVER' })).toEqual(['Diver', 'Deep diver'])
    expect(await names({ search: '%' })).toEqual(['100% certain'])
    expect(await names({ search: String(first?.id) })).toContain('Diver')
  })
})
