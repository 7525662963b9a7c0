import { readFileSync } from 'node:fs'

import { parse } from 'csv-parse/sync'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { createAdmin } from '~/domain/accounts/accounts.server'
import { deleteAccount } from '~/domain/accounts/deletion.server'
import { saveEngine } from '~/domain/engine-versions/engine-versions.server'
import { storeDraft } from '~/domain/engine-versions/drafts.server'
import { discardTableDraft, readTableDraft, storeTable } from '~/domain/engine-versions/table-drafts.server'
import { cellName, gridKey } from '~/domain/engine-versions/grid'
import { gridsOf } from '~/domain/engine-versions/grids.server'
import type { GateInput } from '~/domain/engine-versions/gate/draws'
import { fillEmptyDatabase } from '~/domain/imports/bundled-files.server'
import { openBook, readPage } from '~/domain/impacts/book.server'
import {
  cancelImpact,
  findImpact,
  findProgress,
  listImpacts,
  startImpact,
} from '~/domain/impacts/impacts.server'
import {
  draftSubject,
  proposalSubject,
  recordSubject,
  subjectOf,
  type SubjectOutcome,
} from '~/domain/impacts/subjects.server'
import { findQuote } from '~/domain/quotes/quotes.server'
import { createSandbox, type Sandbox } from '~/domain/underwriting/sandbox.server'
import { engineInput, ensureEngine, runUnderwriting } from '~/domain/underwriting/underwriting.server'
import type { EngineResult } from '~/engine/engine.schema'

import { site } from '../../support/accounts'
import { provideDatabase } from '../../support/database'
import { bundledEngines, engineSource, quickGate as gate, underwrite } from '../../support/engine'

const provided = provideDatabase()
const asOf = '2026-01-15'
const bookSize = 230 // more than a page
let sandbox: Sandbox
let by = 0
const errors: unknown[] = []
const onError = (error: unknown) => errors.push(error)

beforeAll(async () => {
  const { db } = provided
  sandbox = createSandbox({ workers: 2 })
  await fillEmptyDatabase(db)
  await createAdmin(db, { email: 'ann@example.com', password: 'a long password' })
  by = (await db.selectFrom('users').select('id').executeTakeFirstOrThrow()).id
  await ensureEngine(db, bundledEngines)
  await db.insertInto('quote_submissions').values(people()).execute()
})
afterAll(() => sandbox.close())
afterEach(() => expect(errors.splice(0)).toEqual([]))

/** The first people of the bundled population as applicants; every third works for an employer with a record. */
function people() {
  const rows: Record<string, string>[] = parse(readFileSync('app/engine/population.csv'), { columns: true })
  const numbers = ['children_count', 'family_size', 'employment_length', 'income', 'salary', 'credit_score']
  return rows.slice(0, bookSize).map(({ weight, sex, ...row }, index) => ({
    ...row,
    ...Object.fromEntries(numbers.map((name) => [name, Number(row[name])])),
    name: `Person ${index}`,
    email: `person${index}@example.com`,
    phone: '5551234567',
    gender: sex,
    address: '1 Main Street',
    region_state: row.region_state,
    consent: undefined,
    employer_name: index % 3 === 0 ? '  brightloom SOFTWARE\t' : row.employer_name,
  })) as never[]
}

async function start(outcome: SubjectOutcome, more: Partial<Parameters<typeof startImpact>[1]> = {}) {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome))
  const { subject, comparison } = outcome
  const started = await startImpact(provided.db, { by, subject, comparison, asOf, onError, ...more })
  if (!started.ok) throw new Error(started.reason)
  return started
}

async function resultOf(outcome: SubjectOutcome) {
  const { id, ended } = await start(outcome)
  await ended
  const run = await findImpact(provided.db, id)
  if (!run?.result) throw new Error(run?.failure ?? 'no result')
  return { id, run, result: run.result }
}

const draft = (code: string) => draftSubject(provided.db, sandbox, by, { code })
const idOf = async (table: 'coverage_tiers' | 'employer_risks' | 'industry_fallbacks', name: string) => {
  const column = { coverage_tiers: 'tier_name', employer_risks: 'employer_name', industry_fallbacks: 'industry_name' } as const // prettier-ignore
  const rows = await provided.db.selectFrom(table).selectAll().execute()
  return rows.find((row) => (row as Record<string, unknown>)[column[table]] === name)!.id
}

/** Runs every stored quote singly, with the input that underwriting gives the engine. */
async function singly(
  change: (input: Awaited<ReturnType<typeof engineInput>>) => unknown = (input) => input,
) {
  const { db } = provided
  const ids = await db.selectFrom('quote_submissions').select('id').orderBy('id').execute()
  const results = new Map<number, EngineResult>()
  for (const { id } of ids) {
    const input = await engineInput(db, (await findQuote(db, id))!, asOf)
    results.set(id, underwrite(change(input) as GateInput))
  }
  return results
}

const offers = (results: Map<number, EngineResult>) =>
  [...results].filter(([, { calculation_details }]) => calculation_details.decision.status !== 'declined')
const premiumOf = (results: Map<number, EngineResult>) =>
  offers(results).reduce((sum, [, { monthly_premium }]) => sum + monthly_premium, 0)

test('a page of inputs has what single runs have, with each configuration row', async () => {
  const { db } = provided
  const book = await openBook(db, null, asOf)
  const page = await readPage(db, book, { from: 0, last: 1_000_000, limit: 200 })
  expect(page).toHaveLength(200)
  for (const { id, before, after } of page.slice(0, 60)) {
    expect(before).toEqual(
      JSON.parse(JSON.stringify(await engineInput(db, (await findQuote(db, id))!, asOf))),
    )
    expect(after).toBe(before)
  }
  expect(page[0]?.before.employer).toMatchObject({ employer_name: 'Brightloom Software' })
  const rest = await readPage(db, book, { from: page.at(-1)!.id, last: 1_000_000, limit: 200 })
  expect(rest).toHaveLength(bookSize - 200)
})

describe('a changed tier', () => {
  test('has the premiums, claims and movers of single runs before and after', async () => {
    const id = await idOf('coverage_tiers', 'Standard')
    const before = await singly()
    const after = await singly((input) => ({
      ...input,
      tiers: input.tiers.map((tier) => (tier.id === id ? { ...tier, base_premium: 40 } : tier)),
    }))
    const { result, run } = await resultOf(
      await recordSubject(provided.db, 'coverage-tiers', {
        action: 'update',
        id,
        fields: { base_premium: '40' },
      }),
    )
    expect(run.subject).toMatchObject({
      kind: 'record',
      collection: 'coverage-tiers',
      id,
      name: 'Standard',
      changes: [{ label: 'Base premium', before: '$35.00', after: '$40.00' }],
    })
    expect(result.quotes).toBe(bookSize)
    expect(result.before).toMatchObject({ failed: 0, offers: offers(before).length })
    expect(result.before.premium).toBeCloseTo(premiumOf(before), 6)
    expect(result.after.premium).toBeCloseTo(premiumOf(after), 6)
    const claims = (results: typeof before) =>
      offers(results).reduce(
        (sum, [, { calculation_details }]) => sum + calculation_details.expected.claims,
        0,
      )
    expect(result.before.claims).toBeCloseTo(claims(before), 0) // a result has its claims in cents
    expect(result.after.claims).toBeCloseTo(claims(after), 0)

    const changes = offers(before).flatMap(([quote, one]) => {
      const other = after.get(quote)!
      return other.calculation_details.decision.status === 'declined'
        ? []
        : [{ quote, change: other.monthly_premium - one.monthly_premium, percent: (100 * (other.monthly_premium - one.monthly_premium)) / one.monthly_premium }] // prettier-ignore
    })
    const up = changes.filter(({ change }) => change > 0)
    expect(up.length).toBeGreaterThan(20)
    expect(result.change.up.count).toBe(up.length)
    expect(result.change.down.count).toBe(changes.filter(({ change }) => change < 0).length)
    expect(result.change.same).toBe(changes.filter(({ change }) => change === 0).length)
    const sorted = up.map(({ percent }) => percent).sort((a, b) => a - b)
    expect(result.change.up.percentiles[2]).toBeCloseTo(sorted[Math.ceil(sorted.length / 2) - 1]!, 0)
    expect(result.change.all.count).toBe(changes.length)

    const largest = changes.toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change))
    expect(result.movers).toHaveLength(25)
    expect(result.movers.map((one) => one.premium_after - one.premium_before)).toEqual(
      largest.slice(0, 25).map(({ change }) => expect.closeTo(change, 6) as number),
    )
    for (const mover of result.movers.slice(0, 5)) {
      // The price of the tier alone is changed: the dollars of other factors follow it, and are not their own.
      expect(mover.factor).toBe('base_premium')
      expect(mover.factor_dollars).toBeCloseTo(mover.premium_after - mover.premium_before, 0)
      expect(mover.name).toMatch(/^Person \d+$/)
    }
    expect(result.change.chart?.bars.reduce((sum, { count }) => sum + count, 0)).toBe(changes.length)
    expect(result.fairness.before.map(({ kind }) => kind)).toEqual(['sex', 'age', 'state', 'industry'])
    for (const { lowest, highest, ratio } of result.fairness.after)
      expect(ratio).toBeCloseTo(lowest.rate / highest.rate, 9)
  })

  test('that is longer to qualify for changes decisions, which are named with the applicants', async () => {
    const id = await idOf('coverage_tiers', 'Basic')
    const { result } = await resultOf(
      await recordSubject(provided.db, 'coverage-tiers', {
        action: 'update',
        id,
        fields: { min_job_tenure_months: '60' },
      }),
    )
    const after = await singly((input) => ({
      ...input,
      tiers: input.tiers.map((tier) => (tier.id === id ? { ...tier, min_job_tenure_months: 60 } : tier)),
    }))
    const before = await singly()
    const status = (results: typeof before, quote: number) =>
      results.get(quote)!.calculation_details.decision.status
    const changed = [...before.keys()].filter((quote) => status(before, quote) !== status(after, quote))
    expect(changed.length).toBeGreaterThan(0)
    expect(result.changedDecisions.map((one) => one.quote_submission_id)).toEqual(changed.slice(0, 100))
    expect(result.moves.reduce((sum, { count }) => sum + count, 0)).toBe(changed.length)
    for (const one of result.changedDecisions) {
      expect(one.decision_before).toBe(status(before, one.quote_submission_id))
      expect(one.decision_after).toBe(status(after, one.quote_submission_id))
    }
  })
})

describe('a changed employer or industry', () => {
  test('changes only the quotes of its employees', async () => {
    const id = await idOf('employer_risks', 'Brightloom Software')
    const { result } = await resultOf(
      await recordSubject(provided.db, 'employer-risks', {
        action: 'update',
        id,
        fields: { layoff_frequency: '9' },
      }),
    )
    const employees = await provided.db
      .selectFrom('quote_submissions')
      .select('id')
      .where('employer_name', 'ilike', '%brightloom software%')
      .execute()
    expect(result.change.up.count).toBeGreaterThan(0)
    const named = [...result.movers, ...result.changedDecisions].map((one) => one.quote_submission_id)
    expect(employees.map((one) => one.id)).toEqual(expect.arrayContaining(named))
    expect(result.before.premium).toBeLessThan(result.after.premium)
  })

  test('under another name is not found any more', async () => {
    const id = await idOf('employer_risks', 'Brightloom Software')
    const { result } = await resultOf(
      await recordSubject(provided.db, 'employer-risks', {
        action: 'update',
        id,
        fields: { employer_name: 'Somebody Else' },
      }),
    )
    const without = await singly((input) =>
      input.employer?.id === id ? { ...input, employer: null } : input,
    )
    expect(result.before.premium).toBeCloseTo(premiumOf(await singly()), 6)
    // The industry is then the one that the applicant names.
    expect(result.after.offers).toBe(offers(without).length)
  })

  test('of an industry changes those who work in it', async () => {
    const id = await idOf('industry_fallbacks', 'Construction')
    const { result } = await resultOf(
      await recordSubject(provided.db, 'industry-fallbacks', {
        action: 'update',
        id,
        fields: { avg_layoff_frequency: '4' },
      }),
    )
    expect(result.change.up.count + result.change.down.count).toBeGreaterThan(0)
    expect(result.change.same).toBeGreaterThan(0)
  })
})

describe('a draft', () => {
  test('of the code and of the tables are run together by a call, and each alone by its page', async () => {
    const { db } = provided
    const { version } = (await readTableDraft(db, by))!
    const grid = gridsOf(version.tables).find((one) => gridKey(one) === 'limits')!
    const row = grid.rows.findIndex(({ name }) => name === 'cap')
    const at = row < 0 ? 0 : row
    const cells = grid.rows.flatMap((cellsOf, index) => Object.entries(cellsOf).map(([name, value]) => [cellName(index, name), String(value ?? '')])) // prettier-ignore
    const value = Number(grid.rows[at]!.value) * 0.99
    await storeTable(db, by, 'limits', {
      ...Object.fromEntries(cells),
      [cellName(at, 'value')]: String(value),
    })
    await storeDraft(db, by, { code: `${engineSource}// draft\n` })
    const outcome = await subjectOf(db, sandbox, by, { what: 'draft' })
    expect(outcome).toMatchObject({ ok: true, subject: { kind: 'draft', code: true, tables: 1 } })
    const { result } = await resultOf(outcome)
    expect(result.after.failed).toBe(0)
    const ofCode = await draftSubject(db, sandbox, by, {}, 'code')
    expect(ofCode).toMatchObject({
      subject: { code: true, tables: 0 },
      comparison: { after: { tables: version.tables } },
    })
    const ofTables = await draftSubject(db, sandbox, by, {}, 'tables')
    expect(ofTables).toMatchObject({
      subject: { code: false, tables: 1 },
      comparison: { after: { source: engineSource } },
    })
    await storeDraft(db, by, { code: 'function under' })
    expect(await draftSubject(db, sandbox, by, {}, 'tables')).toMatchObject({ ok: true })
    await discardTableDraft(db, by)
    await db.deleteFrom('engine_drafts').execute()
  })

  test('that changes nothing is not run, nor one that does not compile', async () => {
    expect(await draft(engineSource)).toMatchObject({ ok: false, reason: 'unchanged' })
    expect(await draft('function underwrite( {')).toMatchObject({ ok: false, reason: 'refused' })
    expect(await subjectOf(provided.db, sandbox, by, { what: 'x' })).toMatchObject({ reason: 'invalid' })
    expect(
      await recordSubject(provided.db, 'synergy-data', { action: 'update', id: 1, fields: {} }),
    ).toMatchObject({ reason: 'missing' })
    const tier = await idOf('coverage_tiers', 'Elite')
    expect(
      await recordSubject(provided.db, 'coverage-tiers', {
        action: 'update',
        id: tier,
        fields: { base_premium: 'x' },
      }),
    ).toMatchObject({
      reason: 'invalid',
    })
  })

  test('that waits for its release is run from its proposal', async () => {
    const code = engineSource.replace('Math.', 'Math.') + '// proposed\n'
    const saved = await saveEngine(
      provided.db,
      sandbox,
      { code, note: 'Why' },
      { by, releaseBy: 'two', gate },
    )
    if (!saved.ok) throw new Error(JSON.stringify(saved))
    const outcome = await proposalSubject(provided.db, sandbox, saved.version.id)
    const { run, result } = await resultOf(outcome)
    expect(run.subject).toMatchObject({ kind: 'proposal', filename: saved.version.filename })
    expect(result.change).toMatchObject({ up: { count: 0 }, down: { count: 0 } })
    expect(result.movers).toEqual([])
  })
})

describe('a hostile draft', () => {
  test('that loops ends the run with the quote and the line, while others underwrite', async () => {
    const { id, ended } = await start(await draft(`${engineSource}\nvar one = underwrite\nunderwrite = function loops(input) { while (true) {} }`)) // prettier-ignore
    const quote = await provided.db.selectFrom('quote_submissions').select('id').executeTakeFirstOrThrow()
    const began = performance.now()
    expect(await runUnderwriting(provided.db, sandbox, { quoteId: quote.id, adminId: by })).toMatchObject({
      ok: true,
    })
    expect(performance.now() - began).toBeLessThan(5000)
    await ended
    const run = await findImpact(provided.db, id)
    expect(run).toMatchObject({ status: 'failed', result: null })
    expect(run?.failure).toMatch(
      /^The run ended at quote Q-\d+\. It took too long.* \(a loop without end\?\)\.$/,
    )
  })

  test.each([
    [
      'throws an answer',
      'throw new Error(input.quote.date_of_birth)',
      /^None of the first 200 quotes gets a valid result/,
    ],
    [
      'gives figures that are none',
      "return { ...one(input), monthly_premium: '1e9' }",
      /^None of the first 200/,
    ],
    [
      'gives a premium without end',
      'return { ...one(input), monthly_premium: 1e300 }',
      /^None of the first 200/,
    ],
    [
      'names an unknown tier',
      'return { ...one(input), coverage_tier: input.quote.date_of_birth }',
      /^None of the first 200/,
    ],
    [
      'needs too much memory',
      'const rows = []; for (;;) rows.push(new Array(1e6).fill(1))',
      /^The run ended at quote Q-\d+\. It needs more memory/,
    ],
  ])('that %s ends the run, and its words are not stored', async (_, body, failure) => {
    // prettier-ignore
    const source = `${engineSource}\nvar one = underwrite\nunderwrite = function (input) { ${body} }`
    const { id, ended } = await start(await draft(source))
    await ended
    const run = await findImpact(provided.db, id)
    expect(run?.failure).toMatch(failure)
    expect(run?.failure).not.toMatch(/\d{4}-\d\d-\d\d/)
  })

  test('that fails for some quotes is compared on the others, and hostile names of factors are not stored', async () => {
    const source = `${engineSource}
var one = underwrite
underwrite = function (input) {
  if (input.quote.income > 8000) throw new Error('no')
  const result = one(input)
  if (result.monthly_premium > 0) {
    result.monthly_premium += 5
    result.calculation_details.factors.push({ name: '<b>' + input.quote.date_of_birth, row: null, multiplier: 1, dollars: 5 })
  }
  return result
}`
    const { result } = await resultOf(await draft(source))
    expect(result.after.failed).toBeGreaterThan(0)
    expect(result.before.failed).toBe(0)
    expect(result.change.up.count).toBe(result.change.all.count)
    expect(result.movers[0]).toMatchObject({ factor: null })
  })
})

describe('a run', () => {
  const slow = `${engineSource}\nvar one = underwrite\nunderwrite = function (input) { for (let i = 0; i < 60000; i++); return one(input) }`

  test('is one at a time, is audited, and can be cancelled', async () => {
    const subject = await draft(slow)
    const { id, ended } = await start(subject)
    expect(await findImpact(provided.db, id)).toMatchObject({ status: 'running', result: null })
    expect(await findProgress(provided.db)).toMatchObject({ run: id })
    if (!subject.ok) throw new Error()
    expect(await startImpact(provided.db, { by, ...subject, onError })).toEqual({ ok: false, reason: 'busy' })
    expect(await cancelImpact(provided.db, { by, id })).toBe(true)
    await ended
    expect(await findImpact(provided.db, id)).toMatchObject({ status: 'cancelled', result: null })
    expect(await cancelImpact(provided.db, { by, id })).toBe(false)
    const audit = await provided.db
      .selectFrom('audit_log')
      .select(['action', 'user_id'])
      .where('entity', '=', 'impact run')
      .where('entity_id', '=', String(id))
      .orderBy('id')
      .execute()
    expect(audit).toEqual(['start', 'cancel'].map((action) => ({ action, user_id: by })))
    expect((await listImpacts(provided.db))[0]).toMatchObject({ id, status: 'cancelled' })
  })

  test('that takes too long fails', async () => {
    const { id, ended } = await start(await draft(slow), { timeLimit: 50 })
    await ended
    expect(await findImpact(provided.db, id)).toMatchObject({
      status: 'failed',
      failure: expect.stringContaining('took too long') as string,
    })
  })

  test('that was interrupted counts as failed, and does not keep others from starting', async () => {
    const parameters = JSON.stringify({ kind: 'draft', base: 'x', code: true, tables: 0 })
    const lost = { user_id: by, parameters, seen_at: new Date(Date.now() - 120_000) }
    const { id } = await provided.db
      .insertInto('impact_runs')
      .values(lost)
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await findImpact(provided.db, id)).toMatchObject({
      status: 'failed',
      failure: 'The program ended before the run did.',
    })
    expect(await findProgress(provided.db)).toBeNull()
    await (
      await start(await draft(`${engineSource}// after\n`))
    ).ended
  })

  test('names nobody whose quote was deleted or anonymized, before or after its end', async () => {
    const { db } = provided
    const id = await idOf('coverage_tiers', 'Standard')
    const subject = await recordSubject(db, 'coverage-tiers', {
      action: 'update',
      id,
      fields: { base_premium: '40' },
    })
    const { id: run, result } = await resultOf(subject)
    const [first, second] = result.movers.map((one) => one.quote_submission_id)
    await db.deleteFrom('quote_submissions').where('id', '=', first!).execute()
    const [email, password] = ['person@example.com', 'a long password']
    await createAdmin(db, { email, password })
    const person = await db
      .selectFrom('users')
      .select(['id', 'email', 'admin'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    await db.updateTable('quote_submissions').set({ user_id: person.id }).where('id', '=', second!).execute()
    expect(await deleteAccount(db, person, password, { site, ip: null })).toEqual({ ok: true })

    const left = (await findImpact(db, run))!.result!.movers.map((one) => one.quote_submission_id)
    expect(left).toEqual(result.movers.slice(2).map((one) => one.quote_submission_id))
    const again = (await resultOf(subject)).result.movers.map((one) => one.quote_submission_id)
    expect(again).not.toContain(second)
  })
})
