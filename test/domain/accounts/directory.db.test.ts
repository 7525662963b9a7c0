import { beforeAll, expect, test } from 'vitest'

import { listAccounts } from '~/domain/accounts/directory.server'

import { provideDatabase } from '../../support/database'

const provided = provideDatabase()
const ids: number[] = []

beforeAll(async () => {
  const { db } = provided
  const names = ['Ann', 'Bob Smith', 'Ännchen']
  for (const [index, username] of names.entries()) {
    const values = { username, email: `user-${index}@mail.company${index}.example`, password_hash: 'secret' }
    ids.push((await db.insertInto('users').values(values).returning('id').executeTakeFirstOrThrow()).id)
  }
  // More accounts than are scanned in list order.
  const many = Array.from({ length: 2_100 }, (_, index) => ({
    username: 'Someone',
    email: `someone-${index}@example.net`,
    password_hash: 'x',
  }))
  await db.insertInto('users').values(many).execute()
})

const usernamesFor = async (search: string, page: { cursor?: number; limit?: number } = {}) =>
  (await listAccounts(provided.db, { search, limit: 3, ...page })).map(({ username }) => username)

test('a search matches prefixes of words in username and email, and the id', async () => {
  expect(await usernamesFor('smi')).toEqual(['Bob Smith'])
  expect(await usernamesFor('SMITH bob')).toEqual(['Bob Smith'])
  expect(await usernamesFor('user-1@mail.company1.example')).toEqual(['Bob Smith'])
  expect(await usernamesFor('company')).toEqual(['Ännchen', 'Bob Smith', 'Ann'])
  expect(await usernamesFor('company', { cursor: ids[2] })).toEqual(['Bob Smith', 'Ann'])
  expect(await usernamesFor('company', { limit: 1 })).toEqual(['Ännchen'])
  expect(await usernamesFor(`#${ids[0]}`)).toEqual(['Ann'])
  expect(await usernamesFor(String(ids[0]), { cursor: (ids[0] ?? 0) + 1 })).toEqual(['Ann'])
  for (const nothing of [
    'nobody',
    '%',
    '@',
    "'; drop table users; --",
    '99999999999',
    '#99999999999',
    '#company',
    ':*',
  ])
    expect(await usernamesFor(nothing), nothing).toEqual([])
})

test('accounts are listed newest first, page by page, without secrets', async () => {
  const first = await listAccounts(provided.db, { limit: 2 })
  expect(first.map(({ email }) => email)).toEqual(['someone-2099@example.net', 'someone-2098@example.net'])
  const [next] = await listAccounts(provided.db, { limit: 1, cursor: first.at(-1)?.id })
  expect(next?.email).toBe('someone-2097@example.net')
  expect(Object.keys(next ?? {})).not.toContain('password_hash')
  expect(await usernamesFor('someone', { limit: 2 })).toEqual(['Someone', 'Someone'])
})
