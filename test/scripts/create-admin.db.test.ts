import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { checkCredentials } from '~/domain/accounts/accounts.server'
import { openDatabase } from '~/db.server'

import { programDatabase } from '../support/server-database'

const folder = mkdtempSync(join(tmpdir(), 'holdfast-command-'))
let database: Record<string, string>
beforeAll(async () => {
  database = await programDatabase()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function createAdmin(parameters: string[], environment: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['build/commands/create-admin.js', ...parameters],
    {
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        DATA_DIR: folder,
        SESSION_SECRET: 'a secret that only tests use',
        ...database,
        ...environment,
      },
    },
  )
  return { status, stdout, stderr }
}

async function accepts(email: string, password: string) {
  const db = await openDatabase(database.DATABASE_URL ? { url: database.DATABASE_URL } : { folder })
  const user = await checkCredentials(db, email, password)
  await db.destroy()
  return user?.admin === true
}

test('creates an admin with a password that is printed once, and never changes an account', async () => {
  const created = createAdmin(['Second@Example.com'])
  expect(created).toMatchObject({ status: 0, stderr: '' })
  const password =
    /^Admin: second@example\.com {2}one-time password: (\S{16})\n$/.exec(created.stdout)?.[1] ?? ''
  expect(await accepts('second@example.com', password)).toBe(true)
  expect(createAdmin(['second@example.com'])).toEqual({
    status: 1,
    stdout: '',
    stderr: 'second@example.com has an account already; nothing was changed\n',
  })
  expect(await accepts('second@example.com', password)).toBe(true)
})

test('uses the password of the environment, and does not print it', async () => {
  const own = { ADMIN_EMAIL: 'third@example.com', ADMIN_PASSWORD: 'chosen by an admin' }
  expect(createAdmin(['third@example.com'], own)).toMatchObject({
    status: 0,
    stdout: 'Admin: third@example.com\n',
  })
  expect(await accepts('third@example.com', own.ADMIN_PASSWORD)).toBe(true)
})

test.each([[[]], [['nobody']], [['a@b.example', 'c@d.example']]])(
  'prints its usage with %j',
  (parameters) => {
    expect(createAdmin(parameters)).toEqual({
      status: 1,
      stdout: '',
      stderr: 'Usage: npm run create-admin -- someone@example.com\n',
    })
  },
)
