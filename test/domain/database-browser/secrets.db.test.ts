import { expect, test } from 'vitest'

import {
  describeTable,
  exportTable,
  listTables,
  openRecord,
  readPage,
  readRecords,
} from '~/domain/database-browser/database-browser.server'
import { looksSensitive, secretColumns, visibilityOf } from '~/domain/database-browser/secrets.server'
import { startSession } from '~/domain/sessions/sessions.server'

import { provideDatabase } from '../../support/database'

const provided = provideDatabase()

/** Returns every column of every table in the database. */
async function allColumns() {
  const found = []
  // Sequential: on the embedded database, waiting callers time out soon.
  for (const { table_name: table } of await listTables(provided.db))
    for (const column of (await describeTable(provided.db, table)) ?? []) found.push({ table, ...column })
  return found
}

test('each column that looks secret is declared', async () => {
  const columns = await allColumns()
  expect(columns.length).toBeGreaterThan(200)
  const undeclared = columns
    .filter(({ column_name, data_type }) => looksSensitive(column_name, data_type))
    .filter(({ table, column_name }) => secretColumns[table]?.[column_name] === undefined)
    .map(({ table, column_name }) => `${table}.${column_name}`)
  expect(undeclared).toEqual([])
})

test('each declared column exists', async () => {
  const existing = new Set((await allColumns()).map(({ table, column_name }) => `${table}.${column_name}`))
  const declared = Object.entries(secretColumns).flatMap(([table, columns]) =>
    Object.keys(columns ?? {}).map((column) => `${table}.${column}`),
  )
  expect(declared.filter((name) => !existing.has(name))).toEqual([])
})

test.each([
  ['new_table', 'bytes', 'bytea', 'hidden'],
  ['new_table', 'anything', 'bytea', 'hidden'],
  ['new_table', 'token_hash', 'text', 'hidden'],
  ['new_table', 'api_key', 'text', 'hidden'],
  ['new_table', 'name', 'text', 'shown'],
  ['constructor', 'name', 'text', 'shown'],
  ['users', 'constructor', 'text', 'shown'],
  ['users', 'password_hash', 'text', 'hidden'],
  ['users', 'salary', 'numeric', 'shown'],
])('%s.%s of type %s is %s', (table, column, type, visibility) => {
  expect(visibilityOf(table, column, type)).toBe(visibility)
})

test('no read reveals a secret', async () => {
  const { db } = provided
  const secrets = {
    password: '$argon2id$the-password-hash',
    code: '483920',
    link: 'linktokenlinktoken',
    limit: 'login hash-of-an-address',
    key: 'the-key-of-a-retry',
    file: 'the bytes of a resume',
    hash: 'cafebabecafebabe',
  }
  const { id } = await db
    .insertInto('users')
    .values({ username: 'Ada', email: 'ada@example.com', password_hash: secrets.password })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { token } = await startSession(
    db,
    { id, admin: false },
    { remember: false, userAgent: null, ip: null },
  )
  const bytes = new Uint8Array(Buffer.from(secrets.hash, 'hex'))
  const expires_at = new Date(Date.now() + 60_000)
  await db
    .insertInto('email_verifications')
    .values({ user_id: id, email: 'ada@example.com', code_hash: bytes, expires_at })
    .execute()
  await db.insertInto('account_recoveries').values({ user_id: id, token_hash: bytes, expires_at }).execute()
  await db
    .insertInto('email_change_links')
    .values({ user_id: id, old_email: 'old@example.com', token_hash: bytes, expires_at })
    .execute()
  await db
    .insertInto('pitch_deck_requests')
    .values({ name: 'Ada', email: 'ada@example.com', code_hash: bytes })
    .execute()
  await db
    .insertInto('sent_emails')
    .values({
      kind: 'verification',
      recipient: 'ada@example.com',
      sender: 'us@example.com',
      subject: 'Your code',
      body_text: `Enter this code:\n\n    ${secrets.code}\n\nor https://x.example/reset?token=${secrets.link}\n`,
      body_html: `<p>${secrets.code} ${secrets.link}</p>`,
      message_id: '<1@x.example>',
    })
    .execute()
  await db
    .insertInto('idempotency_keys')
    .values({ scope: 'quote', key: secrets.key, request_hash: secrets.hash, body: `{"a":"${secrets.key}"}` })
    .execute()
  await db.insertInto('security_events').values({ kind: 'sign-in failed', email_hash: bytes }).execute()
  await db.insertInto('rate_limits').values({ key: secrets.limit, hits: 1, expires_at }).execute()
  const career = { name: 'Ada', email: 'a@b.example', position: 'x', experience: 'x', why_join: 'x' }
  const application = await db
    .insertInto('career_submissions')
    .values(career)
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('career_files')
    .values({
      filename: 'a.pdf',
      career_submission_id: application.id,
      kind: 'resume',
      original_name: 'a.pdf',
      content_type: 'application/pdf',
      size: 5,
      bytes: new Uint8Array(Buffer.from(secrets.file)),
    })
    .execute()

  let seen = ''
  for (const { table_name: table } of await listTables(db)) {
    const page = await readPage(db, table, { limit: 100, offset: 0 })
    seen += JSON.stringify([page, await readRecords(db, table, { limit: 100, offset: 0 }, { by: id })])
    for (const { rowKey } of page?.rows ?? [])
      seen += JSON.stringify(await openRecord(db, table, rowKey, { by: id }))
    for await (const lines of (await exportTable(db, table, { by: id })) ?? []) seen += lines
  }
  expect(seen).toContain('ada@example.com')
  expect(seen).toContain('Enter this code')
  for (const secret of [...Object.values(secrets), token]) {
    for (const form of [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64')])
      expect(seen).not.toContain(form)
  }
  expect(seen).not.toContain(Object.values(Buffer.from(secrets.hash, 'hex')).join())

  for (const words of [secrets.code, secrets.link, secrets.key, secrets.limit])
    for (const table of ['sent_emails', 'idempotency_keys', 'rate_limits']) {
      const query = { limit: 1, offset: 0, search: words }
      expect(await readRecords(db, table, query, { by: id })).toMatchObject({ total: 0 })
    }
})
