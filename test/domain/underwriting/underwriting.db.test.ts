import { createHash } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createAdmin } from '~/domain/accounts/accounts.server'
import { listEntries } from '~/domain/audit/audit.server'
import { findQuote } from '~/domain/quotes/quotes.server'
import { fillEmptyDatabase } from '~/domain/imports/bundled-files.server'
import { createSandbox, type Sandbox } from '~/domain/underwriting/sandbox.server'
import {
  engineInput,
  engineInputs,
  ensureEngine,
  runEngine,
  type EngineInput,
  findResult,
  runUnderwriting,
  searchResults,
} from '~/domain/underwriting/underwriting.server'

import { provideDatabase } from '../../support/database'
import { bundledEngines } from '../../support/engine'
import { application } from '../../support/program'
import { insertQuote } from '../../support/quotes'

const provided = provideDatabase()
let sandbox: Sandbox
let quoteId = 0
let adminId = 0

beforeAll(async () => {
  const { db } = provided
  sandbox = createSandbox({ workers: 1, deadlineMs: 500 })
  await fillEmptyDatabase(db)
  await createAdmin(db, { email: 'root@example.com', password: 'a long password' })
  await ensureEngine(db, bundledEngines)
  quoteId = await insertQuote(db)
  adminId = (await db.selectFrom('users').select('id').executeTakeFirstOrThrow()).id
})
afterAll(() => sandbox.close())

const run = (asOf = '2026-01-15') => runUnderwriting(provided.db, sandbox, { quoteId, adminId, asOf })
const stored = async () =>
  (await provided.db.selectFrom('underwriting_results').select('id').execute()).length

async function resultOf(outcome: Awaited<ReturnType<typeof run>>) {
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.result
}

async function activate(source: string) {
  const hash = createHash('sha256').update(source).digest('hex')
  await provided.db.updateTable('engine_versions').set({ active: false }).execute()
  await provided.db
    .insertInto('engine_versions')
    .values({ filename: `${crypto.randomUUID()}.js`, source, hash, size: source.length, active: true })
    .execute()
}

describe('a result', () => {
  test('is stored with its input, and a replay gives the same figures', async () => {
    const result = await resultOf(await run())
    const row = await provided.db
      .selectFrom('underwriting_results')
      .innerJoin('engine_versions', 'engine_versions.id', 'engine_version_id')
      .select(['input', 'source', 'tables', 'engine_hash', 'hash'])
      .where('underwriting_results.id', '=', result.id)
      .executeTakeFirstOrThrow()
    expect(row.engine_hash).toBe(row.hash)
    const replay = await runEngine(sandbox, row, row.input as EngineInput)
    expect(replay).toMatchObject({
      ok: true,
      result: {
        coverage_tier: result.coverage_tier,
        monthly_premium: result.monthly_premium,
        annual_premium: result.annual_premium,
        max_coverage: result.max_coverage,
        user_score: result.user_score,
        combined_risk_factor: result.combined_risk_factor,
        calculation_details: result.calculation_details,
      },
    })
    expect(await findResult(provided.db, result.id)).toEqual(result)
  })

  test('is audited with its admin and its quote', async () => {
    const result = await resultOf(await run())
    const entries = await listEntries(provided.db, { action: 'run' }, { limit: 100 })
    expect(entries.filter(({ entity_id }) => entity_id === String(result.id))).toMatchObject([
      {
        entity: 'underwriting result',
        email: 'root@example.com',
        fields: [
          { name: 'quote', before: null, after: String(quoteId), changed: true },
          { name: 'status', before: 'In review', after: 'In review', changed: false },
        ],
      },
    ])
  })

  test('is the same under the same configuration', async () => {
    const [first, second] = [await resultOf(await run()), await resultOf(await run())]
    const { id: _first, date_created: _earlier, ...one } = first
    const { id: _second, date_created: _later, ...other } = second
    expect(other).toEqual(one)
  })

  test('has another configuration hash when a figure has changed', async () => {
    const before = await resultOf(await run())
    await provided.db
      .updateTable('employer_risks')
      .set({ layoff_frequency: 9 })
      .where('employer_name', '=', 'Brightloom Software')
      .execute()
    const after = await resultOf(await run())
    expect(after.configuration_hash).not.toBe(before.configuration_hash)
    expect(after.engine_hash).toBe(before.engine_hash)
    expect(after.monthly_premium).toBeGreaterThan(before.monthly_premium ?? Infinity)
  })
})

test('the engine gets answers that it may see, and no name, contact data, household, free text or other columns', async () => {
  const quote = await findQuote(provided.db, quoteId)
  if (!quote) throw new Error('no quote')
  const input = await engineInput(provided.db, { ...quote, new_column: 'new' }, '2026-01-15')
  const text = JSON.stringify(input)
  for (const personal of [application.name, application.email, application.phone, application.address])
    expect(text).not.toContain(personal)
  const applicant = ['additional_info', 'address', 'email', 'employer_name', 'gender', 'gov_benefits', 'housing_status', 'job_role',
    'marital_status', 'name', 'occupation', 'other_job_role', 'phone', 'region_state', 'spouse_working'] // prettier-ignore
  const office = [
    'answered',
    'correction_id',
    'coverage_tier',
    'engine_decision',
    'ip_address',
    'note',
    'rated_industry',
    'status',
  ]
  const kept = Object.keys(input.quote)
  expect(
    Object.keys(quote)
      .filter((name) => !kept.includes(name))
      .sort(),
  ).toEqual(
    [...applicant, ...office, 'id', 'submission_type', 'submitted_at', 'updated_at', 'user_id'].sort(),
  )
  expect(kept).not.toContain('new_column')
})

test('a run notes the industry that it rated with the quote', async () => {
  const { db } = provided
  const { industry } = await db
    .selectFrom('employer_risks')
    .select('industry')
    .where('employer_name', '=', 'Brightloom Software')
    .executeTakeFirstOrThrow()
  const rename = (name: string | null) =>
    db
      .updateTable('employer_risks')
      .set({ industry: name })
      .where('employer_name', '=', 'Brightloom Software')
      .execute()
  await rename('Construction')
  try {
    await resultOf(await run())
    expect(await findQuote(db, quoteId)).toMatchObject({
      industry: 'Information',
      rated_industry: 'Construction',
    })
  } finally {
    await rename(industry)
  }
})

test('finds the employer by name, ignoring case and surrounding blanks', async () => {
  const quote = await findQuote(provided.db, quoteId)
  if (!quote) throw new Error('no quote')
  for (const employer_name of ['brightLOOM software', '  Brightloom Software ']) {
    const { employer } = await engineInput(provided.db, { ...quote, employer_name }, '2026-01-15')
    expect(employer).toMatchObject({ employer_name: 'Brightloom Software' })
  }
  const { employer } = await engineInput(provided.db, { ...quote, employer_name: 'Brightloom' }, '2026-01-15')
  expect(employer).toBeNull()
})

test('the inputs of many applications are read by one statement, each as its own', async () => {
  const { db } = provided
  const quote = await findQuote(db, quoteId)
  if (!quote) throw new Error('no quote')
  const others = [
    { employer_name: 'Nobody Knows It' },
    { industry: 'Construction', employer_name: 'Nobody Knows It' },
    { region_state: null },
    { children_count: 4 },
  ]
  const applications = [quote, ...others.map((answers) => ({ ...quote, ...answers })), quote]
  let statements = 0
  const counted = db.withPlugin({
    transformQuery({ node }) {
      statements += 1
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  })
  const inputs = await engineInputs(counted, applications, '2026-01-15')
  expect(statements).toBe(1)
  for (const [index, application] of applications.entries())
    expect(inputs[index]).toEqual(await engineInput(db, application, '2026-01-15'))
  expect(inputs.map(({ employer }) => employer?.employer_name ?? null)).toEqual(
    applications.map(({ employer_name }) => (employer_name === quote.employer_name ? employer_name : null)),
  )
  expect(inputs[2]?.industry).toMatchObject({ industry_name: 'Construction' })
  expect(await engineInputs(db, [], '2026-01-15')).toEqual([])
})

describe('the status of a quote follows its run', () => {
  const runOn = async (status: string, changes: Partial<typeof application> = {}) => {
    const { db } = provided
    const id = await insertQuote(db, { ...changes, status })
    const again = () => runUnderwriting(db, sandbox, { quoteId: id, adminId, asOf: '2026-01-15' })
    const results = await Promise.all([resultOf(await again()), again().then(resultOf)])
    return {
      decisions: results.map(({ decision }) => decision),
      status: (await findQuote(db, id))?.status,
      newest: (await findQuote(db, id))?.engine_decision,
      audited: (await listEntries(db, { action: 'run' }, { limit: 100 }))
        .filter(({ entity_id }) => results.some(({ id }) => String(id) === entity_id))
        .map((entry) => entry.fields.find(({ name }) => name === 'status'))
        .map((field) => [field?.before, field?.after]),
    }
  }

  test.each(['Pending', 'In review', 'Declined'])('from %s to In review', async (status) => {
    expect(await runOn(status)).toMatchObject({
      decisions: ['approved', 'approved'],
      newest: 'approved',
      status: 'In review',
      audited: [
        ['In review', 'In review'],
        [status, 'In review'],
      ],
    })
  })

  test('to Declined, where the engine declines', async () => {
    expect(await runOn('Pending', { date_of_birth: '2010-01-02' })).toMatchObject({
      decisions: ['declined', 'declined'],
      newest: 'declined',
      status: 'Declined',
      audited: [
        ['Declined', 'Declined'],
        ['Pending', 'Declined'],
      ],
    })
  })

  test.each(['Quoted', 'Withdrawn'])('and stays %s', async (status) => {
    expect(await runOn(status)).toMatchObject({ status })
  })
})

describe('a run is rejected with a reason, and nothing is stored', () => {
  test('for a quote that does not exist', async () => {
    const outcome = await runUnderwriting(provided.db, sandbox, { quoteId: 999_999, adminId })
    expect(outcome).toMatchObject({ ok: false, reason: 'missing' })
  })

  const body = (text: string) => `function underwrite(input) {\n${text}\n}`
  const whole = {
    coverage_tier: 'Standard',
    max_coverage: 100,
    monthly_premium: 10,
    annual_premium: 114,
    ratio: 10,
    user_score: 50,
    combined_risk_factor: 1,
    calculation_details: {
      decision: { status: 'approved', reasons: [] },
      data_sources: {},
      factors: [],
      steps: [],
      warnings: [],
    },
  }
  test.each([
    ['that loops', body('while (true) {}'), /took too long/],
    ['that throws', body('throw new Error("no tier")'), /Line 2: no tier/],
    ['that is broken', 'function underwrite( {', /Line 1/],
    [
      'without a premium',
      body(`return ${JSON.stringify({ ...whole, monthly_premium: undefined })}`),
      /monthly_premium/,
    ],
    [
      'with a negative premium',
      body(`return ${JSON.stringify({ ...whole, monthly_premium: -1 })}`),
      /monthly_premium/,
    ],
    ['with a score over 100', body(`return ${JSON.stringify({ ...whole, user_score: 101 })}`), /user_score/],
    ['with a text for a number', body(`return ${JSON.stringify({ ...whole, ratio: '10' })}`), /ratio/],
    [
      'without its explanation',
      body(`return ${JSON.stringify({ ...whole, calculation_details: {} })}`),
      /calculation_details/,
    ],
  ])('by an engine %s', async (_, source, reason) => {
    const before = await stored()
    await activate(source)
    const outcome = await run()
    expect(outcome).toMatchObject({ ok: false, reason: 'refused' })
    expect(outcome.ok || outcome.message).toMatch(reason)
    expect(await stored()).toBe(before)
  })

  test('where no engine is active', async () => {
    await provided.db.updateTable('engine_versions').set({ active: false }).execute()
    expect(await run()).toMatchObject({ ok: false, reason: 'refused' })
  })
})

test('filters results by decision, tier, quote and day, and pages them', async () => {
  const { db } = provided
  const own = await insertQuote(db)
  const { id: engine } = await db
    .selectFrom('engine_versions')
    .select('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const make = async (day: string, decision: 'approved' | 'declined', tier: string | null) => {
    const { id } = await db
      .insertInto('underwriting_results')
      .values({
        quote_submission_id: own,
        date_created: new Date(`${day}T23:59:59Z`),
        decision,
        coverage_tier: tier,
        user_score: 50,
        combined_risk_factor: 1,
        calculation_details: '{}',
        engine_version_id: engine,
        engine_hash: 'a',
        configuration_hash: 'b',
        input: '{}',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  const made = [
    await make('2031-03-01', 'approved', 'Basic'),
    await make('2031-03-02', 'approved', 'Elite'),
    await make('2031-03-03', 'declined', null),
  ]
  const [basic, elite, declined] = made
  const find = async (filter: Parameters<typeof searchResults>[1], page = { limit: 50 }) =>
    (await searchResults(db, { quoteId: own, ...filter }, page)).map(({ id }) => id)
  expect(await find({})).toEqual([declined, elite, basic])
  expect(await find({ decision: 'declined' })).toEqual([declined])
  expect(await find({ tier: 'Elite' })).toEqual([elite])
  expect(await find({ from: '2031-03-02' })).toEqual([declined, elite])
  expect(await find({ to: '2031-03-02' })).toEqual([elite, basic])
  expect(await find({ from: '2031-03-02', to: '2031-03-02', tier: 'Basic' })).toEqual([])
  expect(await find({ quoteId: quoteId })).not.toContain(basic)
  expect(await find({}, { limit: 2 })).toEqual([declined, elite])
  expect(
    (await searchResults(db, { quoteId: own }, { limit: 2, cursor: elite })).map(({ id }) => id),
  ).toEqual([basic])
})
