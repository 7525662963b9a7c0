import { Readable } from 'node:stream'

import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'

import { collections } from '~/domain/configuration/collections'
import { fillEmptyDatabase } from '~/domain/imports/bundled-files.server'
import { runImport } from '~/domain/imports/imports.server'
import { parseFields } from '~/domain/parse-fields'
import { loadBookRows } from '~/domain/simulations/book.server'
import { bookOf } from '~/domain/simulations/simulate-book'
import { simulationSchema } from '~/domain/simulations/simulations.schema'
import {
  cancelSimulation,
  findMonthsFile,
  findProgress,
  findSimulation,
  listSimulations,
  startSimulation,
} from '~/domain/simulations/simulations.server'

import { provideDatabase } from '../../support/database'
import { insertQuote } from '../../support/quotes'

const provided = provideDatabase()
const parameters = {
  ...({ scenario: 'recession', months: 24, paths: 100, members: 260 } as const),
  reserve: 180_000,
  start: '2026-01',
  seed: 7,
}
/** Takes long enough to be still under way in the next statements. */
const long = { ...parameters, paths: 5000, months: 120, members: 100_000 }

let by = 0
const errors: unknown[] = []
const onError = (error: unknown) => errors.push(error)

beforeAll(async () => {
  await fillEmptyDatabase(provided.db)
  const admin = { username: 'Ann', email: 'ann@example.com', password_hash: 'x', admin: true }
  const { id } = await provided.db.insertInto('users').values(admin).returning('id').executeTakeFirstOrThrow()
  by = id
})
afterEach(() => expect(errors.splice(0)).toEqual([]))

async function start(more: Partial<Parameters<typeof startSimulation>[1]> = {}) {
  const started = await startSimulation(provided.db, { by, parameters, onError, ...more })
  if (!started.ok) throw new Error(started.reason)
  return started
}

const auditOf = (id: number) =>
  provided.db
    .selectFrom('audit_log')
    .select(['user_id', 'action', 'after'])
    .where('entity', '=', 'simulation')
    .where('entity_id', '=', String(id))
    .orderBy('id')
    .execute()

describe('a run', () => {
  test('simulates in the background, is audited, and stores its figures', async () => {
    const { id, ended } = await start()
    expect(await findSimulation(provided.db, id)).toMatchObject({ status: 'running', result: null })
    expect(await findProgress(provided.db)).toMatchObject({ run: id })
    let ticks = 0
    const ticking = setInterval(() => (ticks += 1), 5)
    await ended
    clearInterval(ticking)
    expect(ticks).toBeGreaterThan(10) // the process went on
    expect(await findProgress(provided.db)).toBeNull()

    const run = await findSimulation(provided.db, id)
    expect(run).toMatchObject({ status: 'done', username: 'Ann', parameters, failure: null })
    expect(run?.result?.fan).toHaveLength(24)
    expect(run?.result?.needs.map(({ scenario }) => scenario)).toEqual([
      ...['recession', 'history', '2001-2003', '2008-2010', '2020'],
    ])
    expect(run?.result?.book).toMatchObject({
      source: 'population',
      lossRatio: expect.closeTo(57.2, 0) as number,
    })
    expect(run?.result?.chart.bands).toHaveLength(3)
    expect(run?.result?.chart.replays.every(({ path }) => !path.includes('NaN'))).toBe(true)
    expect(await auditOf(id)).toEqual([
      { user_id: by, action: 'start', after: { ...parameters, portfolio: 'population' } },
    ])
    expect((await listSimulations(provided.db))[0]).toMatchObject({ id, status: 'done' })
  })

  test('has months that the import accepts', async () => {
    const { id, ended } = await start()
    await ended
    const file = await findMonthsFile(provided.db, id)
    expect(file?.name).toBe(`simulation-${id}-recession.csv`)
    const rows: Record<string, string>[] = parse(file!.text, { columns: true })
    expect(rows).toHaveLength(24)
    expect(Object.keys(rows[0]!)).toHaveLength(54)
    const source = {
      collection: collections.synergyData,
      label: file!.name,
      size: file!.text.length,
      uploaded: true,
      open: () => Readable.from([file!.text]),
    }
    const outcome = await runImport(provided.db, { by, sources: [source] })
    expect(outcome).toMatchObject({ ok: true, summary: { success: true, totalImported: 24 } })
    const stored = await provided.db
      .selectFrom('synergy_data')
      .select(['SimDate', 'ScenarioName', 'ReserveBalance'])
      .orderBy('SimDate')
      .execute()
    expect(stored[23]).toEqual({
      SimDate: '2027-12-01',
      ScenarioName: 'recession',
      ReserveBalance: Number(rows[23]!.ReserveBalance),
    })
  })

  test('is one at a time, can be cancelled, and leaves the way free', async () => {
    const { id, ended } = await start({ parameters: long })
    expect(await startSimulation(provided.db, { by, parameters, onError })).toEqual({
      ok: false,
      reason: 'busy',
    })
    expect(await cancelSimulation(provided.db, { by, id })).toBe(true)
    await ended
    expect(await findSimulation(provided.db, id)).toMatchObject({ status: 'cancelled', result: null })
    expect(await findMonthsFile(provided.db, id)).toBeNull()
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(['start', 'cancel'])
    expect(await cancelSimulation(provided.db, { by, id })).toBe(false)
    await (
      await start()
    ).ended
  })

  test('that takes too long fails, with what to do about it', async () => {
    const { id, ended } = await start({ parameters: long, timeLimit: 50 })
    await ended
    expect(await findSimulation(provided.db, id)).toMatchObject({
      status: 'failed',
      failure: 'The run took too long. Choose fewer paths, months or members.',
    })
  })

  test('that ends with an error fails, and the error is reported', async () => {
    const wrong = { ...parameters, scenario: 'boom' as never } // no form can ask for it
    const { id, ended } = await start({ parameters: wrong })
    await ended
    expect(await findSimulation(provided.db, id)).toMatchObject({
      status: 'failed',
      failure: 'The run ended with an error.',
    })
    expect(errors.splice(0)).toHaveLength(1)
  })

  test('ends when another process has cancelled it', async () => {
    const { id, ended } = await start({ parameters: long })
    await provided.db
      .updateTable('simulation_runs')
      .set({ status: 'cancelled' })
      .where('id', '=', id)
      .execute()
    await ended
    expect(await findSimulation(provided.db, id)).toMatchObject({ status: 'cancelled' })
  })

  test('is started once by a form that is sent twice', async () => {
    const key = { scope: 'simulation', key: 'twice-twice' }
    const first = await start({ key })
    const second = await start({ key })
    expect(second.id).toBe(first.id)
    await Promise.all([first.ended, second.ended])
    expect(await auditOf(first.id)).toHaveLength(1)
  })

  test('that was interrupted counts as failed, and does not keep others from starting', async () => {
    const { id } = await provided.db
      .insertInto('simulation_runs')
      .values({
        user_id: by,
        parameters: JSON.stringify(parameters),
        seen_at: new Date(Date.now() - 120_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await findSimulation(provided.db, id)).toMatchObject({
      status: 'failed',
      failure: 'The program ended before the run did.',
    })
    expect(await findProgress(provided.db)).toBeNull()
    await (
      await start()
    ).ended
    expect(await findSimulation(provided.db, id)).toMatchObject({ status: 'failed' })
  })

  test('is refused without five complete tiers', async () => {
    await provided.db
      .updateTable('coverage_tiers')
      .set({ base_premium: null })
      .where('tier_name', '=', 'Basic')
      .execute()
    expect(await startSimulation(provided.db, { by, parameters, onError })).toEqual({
      ok: false,
      reason: 'tiers',
    })
    await provided.db
      .updateTable('coverage_tiers')
      .set({ base_premium: 25 })
      .where('tier_name', '=', 'Basic')
      .execute()
  })
})

describe('the portfolio', () => {
  async function quote(answers: object, results: { decision: 'approved' | 'declined'; tier?: string }[]) {
    const id = await insertQuote(provided.db, answers)
    for (const { decision, tier = 'standard' } of results)
      await provided.db
        .insertInto('underwriting_results')
        .values({
          quote_submission_id: id,
          decision,
          user_score: 50,
          combined_risk_factor: 1.2,
          coverage_tier: tier,
          max_coverage: 8000,
          monthly_premium: 40,
          calculation_details: '{}',
          input: '{}',
          engine_version_id: engineId,
          engine_hash: 'a',
          configuration_hash: 'b',
        })
        .execute()
  }
  let engineId = 0

  beforeAll(async () => {
    const engine = { filename: 'a.js', source: 'x', hash: 'a'.repeat(64), size: 1 }
    const { id } = await provided.db
      .insertInto('engine_versions')
      .values(engine)
      .returning('id')
      .executeTakeFirstOrThrow()
    engineId = id
    const approved = { decision: 'approved' } as const
    const declined = { decision: 'declined' } as const
    await quote({ industry: 'Manufacturing', employment_length: 10 }, [declined, approved])
    await quote({ industry: 'Manufacturing', employment_length: 1 }, [approved])
    await quote({ industry: 'Government', employment_length: 10 }, [
      approved,
      { ...approved, tier: 'Premium' },
    ])
    await quote({ industry: 'Construction' }, [approved, declined])
    await quote({ industry: 'Information' }, [{ ...approved, tier: 'Gold' }]) // a tier that is gone
  })

  test('is the newest approved result of each quote, from enough of them on', async () => {
    const loaded = await loadBookRows(provided.db, 3)
    if (!loaded.ok) throw new Error(loaded.reason)
    expect(loaded.rows.quotes).toHaveLength(3)
    const book = bookOf(loaded.rows)
    expect(book).toMatchObject({ policies: 3, premium: 40, combined: expect.closeTo(1.2) as number })
    expect(book.industries.map(({ name }) => name)).toEqual(['Government', 'Manufacturing'])
    expect(book.industries.map(({ share }) => share)).toEqual([expect.closeTo(1 / 3), expect.closeTo(2 / 3)])
    expect(book.tiers.map(({ name, share }) => `${name} ${share.toFixed(2)}`)).toEqual([
      ...['Basic 0.00', 'Standard 0.67', 'Premium 0.33', 'Elite 0.00', 'Ultra 0.00'],
    ])
    // Manufacturing: one of ten years and one of a year, which is 2.4 times as likely to lose the job.
    const [likelihood] = book.industries.slice(1).map((industry) => industry.likelihood)
    expect(likelihood![1]! / likelihood![0]!).toBeCloseTo(3.4, 5)
  })

  test('is the bundled population while there are fewer', async () => {
    expect(await loadBookRows(provided.db)).toMatchObject({ rows: { quotes: null } })
    const loaded = await loadBookRows(provided.db, 4)
    if (!loaded.ok) throw new Error(loaded.reason)
    expect(loaded.rows.quotes).toBeNull()
    expect(bookOf(loaded.rows).policies).toBeGreaterThan(1800)
  })
})

describe('a request', () => {
  const valid = { scenario: 'baseline', months: '48', paths: '1,000', members: '260', reserve: '$180,000', start: '2026-01', seed: '7' } // prettier-ignore

  test('is text of a form, within limits', () => {
    expect(parseFields(simulationSchema, valid)).toMatchObject({
      ok: true,
      value: { paths: 1000, reserve: 180_000 },
    })
  })

  test.each([
    ['scenario', 'boom'],
    ['months', '121'],
    ['months', '5'],
    ['paths', '99'],
    ['paths', '5001'],
    ['members', '1.5'],
    ['reserve', '-1'],
    ['start', '2026-13'],
    ['start', '1999-12'],
    ['start', `2026-01${'0'.repeat(1_000_000)}`],
    ['seed', 'x'],
    ['seed', ''],
  ])('with the %s %s is refused at that field', (name, value) => {
    const parsed = parseFields(simulationSchema, { ...valid, [name]: value })
    expect(parsed).toMatchObject({ ok: false, errors: [{ path: name }] })
  })
})

test('the table holds one run under way, whatever processes do', async () => {
  const run = { user_id: by, parameters: '{}' }
  await provided.db.insertInto('simulation_runs').values(run).execute()
  await expect(provided.db.insertInto('simulation_runs').values(run).execute()).rejects.toThrow(/running/)
  await sql`delete from simulation_runs where status = 'running'`.execute(provided.db)
})
