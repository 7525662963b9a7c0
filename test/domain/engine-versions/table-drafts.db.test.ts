import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createAdmin } from '~/domain/accounts/accounts.server'
import {
  findActiveEngine,
  listBackups,
  restoreBackup,
  saveEngine,
} from '~/domain/engine-versions/engine-versions.server'
import { gridKey, type GridRow } from '~/domain/engine-versions/grid'
import { gridsOf } from '~/domain/engine-versions/grids.server'
import { replayResult } from '~/domain/engine-versions/replay.server'
import {
  checkTableDraft,
  discardTableDraft,
  readTableDraft,
  saveTableDraft,
  storeTable,
} from '~/domain/engine-versions/table-drafts.server'
import { fillEmptyDatabase } from '~/domain/imports/bundled-files.server'
import { createSandbox, type Sandbox } from '~/domain/underwriting/sandbox.server'
import { ensureEngine, runUnderwriting } from '~/domain/underwriting/underwriting.server'
import { bundledTables } from '~/engine/bundled-tables'

import { provideDatabase } from '../../support/database'
import { bundledEngines, engineSource, quickGate as gate, sandboxDuring } from '../../support/engine'
import { insertQuote } from '../../support/quotes'

const provided = provideDatabase()
let sandbox: Sandbox
let by = 0
let quoteId = 0

beforeAll(async () => {
  const { db } = provided
  sandbox = createSandbox({ workers: 2 })
  await fillEmptyDatabase(db)
  await createAdmin(db, { email: 'root@example.com', password: 'a long password' })
  by = (await db.selectFrom('users').select('id').executeTakeFirstOrThrow()).id
  quoteId = await insertQuote(db, { education: 'Associate', employer_name: 'Nobody knows it' })
})
beforeEach(async () => {
  const { db } = provided
  for (const table of [
    'underwriting_results',
    'engine_versions',
    'engine_table_drafts',
    'idempotency_keys',
    'audit_log',
  ] as const)
    await db.deleteFrom(table).execute()
  await ensureEngine(db, bundledEngines)
})
afterAll(() => sandbox.close())

const active = async () => (await findActiveEngine(provided.db))!
const draft = async () => (await readTableDraft(provided.db, by))!
const save = (fields: object = {}, key: string | null = null) =>
  saveTableDraft(
    provided.db,
    sandbox,
    { note: 'A remark', ...fields },
    { by, key: key === null ? null : { scope: 'test', key }, gate },
  )
const check = async () => (await checkTableDraft(provided.db, sandbox, by, { note: null, gate }))!

/** The fields of the form of a table, with some cells changed, by row and column. */
function form(key: string, cells: Record<number, GridRow> = {}) {
  const rows = gridsOf(bundledTables).find((grid) => gridKey(grid) === key)?.rows ?? []
  const entries = rows.flatMap((row, index) =>
    Object.entries({ ...row, ...cells[index] }).map(([column, cell]) => [
      `row.${index}.${column}`,
      cell === null ? '' : String(cell),
    ]),
  )
  return Object.fromEntries(entries) as Record<string, string>
}
const edit = (key: string, cells: Record<number, GridRow>, more: object = {}) =>
  storeTable(provided.db, by, key, { ...form(key, cells), ...more })

/** An edit that changes no price. */
const harmless = () =>
  edit('rating.background_check', { 0: { source: 'judgement, as of the review in March' } })
/** An edit that changes the price of a golden case. */
const dearer = () => edit('rating.credit_score', { 3: { multiplier: 0.97 } })

describe('a draft of the tables', () => {
  test('has the rows as typed and the differences from the version in use, which it leaves alone', async () => {
    const before = await active()
    await edit('rating.credit_score', { 1: { from: 'five' } })
    const { changed, differences, base } = await draft()
    expect(changed).toEqual(['rating.credit_score'])
    expect(differences).toEqual([
      { place: 'Credit score', row: '580 to below 670', what: 'From', before: '580', after: 'five' },
    ])
    expect(base).toBe(before.hash)
    expect(await active()).toEqual(before)
  })

  test('is none when the form equals the table in use, and gone when it is discarded', async () => {
    await edit('rating.credit_score', {})
    expect((await draft()).saved_at).toBeNull()
    await dearer()
    expect((await draft()).saved_at).not.toBeNull()
    await discardTableDraft(provided.db, by)
    expect((await draft()).differences).toEqual([])
  })

  test('keeps the tables that several tabs store at once', async () => {
    const keys = gridsOf(bundledTables)
      .filter(({ part }) => part === 'rating')
      .map((grid) => gridKey(grid))
    await Promise.all(keys.map((key) => edit(key, { 0: { source: 'judgement, of another tab' } })))
    expect((await draft()).changed.toSorted()).toEqual(keys.toSorted())
  })

  test('keeps what another tab stores while it is checked and saved', async () => {
    await harmless()
    const during = sandboxDuring(sandbox, dearer)
    const saved = await saveTableDraft(provided.db, during, { note: 'A remark' }, { by, gate })
    expect(saved).toMatchObject({ ok: true, state: 'released' })
    const { differences, base } = await draft()
    expect(differences).toMatchObject([{ place: 'Credit score', what: 'Multiplier', after: '0.97' }])
    expect(base).toBe((await active()).hash)
  })

  test('gets an empty row after another one, and loses a row', async () => {
    const key = 'rating.credit_score'
    const rows = async () =>
      gridsOf((await draft()).version.tables).find((grid) => gridKey(grid) === key)!.rows
    await storeTable(provided.db, by, key, form(key), { kind: 'add', index: 1 })
    expect((await rows())[2]).toEqual({ from: null, to: null, multiplier: null, source: '' })
    expect(await rows()).toHaveLength(5)
    await storeTable(provided.db, by, key, form(key), { kind: 'remove', index: 0 })
    expect((await rows()).map(({ from }) => from)).toEqual([580, 670, 740])
  })

  test('is refused with table, row and column, and nothing changes', async () => {
    const before = await active()
    await edit('rating.credit_score', { 1: { from: 590 } })
    const fault = { part: 'rating', table: 'credit_score', row: 1, column: 'from' }
    expect(await save()).toMatchObject({ ok: false, reason: 'refused', tables: [fault] })
    expect((await check()).checked).toMatchObject({ ok: false, tables: [fault] })
    expect(await active()).toEqual(before)
    expect((await draft()).differences).toHaveLength(1)
  })

  test('goes live, and a run uses it; the backup brings the tables back, and old results replay', async () => {
    const { db } = provided
    const run = async () => {
      const outcome = await runUnderwriting(db, sandbox, { quoteId, adminId: by })
      if (!outcome.ok) throw new Error(outcome.message)
      return outcome.result
    }
    const before = await active()
    const old = await run()
    await edit('rating.education', { 2: { multiplier: 1.2 } }) // an associate's degree: the stored quote's, and no golden case's
    const saved = await save()
    expect(saved).toMatchObject({ ok: true, backup: before.filename })
    const now = await active()
    expect(now.source).toBe(engineSource)
    expect(now.note).toBe('A remark')
    expect((await draft()).saved_at).toBeNull()
    const [entry] = await db.selectFrom('audit_log').selectAll().where('action', '=', 'save').execute()
    expect(entry).toMatchObject({ user_id: by, entity: 'engine version', entity_id: String(now.id) })

    const made = await run()
    expect(made.engine_hash).toBe(now.hash)
    expect(made.monthly_premium).toBeGreaterThan(old.monthly_premium ?? Infinity)
    expect(await replayResult(db, sandbox, old.id)).toMatchObject({ ok: true, differences: [] })

    expect(await restoreBackup(db, sandbox, before.filename, {}, { by, gate })).toMatchObject({ ok: true })
    expect((await active()).tables).toEqual(before.tables)
    expect((await run()).monthly_premium).toBe(old.monthly_premium)
    expect(await listBackups(db)).toHaveLength(3)
  })

  test('that fails a golden case is refused, with the case', async () => {
    await dearer()
    const refusal = {
      ok: false,
      reason: 'refused',
      violation: { text: expect.stringMatching(/^Golden case ".+": monthly_premium is/) },
    }
    expect(await save()).toMatchObject(refusal)
    expect((await check()).checked).toMatchObject(refusal)
  })

  test('is checked without changing anything, and names the rows that nothing reached', async () => {
    const before = await active()
    await harmless()
    const { checked, reach } = await check()
    expect(checked).toEqual({ ok: true })
    expect(reach).toMatchObject({ cases: before.tests instanceof Array ? before.tests.length : 0, quotes: 1 })
    expect(reach?.allBranches).toBeGreaterThan(80)
    expect(reach?.branches).toContainEqual({
      line: expect.any(Number) as number,
      text: expect.stringMatching(/ was never true$/) as string,
    })
    expect(reach?.branches.length).toBeLessThan(reach?.allBranches ?? 0)
    const unreached = new Map(reach?.tables.map(({ key, rows }) => [key, rows]))
    expect(unreached.get('claim.displacement')).toContain('Construction, normal')
    expect(unreached.get('rating.industry')).not.toContain('Information') // the stored quote's
    expect(await active()).toEqual(before)
    expect(await provided.db.selectFrom('audit_log').selectAll().execute()).toEqual([])
  })

  test('of a version that has been replaced is not saved before its author has seen that', async () => {
    await harmless()
    const other = await saveEngine(provided.db, sandbox, { code: `${engineSource}// other\n` }, { by, gate })
    expect(other.ok).toBe(true)
    const conflict = await save()
    expect(conflict).toMatchObject({
      ok: false,
      reason: 'conflict',
      current: { hash: (await active()).hash },
    })
    expect(await save()).toMatchObject({ ok: true })
    expect((await active()).source).toContain('// other') // the other part is not lost
  })

  test('is saved once, however often its form is sent', async () => {
    await harmless()
    const [first, again] = [await save({}, 'key-12345'), await save({}, 'key-12345')]
    expect(first).toMatchObject({ ok: true })
    expect(again).toEqual(first)
    expect(await listBackups(provided.db)).toHaveLength(2)
  })

  test('without a change saves nothing', async () => {
    expect(await save()).toMatchObject({ ok: false, reason: 'unchanged' })
    expect(await save({ note: 'x'.repeat(501) })).toMatchObject({ ok: false, reason: 'invalid' })
  })
})
