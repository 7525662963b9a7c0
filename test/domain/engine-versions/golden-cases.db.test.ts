import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createAdmin } from '~/domain/accounts/accounts.server'
import { figureDifferences } from '~/domain/engine-versions/case-figures'
import { findActiveEngine } from '~/domain/engine-versions/engine-versions.server'
import {
  addCase,
  adjustCase,
  caseFromQuote,
  caseOrigin,
  keepCase,
  removeCase,
  runCases,
} from '~/domain/engine-versions/golden-cases.server'
import { gridKey } from '~/domain/engine-versions/grid'
import { expectedText, gridsOf } from '~/domain/engine-versions/grids.server'
import { readTableDraft, saveTableDraft, storeTable } from '~/domain/engine-versions/table-drafts.server'
import { fillEmptyDatabase } from '~/domain/imports/bundled-files.server'
import { findQuote } from '~/domain/quotes/quotes.server'
import { createSandbox, type Sandbox } from '~/domain/underwriting/sandbox.server'
import { checkResult, engineInput, ensureEngine, runEngine } from '~/domain/underwriting/underwriting.server'
import { bundledTables } from '~/engine/bundled-tables'
import type { GoldenCase } from '~/engine/golden-cases'

import { provideDatabase } from '../../support/database'
import { bundledEngines, quickGate as gate } from '../../support/engine'
import { insertQuote } from '../../support/quotes'

const provided = provideDatabase()
let sandbox: Sandbox
let by = 0
let quoteId = 0
let employer = ''
const asOf = '2026-05-14'

beforeAll(async () => {
  const { db } = provided
  sandbox = createSandbox({ workers: 2 })
  await fillEmptyDatabase(db)
  await createAdmin(db, { email: 'root@example.com', password: 'a long password' })
  by = (await db.selectFrom('users').select('id').executeTakeFirstOrThrow()).id
  const record = await db.selectFrom('employer_risks').selectAll().orderBy('id').executeTakeFirstOrThrow()
  employer = record.employer_name
  quoteId = await insertQuote(db, {
    date_of_birth: '1990-05-20',
    employer_name: employer,
    additional_info: 'Call me after six',
    industry: String(record.industry),
  })
})
beforeEach(async () => {
  const { db } = provided
  for (const table of ['engine_versions', 'engine_table_drafts', 'audit_log'] as const)
    await db.deleteFrom(table).execute()
  await ensureEngine(db, bundledEngines)
})
afterAll(() => sandbox.close())

const active = async () => (await findActiveEngine(provided.db))!
const draft = async () => (await readTableDraft(provided.db, by))!
const names = async () => (await draft()).version.tests.map(({ name }) => name)
async function made(day = asOf) {
  const outcome = await caseFromQuote(provided.db, sandbox, quoteId, day)
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome
}
async function shownFigures() {
  const outcome = await caseFromQuote(provided.db, sandbox, quoteId)
  return outcome.ok ? expectedText(outcome.expected) : ''
}
const add = async (name: string, figures?: string) =>
  addCase(provided.db, sandbox, by, quoteId, { name, figures: figures ?? (await shownFigures()) })

describe('a golden case of a stored quote', () => {
  test('holds no personal data, and gives the result of the quote', async () => {
    const { db } = provided
    const { input, expected } = await made()
    const text = JSON.stringify(input).toLowerCase()
    const quote = (await findQuote(db, quoteId))!
    for (const fact of [
      ...[
        quote.name,
        quote.email,
        quote.phone,
        quote.address,
        quote.gender,
        quote.occupation,
        quote.date_of_birth,
      ],
      ...[employer, 'Call me after six'],
    ])
      expect(text).not.toContain(String(fact).toLowerCase())
    expect(input.employer).toMatchObject({ id: 0, employer_name: 'An employer' })

    const run = await runEngine(sandbox, await active(), await engineInput(db, quote, asOf))
    const checked = run.ok ? checkResult(run.result) : run
    if (!checked.ok) throw new Error(checked.message)
    const { coverage_tier, max_coverage, monthly_premium, calculation_details } = checked.result
    const { status } = calculation_details.decision
    expect(expected).toEqual({ status, coverage_tier, max_coverage, monthly_premium })
  })

  test.each([
    ['2026-05-14', '1990-06-01', 'before the birthday, in its month'],
    ['2026-05-20', '1990-05-01', 'on the birthday'],
    ['2026-05-31', '1990-05-01', 'after it'],
    ['2026-04-30', '1990-05-01', 'in the month before'],
    ['2026-11-02', '1990-05-01', 'in another month'],
  ])('has, as of %s, a birthday at the same age: %s, %s', async (day, birthday) => {
    expect((await made(day)).input.quote.date_of_birth).toBe(birthday)
  })

  test('is added to the draft and, once saved, holds every later version', async () => {
    expect(await add('An employee of a known employer')).toEqual({
      ok: true,
      name: 'An employee of a known employer',
    })
    expect(await add('An employee of a known employer'), 'sent again').toMatchObject({ ok: true })
    const { differences } = await draft()
    expect(differences).toMatchObject([
      { place: 'Golden case', row: 'An employee of a known employer', before: null },
    ])
    expect((await active()).tests).toHaveLength((await names()).length - 1)
    expect(await saveTableDraft(provided.db, sandbox, { note: '' }, { by, gate })).toMatchObject({ ok: true })
    const { tests, tables } = await active()
    expect((tests as GoldenCase[]).at(-1)?.name).toBe('An employee of a known employer')
    expect(tables).toEqual(bundledTables)
    const [bundled = ''] = await names()
    expect(await caseOrigin(provided.db, 'An employee of a known employer')).toMatchObject({
      author: 'Administrator',
      filename: (await active()).filename,
    })
    expect(await caseOrigin(provided.db, bundled)).toMatchObject({ author: null })
    expect(await caseOrigin(provided.db, 'Not there')).toBeNull()
  })

  test('is refused under a name that is taken, without a name, and when the figures are others than those shown', async () => {
    const [taken = ''] = await names()
    expect(await add(taken)).toMatchObject({ reason: 'invalid', errors: [{ path: 'name' }] })
    expect(await add(' ')).toMatchObject({ reason: 'invalid', errors: [{ path: 'name' }] })
    expect(await add('New', 'approved, Elite, $1 for $1.00 a month')).toMatchObject({ reason: 'conflict' })
    expect(await addCase(provided.db, sandbox, by, 999_999, { name: 'New' })).toMatchObject({
      reason: 'missing',
    })
    expect((await draft()).differences).toEqual([])
  })
})

test('what differs from a golden case is said in dollars', () => {
  const expected = { status: 'approved', coverage_tier: 'Basic', max_coverage: 5000, monthly_premium: 30.16 }
  const declined = { status: 'declined', coverage_tier: null, max_coverage: 0, monthly_premium: 0 }
  expect(figureDifferences(expected, { ...expected })).toEqual([])
  expect(figureDifferences(expected, { ...expected, monthly_premium: 31.4 })).toEqual([
    '$30.16 → $31.40 a month (+$1.24)',
  ])
  const other = { status: 'referred', coverage_tier: 'Standard', max_coverage: 8000, monthly_premium: 29 }
  expect(figureDifferences(expected, other)).toEqual([
    'approved → referred',
    'Basic → Standard',
    'covers $5,000 → $8,000',
    '$30.16 → $29.00 a month (−$1.16)',
  ])
  expect(figureDifferences(expected, declined)).toEqual(['approved → declined', 'Basic → no tier'])
})

describe('a golden case of the version', () => {
  test('passes under the engine in use', async () => {
    const { tests, ...engine } = await active()
    const outcomes = await runCases(sandbox, engine, tests as GoldenCase[])
    expect(outcomes.map((outcome) => outcome.ok && outcome.passes)).toEqual(outcomes.map(() => true))
    const [first] = tests as GoldenCase[]
    const wrong = { ...first!, expected: { ...first!.expected, monthly_premium: 1 } }
    expect(await runCases(sandbox, engine, [wrong])).toEqual([
      { ok: true, passes: false, found: first!.expected },
    ])
  })

  test('is removed in the draft, and taken back', async () => {
    const [name = ''] = await names()
    await removeCase(provided.db, by, name)
    expect(await names()).not.toContain(name)
    expect((await draft()).differences).toMatchObject([{ row: name, after: null }])
    await keepCase(provided.db, by, name)
    expect((await draft()).saved_at).toBeNull()
  })

  test('that a changed table fails is adjusted to the new figures, and both go live together', async () => {
    const { db } = provided
    const key = 'rating.credit_score'
    const { rows } = gridsOf(bundledTables).find((grid) => gridKey(grid) === key)!
    const cells = rows.flatMap((row, index) =>
      Object.entries(index === 3 ? { ...row, multiplier: 0.985 } : row).map(([column, cell]) => [
        `row.${index}.${column}`,
        String(cell ?? ''),
      ]),
    )
    await storeTable(db, by, key, Object.fromEntries(cells))
    expect(await saveTableDraft(db, sandbox, { note: '' }, { by, gate })).toMatchObject({ reason: 'refused' })
    const { version } = await draft()
    const outcomes = await runCases(sandbox, version, version.tests)
    const failing = version.tests.filter((_, index) => !(outcomes[index]?.ok && outcomes[index].passes))
    expect(failing.length).toBeGreaterThan(0)
    for (const { name } of failing) expect(await adjustCase(db, sandbox, by, name)).toEqual({ ok: true })
    expect(await saveTableDraft(db, sandbox, { note: '' }, { by, gate })).toMatchObject({ ok: true })
    const { tests, ...engine } = await active()
    const after = await runCases(sandbox, engine, tests as GoldenCase[])
    expect(after.every((outcome) => outcome.ok && outcome.passes)).toBe(true)
    expect(tests).not.toEqual(version.tests)
  })
})
