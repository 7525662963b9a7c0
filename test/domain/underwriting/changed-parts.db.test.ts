import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createAdmin } from '~/domain/accounts/accounts.server'
import { decideResult } from '~/domain/decisions/decisions.server'
import { replaceActive } from '~/domain/engine-versions/engine-versions.queries.server'
import { sha256Hex } from '~/domain/hashes.server'
import { fillEmptyDatabase } from '~/domain/imports/bundled-files.server'
import { changedText, type PricePart } from '~/domain/underwriting/changed-parts'
import { findChangedParts } from '~/domain/underwriting/changed-parts.queries.server'
import { createSandbox, type Sandbox } from '~/domain/underwriting/sandbox.server'
import { ensureEngine, runUnderwriting } from '~/domain/underwriting/underwriting.server'

import { provideDatabase } from '../../support/database'
import { bundledEngines } from '../../support/engine'
import { insertQuote } from '../../support/quotes'

const provided = provideDatabase()
let sandbox: Sandbox
let by = 0

beforeAll(async () => {
  const { db } = provided
  sandbox = createSandbox({ workers: 1 })
  await fillEmptyDatabase(db)
  await createAdmin(db, { email: 'root@example.com', password: 'a long password' })
  by = (await db.selectFrom('users').select('id').executeTakeFirstOrThrow()).id
  await ensureEngine(db, bundledEngines)
  await execute(
    `insert into employer_risks (employer_name, industry, employer_size, layoff_frequency) values ('Quay Works', 'Information', '51–200', 1.2)`,
  )
})
afterAll(() => sandbox.close())

async function execute(...statements: string[]) {
  for (const statement of statements) await sql.raw(statement).execute(provided.db)
}

async function resultOf(answers: object = {}) {
  const quoteId = await insertQuote(provided.db, { employer_name: 'Quay Works', ...answers })
  const run = await runUnderwriting(provided.db, sandbox, { quoteId, adminId: by })
  if (!run.ok) throw new Error(run.message)
  return run.result.id
}

const changesOf = (resultId: number) => findChangedParts(provided.db, resultId)

const tier = (set: string) =>
  `update coverage_tiers set ${set}, updated_at = now() where tier_name = 'Standard'`
const employer = (set: string) =>
  `update employer_risks set ${set}, updated_at = now() where employer_name = 'Quay Works'`
const industry = (set: string) =>
  `update industry_fallbacks set ${set}, updated_at = now() where industry_name = 'Information'`
const factor = (value: number) =>
  `insert into portfolio_factors (factor, previous, note, state, decided_at) values (${value}, 1, '', 'released', clock_timestamp())`
const activate = (engine: string) => [
  'update engine_versions set active = false',
  `update engine_versions set active = true where id = (${engine})`,
]

test.each<[PricePart, change: string[], undo: string[]]>([
  ['tier', [tier('base_premium = base_premium + 1')], [tier('base_premium = base_premium - 1')]],
  ['tier', [tier('vesting_months = vesting_months + 1')], [tier('vesting_months = vesting_months - 1')]],
  ['tier', [tier(`score_offset = null`)], [tier('score_offset = 0')]],
  ['employer', [employer('layoff_mentions = 2')], [employer('layoff_mentions = null')]],
  ['employer', [employer(`employer_type = 'Nonprofit'`)], [employer('employer_type = null')]],
  ['employer', [employer(`employer_name = 'Quay'`)], [`update employer_risks set employer_name = 'Quay Works' where employer_name = 'Quay'`]], // prettier-ignore
  ['industry', [industry('avg_layoff_frequency = avg_layoff_frequency + 1')], [industry('avg_layoff_frequency = avg_layoff_frequency - 1')]], // prettier-ignore
  ['portfolio', [factor(1.1)], [factor(1)]],
  ['state', [`insert into state_rules (state, factor, source) values ('NY', 'credit', 'A law')`], ['delete from state_rules']], // prettier-ignore
  [
    'engine',
    activate('select id from engine_versions where not active limit 1'),
    activate('select engine_version_id from underwriting_results order by id desc limit 1'),
  ],
])(
  'a changed value marks the result by its part, %s, and does so no longer once it is undone',
  async (part, change, undo) => {
    await execute(tier('score_offset = 0'))
    const result = await resultOf()
    await execute(...change)
    expect(await changesOf(result)).toEqual([part])
    await execute(...undo)
    expect(await changesOf(result)).toEqual([])
  },
)

test('a version with other comments, spacing and golden cases does not mark it, and one with another figure does', async () => {
  const { db } = provided
  const result = await resultOf()
  const { id, source, tables } = await db
    .selectFrom('engine_versions')
    .select(['id', 'source', 'tables'])
    .where('active', '=', true)
    .executeTakeFirstOrThrow()
  const use = async (text: string) => {
    const size = Buffer.byteLength(text)
    const hash = sha256Hex(text)
    const version = { source: text, tables, tests: [], hash, size, author_id: by, note: null }
    await db.transaction().execute((trx) => replaceActive(trx, version))
  }
  await use(`// A new comment\n${source.replaceAll('\n', '\n\n')}`)
  expect(await changesOf(result)).toEqual([])
  await use(source.replace("larger(0, calc('+'", "larger(1, calc('+'"))
  expect(await changesOf(result)).toEqual(['engine'])
  await use('function underwrite(')
  expect(await changesOf(result)).toEqual(['engine'])
  await execute(...activate(`select ${id}`))
})

test('a value that neither the price nor the offer reads, another tier and another employer do not mark it', async () => {
  const result = await resultOf()
  await execute(
    tier('penalty_for_late_payment = 0.5, claim_base_rate = 0.1'),
    employer('sector_unemp_rate = 9'),
    industry(`risk_level = 'Calm', industry_unemp_rate = 9`),
    `update coverage_tiers set base_premium = base_premium + 1 where tier_name <> 'Standard'`,
    `update employer_risks set layoff_mentions = 9 where employer_name <> 'Quay Works'`,
    `update synergy_data set "LossRatio" = 1`,
  )
  expect(await changesOf(result)).toEqual([])
})

test('another industry of the employer’s record marks a result by both', async () => {
  const result = await resultOf()
  await execute(employer(`industry = 'Construction'`))
  expect(await changesOf(result)).toEqual(['employer', 'industry'])
  await execute(employer(`industry = 'Information'`))
  expect(await changesOf(result)).toEqual([])
})

test('a refusal and terms that a person has set do not depend on today’s price', async () => {
  const referred = await resultOf({ children_count: 3, family_size: 3 })
  const declined = await resultOf({ date_of_birth: '2010-01-02' })
  await execute(tier('base_premium = base_premium + 1'))
  expect([await changesOf(referred), await changesOf(declined)]).toEqual([['tier'], []])
  const terms = {
    reason: 'loaded',
    words: 'It is a rough trade.',
    told: 'It is dearer.',
    loading_percent: 50,
  }
  expect(
    await decideResult(provided.db, sandbox, referred, { verdict: 'changed', ...terms }, { by }),
  ).toMatchObject({ ok: true })
  expect(await changesOf(referred)).toEqual([])
  await execute(tier('base_premium = base_premium - 1'))
})

test('the changed parts are named in one sentence', () => {
  expect(changedText(['tier'], 'Standard')).toBe('The Standard tier was changed after this result.')
  expect(changedText(['state'], 'Standard')).toBe('The rules of the state were changed after this result.')
  expect(changedText(['tier', 'employer', 'engine'], 'Standard')).toBe(
    'The Standard tier, the employer’s risk record, and the engine were changed after this result.',
  )
})
