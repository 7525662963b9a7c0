import { beforeAll, beforeEach, expect, test } from 'vitest'

import { createAdmin } from '~/domain/accounts/accounts.server'
import { findDraft, discardDraft, storeDraft } from '~/domain/engine-versions/drafts.server'
import { findActiveEngine } from '~/domain/engine-versions/engine-versions.server'
import { ensureEngine } from '~/domain/underwriting/underwriting.server'

import { provideDatabase } from '../../support/database'
import { bundledEngines, engineSource } from '../../support/engine'

const provided = provideDatabase()
let [one, other] = [0, 0]

beforeAll(async () => {
  const { db } = provided
  for (const name of ['one', 'other'])
    await createAdmin(db, { email: `${name}@example.com`, password: 'a long password' })
  const admins = await db.selectFrom('users').select('id').orderBy('id').execute()
  ;[one, other] = admins.map(({ id }) => id) as [number, number]
  await ensureEngine(db, bundledEngines)
})
beforeEach(() => Promise.all([discardDraft(provided.db, one), discardDraft(provided.db, other)]))

const store = (fields: object, by = one) => storeDraft(provided.db, by, { ...fields })
const read = (by = one) => findDraft(provided.db, by)

test('each admin has one draft, the last one saved', async () => {
  const base = (await findActiveEngine(provided.db))?.hash
  expect(await read()).toBeNull()
  expect(await store({ code: 'first', note: 'A', base })).toBe(true)
  expect(await store({ code: 'of another' }, other)).toBe(true)
  expect(await store({ code: 'second\r\nline', note: 'B', base })).toBe(true)
  expect(await read()).toMatchObject({ source: 'second\nline', note: 'B', base })
  expect(await read(other)).toMatchObject({ source: 'of another', note: '', base: null })
  await discardDraft(provided.db, one)
  expect(await read()).toBeNull()
  expect(await read(other)).not.toBeNull()
})

test('a draft that was saved since is not discarded', async () => {
  await store({ code: 'first' })
  const first = (await read())!
  await store({ code: 'second' })
  await discardDraft(provided.db, one, first.saved_at)
  expect(await read()).toMatchObject({ source: 'second' })
  await discardDraft(provided.db, one, (await read())?.saved_at)
  expect(await read()).toBeNull()
})

test.each([
  ['nothing at all', '', ''],
  ['null characters and halves of characters', 'a\0b\ud800c', 'a\ufffdb\ufffdc'],
  ['more than a version may hold', 'é'.repeat(400_000), 'é'.repeat(400_000)],
  ['what looks like a command', "'); drop table users; --", "'); drop table users; --"],
])('%s can be a draft', async (_, code, source) => {
  expect(await store({ code, base: 'of no version' })).toBe(true)
  expect(await read()).toMatchObject({ source, base: null })
})

test('the active text is not a draft, and non-text changes nothing', async () => {
  await store({ code: 'a draft' })
  for (const code of [undefined, null, 7, ['a']]) expect(await store({ code })).toBe(false)
  expect(await read()).toMatchObject({ source: 'a draft' })
  expect(await store({ code: engineSource })).toBe(false)
  expect(await read()).toBeNull()
})

test('a draft is deleted with its account', async () => {
  const { db } = provided
  await createAdmin(db, { email: 'gone@example.com', password: 'a long password' })
  const deleted = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'gone@example.com')
    .executeTakeFirstOrThrow()
  await store({ code: 'a draft' }, deleted.id)
  await db.deleteFrom('users').where('id', '=', deleted.id).execute()
  expect(await read(deleted.id)).toBeNull()
})
