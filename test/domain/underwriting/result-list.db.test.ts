import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { fillEmptyDatabase } from '~/domain/imports/bundled-files.server'
import { decisions, resultList, resultSorts, wholeName } from '~/domain/underwriting/result-list'
import {
  countResultRows,
  exportGroups,
  exportResults,
  filteredBatches,
  groupResults,
  sumResultRows,
  listFactors,
  listResultRows,
} from '~/domain/underwriting/result-list.server'
import { ensureEngine } from '~/domain/underwriting/underwriting.server'
import { createAdmin } from '~/domain/accounts/accounts.server'

import { provideDatabase } from '../../support/database'
import { bundledEngines } from '../../support/engine'
import { insertQuote } from '../../support/quotes'

const provided = provideDatabase()
let adminId = 0

/** Results with ties in every column; the last one is declined. */
const samples = [
  {
    name: 'Ann',
    employer: 'Acme',
    industry: 'Retail',
    tier: 'Elite',
    premium: 50,
    score: 40,
    dollars: 5,
    day: '2026-03-02',
  },
  {
    name: 'bob',
    employer: 'acme',
    industry: 'Construction',
    tier: 'Basic',
    premium: 30,
    score: 60,
    dollars: 20,
    day: '2026-03-02',
  },
  {
    name: 'Cy',
    employer: '=Bolt',
    industry: 'retail',
    tier: 'Basic',
    premium: 30,
    score: 60,
    dollars: -3,
    day: '2026-03-03',
  },
  {
    name: 'Ann',
    employer: 'Cog',
    industry: 'Construction',
    tier: 'Elite',
    premium: 70,
    score: 10,
    dollars: 20,
    day: '2026-03-04',
  },
  {
    name: 'Dee',
    employer: 'Cog',
    industry: 'Information',
    tier: null,
    premium: 0,
    score: 50,
    dollars: null,
    day: '2026-03-04',
  },
] as const
const ids: number[] = []
const quoteIds: number[] = []

beforeAll(async () => {
  const { db } = provided
  await fillEmptyDatabase(db)
  await createAdmin(db, { email: 'root@example.com', password: 'a long password' })
  await ensureEngine(db, bundledEngines)
  adminId = (await db.selectFrom('users').select('id').executeTakeFirstOrThrow()).id
  const engine = await db.selectFrom('engine_versions').select('id').executeTakeFirstOrThrow()
  for (const { name, employer, industry, tier, premium, score, dollars, day } of samples) {
    const quoteId = await insertQuote(db, { name, employer_name: employer })
    quoteIds.push(quoteId)
    const { id } = await db
      .insertInto('underwriting_results')
      .values({
        date_created: new Date(`${day}T12:00:00Z`),
        quote_submission_id: quoteId,
        decision: tier === null ? 'declined' : 'approved',
        coverage_tier: tier,
        monthly_premium: premium,
        user_score: score,
        combined_risk_factor: 1,
        calculation_details: '{}',
        engine_version_id: engine.id,
        engine_hash: 'x',
        configuration_hash: 'x',
        // The record of the last one's employer names another industry than the answers.
        input: JSON.stringify(
          name === 'Dee'
            ? { quote: { industry: 'Retail' }, employer: { industry } }
            : { quote: { industry } },
        ),
        expected_loss_ratio: tier === null ? null : premium / 100,
        factors_stored: true,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(id)
    if (dollars !== null)
      await db
        .insertInto('result_factors')
        .values({ result_id: id, factor: 'employer', multiplier: 1.5, dollars })
        .execute()
  }
})

const stateOf = (search: string) => resultList.read(new URLSearchParams(search))

/** The numbers of the samples that a list has, from 0. */
async function listed(search: string, page: { cursor?: number; limit: number } = { limit: 50 }) {
  const rows = await listResultRows(provided.db, stateOf(search), page)
  return rows.map(({ id }) => ids.indexOf(id))
}

describe('referrals that a person has decided', () => {
  type Decided = { verdict: 'accepted' | 'changed' | 'declined' | null; changed_premium?: number }
  const decide = async (sample: number, { verdict, changed_premium }: Decided) => {
    await provided.db
      .updateTable('underwriting_results')
      .set({ decision: 'referred', verdict, changed_premium: changed_premium ?? null })
      .where('id', '=', ids[sample]!)
      .execute()
  }

  afterEach(async () => {
    await provided.db
      .updateTable('underwriting_results')
      .set({ decision: 'approved', verdict: null, changed_premium: null })
      .where('coverage_tier', 'is not', null)
      .execute()
  })

  test('are found as what stands, and by what the person decided', async () => {
    await decide(0, { verdict: 'accepted' })
    await decide(1, { verdict: 'changed', changed_premium: 36 })
    await decide(2, { verdict: 'declined' })
    await decide(3, { verdict: null })
    const found: Record<string, number[]> = {}
    for (const { value } of decisions) found[value] = await listed(`decision=${value}`)
    expect(found).toEqual({
      approved: [1, 0],
      referred: [3],
      declined: [4, 2],
      accepted: [0],
      changed: [1],
      'declined-by-a-person': [2],
      replaced: [],
      'to-read': [],
      'to-run': [],
      'to-decide': [3],
      'to-send': [4, 2, 1, 0],
      'to-answer': [],
    })
  })

  test('are sorted by the decision that the list shows', async () => {
    await decide(3, { verdict: 'accepted' })
    await decide(1, { verdict: 'changed', changed_premium: 36 })
    await decide(0, { verdict: 'declined' })
    expect(await listed('sort=decision')).toEqual([3, 2, 1, 0, 4])
    expect(await listed('sort=-decision', { cursor: ids[0]!, limit: 50 })).toEqual([1, 2, 3])
  })

  test('have the price that may be offered, in lists, groups and files', async () => {
    await decide(0, { verdict: 'accepted' })
    await decide(1, { verdict: 'changed', changed_premium: 36 })
    await decide(2, { verdict: 'declined' })
    await decide(3, { verdict: null })
    const rows = await listResultRows(provided.db, stateOf('sort=id'), { limit: 50 })
    expect(rows.map(({ offered_premium }) => offered_premium)).toEqual([50, 36, null, null, null])
    expect(await listed('sort=-offered')).toEqual([0, 1, 4, 3, 2])
    const { rows: groups } = await groupResults(provided.db, stateOf(''), 'employer')
    expect(groups.map(({ name, sum, offered }) => [name?.toLowerCase(), sum, offered])).toEqual([
      ['acme', 80, 86],
      ['cog', 70, 0],
      ['=bolt', 30, 0],
    ])
    const lines = (await fileOf('sort=id')).trim().split('\r\n')
    expect(lines.map((line) => line.split(',').at(-3))).toEqual(['Final premium', '50', '36', '', '', ''])
  })

  test('have the expected loss ratio of what is offered, in lists, their order, groups and files', async () => {
    const { db } = provided
    await decide(1, { verdict: 'changed', changed_premium: 36 })
    const changed = db.updateTable('underwriting_results').where('id', '=', ids[1]!)
    // Rated 30 a month for 8,000 with claims of 9; offered 36 for 4,000 with claims of 4.5.
    await changed.set({ max_coverage: 8000, changed_coverage: 4000 }).execute()
    try {
      const rows = await listResultRows(db, stateOf('sort=loss_ratio'), { limit: 50 })
      expect(rows.map(({ id, offered_loss_ratio }) => [ids.indexOf(id), offered_loss_ratio])).toEqual([
        ...[[4, null] as const, [1, 0.125] as const],
        ...[[2, 0.3] as const, [0, 0.5] as const, [3, 0.7] as const],
      ])
      expect(rows[1]?.expected_loss_ratio).toBe(0.3)
      const groups = await groupResults(db, stateOf('employer=acme'), 'employer')
      expect(groups.rows[0]?.loss_ratio).toBeCloseTo((25 + 4.5) / (50 + 36), 9)
      const lines = (await fileOf('sort=id')).trim().split('\r\n')
      expect(lines.map((line) => line.split(',').at(-2))).toEqual([
        'Final expected loss ratio',
        ...['0.5', '0.125', '0.3', '0.7', ''],
      ])
    } finally {
      await changed.set({ max_coverage: null, changed_coverage: null }).execute()
    }
  })
})

async function fileOf(search: string) {
  let file = ''
  for await (const piece of await exportResults(provided.db, stateOf(search), { by: adminId })) file += piece
  return file
}

describe('the list of results', () => {
  test.each([
    ['', [4, 3, 2, 1, 0]],
    ['sort=id', [0, 1, 2, 3, 4]],
    ['sort=name', [0, 3, 1, 2, 4]],
    ['sort=employer', [2, 0, 1, 3, 4]],
    ['sort=industry', [1, 3, 4, 0, 2]],
    ['sort=-premium', [3, 0, 2, 1, 4]],
    ['industry=RETAIL', [2, 0]],
    ['sort=score', [3, 0, 4, 1, 2]],
    ['sort=loss_ratio', [4, 1, 2, 0, 3]],
    ['sort=-tier', [3, 0, 2, 1, 4]],
    ['sort=-factor', [3, 1, 0, 2]],
    ['sort=-factor&factor=none', []],
    ['sort=-factor&from=2026-03-03&to=2026-03-04', [3, 2]],
    ['sort=factor&from=2026-03-02&to=2026-03-03', [2, 0, 1]],
    ['sort=name&from=2026-03-03&to=2026-03-04', [3, 2, 4]],
    ['sort=-name&from=2026-03-02&to=2026-03-03', [2, 1, 0]],
    ['sort=employer&from=2026-03-02&to=2026-03-03&tier=Basic', [2, 1]],
    ['employer=ACME', [1, 0]],
    ['employer=ACME&sort=-factor', [1, 0]],
    ['employer=ac', [1, 0]],
    ['sort=employer&employer=ac', [0, 1]],
    ['sort=-employer&employer=ac', [1, 0]],
    ['employer=c', []], // one letter is a whole word
    ['employer=%22acme%22', [1, 0]],
    ['employer=%22ac%22', []],
    ['employer=%22%3Dbolt%22', [2]],
    ['tier=Basic&sort=name', [1, 2]],
    ['decision=declined', [4]],
    ['industry=None', []],
    ['tier=none', [4]],
  ])('%s', async (search, expected) => {
    expect(await listed(search)).toEqual(expected)
    expect(await countResultRows(provided.db, stateOf(search))).toEqual({
      count: expected.length,
      exact: true,
    })
  })

  test.each(resultSorts.flatMap((field) => [field, `-${field}`]))(
    'by %s has each result once across its pages, and so within days',
    async (sort) => {
      for (const days of ['', '&from=2026-03-02&to=2026-03-03']) {
        const whole = await listed(`sort=${sort}${days}`)
        const paged: number[] = []
        for (let cursor: number | undefined; ; cursor = ids[paged.at(-1)!]) {
          const page = await listed(`sort=${sort}${days}`, { cursor, limit: 1 })
          if (page.length === 0) break
          paged.push(...page)
        }
        expect(paged).toEqual(whole)
      }
    },
  )

  test('shows the dollars of the chosen factor', async () => {
    const [row] = await listResultRows(provided.db, stateOf('sort=name'), { limit: 1 })
    expect(row).toMatchObject({ name: 'Ann', employer: 'Acme', factor_dollars: 5, expected_loss_ratio: 0.5 })
    expect(await listFactors(provided.db)).toEqual(['employer'])
  })

  test.each([
    'factor=%00',
    "factor='--",
    'sort=id;drop',
    "tier=%25'",
    'group=users',
    'cursor=99999999',
    'cursor=-1',
  ])('takes the hostile %s as a text or leaves it out', async (search) => {
    const state = stateOf(search)
    await listResultRows(provided.db, state, { cursor: state.position.cursor, limit: 5 })
    expect(state.view.group).toBeUndefined()
    expect(state.view.sort).toEqual({ field: 'id', descending: true })
  })
})

test.each(['sort=-factor', 'sort=name&employer=acme', 'tier=Basic'])(
  'calls with %s get the whole results in the order of the list',
  async (search) => {
    const found: number[] = []
    for await (const rows of filteredBatches(provided.db, stateOf(search), {}))
      for (const row of rows) {
        expect(row).toHaveProperty('calculation_details')
        found.push(ids.indexOf(row.id))
      }
    expect(found).toEqual(await listed(search))
  },
)

describe('employers', () => {
  const names = [
    'Société Générale',
    "O'Neill & Sons (Ohio)",
    'Neil Armstrong Inc',
    '"Quoted" Ltd',
    'São-Sons',
  ]
  const own: number[] = []
  const find = async (employer: string) => {
    const state = stateOf(String(new URLSearchParams({ employer, sort: 'id' })))
    const rows = await listResultRows(provided.db, state, { limit: 50 })
    expect((await countResultRows(provided.db, state)).count).toBe(rows.length)
    return rows.map((row) => row.employer)
  }

  beforeAll(async () => {
    const { db } = provided
    for (const employer_name of names) {
      const { id: _id, ...quote } = await db
        .selectFrom('quote_submissions')
        .selectAll()
        .orderBy('id')
        .limit(1)
        .executeTakeFirstOrThrow()
      const quoteId = await insertQuote(db, { ...quote, employer_name, name: 'Generale Ohio' })
      const result = await db
        .insertInto('underwriting_results')
        .values({
          quote_submission_id: quoteId,
          decision: 'approved',
          user_score: 1,
          combined_risk_factor: 1,
          calculation_details: '{}',
          engine_version_id: (await db.selectFrom('engine_versions').select('id').executeTakeFirstOrThrow())
            .id,
          engine_hash: 'x',
          configuration_hash: 'x',
          input: '{}',
          factors_stored: true,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      own.push(result.id)
    }
  })
  afterAll(async () => {
    await provided.db.deleteFrom('underwriting_results').where('id', 'in', own).execute()
  })

  test.each([
    ['SOCIETE GEN', ['Société Générale']],
    ['générale', ['Société Générale']],
    ['oneill', ["O'Neill & Sons (Ohio)"]],
    ['neil', ["O'Neill & Sons (Ohio)", 'Neil Armstrong Inc']],
    ['sons', ["O'Neill & Sons (Ohio)", 'São-Sons']],
    ['eneral', []],
    ['"société générale"', ['Société Générale']],
    ['"société"', []],
    ['""quoted" ltd"', ['"Quoted" Ltd']],
    ['ltd & !x | (', []],
    ['&', []],
    ['"', []],
  ])(
    'are found by the beginnings of words, or by a whole name in quotation marks: %s',
    async (text, found) => {
      expect(await find(text)).toEqual(found)
    },
  )

  test('lead from a group to its results alone, whatever the name', async () => {
    const { rows: groups } = await groupResults(provided.db, stateOf(''), 'employer')
    expect(groups.length).toBe(3 + names.length)
    for (const { name, count } of groups)
      expect(await find(wholeName(name ?? '')), name ?? '').toHaveLength(count)
  })
})

test('results have the time when they were sent last, in lists and files', async () => {
  const { db } = provided
  const [first = 0, second = 0] = ids
  const { quote_submission_id } = await db
    .selectFrom('underwriting_results')
    .select('quote_submission_id')
    .where('id', '=', second)
    .executeTakeFirstOrThrow()
  const days = ['2026-03-05', '2026-03-06'].map((day) => new Date(`${day}T12:00:00Z`))
  const offers = days.map((sent_at, index) => ({
    result_id: second,
    quote_submission_id,
    sent_at,
    token_hash: Buffer.from(`offer ${index}`),
    withdrawn_at: index === 0 ? sent_at : null,
  }))
  await db.insertInto('offers').values(offers).execute()
  try {
    const rows = await listResultRows(db, stateOf('employer=acme'), { limit: 50 })
    const sent = new Map(rows.map(({ id, sent_at }) => [id, sent_at]))
    expect(sent.get(second)).toEqual(days[1])
    expect(sent.get(first)).toBeNull()
    const lines = (await fileOf('employer=acme&sort=id')).trim().split('\r\n')
    expect(lines.map((line) => line.split(',').at(-1)).sort()).toEqual([
      '',
      '2026-03-06T12:00:00.000Z',
      'Sent',
    ])
  } finally {
    await db.deleteFrom('offers').where('result_id', '=', second).execute()
  }
})

describe('groups', () => {
  const group = async (search: string, by: Parameters<typeof groupResults>[2]) =>
    (await groupResults(provided.db, stateOf(search), by)).rows

  test('count the newest result of each application, or replaced ones too, as the lists that they lead to', async () => {
    const { db } = provided
    const {
      id: _id,
      industry: _industry,
      ...first
    } = await db
      .selectFrom('underwriting_results')
      .selectAll()
      .where('id', '=', ids[0]!)
      .executeTakeFirstOrThrow()
    const { id } = await db
      .insertInto('underwriting_results')
      .values({
        ...first,
        calculation_details: JSON.stringify(first.calculation_details),
        input: JSON.stringify(first.input),
        monthly_premium: 45,
        date_created: new Date('2026-03-05T12:00:00Z'),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    try {
      for (const [which, count, sum] of [
        ['', 2, 75],
        ['newest', 2, 75],
        ['all', 3, 125],
      ] as const) {
        const search = `which=${which}&employer=acme`
        expect(await group(search, 'employer')).toMatchObject([{ count, sum }])
        const { count: total } = await countResultRows(db, stateOf(`${search}&group=employer`))
        expect(total).toBe(count)
        const lines = (await exportGroups(db, stateOf(search), 'employer', { by: adminId })).split('\r\n')
        expect(lines[1]).toContain(`,${count},`)
      }
      // A group's list has the results that it counts; the list of all has the replaced one as well.
      expect(await listed('which=newest&employer=acme')).toEqual([-1, 1])
      expect(await listed('employer=acme')).toEqual([-1, 1, 0])
    } finally {
      await db.deleteFrom('underwriting_results').where('id', '=', id).execute()
    }
  })

  test('have counts, premiums and the loss ratio weighted by premiums', async () => {
    expect(await group('', 'employer')).toMatchObject([
      {
        name: expect.stringMatching(/acme/i),
        count: 2,
        mean: 40,
        sum: 80,
        loss_ratio: (0.5 * 50 + 0.3 * 30) / 80,
      },
      { name: 'Cog', count: 2, mean: 70, sum: 70, loss_ratio: 0.7 },
      { name: '=Bolt', count: 1, mean: 30, sum: 30 },
    ])
    expect(await group('', 'tier')).toMatchObject([
      { name: 'Elite', count: 2 },
      { name: 'Basic', count: 2 },
      { name: null, count: 1, mean: null, sum: 0, loss_ratio: null },
    ])
    expect(await group('from=2026-03-03&to=2026-03-04', 'employer')).toMatchObject([
      { name: 'Cog', count: 2, sum: 70 },
      { name: '=Bolt', count: 1, sum: 30 },
    ])
    expect(await group('employer=cog&to=2026-03-04', 'industry')).toMatchObject([
      { name: 'Construction', count: 1 },
      { name: 'Information', count: 1, sum: 0 },
    ])
    const { rows, total, isCut } = await groupResults(provided.db, stateOf(''), 'employer', {
      newest: 5000,
      groups: 1,
    })
    expect(rows).toHaveLength(1)
    expect(isCut).toBe(true)
    // Of all groups, also of those that are not shown.
    expect(total).toMatchObject({ count: 5, mean: 45, sum: 180 })
    expect(total?.loss_ratio).toBeCloseTo((0.5 * 50 + 0.3 * 30 + 0.3 * 30 + 0.7 * 70) / 180, 9)
    expect((await group('tier=Basic', 'day')).map(({ name }) => name)).toEqual(['2026-03-03', '2026-03-02'])
  })

  test('are in a file with the sums that the page shows', async () => {
    const fileBy = async (search: string, by: Parameters<typeof exportGroups>[2]) =>
      (await exportGroups(provided.db, stateOf(search), by, { by: adminId })).slice(1).trim().split('\r\n')
    expect(await fileBy('', 'tier')).toEqual([
      'Tier,Results,Mean rated premium a month,Rated premiums a month,Final premiums a month,Expected loss ratio',
      'Elite,2,60.00,120.00,120.00,0.6167',
      'Basic,2,30.00,60.00,60.00,0.3000',
      'No tier,1,,0.00,0.00,',
    ])
    expect(await fileBy('tier=Basic', 'day')).toHaveLength(3)
    expect((await fileBy('employer=bolt', 'employer'))[1]).toBe("'=Bolt,1,30.00,30.00,30.00,0.3000")
    const audited = await provided.db
      .selectFrom('audit_log')
      .select('after')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(audited.after).toEqual({ through: 'CSV', byEmployer: true, group: 'employer' })
  })
})

test('groups are sorted by each of their figures, those without it last, also in the file', async () => {
  const names = async (search: string, by: 'tier' | 'day' = 'tier') =>
    (await groupResults(provided.db, stateOf(search), by)).rows.map(({ name }) => name)
  expect(await names('group_sort=name')).toEqual(['Basic', 'Elite', null])
  expect(await names('group_sort=-mean')).toEqual(['Elite', 'Basic', null])
  expect(await names('group_sort=mean')).toEqual(['Basic', 'Elite', null])
  expect(await names('group_sort=-loss_ratio')).toEqual(['Elite', 'Basic', null])
  expect(await names('group_sort=count')).toEqual([null, 'Basic', 'Elite'])
  expect(await names('group_sort=name&employer=acme', 'day')).toEqual(
    (await names('employer=acme', 'day')).reverse(),
  )
  const file = await exportGroups(provided.db, stateOf('group_sort=count'), 'tier', { by: adminId })
  expect(file.split('\r\n')[1]).toMatch(/^No tier,1,/)
})

test('the premiums of a list are summed over all that match, not over its page', async () => {
  expect(await sumResultRows(provided.db, stateOf(''))).toEqual({
    count: samples.length,
    rated: 180,
    final: 180,
    all: { count: samples.length, exact: true },
  })
  expect(await sumResultRows(provided.db, stateOf('employer=acme&tier=Basic'))).toMatchObject({
    rated: 30,
    final: 30,
    all: { count: samples.length },
  })
  // Sorted by a factor, a list has the results that have it.
  expect(await sumResultRows(provided.db, stateOf('sort=-factor&employer=cog'))).toMatchObject({ rated: 70 })
})

test('the sum of a list is that of its groups: a replaced result counts in neither', async () => {
  const moveTo = (quote: number) =>
    provided.db
      .updateTable('underwriting_results')
      .set({ quote_submission_id: quote })
      .where('id', '=', ids[1]!)
      .execute()
  await moveTo(quoteIds[0]!)
  try {
    const sums = await sumResultRows(provided.db, stateOf('employer=acme'))
    const { total } = await groupResults(provided.db, stateOf('employer=acme'), 'employer')
    expect(sums).toMatchObject({ count: 1, rated: 30 })
    expect(total).toMatchObject({ count: 1, sum: 30 })
  } finally {
    await moveTo(quoteIds[1]!)
  }
})

test('groups of the newest results say so, also where not all groups are shown', async () => {
  const limits = { newest: 4, groups: 1 }
  const { rows, ...page } = await groupResults(provided.db, stateOf(''), 'employer', limits)
  expect(rows).toMatchObject([{ name: 'Cog', count: 2 }])
  expect(page).toMatchObject({ isCut: true, newestOnly: 4, total: { count: 4, sum: 130 } })
  const filtered = await groupResults(provided.db, stateOf('tier=Basic'), 'employer', limits)
  expect(filtered).toMatchObject({ isCut: true, newestOnly: null })
})

test('the file has all results of the filters, and no formulas', async () => {
  const lines = (await fileOf('sort=employer')).trim().split('\r\n')
  expect(lines).toHaveLength(1 + samples.length)
  expect(lines[0]).toContain('"Employer, dollars"')
  expect(lines[1]).toContain(",'=Bolt,")
  expect(lines[1]).toMatch(/,-3,30,0.3,$/)
})
