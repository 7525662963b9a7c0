import { beforeAll, expect, test } from 'vitest'

import { noteDecision } from '~/domain/decisions/decisions.queries.server'
import { readOverview } from '~/domain/portfolio/overview.server'
import { resultList } from '~/domain/underwriting/result-list'
import { listResultRows } from '~/domain/underwriting/result-list.server'
import { readListState } from '~/domain/submissions/submission-list'
import { countMatching, listSubmissions } from '~/domain/submissions/submissions.server'

import { provideDatabase } from '../../support/database'
import { insertQuote } from '../../support/quotes'

const provided = provideDatabase()
const now = new Date('2026-03-10T15:00:00Z') // a Tuesday
let engine = 0

beforeAll(async () => {
  const { id } = await provided.db
    .insertInto('engine_versions')
    .values({ filename: 'a.js', source: 'x', hash: 'a'.repeat(64), size: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  engine = id
  await fill()
})

const quote = (sent: string, { industry = 'Construction', status = 'Pending' } = {}) =>
  insertQuote(provided.db, { industry, status, submitted_at: new Date(sent) })

async function result(
  quoteId: number,
  decision: 'approved' | 'referred' | 'declined',
  monthly_premium: number | null = 40,
  coverage_tier: string | null = 'Standard',
) {
  const { id } = await provided.db
    .insertInto('underwriting_results')
    .values({
      quote_submission_id: quoteId,
      decision,
      coverage_tier,
      monthly_premium,
      user_score: 50,
      combined_risk_factor: 1,
      calculation_details: '{}',
      input: '{}',
      expected_loss_ratio: decision === 'approved' ? 0.55 : null,
      engine_version_id: engine,
      engine_hash: 'a',
      configuration_hash: 'b',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await provided.db
    .updateTable('quote_submissions')
    .set({ engine_decision: decision, coverage_tier })
    .where('id', '=', quoteId)
    .execute()
  return id
}

let offers = 0
async function offer(quoteId: number, resultId: number, sent: string, answer: 'interested' | null = null) {
  await provided.db
    .updateTable('offers')
    .set({ withdrawn_at: new Date(sent) })
    .where('quote_submission_id', '=', quoteId)
    .execute()
  const token_hash = Buffer.alloc(32, ++offers)
  await provided.db
    .insertInto('offers')
    .values({
      result_id: resultId,
      quote_submission_id: quoteId,
      token_hash,
      sent_at: new Date(sent),
      answer,
    })
    .execute()
  await provided.db
    .updateTable('quote_submissions')
    .set((eb) => ({
      answered: true,
      status: eb.case().when('status', '=', 'Pending').then('Quoted').else(eb.ref('status')).end(),
    }))
    .where('id', '=', quoteId)
    .execute()
}

async function decision(resultId: number, verdict: 'accepted' | 'changed' | 'declined', more: object = {}) {
  await provided.db
    .insertInto('decisions')
    .values({ result_id: resultId, verdict, reason: 'lower', words: 'Words', ...more })
    .execute()
  await noteDecision(provided.db, resultId)
}

/** Six applications of the last seven days, March 4 to 10, and one before them. */
async function fill() {
  await quote('2026-03-03T23:59:59Z')
  await quote('2026-03-04T00:00:00Z', { industry: 'Manufacturing' })

  const approved = await quote('2026-03-05T12:00:00Z')
  await result(approved, 'declined', null, null)
  const newest = await result(approved, 'approved', 40)
  await offer(approved, newest, '2026-03-06T12:00:00Z')
  await offer(approved, newest, '2026-03-09T12:00:00Z', 'interested')

  // Thursday to Tuesday: a day late.
  const declined = await quote('2026-03-05T12:00:00Z')
  await offer(declined, await result(declined, 'declined', null, null), '2026-03-10T12:00:00Z')

  const changed = await quote('2026-03-09T12:00:00Z', { industry: 'Manufacturing', status: 'Withdrawn' })
  const referral = await result(changed, 'referred', 90, 'Premium')
  await decision(referral, 'declined')
  await decision(referral, 'changed', { tier: 'Basic', coverage: 4000, monthly: 30, annual: 342 })
  await offer(changed, referral, '2026-03-10T12:00:00Z')

  await result(await quote('2026-03-09T12:00:00Z'), 'referred', 50)
  const waiting = await result(await quote('2026-03-10T14:00:00Z'), 'referred', 60)
  await decision(waiting, 'accepted', { state: 'proposed' })
}

test('each count is that of the list of applications that it leads to', async () => {
  const { db } = provided
  const { totals } = await readOverview(db, 7, now)
  const counted = async (filter: string) => {
    const state = readListState(new URLSearchParams(`tab=quotes&from=2026-03-04&${filter}`))
    const { count } = await countMatching(db, state)
    expect((await listSubmissions(db, state)).rows).toHaveLength(count)
    return count
  }
  expect({
    applications: await counted(''),
    run: await counted('decision=run'),
    approved: await counted('decision=approved'),
    referred: await counted('decision=referred'),
    declined: await counted('decision=declined'),
    answered: await counted('answer=sent'),
    interested: await counted('answer=interested'),
    refused: await counted('answer=refused'),
    unanswered: await counted('answer=unanswered'),
    refusals: await counted('answer=declined'),
    withdrawn: await counted('status=Withdrawn'),
  }).toEqual(Object.fromEntries(Object.entries(totals).filter(([name]) => !/premium|ratio/.test(name))))
})

test('the list of applications has what stands of their newest results, and the premiums that may be offered', async () => {
  const { rows } = await listSubmissions(provided.db, readListState(new URLSearchParams('tab=quotes')))
  expect(
    rows.map(({ engine_decision, verdict, monthly_premium }) => [engine_decision, verdict, monthly_premium]),
  ).toEqual([
    ['referred', null, null], // accepted, but not confirmed
    ['referred', null, null],
    ['approved', 'changed', 30],
    ['declined', null, null],
    ['approved', null, 40],
    [null, null, null],
    [null, null, null],
  ])
})

test('each group counts the applications of the list that it leads to', async () => {
  const { db } = provided
  await db
    .updateTable('quote_submissions')
    .set({ rated_industry: 'MANUFACTURING' })
    .where('engine_decision', '=', 'declined')
    .execute()
  try {
    const { industries, tiers } = await readOverview(db, 7, now)
    const counted = async (filter: Record<string, string>) => {
      const state = readListState(new URLSearchParams({ tab: 'quotes', from: '2026-03-04', ...filter }))
      return (await countMatching(db, state)).count
    }
    for (const { name, applications } of industries)
      expect(await counted({ industry: name ?? '' })).toBe(applications)
    for (const { name, applications } of tiers.filter((tier) => tier.name !== null))
      expect(await counted({ tier: name ?? '' })).toBe(applications)
    expect(industries.map(({ applications }) => applications)).toEqual([3, 3])
  } finally {
    await db.updateTable('quote_submissions').set({ rated_industry: null }).execute()
  }
})

test('counts the applications of the last days by what became of them', async () => {
  const overview = await readOverview(provided.db, 7, now)
  expect(overview).toMatchObject({ from: '2026-03-04', until: '2026-03-10', cut: false })
  expect(overview.totals).toEqual({
    applications: 6,
    run: 5,
    approved: 2,
    referred: 2,
    declined: 1,
    answered: 3,
    interested: 1,
    refused: 0,
    unanswered: 1,
    refusals: 1,
    withdrawn: 1,
    premium: 70,
    loss_ratio: 0.55,
  })
  const { answered, interested, refused, unanswered, refusals } = overview.totals
  expect(interested + refused + unanswered + refusals).toBe(answered)
  expect(overview.before).toMatchObject({
    from: '2026-02-25',
    until: '2026-03-03',
    applications: 1,
    run: 0,
    premium: 0,
    loss_ratio: null,
  })
})

test('has a point for each day, or for each week of a long period, whose sums are the totals', async () => {
  const { curve } = await readOverview(provided.db, 7, now)
  expect(curve.map(({ first }) => first.slice(5))).toEqual(
    ['04', '05', '06', '07', '08', '09', '10'].map((day) => `03-${day}`),
  )
  expect(curve.map(({ applications }) => applications)).toEqual([1, 2, 0, 0, 0, 2, 1])
  expect(curve.map(({ decided }) => decided)).toEqual([0, 2, 0, 0, 0, 1, 0])
  expect(curve.map(({ premium }) => premium)).toEqual([0, 40, 0, 0, 0, 30, 0])

  const weeks = (await readOverview(provided.db, 90, now)).curve
  expect(weeks).toHaveLength(13)
  expect(weeks[0]).toMatchObject({ first: '2025-12-11', last: '2025-12-16' })
  expect(weeks.at(-1)).toEqual({
    first: '2026-03-04',
    last: '2026-03-10',
    applications: 6,
    decided: 3,
    premium: 70,
  })
  expect(weeks.at(-2)).toMatchObject({ applications: 1 })
})

test('measures the business days to the first answer', async () => {
  const { answers } = await readOverview(provided.db, 7, now)
  expect(answers).toMatchObject({ count: 3, inTime: 2, median: 1 })
  expect(answers.classes.map(({ count }) => count)).toEqual([0, 2, 0, 1, 0, 0, 0])
  const none = await readOverview(provided.db, 7, new Date('2020-01-01T00:00:00Z'))
  expect(none.answers).toMatchObject({ count: 0, inTime: 0, median: null })
})

test('sums the latest active months of the simulation', async () => {
  await provided.db.deleteFrom('synergy_data').execute()
  expect((await readOverview(provided.db, 7, now)).simulated).toBeNull()
  const month = (SimDate: string, PremiumTotal: number, ClaimsTotal: number, more: object = {}) => ({
    SimDate,
    PremiumTotal,
    ClaimsTotal,
    ClaimCount: 2,
    ScenarioName: 'Base',
    ...more,
  })
  await provided.db
    .insertInto('synergy_data')
    .values([
      month('2030-01-01', 100, 40),
      month('2030-02-01', 300, 160),
      month('2030-02-01', 999, 999, { ScenarioName: 'Other', is_active: false }),
      month('2030-03-01', 999, 999, { is_active: false }),
    ])
    .execute()
  expect((await readOverview(provided.db, 7, now)).simulated).toEqual({
    scenario: 'Base',
    from: '2030-01-01',
    until: '2030-02-01',
    months: 2,
    premium: 400,
    claims: 200,
    claim_count: 4,
    loss_ratio: 0.5,
  })
})

test('sums what waits now, as the lists of results that it leads to', async () => {
  const { db } = provided
  const ready = await result(await quote('2020-01-01T00:00:00Z'), 'approved', 44)
  const gone = await result(await quote('2026-03-09T12:00:00Z', { status: 'Withdrawn' }), 'approved', 55)
  const asked = await quote('2026-03-09T12:00:00Z')
  const doubtful = await result(asked, 'referred', 30)
  const answered = await quote('2026-03-09T12:00:00Z')
  const answeredResult = await result(answered, 'approved', 20)
  const corrected = await quote('2026-03-09T12:00:00Z')
  const correctedResult = await result(corrected, 'approved', 25)
  const unrated = await quote('2026-03-09T12:00:00Z')
  const unratedResult = await result(unrated, 'approved', 5)
  for (const [id, name] of [
    [corrected, 'employment_length'],
    [unrated, 'phone'],
  ] as const) {
    const changes = JSON.stringify([{ name, before: '1', after: '2' }])
    const { id: correction } = await db
      .insertInto('corrections')
      .values({ quote_submission_id: id, reason: 'Wrong', changes })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .updateTable('quote_submissions')
      .set({ correction_id: correction })
      .where('id', '=', id)
      .execute()
  }
  await db
    .insertInto('applicant_questions')
    .values(
      [
        { quote_submission_id: asked },
        { quote_submission_id: answered, answer: 'Two', answered_at: new Date() },
      ].map((question) => ({
        ...question,
        message: 'How many children?',
        token_hash: Buffer.from(`a question about ${question.quote_submission_id}`),
      })),
    )
    .execute()
  try {
    const { waiting } = await readOverview(db, 7, now)
    // Two referrals, one of them with a decision that a senior has not confirmed; an approval whose offer was not sent, of any age.
    expect(waiting).toEqual({
      read: { count: 1, premium: 20 },
      again: { count: 1, premium: 25 },
      decide: { count: 2, premium: 110 },
      send: { count: 2, premium: 49 },
      answer: { count: 1, premium: 30 },
    })
    const listed = async (decision: string) => {
      const state = resultList.read(new URLSearchParams({ decision }))
      return (await listResultRows(db, state, { limit: 50 })).map(({ id }) => id)
    }
    expect(await listed('to-send')).toEqual([unratedResult, ready])
    expect(await listed('to-run')).toEqual([correctedResult])
    expect(await listed('to-decide')).toHaveLength(2)
    expect(await listed('to-answer')).toEqual([doubtful])
    expect(await listed('to-read')).toEqual([answeredResult])
  } finally {
    const own = await db
      .deleteFrom('underwriting_results')
      .where('id', 'in', [ready, gone, doubtful, answeredResult, correctedResult, unratedResult])
      .returning('quote_submission_id')
      .execute()
    const ids = own.map((row) => row.quote_submission_id)
    await db.deleteFrom('quote_submissions').where('id', 'in', ids).execute()
  }
})

test('names the mails with an answer that are not delivered', async () => {
  const { db } = provided
  const mail = {
    recipient: 'a@example.com',
    sender: 's@example.com',
    subject: '-',
    body_text: '',
    body_html: '',
  }
  const row = (kind: string, status: 'pending' | 'sent' | 'failed', at: number) => ({
    ...mail,
    kind,
    status,
    message_id: `<undelivered-${at}@example.com>`,
  })
  await db
    .insertInto('sent_emails')
    .values([
      ...[row('quote ready', 'pending', 1), row('application declined', 'pending', 2)],
      ...[row('quote ready', 'failed', 3), row('quote ready', 'sent', 4), row('verification', 'failed', 5)],
    ])
    .execute()
  expect((await readOverview(db, 7, now)).undelivered).toEqual({ pending: 2, failed: 1 })
})

test('groups them by the rated industry, and by the tier that was rated or decided', async () => {
  const { industries, tiers } = await readOverview(provided.db, 7, now)
  expect(industries.map(({ name, applications, premium }) => [name, applications, premium])).toEqual([
    ['Construction', 4, 40],
    ['Manufacturing', 2, 30],
  ])
  expect(tiers.map(({ name, applications, approved }) => [name, applications, approved])).toEqual([
    ['Standard', 3, 1],
    ['Basic', 1, 1],
    [null, 2, 0],
  ])
})

test('the groups of each kind come to the totals, and the decisions of a group to those that were run', async () => {
  const { industries, tiers, totals } = await readOverview(provided.db, 7, now)
  const counts = ['applications', 'run', 'approved', 'referred', 'declined', 'interested', 'premium'] as const
  for (const groups of [industries, tiers])
    for (const count of counts)
      expect(
        groups.reduce((sum, group) => sum + group[count], 0),
        count,
      ).toBe(totals[count])
  for (const { name, run, approved, referred, declined } of [...industries, ...tiers])
    expect(approved + referred + declined, name ?? 'no tier').toBe(run)
})

test('counts the newest applications alone where there are more than it may count', async () => {
  const overview = await readOverview(provided.db, 7, now, 2)
  expect(overview).toMatchObject({ cut: true, totals: { applications: 2 } })
})

test('is all zero before the first application', async () => {
  const overview = await readOverview(provided.db, 30, new Date('2020-01-01T00:00:00Z'))
  expect(overview.totals.applications).toBe(0)
  expect(overview.industries).toEqual([])
})

test('an offer that was withdrawn counts as none', async () => {
  const { db } = provided
  const { totals: before } = await readOverview(db, 7, now)
  const live = db.updateTable('offers').where('answer', '=', 'interested')
  await live.set({ withdrawn_at: now }).execute()
  try {
    const { totals } = await readOverview(db, 7, now)
    expect(totals).toMatchObject({ answered: before.answered - 1, interested: before.interested - 1 })
    expect(totals.premium).toBe(before.premium - 40)
    const state = readListState(new URLSearchParams({ tab: 'quotes', from: '2026-03-04', answer: 'sent' }))
    expect((await countMatching(db, state)).count).toBe(totals.answered)
  } finally {
    await live.set({ withdrawn_at: null }).execute()
  }
})

test('the expected claims of a changed offer are those of its cover', async () => {
  const { db } = provided
  const changed = db.updateTable('underwriting_results').where('verdict', '=', 'changed')
  // Rated 90 a month for 8,000, offered 30 a month for 4,000.
  await changed.set({ expected_loss_ratio: 0.3, max_coverage: 8000 }).execute()
  try {
    const { tiers } = await readOverview(db, 7, now)
    expect(tiers.find(({ name }) => name === 'Basic')?.loss_ratio).toBeCloseTo(0.45, 9)
  } finally {
    await changed.set({ expected_loss_ratio: null, max_coverage: null }).execute()
  }
})

test('a refusal that was sent is counted as one after the application was run again', async () => {
  const { db } = provided
  const refused = await db
    .selectFrom('quote_submissions')
    .select('id')
    .where('engine_decision', '=', 'declined')
    .executeTakeFirstOrThrow()
  const again = await result(refused.id, 'approved')
  try {
    expect((await readOverview(db, 7, now)).totals).toMatchObject({ unanswered: 1, refusals: 1 })
    const state = readListState(new URLSearchParams('tab=quotes&answer=declined'))
    expect((await listSubmissions(db, state)).rows).toMatchObject([{ id: refused.id }])
  } finally {
    await db.deleteFrom('underwriting_results').where('id', '=', again).execute()
    await db
      .updateTable('quote_submissions')
      .set({ engine_decision: 'declined', coverage_tier: null })
      .where('id', '=', refused.id)
      .execute()
  }
})
