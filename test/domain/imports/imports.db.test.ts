import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { collections, importedCollections, type Collection } from '~/domain/configuration/collections'
import { createRecord, deleteRecord, updateRecord } from '~/domain/configuration/configuration.server'
import { IdempotencyConflict, type IdempotencyKey } from '~/domain/idempotency/idempotency.server'
import { bundledSources, fillEmptyDatabase, type ImportSource } from '~/domain/imports/bundled-files.server'
import {
  importChecked,
  listChecked,
  removeOldStagedRows,
  runImport,
  runPreview,
} from '~/domain/imports/imports.server'
import {
  findBadRows,
  findProgress,
  findRun,
  findStagedPreview,
  listRuns,
  waitForRun,
} from '~/domain/imports/runs.server'
import { mergeRows } from '~/domain/imports/merge.server'
import { firstChanges, previewUndo } from '~/domain/imports/preview.server'
import {
  findUndoable,
  listChangedTables,
  listLaterChanges,
  undoImport,
  type LaterChange,
} from '~/domain/imports/undo.server'
import { createSandbox } from '~/domain/underwriting/sandbox.server'
import { ensureEngine } from '~/domain/underwriting/underwriting.server'

import { onServer, provideDatabase } from '../../support/database'
import { bundledEngines } from '../../support/engine'
import { insertQuote } from '../../support/quotes'

const provided = provideDatabase()
const [, synergyData, , industryFallbacks] = importedCollections
const header = 'industry_name,avg_layoff_frequency,industry_unemp_rate,risk_level'
let by = 0
const sandbox = createSandbox()
afterAll(() => sandbox.close())

const source = (
  text: string | Iterable<string>,
  collection: Collection = industryFallbacks,
): ImportSource => ({
  collection: collection as ImportSource['collection'],
  label: 'own.csv',
  size: 100,
  uploaded: true,
  open: () => Readable.from(typeof text === 'string' ? [text] : text),
})
const imported = async (...sources: ImportSource[]) => {
  const outcome = await runImport(provided.db, { by, sources })
  if (!outcome.ok) throw new Error(outcome.reason)
  return outcome
}
const previewed = async (...sources: ImportSource[]) => {
  const outcome = await runPreview(provided.db, { by, sources, sandbox })
  if (!outcome.ok) throw new Error(outcome.reason)
  return outcome
}
const checkedImport = (
  preview: number,
  more: { by?: number; goodRows?: boolean; key?: IdempotencyKey } = {},
) => importChecked(provided.db, { by, preview, sandbox, ...more })
const rowsOf = async (table: Collection['table']) =>
  provided.db.selectFrom(table).selectAll().orderBy('id').execute()
const everything = async () => Promise.all(importedCollections.map(({ table }) => rowsOf(table)))

const entries = (action: string) =>
  provided.db
    .selectFrom('audit_log')
    .select(['entity', 'entity_id', 'before', 'after'])
    .where('action', '=', action)
    .orderBy('id')
    .execute()

beforeAll(async () => {
  const admin = { username: 'Ann', email: 'ann@example.com', password_hash: 'x', admin: true }
  const { id } = await provided.db.insertInto('users').values(admin).returning('id').executeTakeFirstOrThrow()
  by = id
})
beforeEach(async () => {
  for (const { table } of importedCollections) await provided.db.deleteFrom(table).execute()
  await provided.db.deleteFrom('import_runs').execute() // cascades
  await provided.db.deleteFrom('audit_log').execute()
  await fillEmptyDatabase(provided.db)
})

describe('an import', () => {
  test('of the bundled files fills the five tables, is recorded and audited', async () => {
    const { id, summary } = await imported(...bundledSources())
    expect(summary).toMatchObject({
      success: true,
      partialSuccess: false,
      message: 'All tables were imported.',
      totalImported: 144,
      totalSuccess: 5,
      totalFailed: 0,
    })
    expect(summary.results.map(({ table, count }) => [table, count])).toEqual([
      ['Coverage tiers', 5],
      ['Synergy data', 48],
      ['Employer risks', 63],
      ['Industry fallbacks', 14],
      ['Industry gender stats', 14],
    ])
    const run = await findRun(provided.db, id)
    expect(run).toMatchObject({ kind: 'import', source: 'Bundled files', username: 'Ann', summary })
    expect(await findProgress(provided.db)).toBe(null)
    const entries = await provided.db.selectFrom('audit_log').selectAll().orderBy('id').execute()
    expect(entries).toHaveLength(5)
    expect(entries[3]).toMatchObject({
      user_id: by,
      action: 'import',
      entity: 'industry fallbacks',
      entity_id: String(id),
      before: { rows: 14 },
      after: { rows: 14, source: 'industry_fallback.csv', added: 0, changed: 0, removed: 0 },
    })
  })

  test('keeps the ids of matched rows, and audits every changed value, also in an undo', async () => {
    await imported(source(`${header}\nDiving,1,2,Low\nFlying,1,2,Low\nSinging,1,2,Low\n`))
    const before = await rowsOf('industry_fallbacks')
    const [diving, flying, singing] = before.map(({ id }) => id)
    await provided.db.deleteFrom('audit_log').execute()

    const { id } = await imported(source(`${header}\nDancing,3,4,High\nFLYING,1,2.5,Low\nDiving,1,2,Low\n`))
    const after = await rowsOf('industry_fallbacks')
    expect(after).toMatchObject([
      before[0]!,
      { id: flying, industry_name: 'FLYING', industry_unemp_rate: 2.5 },
      { industry_name: 'Dancing', industry_unemp_rate: 4 },
    ])
    const dancing = after[2]!.id
    const added = { id: dancing, industry_name: 'Dancing', risk_level: 'High' }
    const removed = { id: singing, industry_name: 'Singing', risk_level: 'Low' }
    const [was, is] = [
      { industry_name: 'Flying', industry_unemp_rate: 2 },
      { industry_name: 'FLYING', industry_unemp_rate: 2.5 },
    ]
    expect(dancing).toBeGreaterThan(singing!)
    const [changed, ...more] = await firstChanges(provided.db, id, 10)
    expect(more).toMatchObject([
      { kind: 'added', name: 'Dancing' },
      { kind: 'removed', name: 'Singing' },
    ])
    expect(more[0]?.cells).toContainEqual({ label: 'Risk level', before: null, after: 'High' })
    expect(changed).toMatchObject({ table: 'Industry fallbacks', name: 'FLYING' })
    expect(changed?.cells.map(({ before, after }) => [before, after])).toEqual([
      ['Flying', 'FLYING'],
      [expect.stringMatching(/^2/), expect.stringMatching(/^2\.5/)],
    ])
    const rowEntry = (row: number | undefined, before: object | null, after: object | null) => ({
      entity: 'industry fallback',
      entity_id: String(row),
      before: before as unknown,
      after: after as unknown,
    })
    const tableEntry = (after: object) => ({
      entity: 'industry fallbacks',
      entity_id: String(id),
      before: { rows: 3 },
      after: { rows: 3, added: 1, changed: 1, removed: 1, ...after },
    })
    const values = (row: object) => expect.objectContaining(row) as object
    expect(await entries('import')).toEqual([
      rowEntry(flying, was, is),
      rowEntry(singing, values(removed), null),
      rowEntry(dancing, null, values(added)),
      tableEntry({ source: 'own.csv' }),
    ])

    await undoImport(provided.db, { by, runId: id, anyway: '' })
    expect(await rowsOf('industry_fallbacks')).toEqual(before)
    expect(await entries('undo import')).toEqual([
      rowEntry(flying, is, was),
      rowEntry(dancing, values(added), null),
      rowEntry(singing, null, values(removed)),
      tableEntry({}),
    ])
    expect(diving).toBe(before[0]!.id)
  })

  test('shows what it has written, not what was changed later', async () => {
    await imported(source(`${header}\nDiving,1,2,Low\n`))
    const { id } = await imported(source(`${header}\nDiving,1,3,Low\nDancing,3,4,High\n`))
    const written = await firstChanges(provided.db, id, 10)
    expect(written).toMatchObject([{ name: 'Diving' }, { name: 'Dancing', kind: 'added' }])
    for (const row of await rowsOf('industry_fallbacks'))
      await updateRecord(provided.db, industryFallbacks, row.id, { industry_unemp_rate: 9 }, { by })
    expect(await firstChanges(provided.db, id, 10)).toEqual(written)
    const current = await firstChanges(provided.db, id, 10, { isCurrent: true }) // which an undo would replace
    expect(current[0]?.cells).toMatchObject([{ before: '2.00%', after: '9.00%' }])
  })

  test('of more rows than one statement takes audits each of them, also in an undo', async () => {
    const rows = 10_003
    const lines = Array.from({ length: rows }, (_, index) => `Industry ${index},1,2,Low\n`)
    const { id } = await imported(source(`${header}\n${lines.join('')}`))
    const audited = async (action: string) => {
      const all = (await entries(action)).filter(({ entity }) => entity === 'industry fallback')
      return { entries: all.length, records: new Set(all.map((entry) => entry.entity_id)).size }
    }
    const all = { entries: rows + 14, records: rows + 14 } // with the 14 rows that were there before
    expect(await audited('import')).toEqual(all)
    await undoImport(provided.db, { by, runId: id, anyway: '' })
    expect(await audited('undo import')).toEqual(all)
  })

  test('that fails for one table leaves that table unchanged, and stores its bad rows', async () => {
    const before = await rowsOf('synergy_data')
    const [tiers, , ...others] = bundledSources()
    const { id, summary } = await imported(
      tiers as ImportSource,
      source('SimDate,ScenarioName\nsoon,=1+1\n', synergyData),
      ...others,
    )
    expect(summary).toMatchObject({
      success: false,
      partialSuccess: true,
      totalSuccess: 4,
      totalFailed: 1,
      message: '4 of 5 tables were imported. The others keep their old rows.',
    })
    expect(summary.results[1]?.message).toMatch(/^\d+ faults, nothing was changed\. Line 1, /)
    expect(await rowsOf('synergy_data')).toEqual(before)
    expect((await findRun(provided.db, id))?.source).toBe('own.csv and bundled files')

    // The value and the name of a column are cut within a pair.
    const long = 'x' + '\u{1f600}'.repeat(200)
    const cut = await imported(source(`${header},${long}\nDiving,${long},2,Low,1\n`))
    expect(cut.summary?.success).toBe(false)
    expect(JSON.stringify(await findBadRows(provided.db, cut.id))).toContain('\ufffd')

    const bad = await imported(source(`${header}\nDiving,many,2,"a\0b"\nFlying,1\n`))
    expect(bad.summary).toMatchObject({
      success: false,
      partialSuccess: false,
      message: 'Nothing was imported. All tables keep their old rows.',
    })
    expect(await findBadRows(provided.db, bad.id)).toEqual([
      {
        table: 'Industry fallbacks',
        header: header.split(','),
        rows: [
          expect.objectContaining({
            line: 2,
            column: 'avg_layoff_frequency',
            cells: ['Diving', 'many', '2', 'a\ufffdb'],
          }),
          expect.objectContaining({ line: 2, column: 'risk_level' }),
          { line: 3, column: null, reason: 'The row has 2 cells, the header 4', cells: ['Flying', '1'] },
        ],
      },
    ])
  })

  test('that is interrupted changes nothing and reveals no secret', async () => {
    const before = await rowsOf('industry_fallbacks')
    const errors: unknown[] = []
    const outcome = await runImport(provided.db, {
      by,
      onError: (error) => errors.push(error),
      sources: [
        source(
          (function* () {
            yield `${header}\nDiving,1,2,Low\n`
            throw new Error('the disk is gone')
          })(),
        ),
      ],
    })
    expect(outcome).toMatchObject({
      ok: true,
      summary: { success: false, results: [{ message: 'An unknown error occurred. Nothing was changed.' }] },
    })
    expect(errors).toMatchObject([{ message: 'the disk is gone' }])
    expect(await rowsOf('industry_fallbacks')).toEqual(before)
  })

  test('that the database aborts while inserting changes nothing', async () => {
    const before = await rowsOf('industry_fallbacks')
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`.execute(
      provided.db,
    )
    await sql`create trigger refuse before insert on industry_fallbacks for each row when (new.industry_name = 'Industry 1500') execute function refuse()`.execute(
      provided.db,
    )
    try {
      const lines = Array.from({ length: 2000 }, (_, index) => `Industry ${index},1,2,Low\n`)
      const { summary } = await imported(source(`${header}\n${lines.join('')}`))
      expect(summary).toMatchObject({ success: false, totalImported: 0 })
      expect(await rowsOf('industry_fallbacks')).toEqual(before)
    } finally {
      await sql`drop trigger refuse on industry_fallbacks`.execute(provided.db)
      await sql`drop function refuse()`.execute(provided.db)
    }
  })

  test('is rejected during another run, but not after an interrupted one', async () => {
    let go = () => {}
    const gate = new Promise<void>((resolve) => (go = resolve))
    const slow: ImportSource = {
      ...source(''),
      open: () =>
        Readable.from(
          (async function* () {
            yield `${header}\nDiving,1,2,Low\n`
            await gate
            yield 'Flying,1,2,Low\n'
          })(),
        ),
    }
    const first = imported(slow)
    await expect.poll(() => findProgress(provided.db)).toMatchObject({ table: 'Industry fallbacks' })
    expect(await runImport(provided.db, { by, sources: bundledSources() })).toEqual({
      ok: false,
      reason: 'busy',
    })
    expect(await runPreview(provided.db, { by, sources: bundledSources(), sandbox })).toEqual({
      ok: false,
      reason: 'busy',
    })
    expect(await listRuns(provided.db)).toHaveLength(1)

    // Without a heartbeat it is replaced by another run, and can no longer change anything.
    await provided.db
      .updateTable('import_runs')
      .set({ seen_at: new Date(Date.now() - 120_000) })
      .execute()
    const second = await imported(source(`${header}\nSinging,1,2,Low\n`))
    expect(second.summary.success).toBe(true)
    go()
    expect((await first).summary.results).toMatchObject([
      { success: false, message: 'Another import has begun meanwhile, nothing was changed.' },
    ])
    expect(
      (await rowsOf('industry_fallbacks')).map((row) => 'industry_name' in row && row.industry_name),
    ).toEqual(['Singing'])
  })

  test('runs one at a time', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: onServer ? 6 : 3 }, () =>
        runImport(provided.db, { by, sources: bundledSources() }),
      ),
    )
    expect(outcomes.some(({ ok }) => ok)).toBe(true)
    expect(await listRuns(provided.db)).toHaveLength(outcomes.filter(({ ok }) => ok).length)
    expect(await rowsOf('employer_risks')).toHaveLength(63)
  })
})

describe('a preview', () => {
  test('reports the rows to add, change and remove, and writes nothing', async () => {
    await imported(source(`${header}\nDiving,1,2,Low\nFlying,1,2,Low\nSinging,1,2,Low\nMining,,,\n`))
    const before = await everything()
    const { id, summary } = await previewed(
      source(`${header}\nflying,1.00,2,Low\nMining,,,\nSinging,3,2,\nDancing,1,2,High\nActing,1,2,High\n`),
    )
    expect(summary).toMatchObject({
      success: true,
      totalImported: 0,
      message: 'All files can be imported. Nothing has been changed.',
    })
    expect(summary.results[0]?.preview).toEqual({
      added: 2,
      changed: 2,
      removed: 1,
      unchanged: 1,
      inUse: [],
      version: expect.any(String) as string,
      rows: {
        added: [
          expect.objectContaining({ name: 'Dancing' }),
          {
            name: 'Acting',
            cells: [
              { label: 'Average layoff frequency', before: null, after: '1.00%' },
              { label: 'Unemployment rate', before: null, after: '2.00%' },
              { label: 'Risk level', before: null, after: 'High' },
            ],
          },
        ],
        changed: [
          { name: 'flying', cells: [{ label: 'Industry name', before: 'Flying', after: 'flying' }] },
          {
            name: 'Singing',
            cells: [
              { label: 'Average layoff frequency', before: '1.00%', after: '3.00%' },
              { label: 'Risk level', before: 'Low', after: 'N/A' },
            ],
          },
        ],
        removed: [expect.objectContaining({ name: 'Diving' })],
      },
    })
    expect(await everything()).toEqual(before)
    expect(await findRun(provided.db, id)).toMatchObject({ kind: 'preview' })
    expect((await findUndoable(provided.db))?.runId).toBeLessThan(id)
  })

  test('of unchanged bundled files finds no difference, and matches repeated months in order', async () => {
    const { summary } = await previewed(...bundledSources())
    for (const { preview } of summary.results)
      expect(preview).toMatchObject({ added: 0, changed: 0, removed: 0 })
    expect(summary.results.map(({ preview }) => preview?.unchanged)).toEqual([5, 48, 63, 14, 14])

    const months = (await rowsOf('synergy_data')) as Record<string, unknown>[]
    const names = synergyData.columns.map(({ name }) => name)
    const line = (row: Record<string, unknown>) => names.map((name) => String(row[name] ?? '')).join(',')
    const first = months[0] as Record<string, unknown>
    const text = [names.join(','), ...months.map(line), line({ ...first, ActiveUsers: 1 })].join('\n')
    const again = await previewed(source(text, synergyData))
    expect(again.summary.results[0]?.preview).toMatchObject({
      added: 1,
      changed: 0,
      removed: 0,
      unchanged: 48,
    })
  })

  test('lists the quotes that refer to removed rows, and the impact on the newest quotes', async () => {
    await ensureEngine(provided.db, bundledEngines)
    const id = await insertQuote(provided.db, { coverage_level: 'Standard', industry: 'Construction' })
    const [tiers] = bundledSources()
    const text = readFileSync('db/reference/coverage_tier_config.csv', 'utf8').replace(
      /^Standard,\d+/m,
      'Standard,70',
    )
    const before = await everything()
    const { summary } = await previewed(
      source(text, tiers!.collection),
      source(`${header}\nDiving,1,2,Low\n`),
    )
    expect(summary.results[1]?.preview).toMatchObject({
      removed: 14,
      inUse: [{ name: 'Construction', quotes: 1, newest: [id] }],
    })
    expect(summary.impact).toMatchObject({
      stored: 1,
      compared: 1,
      summary: { dearer: 1, failed: 0 },
      rows: [{ quoteId: id }],
    })
    expect(await everything()).toEqual(before)
    const tiersAlone = await imported(source(text, tiers!.collection))
    const [undoable, after] = [await findUndoable(provided.db), await everything()]
    expect(undoable?.runId).toBe(tiersAlone.id)
    expect(await previewUndo(provided.db, sandbox, undoable!)).toMatchObject({
      stored: 1,
      compared: 1,
      summary: { cheaper: 1, failed: 0 },
      rows: [{ quoteId: id }],
    })
    expect(await everything()).toEqual(after)
    expect(await findUndoable(provided.db)).toEqual(undoable)
    const unrated = { runId: tiersAlone.id, tables: [{ table: 'synergy_data', changes: 1 }] }
    expect(await previewUndo(provided.db, sandbox, unrated)).toBe(null)
    await provided.db.deleteFrom('quote_submissions').execute()
  })

  test('lists every bad row', async () => {
    const { summary } = await previewed(source(`${header}\nDiving,1,2,Low\n,many,2,Low\n`))
    expect(summary).toMatchObject({
      success: false,
      message: 'Every file has faults: none can be imported whole. Nothing has been changed.',
    })
    expect(summary.results[0]).toMatchObject({
      badCount: 2,
      badRows: [
        { line: 3, column: 'industry_name', reason: 'Industry name is required' },
        { line: 3, column: 'avg_layoff_frequency' },
      ],
    })
  })
})

describe('the staged rows of a preview', () => {
  const two = `${header}\nSinging,3,2,\nDancing,1,2,High\n`
  const names = async () =>
    (await rowsOf('industry_fallbacks')).map((row) => 'industry_name' in row && row.industry_name)

  test('are imported without their files, and can be undone', async () => {
    const before = await everything()
    let reads = 0
    const once: ImportSource = {
      ...source(''),
      open: () => Readable.from(reads++ === 0 ? [two] : ['something else']),
    }
    const preview = await previewed(once, source('employer_name\nx\n', collections.employerRisks))
    expect(await everything()).toEqual(before)
    expect(await listChecked(provided.db, preview.id, by)).toMatchObject([
      { collection: { slug: 'industry-fallbacks' }, source: 'own.csv', size: 100, rows: 2, leftOut: 0 },
    ])
    expect(await findStagedPreview(provided.db, by)).toBe(preview.id)

    const outcome = await checkedImport(preview.id)
    expect(outcome).toMatchObject({
      ok: true,
      summary: { success: true, message: '1 table was imported.', totalImported: 2 },
    })
    expect(reads).toBe(1)
    expect(await names()).toEqual(['Singing', 'Dancing'])
    expect(await listChecked(provided.db, preview.id, by)).toEqual([])
    const { id } = outcome as { id: number }
    expect((await findRun(provided.db, id))?.source).toBe(`own.csv, as checked by preview ${preview.id}`)
    expect(await findRun(provided.db, preview.id)).toMatchObject({ imported_by: id })
    expect(await undoImport(provided.db, { by, runId: id, anyway: '' })).toMatchObject({ ok: true })
    expect(await everything()).toEqual(before)
  })

  test('are imported without files with errors; their valid rows only on request, and without removals', async () => {
    await imported(source(`${header}\nDiving,1,2,Low\nFlying,1,2,Low\nSinging,1,2,Low\n`))
    const text = `${header}\nDiving,many,2,Low\nFlying,9,2,Low\nDancing,1,2,Low\n,1,2,Low\n`
    const preview = await previewed(source(text), bundledSources()[2]!)
    expect(preview.summary.results[0]).toMatchObject({
      success: false,
      goodRows: 2,
      leftOut: 2,
      preview: { added: 1, changed: 1, removed: 0 },
    })
    const first = await checkedImport(preview.id)
    expect(first).toMatchObject({ ok: true, summary: { totalImported: 63, totalSuccess: 1 } })
    expect(await names()).toEqual(['Diving', 'Flying', 'Singing'])
    const none = await checkedImport(preview.id)
    expect(none).toEqual({ ok: false, reason: 'missing' })
    const second = await checkedImport(preview.id, { goodRows: true })
    expect(second).toMatchObject({
      ok: true,
      summary: { results: [{ message: '2 rows imported, 2 bad rows left out' }] },
    })
    expect(await rowsOf('industry_fallbacks')).toMatchObject([
      { industry_name: 'Diving', avg_layoff_frequency: 1 },
      { industry_name: 'Flying', avg_layoff_frequency: 9 },
      { industry_name: 'Singing' },
      { industry_name: 'Dancing' },
    ])
  })

  test.each([
    ['with the wrong header', 'a,b\nDiving,1\n'],
    ['that ends in an unclosed quote', `${header}\nDiving,1,2,Low\n"Flying,1,2,Low\n`],
  ])('have no valid rows of a file %s', async (_, text) => {
    const { id } = await previewed(source(text))
    expect(await listChecked(provided.db, id, by)).toEqual([])
  })

  test('are not imported if some are missing', async () => {
    const { id } = await previewed(source(two))
    const before = await everything()
    await provided.db.deleteFrom('import_rows').where('line', '=', 3).execute()
    expect(await checkedImport(id)).toMatchObject({
      summary: { success: false },
    })
    expect(await everything()).toEqual(before)
  })

  test.each<[string, (preview: number) => Promise<unknown>]>([
    ['was already imported', (preview) => checkedImport(preview)],
    ['was replaced by another preview', () => previewed(...bundledSources())],
    ['was replaced by an import', () => imported(...bundledSources())],
    [
      'is older than a day',
      () =>
        sql`update import_runs set created_at = now() - interval '25 hours'`
          .execute(provided.db)
          .then(() => removeOldStagedRows(provided.db)),
    ],
  ])('are gone when it %s', async (_, happens) => {
    const preview = await previewed(source(two))
    await happens(preview.id)
    const before = await everything()
    expect(await checkedImport(preview.id)).toEqual({
      ok: false,
      reason: 'missing',
    })
    expect(await everything()).toEqual(before)
  })

  describe('whose table has changed since', () => {
    const idOf = async (name: string) =>
      (await rowsOf('industry_fallbacks')).find(
        (row) => 'industry_name' in row && row.industry_name === name,
      )!.id
    const change = async (risk_level: string) =>
      updateRecord(provided.db, industryFallbacks, await idOf('Construction'), { risk_level }, { by })
    const own = () => source(`${header}\nConstruction,1,2,Low\nDancing,1,2,High\n`)
    const summaryOf = async (id: number) => (await findRun(provided.db, id))?.summary
    const changedBy = async (preview: number, more: Parameters<typeof checkedImport>[1] = {}) => {
      const outcome = await checkedImport(preview, more)
      expect(outcome).toEqual({ ok: false, reason: 'changed', id: expect.any(Number) as number })
      return (outcome as { id: number }).id
    }

    test.each<[string, () => Promise<unknown>]>([
      ['changed', () => change('Odd')],
      ['added', () => createRecord(provided.db, industryFallbacks, { industry_name: 'Fishing' }, { by })],
      [
        'removed',
        async () => deleteRecord(provided.db, industryFallbacks, await idOf('Construction'), { by }),
      ],
    ])('by a row that was %s are compared again, and then imported', async (_, happens) => {
      const preview = await previewed(own(), bundledSources()[2]!)
      await happens()
      const before = await everything()
      const id = await changedBy(preview.id)
      expect(await everything()).toEqual(before)
      expect(await findUndoable(provided.db)).toBe(null)
      expect(await listChecked(provided.db, preview.id, by)).toEqual([])
      expect(await listChecked(provided.db, id, by)).toMatchObject([
        { source: 'employer_risk_data.csv', rows: 63 },
        { source: 'own.csv', rows: 2 },
      ])
      expect(await findRun(provided.db, id)).toMatchObject({
        kind: 'preview',
        source: 'own.csv and bundled files',
        summary: {
          success: true,
          totalSuccess: 2,
          renews: { preview: preview.id, titles: ['Industry fallbacks'] },
        },
      })
      expect(await checkedImport(id)).toMatchObject({ ok: true, summary: { success: true } })
      expect(await names()).toEqual(expect.arrayContaining(['Construction', 'Dancing']))
      expect(await rowsOf('industry_fallbacks')).toHaveLength(2)
    })

    test('show what they would overwrite, each time that it happens', async () => {
      const preview = await previewed(own())
      await change('Odd')
      const second = await changedBy(preview.id)
      await change('Odder')
      const third = await changedBy(second)
      const cells = async (id: number) => (await summaryOf(id))?.results[0]?.preview?.rows.changed[0]?.cells
      const level = (before: string) => ({ label: 'Risk level', before, after: 'Low' })
      expect(await cells(second)).toContainEqual(level('Odd'))
      expect(await cells(third)).toContainEqual(level('Odder'))
      expect((await summaryOf(third))?.renews).toMatchObject({ preview: second })
      expect(await checkedImport(third)).toMatchObject({ ok: true })
    })

    test('keep their bad rows, and are imported without them on request', async () => {
      const preview = await previewed(source(`${header}\nConstruction,1,2,Low\nDancing,many,2,High\n`))
      const bad = await findBadRows(provided.db, preview.id)
      await change('Odd')
      const id = await changedBy(preview.id, { goodRows: true })
      expect(await findBadRows(provided.db, id)).toEqual(bad)
      expect((await summaryOf(id))?.results).toMatchObject([
        { success: false, goodRows: 1, leftOut: 1, badCount: 1, preview: { changed: 1, removed: 0 } },
      ])
      expect(await checkedImport(id, { goodRows: true })).toMatchObject({
        ok: true,
        summary: { success: true },
      })
      expect(await names()).toHaveLength(14)
    })

    test('of a retry lead to the same comparison', async () => {
      const preview = await previewed(own())
      await change('Odd')
      const key = { scope: 'import', key: 'changed' }
      const id = await changedBy(preview.id, { key })
      expect(await changedBy(preview.id, { key })).toBe(id)
      expect(await listChecked(provided.db, id, by)).toHaveLength(1)
    })

    test('are imported if it was another table, whose file stays out', async () => {
      const faulty = source('employer_name\nx\n', collections.employerRisks)
      const preview = await previewed(own(), faulty)
      await provided.db.updateTable('employer_risks').set({ updated_at: new Date() }).execute()
      expect(await checkedImport(preview.id)).toMatchObject({ ok: true, summary: { success: true } })
    })

    test('between the check and the import leave that table as it is', async () => {
      const preview = await previewed(own())
      const { id } = preview
      const version = preview.summary.results[0]?.preview?.version
      const merge = { runId: id, stagedBy: id, rows: 2, removes: true }
      const file = { by, collection: own().collection, source: 'own.csv', version }
      await provided.db.updateTable('import_runs').set({ seen_at: new Date() }).execute()
      await change('Odd')
      await expect(mergeRows(provided.db, file, merge)).rejects.toThrow(
        'Somebody has changed this table since the preview',
      )
      expect(await names()).not.toContain('Dancing')
    })

    test('where two release stay those of their author, when another admin imports them', async () => {
      const other = { username: 'Eve', email: 'eve@example.com', password_hash: 'x', admin: true }
      const { id: eve } = await provided.db
        .insertInto('users')
        .values(other)
        .returning('id')
        .executeTakeFirstOrThrow()
      const preview = await previewed(own())
      await change('Odd')
      const pressed = { by: eve, preview: preview.id, sandbox, releaseBy: 'two' as const }
      const outcome = await importChecked(provided.db, pressed)
      expect(outcome).toMatchObject({ ok: false, reason: 'changed' })
      const { id } = outcome as { id: number }
      expect(await findRun(provided.db, id)).toMatchObject({ user_id: by })
      expect(await listChecked(provided.db, id, by, 'two')).toEqual([])
      expect(await importChecked(provided.db, { ...pressed, preview: id })).toMatchObject({ ok: true })
      await provided.db.deleteFrom('users').where('id', '=', eve).execute()
    })
  })

  test('cannot be imported by another admin', async () => {
    const preview = await previewed(source(two))
    const other = { username: 'Bob', email: 'bob@example.com', password_hash: 'x', admin: true }
    const { id } = await provided.db
      .insertInto('users')
      .values(other)
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await checkedImport(preview.id, { by: id })).toEqual({
      ok: false,
      reason: 'missing',
    })
    expect(await findStagedPreview(provided.db, id)).toBe(null)
    expect(await listChecked(provided.db, preview.id, by)).toHaveLength(1)
    await provided.db.deleteFrom('users').where('id', '=', id).execute()
  })
})

describe('a retry', () => {
  const text = `${header}\nDiving,1,2,Low\n`
  const keyed = (key: string, content: object, from: ImportSource = source(text)) =>
    runImport(provided.db, { by, sources: [from], key: { scope: 'import', key }, content })

  test('gets the first result, and imports nothing again', async () => {
    const first = await keyed('one', { file: 1 })
    const rows = await rowsOf('industry_fallbacks')
    expect(await keyed('one', { file: 1 })).toEqual(first)
    expect(await rowsOf('industry_fallbacks')).toEqual(rows)
    expect(await listRuns(provided.db)).toHaveLength(1)
    await expect(keyed('one', { file: 2 })).rejects.toThrow(IdempotencyConflict)
  })

  test('of a run in progress can wait for it; a rejected request does not use up its key', async () => {
    let go = () => {}
    const gate = new Promise<void>((resolve) => (go = resolve))
    const slow: ImportSource = {
      ...source(''),
      open: () =>
        Readable.from(
          (async function* () {
            yield text
            await gate
          })(),
        ),
    }
    const first = keyed('slow', {}, slow)
    await expect.poll(() => findProgress(provided.db)).toMatchObject({ kind: 'import' })
    const { run: id = 0 } = (await findProgress(provided.db)) ?? {}
    expect(await keyed('slow', {})).toEqual({ ok: false, reason: 'running', id })
    expect(await keyed('refused', {})).toEqual({ ok: false, reason: 'busy' })
    const waited = waitForRun(provided.db, id)
    go()
    const outcome = await first
    expect(outcome).toMatchObject({ ok: true, id, summary: { success: true } })
    expect(await waited).toEqual(outcome.ok && outcome.summary)
    expect(await keyed('refused', {})).toMatchObject({ ok: true })
  })

  test('of an interrupted run imports again', async () => {
    const first = await keyed('broken', {})
    await provided.db.updateTable('import_runs').set({ finished_at: null }).execute()
    const second = await keyed('broken', {})
    expect(second).toMatchObject({ ok: true, summary: { success: true } })
    expect(second.ok && first.ok && second.id > first.id).toBe(true)
    expect(await keyed('broken', {})).toEqual(second)
  })
})

describe('an undo', () => {
  const changes = `${header}\nConstruction,1,2,Odd\nDiving,1,2,Low\n`

  test('restores the rows with their ids and times, once', async () => {
    const before = await everything()
    const { id } = await imported(...bundledSources().slice(1, 3), source(changes), source('x', synergyData))
    expect(await findUndoable(provided.db)).toEqual({
      runId: id,
      tables: [
        { table: 'synergy_data', title: 'Synergy data', changes: 0 },
        { table: 'employer_risks', title: 'Employer risks', changes: 0 },
        { table: 'industry_fallbacks', title: 'Industry fallbacks', changes: 15 },
      ],
    })
    expect(await everything()).not.toEqual(before)
    const outcome = await undoImport(provided.db, { by, runId: id, anyway: '' })
    expect(outcome).toMatchObject({
      ok: true,
      summary: { success: true, message: 'The rows from before the import are back.', totalImported: 125 },
    })
    expect(await everything()).toEqual(before)
    expect(await findUndoable(provided.db)).toBe(null)
    expect(await undoImport(provided.db, { by, runId: id, anyway: '' })).toEqual({
      ok: false,
      reason: 'undone',
      id: (outcome as { id: number }).id,
    })
    // Restored rows have new ids.
    const made = await createRecord(provided.db, industryFallbacks, { industry_name: 'Diving' }, { by })
    expect(made).toMatchObject({ ok: true })
  })

  test('reports the changes that it has taken back, as the import has reported them', async () => {
    const { id, summary } = await imported(source(changes))
    expect(summary.results).toMatchObject([
      { message: '2 rows imported', changes: { added: 1, changed: 1, removed: 13 } },
    ])
    expect((await findUndoable(provided.db))?.tables).toMatchObject([{ changes: 15 }])
    expect(await undoImport(provided.db, { by, runId: id, anyway: '' })).toMatchObject({
      summary: {
        results: [{ message: '15 changes taken back', changes: { added: 13, changed: 1, removed: 1 } }],
      },
    })
  })

  test('of an import that was interrupted counts its changes', async () => {
    const { id } = await imported(source(changes))
    await provided.db.updateTable('import_runs').set({ summary: '{}' }).where('id', '=', id).execute()
    expect((await findUndoable(provided.db))?.tables).toMatchObject([
      { title: 'Industry fallbacks', changes: 15 },
    ])
  })

  test('is limited to the last import', async () => {
    const first = await imported(...bundledSources())
    const second = await imported(source(`${header}\nDiving,1,2,Low\n`))
    expect((await findUndoable(provided.db))?.tables).toMatchObject([
      { title: 'Industry fallbacks', changes: 15 },
    ])
    expect(await undoImport(provided.db, { by, runId: first.id, anyway: '' })).toEqual({
      ok: false,
      reason: 'missing',
    })
    expect(await undoImport(provided.db, { by, runId: second.id, anyway: '' })).toMatchObject({ ok: true })
    expect(await rowsOf('industry_fallbacks')).toHaveLength(14)
  })

  test('ends a preview that waits: its figures were those of the rows before', async () => {
    const { id } = await imported(source(`${header}\nDiving,1,2,Low\n`))
    const begun = await runPreview(provided.db, {
      by,
      sources: [source(`${header}\nDiving,1,2,Low\n`)],
      sandbox,
    })
    const preview = (begun as { id: number }).id
    expect(await listChecked(provided.db, preview, by)).toHaveLength(1)
    expect(await undoImport(provided.db, { by, runId: id, anyway: '' })).toMatchObject({ ok: true })
    expect(await listChecked(provided.db, preview, by)).toEqual([])
    expect(await checkedImport(preview)).toEqual({ ok: false, reason: 'missing' })
  })

  const idOf = async (name: string) =>
    (await rowsOf('industry_fallbacks')).find((row) => 'industry_name' in row && row.industry_name === name)!
      .id

  test.each<[string, string, LaterChange['kind'], () => Promise<unknown>]>([
    [
      'a row that the import changed was changed',
      'Construction',
      'changed',
      async () =>
        updateRecord(
          provided.db,
          industryFallbacks,
          await idOf('Construction'),
          { risk_level: 'Low' },
          { by },
        ),
    ],
    [
      'a row that the import added was removed',
      'Diving',
      'deleted',
      async () => deleteRecord(provided.db, industryFallbacks, await idOf('Diving'), { by }),
    ],
    [
      'a row that the import changed was removed',
      'Construction',
      'deleted',
      async () => deleteRecord(provided.db, industryFallbacks, await idOf('Construction'), { by }),
    ],
    [
      'a row that the import removed was created again',
      'EDUCATION',
      'added',
      () => createRecord(provided.db, industryFallbacks, { industry_name: 'EDUCATION' }, { by }),
    ],
  ])('is rejected after %s, unless it is forced', async (_, name, kind, change) => {
    await provided.db
      .updateTable('industry_fallbacks')
      .set({ industry_name: 'Education' })
      .where('industry_name', 'ilike', 'educ%')
      .execute()
    const before = await everything()
    const { id } = await imported(source(changes))
    await change()
    const changed = await everything()
    const undoable = (await findUndoable(provided.db))!
    const later = await listLaterChanges(provided.db, undoable)
    expect(later.changes).toEqual([{ table: 'Industry fallbacks', name, kind }])
    expect(await listChangedTables(provided.db, undoable)).toEqual(['Industry fallbacks'])
    const refused = { ok: false, reason: 'conflict', changes: later.changes }
    expect(await undoImport(provided.db, { by, runId: id, anyway: '' })).toEqual(refused)
    expect(await undoImport(provided.db, { by, runId: id, anyway: 'industry_fallbacks.1.1' })).toEqual(
      refused,
    )
    expect(await everything()).toEqual(changed)
    expect(await undoImport(provided.db, { by, runId: id, anyway: later.hash })).toMatchObject({ ok: true })
    expect(await everything()).toEqual(before)
  })

  test('is rejected again if more has changed than what may be lost, and names all of it', async () => {
    const { id } = await imported(source(changes))
    const change = async (risk_level: string) =>
      updateRecord(provided.db, industryFallbacks, await idOf('Construction'), { risk_level }, { by })
    const seen = async () => {
      const { hash } = await listLaterChanges(provided.db, (await findUndoable(provided.db))!)
      expect(hash).toMatch(/^[0-9a-f]{64}$/) // however many rows have changed
      return { runId: id, by, anyway: hash }
    }
    await change('Low')
    const first = await seen()
    await change('High') // the same row again
    await deleteRecord(provided.db, industryFallbacks, await idOf('Diving'), { by })
    const [before, runs] = [await everything(), await listRuns(provided.db)]
    expect(await undoImport(provided.db, first)).toMatchObject({
      ok: false,
      reason: 'conflict',
      changes: [
        { name: 'Construction', kind: 'changed' },
        { name: 'Diving', kind: 'deleted' },
      ],
    })
    const rows = await firstChanges(provided.db, id, 20)
    expect(rows.filter(({ kind }) => kind === 'added')).toEqual([]) // Diving, which was deleted
    const second = await seen()
    await createRecord(provided.db, industryFallbacks, { industry_name: 'Utilities' }, { by })
    expect(await undoImport(provided.db, second)).toMatchObject({
      changes: [
        { table: 'Industry fallbacks', name: 'Utilities', kind: 'added' },
        { name: 'Construction', kind: 'changed' },
        { name: 'Diving', kind: 'deleted' },
      ],
    })
    expect(await listRuns(provided.db)).toEqual(runs)
    expect(await everything()).toMatchObject(before.map((rows) => expect.arrayContaining(rows) as unknown))
    expect(await undoImport(provided.db, await seen())).toMatchObject({ ok: true })
    expect(await rowsOf('industry_fallbacks')).toHaveLength(14)
  })

  test.runIf(onServer)(
    'that finds another change once it has begun says so, and leaves a preview that waits',
    async () => {
      const { db } = provided
      const { id } = await imported(source(changes))
      const { id: preview } = await previewed(source(changes))
      let undo: ReturnType<typeof undoImport> | undefined
      await db.transaction().execute(async (trx) => {
        const changed = { risk_level: 'Low', updated_at: new Date() }
        await trx
          .updateTable('industry_fallbacks')
          .set(changed)
          .where('industry_name', '=', 'Diving')
          .execute()
        undo = undoImport(db, { by, runId: id, anyway: '' })
        await vi.waitFor(async () => expect(await findProgress(db)).not.toBeNull())
      })
      expect(await undo).toMatchObject({ ok: false, reason: 'conflict' })
      const [run] = await listRuns(db)
      expect(await findRun(db, run!.id)).toMatchObject({
        kind: 'undo',
        summary: {
          success: false,
          results: [{ message: 'Nothing was put back: rows have changed since it was confirmed.' }],
        },
      })
      expect(await listChecked(db, preview, by)).toHaveLength(1)
    },
  )

  test('preserves later changes in rows that the import did not change', async () => {
    const { id } = await imported(...bundledSources())
    await updateRecord(
      provided.db,
      industryFallbacks,
      await idOf('Construction'),
      { risk_level: 'Odd' },
      { by },
    )
    const changed = await everything()
    expect(await undoImport(provided.db, { by, runId: id, anyway: '' })).toMatchObject({ ok: true })
    expect(await everything()).toEqual(changed)
  })
})

describe('under the engine in use', () => {
  const slip = () => {
    const [tiers] = bundledSources()
    const text = readFileSync('db/reference/coverage_tier_config.csv', 'utf8')
    return source(text.replace(/^Standard,\d+/m, 'Standard,3.5'), tiers!.collection)
  }

  test('a file with a slip in a price is refused with the rule, and its table stays as it was', async () => {
    await ensureEngine(provided.db, bundledEngines)
    await runImport(provided.db, { by, sources: bundledSources(), sandbox })
    const before = await everything()
    const outcome = await runImport(provided.db, { by, sources: [slip()], sandbox })
    expect(outcome.ok && outcome.summary?.results[0]).toMatchObject({
      success: false,
      message: expect.stringMatching(
        /^Rule 8: coverage tier "Standard" at a base premium of \$3\.50 .* Nothing was changed\.$/,
      ) as string,
    })
    expect(await everything()).toEqual(before)
  })

  test('the preview says so before anything is imported', async () => {
    const { id, summary } = await previewed(slip())
    expect(await listChecked(provided.db, id, by)).toEqual([])
    expect(summary.results[0]).toMatchObject({
      success: false,
      message: expect.stringMatching(/^Rule 8: /) as string,
    })
  })
})
