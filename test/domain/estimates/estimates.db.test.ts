import { afterAll, beforeAll, expect, test } from 'vitest'

import { largestMoves, weightedPercentile } from '~/domain/estimates/estimates'
import { estimateSchema, type EstimateAnswers } from '~/domain/estimates/estimates.schema'
import { estimatePrice } from '~/domain/estimates/estimates.server'
import { facts } from '~/content/facts'
import { peopleWith } from '~/domain/estimates/people.server'
import { guideToTier } from '~/domain/tiers/tier-guide'
import { listPublicTiers } from '~/domain/tiers/tiers.server'
import { inputOf, typicalAnswers } from '~/domain/engine-versions/gate/draws'
import { fillEmptyDatabase } from '~/domain/imports/bundled-files.server'
import { parseFields } from '~/domain/parse-fields'
import { createSandbox, type Sandbox } from '~/domain/underwriting/sandbox.server'
import { ensureEngine } from '~/domain/underwriting/underwriting.server'
import { bundledEffects } from '~/engine/question-effects'

import { provideDatabase } from '../../support/database'
import { bundledEngines, configuration, underwrite } from '../../support/engine'

const provided = provideDatabase()
let sandbox: Sandbox
let runs = 0
const counting: Pick<Sandbox, 'runFigures'> = {
  runFigures: (...batch) => {
    runs += 1
    return sandbox.runFigures(...batch)
  },
}
const options = { ip: null, today: '2026-11-23' }

beforeAll(async () => {
  sandbox = createSandbox({ workers: 2 })
  await fillEmptyDatabase(provided.db)
  await ensureEngine(provided.db, bundledEngines)
})
afterAll(() => sandbox.close())

const noConfiguration = { tiers: [], industries: [], employers: [], stateRules: [] }
const reasonsForTier = [
  'the lowest tier that covers two months',
  'the highest tier that your time',
  'no tier covers more',
]
const answers = { income: 4200, industry: 'Information', years: 3 } as const

test('is the range of the tier that the engine recommends, and is computed once', async () => {
  runs = 0
  const outcome = await estimatePrice(provided.db, counting, answers, options)
  expect(outcome).toMatchObject({ ok: true, estimate: { tier: 'Premium', benefit: 12_000, months: 2.9 } })
  if (!outcome.ok || outcome.estimate.tier === null) throw new Error('no price')
  const { low, high, moves } = outcome.estimate
  expect(low).toBeGreaterThan(30)
  expect(high).toBeGreaterThan(low)
  expect(high).toBeLessThan(3 * low)
  expect(moves.map(({ label }) => label)).toEqual([
    'Industry',
    'Years with your employer',
    'Your employer’s record of layoffs (not in this range)',
    'Education',
    'Credit score',
  ])
  expect(runs).toBe(2)
  expect(await estimatePrice(provided.db, counting, { ...answers, income: 4203 }, options)).toEqual(outcome)
  expect(runs).toBe(2)
})

test('narrows with each other answer that moves a price', async () => {
  const ask = async (more: object) => {
    const outcome = await estimatePrice(provided.db, counting, { ...answers, ...more }, options)
    if (!outcome.ok || outcome.estimate.tier === null) throw new Error('no price')
    return outcome.estimate
  }
  const few = await ask({})
  const known = { education: 'Bachelor', credit_score: 702, bankruptcy_history: 'None', pay_type: 'Salary' }
  const more = await ask({ ...known, union_membership: 'FALSE', work_arrangement: 'On-site' })
  expect(more.high - more.low).toBeLessThan(0.6 * (few.high - few.low))
  const worse = await ask({ ...known, bankruptcy_history: 'Chapter 7', credit_score: 450 })
  expect(worse.low).toBeGreaterThan(more.low)
})

test('prices the tier that is asked for, or the recommended one where it is not offered', async () => {
  const ask = (more: object) => estimatePrice(provided.db, counting, { ...answers, ...more }, options)
  expect(await ask({ coverage_level: 'basic' })).toMatchObject({
    estimate: { tier: 'Basic', benefit: 5000, reason: 'It is the tier that you ask for.' },
  })
  for (const coverage_level of ['unsure', 'no such tier'])
    expect(await ask({ coverage_level })).toMatchObject({ estimate: { tier: 'Premium' } })
  expect(await ask({ coverage_level: 'ultra', years: 0.6 })).toMatchObject({
    estimate: {
      tier: 'Premium',
      reason: expect.stringContaining('it is the lowest tier that covers two months'),
    },
  })
})

test('recommends the tier, and counts the pay, that the engine does for the household and the salary of an application', async () => {
  const point = { income: 4000, industry: 'Construction', years: 3 } as const
  const points: EstimateAnswers[] = [
    { ...point, family_size: 1 },
    { ...point, family_size: 5 },
    { ...point, family_size: 5, children_count: 3, salary: 42_000 },
    { ...point, income: 4003, family_size: 1, salary: 48_036 }, // above the pay up to which it is Standard
    { ...point, children_count: 4, salary: 50_400 },
    { ...point, salary: 40_000, coverage_level: 'ultra' },
    { ...point, salary: 12_000 },
    { ...point, salary: 90_000 },
    { ...point, salary: 0 },
  ]
  for (const given of points) {
    const outcome = await estimatePrice(provided.db, counting, given, options)
    if (!outcome.ok || outcome.estimate.tier === null) throw new Error('no price')
    const { tier, benefit, months, reason, notes } = outcome.estimate
    const quote = {
      ...typicalAnswers,
      date_of_birth: '1980-01-01',
      industry: given.industry,
      employment_length: given.years,
      income: given.income,
      salary: given.salary ?? 12 * given.income,
      family_size: given.family_size ?? 5,
      children_count: given.children_count ?? 0,
      coverage_level: given.coverage_level ?? 'unsure',
    }
    const result = underwrite(inputOf(configuration, quote, null, options.today))
    if (given.family_size !== undefined || given.coverage_level != null)
      expect([tier, benefit]).toEqual([result.coverage_tier, result.max_coverage])
    if (given.family_size !== undefined) expect(reason).toContain(`We recommend ${tier} to nearly all people`)
    const { steps, decision } = result.calculation_details
    const pay = steps.find(({ label }) => label === 'Monthly income')?.value
    expect(months).toBeCloseTo(benefit / Number(pay), 1)
    const differ = decision.reasons.find(({ code }) => code === 'SALARY')?.text
    const said = notes.filter((note) => note.includes('differ; '))
    expect(said).toEqual(differ === undefined ? [] : [expect.stringContaining(differ)])
    expect(notes.join()).not.toContain('fit a family')
  }
})

test('has the price of a whole application in its range, by the record of its employer', async () => {
  const answered = {
    income: 4200,
    salary: 50_400,
    family_size: 2,
    children_count: 0,
    coverage_level: 'standard',
    region_state: 'OR',
    education: 'Bachelor',
    credit_score: 700,
    bankruptcy_history: 'None',
    background_check: 'Clear',
    pay_type: 'Salary',
    union_membership: 'FALSE',
    work_arrangement: 'On-site',
  } as const
  const records = configuration.employers.filter((_, index) => index % 8 === 0)
  const cases = [
    { name: 'An employer without a record', industry: 'Information', record: null },
    ...records.map((record) => ({
      name: String(record.employer_name).toUpperCase(),
      industry: record.industry as EstimateAnswers['industry'],
      record,
    })),
    // The industry of the record counts.
    { name: String(records[0]?.employer_name), industry: 'Utilities', record: records[0] ?? null },
  ] as const
  for (const { name, industry, record } of cases) {
    const given = { ...answered, industry, years: 4, employer_name: name }
    const outcome = await estimatePrice(provided.db, counting, given, options)
    if (!outcome.ok) throw new Error('no price')
    const { region_state: state, ...others } = answered
    const quote = { ...typicalAnswers, ...others, industry, employment_length: 4, union_membership: false }
    const { monthly_premium: price } = underwrite(inputOf(configuration, quote, record, options.today, state))
    expect(outcome.estimate).toMatchObject({ low: price, high: price, knowsEmployer: true })
    const labels = outcome.estimate.moves.map(({ label }) => label)
    expect(labels).toContain('Your employer’s record of layoffs')
  }
})

test('asks back nothing of a family whose size or children alone are known', async () => {
  for (const more of [{ family_size: 1 }, { children_count: 5 }])
    for (const { input } of peopleWith({ ...answers, ...more }, noConfiguration, options.today)) {
      const { children_count, family_size } = input.quote
      expect(Number(children_count)).toBeLessThan(Number(family_size))
      expect(input.quote).toMatchObject(more)
    }
})

test('follows the rules of the applicant’s state', async () => {
  const { db } = provided
  const ask = async (region_state: string, credit_score: number) => {
    const outcome = await estimatePrice(db, counting, { ...answers, region_state, credit_score }, options)
    if (!outcome.ok || outcome.estimate.tier === null) throw new Error('no price')
    const { low, high, moves } = outcome.estimate
    return { price: [low, high], moves: moves.map(({ question }) => question) }
  }
  const rule = { state: 'TX', factor: 'credit_score', source: 'Example Code 1' }
  const { id } = await db.insertInto('state_rules').values(rule).returning('id').executeTakeFirstOrThrow()
  try {
    const [low, high] = [await ask('TX', 350), await ask('TX', 820)]
    expect(low).toEqual(high)
    expect(low.moves).not.toContain('credit_score')
    const elsewhere = [await ask('CA', 350), await ask('CA', 820)]
    expect(elsewhere[0]?.price).not.toEqual(elsewhere[1]?.price)
    expect(elsewhere[0]?.moves).toContain('credit_score')
  } finally {
    await db.deleteFrom('state_rules').where('id', '=', id).execute()
  }
})

test('its reason for the tier is true of the households of the people and of the tiers on sale', async () => {
  const tiers = (await listPublicTiers(provided.db)).map(({ tier, coverage, vesting, tenure }) => {
    return { tier, coverage: coverage ?? 0, vesting, tenure }
  })
  const incomes = [2600, 4200, 7000, 30_000]
  const grid = (['Information', 'Construction'] as const).flatMap((industry) =>
    incomes.flatMap((income) => [0.3, 0.6, 20].map((years) => ({ income, industry, years }) as const)),
  )
  for (const point of grid) {
    const outcome = await estimatePrice(provided.db, counting, point, options)
    if (!outcome.ok || outcome.estimate.tier === null)
      throw new Error(`no price for ${JSON.stringify(point)}`)
    const { tier, reason } = outcome.estimate
    const allowed = tiers.filter(({ tenure }) => tenure <= 12 * point.years)
    const choices = peopleWith(point, noConfiguration, options.today).map(({ weight, input }) => {
      const household = Math.max(1, Number(input.quote.family_size))
      const guide = guideToTier(tiers, { pay: point.income, household, reserve: 0 }, facts.maxMonthsOfPay)
      const isAllowed = allowed.some((one) => one.tier === guide.suitable?.tier)
      const recommended = isAllowed ? guide.suitable?.tier : allowed.at(-1)?.tier
      const why = !isAllowed
        ? 'the highest tier that your time'
        : guide.reached
          ? 'the lowest tier that covers two months'
          : 'no tier covers more'
      return { weight, recommended, why }
    })
    const total = choices.reduce((sum, { weight }) => sum + weight, 0)
    const ofTier = choices.filter(({ recommended }) => recommended === tier)
    const tenths = Math.round((10 * ofTier.reduce((sum, { weight }) => sum + weight, 0)) / total)
    const whom = tenths === 10 ? 'nearly all people' : `about ${tenths} of 10 people`
    expect(reason).toContain(`We recommend ${tier} to ${whom} with these answers: `)
    const said = reasonsForTier.filter((why) => reason.includes(why))
    expect(said, JSON.stringify(point)).toEqual(
      reasonsForTier.filter((why) => ofTier.some((choice) => choice.why === why)),
    )
  }
  // Six months of this pay are less than any tier's sum: the tiers differ by their price alone.
  const low = await estimatePrice(provided.db, counting, { ...answers, income: 800 }, options)
  expect(low).toMatchObject({
    estimate: { benefit: 4800, reason: expect.stringContaining('it costs less than another tier') },
  })
})

test('follows the configuration', async () => {
  const { db } = provided
  const before = await estimatePrice(db, counting, answers, options)
  await db
    .updateTable('coverage_tiers')
    .set({ base_premium: 66 })
    .where('tier_name', '=', 'Premium')
    .execute()
  const after = await estimatePrice(db, counting, answers, options)
  await db
    .updateTable('coverage_tiers')
    .set({ base_premium: 60 })
    .where('tier_name', '=', 'Premium')
    .execute()
  if (!before.ok || !after.ok) throw new Error('no estimate')
  expect(after.estimate.low).toBeCloseTo(1.1 * (before.estimate.low ?? 0), 1)
})

test('has no price below the tenure of every tier, and says when there is one', async () => {
  const outcome = await estimatePrice(provided.db, counting, { ...answers, years: 0.1 }, options)
  expect(outcome).toMatchObject({
    ok: true,
    estimate: { tier: null, low: null, declined: 1, askAgain: '2027-01-17' },
  })
  const later = await estimatePrice(provided.db, counting, { ...answers, years: 0.25 }, options)
  expect(later).toMatchObject({ ok: true, estimate: { tier: 'Basic' } })
})

test('fits long years to people who are old enough for them', async () => {
  const outcome = await estimatePrice(provided.db, counting, { ...answers, years: 60 }, options)
  expect(outcome).toMatchObject({ ok: true, estimate: { tier: 'Premium' } })
  if (outcome.ok) expect(outcome.estimate.referred).toBeLessThan(0.2)
})

test('is refused while the sandbox is busy, and not remembered', async () => {
  const busy: Pick<Sandbox, 'runFigures'> = {
    runFigures: () =>
      Promise.resolve([{ ok: false, kind: 'busy', message: 'busy', line: null, column: null }]),
  }
  const other = { ...answers, income: 5100 }
  expect(await estimatePrice(provided.db, busy, other, options)).toEqual({ ok: false, reason: 'busy' })
  expect((await estimatePrice(provided.db, counting, other, options)).ok).toBe(true)
})

test('takes amounts as people type them, and names each wrong answer', () => {
  const parse = (fields: Record<string, unknown>) => parseFields(estimateSchema, fields)
  expect(parse({ income: '$4,200', industry: 'information', years: '2.5' })).toEqual({
    ok: true,
    value: { income: 4200, industry: 'Information', years: 2.5 },
  })
  for (const years of ['0', '80'])
    // as in an application
    expect(parse({ income: '4200.50', industry: 'Utilities', years })).toMatchObject({ ok: true })
  for (const wrong of [
    '',
    'NaN',
    'Infinity',
    '-1',
    '0',
    '1',
    '25',
    '1,000,000',
    '9'.repeat(1_000_000),
    ['1', '2'],
    { a: 1 },
  ]) {
    const parsed = parse({ income: wrong, industry: 'Farming', years: '81' })
    expect(parsed.ok ? [] : parsed.errors.map(({ path }) => path)).toEqual(['income', 'industry', 'years'])
  }
})

test('other answers are optional, and wrong ones are named', () => {
  const parse = (fields: Record<string, unknown>) =>
    parseFields(estimateSchema, { income: '4200', industry: 'Utilities', years: '2', ...fields })
  expect(parse({ education: '', credit_score: ' ', pay_type: 'salary', other: 'x' })).toEqual({
    ok: true,
    value: expect.objectContaining({ pay_type: 'Salary' }),
  })
  const wrong = {
    coverage_level: 'x'.repeat(101),
    region_state: 'ZZ',
    children_count: '1.5',
    family_size: '0',
    salary: 'much',
    education: 'PhD',
    credit_score: '7',
    bankruptcy_history: '{}',
    background_check: 'None',
    pay_type: '\0',
    union_membership: 'maybe',
    work_arrangement: ['Remote', 'Hybrid'],
  }
  const parsed = parse(wrong)
  expect(parsed.ok ? [] : parsed.errors.map(({ path }) => path)).toEqual(Object.keys(wrong))
})

test('names the largest effects of all questions, its own among them', () => {
  expect(largestMoves(null)).toEqual([])
  const moves = largestMoves(bundledEffects)
  const all = Object.entries(bundledEffects).sort(([, one], [, other]) => other.price - one.price)
  expect(moves.map(({ question }) => question)).toEqual(
    all.slice(0, moves.length).map(([question]) => question),
  )
  const small = { price: 0.2, typical: 0.1, tier: 0, decision: 0 }
  expect(largestMoves({ credit_score: small, income: { ...small, price: 1.2 } })).toMatchObject([
    { label: 'Monthly income', effect: 'up to 2.2 times as much' },
    { label: 'Credit score', effect: 'up to 20% more' },
  ])
})

test('says how the price lies to the base price that the pages name', async () => {
  const noteOf = async (more: object) => {
    const outcome = await estimatePrice(provided.db, counting, { ...answers, ...more }, options)
    if (!outcome.ok || outcome.estimate.tier === null) throw new Error('no price')
    const { low, high, notes } = outcome.estimate
    return { low, high, note: notes.find((note) => note.startsWith('The base price of ')) }
  }
  const safe = await noteOf({ industry: 'Education and Health Services' })
  expect(safe.note).toBe('The base price of Premium is $60 a month: your answers lower it.')
  expect(safe.high).toBeLessThan(60)
  const risky = await noteOf({ industry: 'Construction', years: 1 })
  expect(risky.note).toBe('The base price of Premium is $60 a month: your answers raise it.')
  expect(risky.low).toBeGreaterThan(60)
  const small = await noteOf({ income: 400, industry: 'Education and Health Services' })
  expect(small.note).toBe('The base price of Standard is $35 a month, for $8,000: your answers lower it.')
})

test('asks whether a very high pay is that of a year', async () => {
  const ask = (income: number) => estimatePrice(provided.db, counting, { ...answers, income }, options)
  const note = '$54,000 a month is $648,000 a year. If it is your pay for a year, enter $4,500 in its place.'
  expect(await ask(54_000)).toMatchObject({ estimate: { notes: expect.arrayContaining([note]) } })
  expect(JSON.stringify(await ask(12_000))).not.toContain('pay for a year')
})

test('a percentile counts weights', () => {
  const items = [
    { value: 3, weight: 1 },
    { value: 1, weight: 8 },
    { value: 2, weight: 1 },
  ]
  expect([0.1, 0.8, 0.85, 1].map((share) => weightedPercentile(items, share))).toEqual([1, 1, 2, 3])
})
