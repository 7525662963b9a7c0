import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createAdmin } from '~/domain/accounts/accounts.server'
import {
  findActiveEngine,
  listBackups,
  readBackup,
  restoreBackup,
  saveEngine,
} from '~/domain/engine-versions/engine-versions.server'
import { engineImpact } from '~/domain/engine-versions/impact.server'
import { replayResult } from '~/domain/engine-versions/replay.server'
import { bundledSources, fillEmptyDatabase } from '~/domain/imports/bundled-files.server'
import { runImport } from '~/domain/imports/imports.server'
import { createSandbox, type Sandbox } from '~/domain/underwriting/sandbox.server'
import { engineHash, ensureEngine, runUnderwriting } from '~/domain/underwriting/underwriting.server'

import { bundledTables } from '~/engine/bundled-tables'
import { goldenCases } from '~/engine/golden-cases'
import { firstResultSchema } from '~/engine/version-1/engine.schema'

import { provideDatabase } from '../../support/database'
import {
  bundledEngines,
  engineSource,
  quickGate as gate,
  reference,
  sandboxDuring,
  underwriteFirst,
} from '../../support/engine'
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
  quoteId = await insertQuote(db)
})
beforeEach(async () => {
  const { db } = provided
  for (const table of ['underwriting_results', 'engine_versions', 'audit_log'] as const)
    await db.deleteFrom(table).execute()
  await ensureEngine(db, bundledEngines)
})
afterAll(() => sandbox.close())

const save = (code: unknown, more: object = {}) =>
  saveEngine(provided.db, sandbox, { code, ...more }, { by, gate })
const restore = (filename: string, fields: object = {}) =>
  restoreBackup(provided.db, sandbox, filename, { ...fields }, { by, gate })
const active = async () => (await findActiveEngine(provided.db))!
/** Without the first engine, which every history has. */
const backups = async () => (await listBackups(provided.db)).filter((version) => version.interface === 2)
const audits = () => provided.db.selectFrom('audit_log').selectAll().orderBy('id').execute()
const hashOf = (source: string) => engineHash({ source, tables: bundledTables, tests: goldenCases })
const variant = (text: string) => `${engineSource}// ${text}\n`
/** The engine with an extra first statement in `underwrite`, and the line of that statement. */
const within = (statement: string) =>
  engineSource.replace('function underwrite(input) {\n', (line) => `${line}  ${statement}\n`)
const line = engineSource.split('\n').findIndex((text) => text.startsWith('function underwrite')) + 2

async function saved(code: string, more: object = {}) {
  const outcome = await save(code, more)
  if (!outcome.ok) throw new Error(JSON.stringify(outcome))
  return outcome
}

describe('saving', () => {
  test('activates the new version, keeps the previous one as a backup, and records an audit entry', async () => {
    const before = await active()
    const { version, backup } = await saved(variant('one'), { note: 'A remark', base: before.hash })
    expect(await active()).toMatchObject({
      source: variant('one'),
      hash: hashOf(variant('one')),
      size: Buffer.byteLength(variant('one')),
      note: 'A remark',
      author: expect.any(String),
    })
    expect(backup).toBe(before.filename)
    const list = await backups()
    expect(list).toMatchObject([{ filename: before.filename, size: Buffer.byteLength(engineSource) }])
    expect(list[0]?.created.getTime()).toBeGreaterThan(list[0]?.saved_at.getTime() ?? Infinity)
    expect((await readBackup(provided.db, before.filename))?.source).toBe(engineSource)
    const [entry, ...others] = await audits()
    expect(others).toEqual([])
    expect(entry).toMatchObject({
      user_id: by,
      action: 'save',
      entity: 'engine version',
      entity_id: String(version.id),
      before: { id: before.id, hash: before.hash },
      after: { id: version.id, hash: version.hash, note: 'A remark' },
    })
    expect(JSON.stringify(entry)).not.toContain('function underwrite')
  })

  test('is checked again where the configuration changed meanwhile, and refused where it does not hold under that', async () => {
    const { db } = provided
    const standard = db.updateTable('coverage_tiers').where('tier_name', '=', 'Standard')
    const saveWhile = (code: string, base_premium: number) => {
      const during = sandboxDuring(sandbox, () => standard.set({ base_premium }).execute())
      return saveEngine(db, during, { code }, { by, gate })
    }
    expect(await saveWhile(variant('under another price'), 36)).toMatchObject({ ok: true })
    const before = await active()
    const refused = await saveWhile(variant('under a senseless price'), 350)
    await standard.set({ base_premium: 35 }).execute()
    expect(refused).toMatchObject({ ok: false, reason: 'refused' })
    expect(await active()).toEqual(before)
  })

  test('normalises the line endings of a form', async () => {
    const outcome = await save(engineSource.replaceAll('\n', '\r\n'))
    expect(outcome).toMatchObject({ ok: false, reason: 'unchanged' })
    await saved(variant('one').replaceAll('\n', '\r\n'))
    expect((await active()).source).toBe(variant('one'))
  })

  test('the active text saves nothing', async () => {
    expect(await save(engineSource)).toMatchObject({ ok: false, reason: 'unchanged' })
    expect(await backups()).toEqual([])
    expect(await audits()).toEqual([])
  })

  test('gives each version a unique name, even for a repeated text', async () => {
    for (const code of [variant('one'), engineSource, variant('one'), engineSource]) await saved(code)
    const names = [(await active()).filename, ...(await backups()).map(({ filename }) => filename)]
    expect(new Set(names).size).toBe(5)
    for (const name of names) expect(name).toMatch(/^[\w.-]+\.js$/)
    const ids = (await backups()).map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  })

  test('by two admins at once fails for one of them, with the other version returned', async () => {
    const { hash: base } = await active()
    const outcomes = await Promise.all(['one', 'two', 'three'].map((text) => save(variant(text), { base })))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    const current = await active()
    for (const outcome of outcomes.filter(({ ok }) => !ok))
      expect(outcome).toMatchObject({ reason: 'conflict', current: { hash: current.hash } })
    expect(await backups()).toHaveLength(1)
    expect(await audits()).toHaveLength(1)
  })

  test('concurrently without a base loses no version', async () => {
    const texts = ['one', 'two', 'three', 'four'].map(variant)
    for (const outcome of await Promise.all(texts.map((text) => save(text))))
      expect(outcome).toMatchObject({ ok: true })
    const all = await provided.db
      .selectFrom('engine_versions')
      .select(['source', 'active'])
      .where('interface', '=', 2)
      .execute()
    expect(all.map(({ source }) => source).toSorted()).toEqual([engineSource, ...texts].toSorted())
    expect(all.filter((version) => version.active)).toHaveLength(1)
  })
})

describe('a source that', () => {
  async function refused(code: unknown) {
    const before = await active()
    const outcome = await save(code)
    expect(await active()).toEqual(before)
    expect(await backups()).toEqual([])
    expect(await audits()).toEqual([])
    return outcome
  }

  test.each([
    ['is empty', '', 'Cannot save empty code.'],
    ['is blank', ' \n\t\r\n ', 'Cannot save empty code.'],
    ['is no text', ['a'], 'Cannot save empty code.'],
    ['is absent', undefined, 'Cannot save empty code.'],
    ['is too long', variant('é'.repeat(120_000)), 'The code is too long: at most 256 KB can be saved'],
    ['holds a null character', 'var a\nvar \0b', 'Line 2, column 5: a null character cannot be saved'],
    [
      'holds half of a character',
      'var a\n "\ud800"',
      'Line 2, column 3: half of a character cannot be saved',
    ],
  ])('%s is rejected', async (_, code, message) => {
    const errors = [{ path: 'code', message }]
    expect(await refused(code)).toMatchObject({ ok: false, reason: 'invalid', errors })
  })

  test.each([
    ['does not parse', 'var a = 1\nfunction underwrite(input) {\n  return ;;)\n}', 3, 12, /unexpected token/],
    ['defines nothing', '\nvar answer = 42', 1, 1, /defines no function underwrite/],
    [
      'throws',
      within('throw new Error("no such tier")'),
      line,
      18,
      /^Line \d+, column \d+: Rule 2: whatever the form accepts gets a result, and the code failed: no such tier\. /,
    ],
    [
      'throws what has no position',
      within('throw 1'),
      line - 1,
      1,
      /the code failed: it threw 1 and not an Error, whose line would be known\. /,
    ],
    [
      'throws late',
      within('if (input.quote.income === 0) missing()'),
      line,
      33,
      /Golden case "No income": .*missing/,
    ],
    ['never ends', within('while (true) {}'), line - 1, 1, /took too long/],
    ['never ends before it is called', 'for (;;) {}\nfunction underwrite() {}', 1, 1, /took too long/],
    ['evades the interpreter', within('return new Array(1e9) + ""'), line - 1, 1, /stopped after/],
    ['takes all memory', within('var t = "x"; while (true) t += t'), null, null, /memory/],
    ['recurses for ever', within('return underwrite(input)'), line, null, /nested too deep/],
    ['answers too much', within('return { a: "x".repeat(300000) }'), line - 1, 1, /larger than/],
    ['answers no figures', within('return {}'), null, null, /Rule 10: The engine's result is not valid/],
    ['answers Infinity', within('return { ratio: 1 / 0 }'), line - 1, 1, /ratio is not a finite number/],
    [
      'invents a tier',
      engineSource.replace(/^function underwrite\(input\) \{/m, () =>
        [
          'function underwrite(input) {',
          '  var result = toCount(input)',
          '  if (result.coverage_tier) result.coverage_tier = "Galactic"',
          '  return result',
          '}',
          'function toCount(input) {',
        ].join('\n'),
      ),
      line - 1,
      1,
      /there is no tier "Galactic"/,
    ],
  ])('%s is rejected with its line and column', async (_, code, line, column, message) => {
    const outcome = await refused(code)
    if (outcome.ok || outcome.reason !== 'refused') throw new Error(JSON.stringify(outcome))
    expect(outcome.fault.message).toMatch(message)
    if (line !== null) expect(outcome.fault.line).toBe(line)
    if (column !== null) expect(outcome.fault.column).toBe(column)
    expect(outcome.fault.message).toMatch(
      new RegExp(`^Line ${outcome.fault.line}, column ${outcome.fault.column}: `),
    )
  })

  test('tampers with prototypes affects only itself', async () => {
    const attack = within('Object.prototype.monthly_premium = 1; Array.prototype.map = null')
    await save(attack)
    expect(({} as { monthly_premium?: number }).monthly_premium).toBeUndefined()
    expect([1].map((one) => one)).toEqual([1])
    await saved(variant('one'))
  })
})

describe('restoring', () => {
  test('activates a backup again, after backing up the active code', async () => {
    const { filename: first } = await active()
    const { version } = await saved(variant('one'))
    const outcome = await restore(first)
    expect(outcome).toMatchObject({ ok: true, backup: version.filename })
    expect(await active()).toMatchObject({ source: engineSource, note: `Restored from ${first}` })
    expect((await backups()).map(({ filename }) => filename)).toEqual([version.filename, first])
    expect((await audits()).at(-1)).toMatchObject({ action: 'restore', before: { id: version.id } })
  })

  test('fails for an admin who saw another active version', async () => {
    const first = await active()
    const { version } = await saved(variant('one'))
    await saved(variant('two'))
    const late = await restore(first.filename, { base: version.hash })
    expect(late).toMatchObject({ ok: false, reason: 'conflict', current: { source: variant('two') } })
    expect((await active()).source).toBe(variant('two'))
    const { hash: base } = await active()
    const outcomes = await Promise.all([restore(first.filename, { base }), save(variant('three'), { base })])
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await restore(first.filename, { base: 'nonsense' })).toMatchObject({ reason: 'invalid' })
  })

  test('a missing or active version does nothing', async () => {
    const { filename } = await active()
    for (const name of ['nothing.js', '../secret', 'a\0b', 'x'.repeat(5000), '', filename])
      expect(await restore(name)).toEqual({ ok: false, reason: 'missing' })
    await saved(variant('one'))
    await saved(engineSource)
    expect(await restore(filename)).toMatchObject({ ok: false, reason: 'unchanged' })
  })

  test('a backup that fails the current checks is rejected', async () => {
    const broken = within('throw new Error("broken")')
    await provided.db
      .insertInto('engine_versions')
      .values({
        filename: 'old.js',
        source: broken,
        hash: hashOf(broken),
        size: broken.length,
        interface: 2,
        tables: JSON.stringify(bundledTables),
        tests: JSON.stringify(goldenCases),
      })
      .execute()
    expect(await restore('old.js')).toMatchObject({ ok: false, reason: 'refused', fault: { line } })
    expect((await active()).source).toBe(engineSource)
  })

  test('the first engine cannot be put in use, and can be read', async () => {
    const [first] = (await listBackups(provided.db)).filter((version) => version.interface === 1)
    const refusal = {
      ok: false,
      reason: 'refused',
      fault: { message: expect.stringContaining('first interface') as string },
    }
    expect(await restore(first!.filename)).toMatchObject(refusal)
    expect((await readBackup(provided.db, first!.filename))?.source).toBe(bundledEngines.first)
  })
})

describe('a replay', () => {
  const run = async () => {
    const outcome = await runUnderwriting(provided.db, sandbox, { quoteId, adminId: by, asOf: '2026-01-15' })
    if (!outcome.ok) throw new Error(outcome.message)
    return outcome.result.id
  }
  const replay = (id: number) => replayResult(provided.db, sandbox, id)

  test('gives the same figures after the engine and the configuration have changed', async () => {
    const id = await run()
    await saved(variant('one'))
    await provided.db.updateTable('coverage_tiers').set({ base_premium: 77 }).execute()
    const outcome = await replay(id)
    expect(outcome).toMatchObject({ ok: true, differences: [] })
    expect(outcome.ok && outcome.compared).toBeGreaterThan(50)
    await runImport(provided.db, { by, sources: bundledSources() })
  })

  test('lists each figure that differs', async () => {
    const id = await run()
    const { calculation_details } = await provided.db
      .selectFrom('underwriting_results')
      .select('calculation_details')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const changed = { ...calculation_details, warnings: ['An invented warning'] }
    await provided.db
      .updateTable('underwriting_results')
      .set({ monthly_premium: 1.23, calculation_details: JSON.stringify(changed) })
      .where('id', '=', id)
      .execute()
    const outcome = await replay(id)
    const figures = outcome.ok ? outcome.differences.map(({ figure }) => figure) : []
    expect(figures).toContain('monthly_premium')
    expect(figures).toContain('calculation_details.warnings.0')
    expect(figures.every((figure) => /^monthly_premium$|warnings/.test(figure))).toBe(true)
  })

  test('reports a source that was tampered with', async () => {
    const id = await run()
    await provided.db
      .updateTable('engine_versions')
      .set({ source: variant('changed') })
      .execute()
    const outcome = await replay(id)
    expect(outcome.ok && outcome.differences.map(({ figure }) => figure)).toEqual(['engine_hash'])
  })

  test('gives the same figures for a result of the first engine', async () => {
    const { db } = provided
    const first = await db
      .selectFrom('engine_versions')
      .selectAll()
      .where('interface', '=', 1)
      .executeTakeFirstOrThrow()
    const input = {
      quote: { date_of_birth: '1988-05-14', income: 5200, employment_length: 4, coverage_level: 'standard' },
      tiers: reference.tiers,
      employer: null,
      industry: reference.industries[0] ?? null,
      gender: reference.genders[0] ?? null,
      synergy: { SimDate: '2025-12-01', PremiumMultiplier: 1.01, CompositeBusinessHealthScore: 93.275 },
      asOf: '2026-01-15',
    }
    const { calculation_details, ...figures } = firstResultSchema.parse(underwriteFirst(input))
    const { id } = await db
      .insertInto('underwriting_results')
      .values({
        ...figures,
        quote_submission_id: quoteId,
        user_id: by,
        decision: calculation_details.decision.status,
        calculation_details: JSON.stringify(calculation_details),
        engine_version_id: first.id,
        engine_hash: first.hash,
        configuration_hash: 'a'.repeat(64),
        input: JSON.stringify(input),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await replay(id)).toMatchObject({ ok: true, differences: [] })
  })

  test('reports a missing result', async () => {
    expect(await replay(999_999)).toMatchObject({ ok: false, reason: 'missing' })
  })
})

describe('the impact of a draft', () => {
  const impact = async (code: string) => {
    const outcome = await engineImpact(provided.db, sandbox, { code })
    if (!outcome.ok) throw new Error(JSON.stringify(outcome))
    return outcome.impact
  }
  const dearer = engineSource.replace("of('base_premium', 0.01, 100000)", (text) => `1.5 * ${text}`)

  test('is the change in premium per quote, and stores nothing', async () => {
    expect(dearer).not.toBe(engineSource)
    const { rows, stored, summary, bars, timedOut } = await impact(dearer)
    expect({ stored, timedOut, rows: rows.length }).toEqual({ stored: 1, timedOut: false, rows: 1 })
    expect(rows[0]).toMatchObject({ quoteId, before: { tier: 'Standard', decision: 'approved' } })
    expect(rows[0]?.change).toBeGreaterThan(0)
    expect(summary).toMatchObject({ dearer: 1, cheaper: 0, same: 0, failed: 0 })
    expect(summary.premiumAfter - summary.premiumBefore).toBeCloseTo(rows[0]?.change ?? 0, 6)
    expect(bars).toMatchObject([{ quoteId, left: 0.5, right: 1 }])
    expect((await active()).source).toBe(engineSource)
    expect(await provided.db.selectFrom('underwriting_results').select('id').execute()).toEqual([])
  })

  test('is zero when the figures are the same', async () => {
    const { summary, bars } = await impact(variant('one'))
    expect(summary).toMatchObject({ dearer: 0, cheaper: 0, same: 1, tier: 0, decision: 0 })
    expect(bars).toEqual([])
  })

  test('lists the quotes on which the draft fails', async () => {
    const { rows, summary } = await impact(within('throw new Error("no such tier")'))
    expect(rows[0]?.after).toMatchObject({ failure: expect.stringContaining('no such tier') })
    expect(summary.failed).toBe(1)
  })

  test('of code that does not compile is rejected with its line', async () => {
    const outcome = await engineImpact(provided.db, sandbox, { code: 'var a = ;' })
    expect(outcome).toMatchObject({ ok: false, reason: 'refused', fault: { line: 1, column: 9 } })
  })
})
