import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'

import { placeInitialDatabase } from '../../db/initial-database'
import { schemaIsCurrent } from '../../db/migrate'
import { openDatabase } from '~/db.server'

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'initial-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('a first start copies the prebuilt database: migrated, without accounts, in little memory', async () => {
  const folder = newFolder()
  const db = await openDatabase({ folder })
  onTestFinished(() => db.destroy())
  expect(existsSync(join(folder, 'embedded.partial'))).toBe(false)
  expect(statSync(join(folder, 'embedded')).mode & 0o777).toBe(0o700)
  expect(await schemaIsCurrent(db)).toBe(true)
  expect(await db.selectFrom('users').selectAll().execute()).toEqual([])
  expect((await sql`show shared_buffers`.execute(db)).rows).toEqual([{ shared_buffers: '16MB' }])
})

test('an interrupted copy is started again', () => {
  const folder = newFolder()
  const source = join(folder, 'source')
  mkdirSync(source)
  writeFileSync(join(source, 'PG_VERSION'), '18')
  mkdirSync(join(folder, 'embedded.partial'))
  writeFileSync(join(folder, 'embedded.partial', 'half'), '')
  placeInitialDatabase(join(folder, 'embedded'), source)
  expect(existsSync(join(folder, 'embedded', 'PG_VERSION'))).toBe(true)
  expect(existsSync(join(folder, 'embedded', 'half'))).toBe(false)
})

test('an existing database is left alone, and so is a folder with other files', () => {
  const folder = newFolder()
  const source = join(folder, 'source')
  mkdirSync(source)
  writeFileSync(join(source, 'PG_VERSION'), '18')
  for (const name of ['PG_VERSION', 'notes.txt']) {
    const target = join(folder, `with-${name}`)
    mkdirSync(target)
    writeFileSync(join(target, name), 'mine')
    if (name === 'PG_VERSION') placeInitialDatabase(target, source)
    else expect(() => placeInitialDatabase(target, source)).toThrow('ENOTEMPTY')
    expect(existsSync(join(target, name))).toBe(true)
  }
})
