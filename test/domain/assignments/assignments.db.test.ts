import { beforeAll, expect, test } from 'vitest'

import { createAdmin, register } from '~/domain/accounts/accounts.server'
import {
  assignQuote,
  findAssignee,
  listColleagues,
  readAdminId,
} from '~/domain/assignments/assignments.server'
import { listRuns } from '~/domain/imports/runs.server'
import { quoteTimeline } from '~/domain/quotes/timeline.server'
import { findNext, findWork, holdersOf } from '~/domain/work/work.server'

import { person, site } from '../../support/accounts'
import { provideDatabase } from '../../support/database'
import { insertQuote } from '../../support/quotes'

const provided = provideDatabase()
let ada = 0
let bea = 0

beforeAll(async () => {
  const { db } = provided
  for (const email of ['ada@example.com', 'bea@example.com'])
    await createAdmin(db, { email, password: 'a long password' })
  const admins = await db.selectFrom('users').select(['id', 'email']).orderBy('email').execute()
  ;[ada, bea] = admins.map(({ id }) => id) as [number, number]
})

async function apply(day: string) {
  return insertQuote(provided.db, { submitted_at: new Date(day) })
}

const holderOf = async (quote: number) => (await findAssignee(provided.db, quote))?.id ?? null

test('an application is taken, handed over and given back, on record', async () => {
  const { db } = provided
  const quote = await apply('2026-01-12T12:00:00Z')
  expect(await assignQuote(db, quote, ada, { by: ada, base: null })).toEqual({ ok: true })
  expect(await holderOf(quote)).toBe(ada)
  expect(await assignQuote(db, quote, ada, { by: ada, base: null })).toEqual({ ok: true }) // in another tab
  expect(await assignQuote(db, quote, bea, { by: ada, base: ada })).toEqual({ ok: true })
  expect(await holderOf(quote)).toBe(bea)
  expect(await assignQuote(db, quote, null, { by: bea, base: bea })).toEqual({ ok: true })
  expect(await holderOf(quote)).toBeNull()
  const texts = (await quoteTimeline(db, quote))?.entries.map(({ text }) => text)
  expect(texts?.slice(0, 3)).toEqual([
    'gave the application back to all',
    expect.stringMatching(/^gave the application to /),
    'took the application',
  ])
})

test('of two who take the same application at once, one gets it', async () => {
  const { db } = provided
  const quote = await apply('2026-01-12T13:00:00Z')
  const outcomes = await Promise.all([
    assignQuote(db, quote, ada, { by: ada, base: null }),
    assignQuote(db, quote, bea, { by: bea, base: null }),
  ])
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  expect(outcomes.find(({ ok }) => !ok)).toMatchObject({ reason: 'conflict' })
  expect(await holderOf(quote)).toBe(outcomes[0].ok ? ada : bea)
})

test('nothing changes when somebody else has it by now, for an account that is no admin, and for no application', async () => {
  const { db } = provided
  const quote = await apply('2026-01-12T14:00:00Z')
  await assignQuote(db, quote, ada, { by: ada })
  expect(await assignQuote(db, quote, bea, { by: bea, base: null })).toMatchObject({ reason: 'conflict' })
  await register(db, { ...person, email: 'visitor@example.com' }, { site, ip: null, key: null })
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'visitor@example.com')
    .executeTakeFirstOrThrow()
  expect(await assignQuote(db, quote, id, { by: ada })).toMatchObject({ reason: 'invalid' })
  expect(await assignQuote(db, 2_000_000_000, ada, { by: ada })).toMatchObject({ reason: 'missing' })
  expect(await holderOf(quote)).toBe(ada)
})

test('nobody works on it any more once its holder is no admin, or is gone', async () => {
  const { db } = provided
  const quote = await apply('2026-01-12T15:00:00Z')
  await createAdmin(db, { email: 'cid@example.com', password: 'a long password' })
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'cid@example.com')
    .executeTakeFirstOrThrow()
  await assignQuote(db, quote, id, { by: id })
  await db.updateTable('users').set({ admin: false }).where('id', '=', id).execute()
  expect(await holderOf(quote)).toBeNull()
  expect(await assignQuote(db, quote, bea, { by: bea, base: null })).toEqual({ ok: true })
  await assignQuote(db, quote, null, { by: bea })
  await db.deleteFrom('users').where('id', '=', id).execute()
  expect(await holderOf(quote)).toBeNull()
})

test('the work list shows those of one admin or of nobody, and the next one is never of somebody else', async () => {
  const { db } = provided
  await db.deleteFrom('quote_submissions').execute()
  const [first, second, third] = [
    await apply('2026-01-05T12:00:00Z'),
    await apply('2026-01-06T12:00:00Z'),
    await apply('2026-01-07T12:00:00Z'),
  ]
  await assignQuote(db, first, ada, { by: ada })
  await assignQuote(db, second, bea, { by: bea })
  const listed = async (text: string | null) =>
    (await findWork(db, { holders: holdersOf(text, ada) })).groups.flatMap(({ items }) =>
      items.map(({ quoteId }) => quoteId),
    )
  expect(await listed('me')).toEqual([first])
  expect(await listed('nobody')).toEqual([third])
  expect(await listed('somebody')).toEqual([first, second, third])
  const next = (after: number, by: number) => findNext(db, { act: 'decide', after, by })
  expect(await next(0, ada)).toMatchObject({ quoteId: first, act: 'run', holder: { id: ada } })
  expect(await next(first, ada)).toMatchObject({ quoteId: third })
  expect(await next(third, bea)).toMatchObject({ quoteId: second })
})

test('two admins of one name are told apart by their emails', async () => {
  const { db } = provided
  await db.updateTable('users').set({ username: 'Ada' }).where('id', '=', ada).execute()
  await db.updateTable('users').set({ username: 'Bea' }).where('id', '=', bea).execute()
  expect(await listColleagues(db)).toEqual([
    { id: ada, name: 'Ada' },
    { id: bea, name: 'Bea' },
  ])
  await db.updateTable('users').set({ username: 'Ada' }).where('id', '=', bea).execute()
  expect((await listColleagues(db)).map(({ name }) => name)).toEqual([
    'Ada, ada@example.com',
    'Ada, bea@example.com',
  ])
  const quote = await apply('2026-01-15T12:00:00Z')
  await assignQuote(db, quote, bea, { by: ada })
  expect(await findAssignee(db, quote)).toMatchObject({ name: 'Ada, bea@example.com' })
  const { groups } = await findWork(db, { holders: holdersOf('somebody', ada) })
  const item = groups.flatMap(({ items }) => items).find(({ quoteId }) => quoteId === quote)
  expect(item?.holder?.name).toBe('Ada, bea@example.com')
  expect((await quoteTimeline(db, quote))?.entries[0]).toMatchObject({
    who: 'Ada, ada@example.com',
    text: 'gave the application to Ada, bea@example.com',
  })

  const run = { kind: 'import' as const, source: 'files', user_id: bea }
  await db
    .insertInto('import_runs')
    .values({ ...run, summary: JSON.stringify({ tables: [] }) })
    .execute()
  expect((await listRuns(db))[0]?.username).toBe('Ada, bea@example.com')
})

test.each([
  ['', null],
  [null, null],
  ['7', 7],
  [7, 7],
  ['0', undefined],
  ['7.5', undefined],
  [{}, undefined],
  [undefined, undefined],
  ['9'.repeat(30), undefined],
])('reads %j as the admin %s', (value, id) => {
  expect(readAdminId(value)).toBe(id)
})
