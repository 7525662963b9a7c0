import { beforeEach, describe, expect, test } from 'vitest'

import { createAdmin } from '~/domain/accounts/accounts.server'
import { deleteView, listViews, renameView, saveView } from '~/domain/saved-views/saved-views.server'
import { maxViews, viewQuery } from '~/domain/saved-views/viewed-lists'

import { provideDatabase } from '../../support/database'

const provided = provideDatabase()
let by = 0
let other = 0

beforeEach(async () => {
  const { db } = provided
  const ids: number[] = []
  for (const name of ['one', 'two']) {
    const email = `${name}-${crypto.randomUUID()}@example.com`
    await createAdmin(db, { email, password: 'a long password' })
    const { id } = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    ids.push(id)
  }
  ;[by = 0, other = 0] = ids
})

const save = (fields: object, admin = by) => saveView(provided.db, { ...fields }, { by: admin })
const names = async (admin = by) => (await listViews(provided.db, admin)).map(({ name }) => name)
const referred = { list: 'quotes', name: 'Referred', query: 'tab=quotes&decision=referred' }

describe('a saved view', () => {
  test('has the state of its list, and belongs to one admin and one list', async () => {
    expect(await save(referred)).toMatchObject({ ok: true })
    await save({ list: 'results', name: 'Referred', query: 'decision=referred' })
    expect(await listViews(provided.db, by, 'quotes')).toMatchObject([referred])
    expect(await names()).toEqual(['Referred', 'Referred'])
    expect(await names(other)).toEqual([])
  })

  test('is saved once, also if it is sent twice at the same time', async () => {
    const outcomes = await Promise.all([save(referred), save(referred)])
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true])
    expect(await names()).toEqual(['Referred'])
  })

  test('has a name of its own, whatever its letter case', async () => {
    await save(referred)
    const message = 'This list has a view named Referred already. Choose another name'
    expect(await save({ ...referred, name: ' REFERRED ', query: 'tab=quotes' })).toMatchObject({
      errors: [{ path: 'name', message }],
    })
    await save({ ...referred, name: 'Mine' })
    const [mine] = await listViews(provided.db, by)
    const renamed = (name: unknown) => renameView(provided.db, mine?.id ?? 0, { name }, { by })
    expect(await renamed('referred')).toMatchObject({ errors: [{ path: 'name', message }] })
    expect(await renamed('MINE')).toMatchObject({ ok: true })
    expect(await names()).toEqual(['MINE', 'Referred'])
    for (const name of [undefined, ' ', 'x'.repeat(61), 'a\nb', { a: 1 }])
      expect(await renamed(name)).toMatchObject({ reason: 'invalid' })
  })

  test('cannot be renamed or deleted by another admin', async () => {
    await save(referred)
    const id = (await listViews(provided.db, by))[0]?.id ?? 0
    expect(await renameView(provided.db, id, { name: 'x' }, { by: other })).toMatchObject({
      reason: 'missing',
    })
    expect(await deleteView(provided.db, id, { by: other })).toBeNull()
    expect(await names()).toEqual(['Referred'])
    expect(await deleteView(provided.db, id, { by })).toMatchObject(referred)
    expect(await deleteView(provided.db, id, { by })).toBeNull()
  })

  test('goes with its account', async () => {
    await save(referred)
    await provided.db.deleteFrom('users').where('id', '=', by).execute()
    expect(await names()).toEqual([])
  })
})

test('a list has a limited number of views, also if many are saved at once', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: maxViews + 3 }, (_, index) => save({ ...referred, name: `View ${index}` })),
  )
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(maxViews)
  expect(await names()).toHaveLength(maxViews)
  expect(await save({ list: 'results', name: 'Another list', query: '' })).toMatchObject({ ok: true })
})

test.each([
  { list: 'mail', query: '' },
  { list: 'constructor', query: '' },
  { list: ['quotes'], query: '' },
  { list: 'quotes', query: 7 },
  { list: 'quotes', query: 'from=yesterday' },
  { list: 'results', query: 'quote=x' },
])('a state that its list does not know is not saved: %o', async (fields) => {
  expect(await save({ name: 'x', ...fields })).toMatchObject({
    errors: [{ path: '', message: 'This state of the list cannot be saved' }],
  })
})

test('a query has only what its list writes into its URL', () => {
  const hostile = 'tab=contacts&decision=approved&sort=constructor&after=1~x&next=//evil.example&q=%00<b>'
  expect(viewQuery('quotes', hostile)).toBe('tab=quotes&q=%3Cb%3E&decision=approved')
  expect(viewQuery('contacts', hostile)).toBe('tab=contacts&q=%3Cb%3E')
  expect(viewQuery('results', `${hostile}&cursor=7&group=tier`)).toBe('group=tier&decision=approved')
  expect(viewQuery('results', `tier=${'%E2%82%AC'.repeat(1000)}`)?.length).toBeLessThan(1500)
})
