import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createAdmin } from '~/domain/accounts/accounts.server'
import {
  askApplicant,
  findQuestionWork,
  markAnswerRead,
  withdrawQuestion,
} from '~/domain/applicant-questions/applicant-questions.server'
import { correctQuote } from '~/domain/corrections/corrections.server'
import { decideResult } from '~/domain/decisions/decisions.server'
import { fillEmptyDatabase } from '~/domain/imports/bundled-files.server'
import { sendOffer, withdrawOffer } from '~/domain/offers/offers.server'
import { createSandbox, type Sandbox } from '~/domain/underwriting/sandbox.server'
import { ensureEngine, findResult, runUnderwriting } from '~/domain/underwriting/underwriting.server'
import { confirmSendUrl, readChosenResults, resultsOf, shownOfEach } from '~/domain/work/send-url'
import {
  countOutdated,
  eachOnce,
  findToSend,
  findWork,
  listToSend,
  sendResults,
} from '~/domain/work/work.server'

import { site } from '../../support/accounts'
import { provideDatabase } from '../../support/database'
import { bundledEngines } from '../../support/engine'
import { application } from '../../support/program'
import { insertQuote } from '../../support/quotes'

const provided = provideDatabase()
const today = '2026-01-15'
let sandbox: Sandbox
let by = 0

beforeAll(async () => {
  const { db } = provided
  sandbox = createSandbox({ workers: 1 })
  await fillEmptyDatabase(db)
  await createAdmin(db, { email: 'root@example.com', password: 'a long password' })
  by = (await db.selectFrom('users').select('id').executeTakeFirstOrThrow()).id
  await ensureEngine(db, bundledEngines)
})
afterAll(() => sandbox.close())

async function apply(submittedAt: string, changes: object = {}) {
  const id = await insertQuote(provided.db, { submitted_at: new Date(submittedAt), ...changes })
  return id
}

async function run(quoteId: number) {
  const outcome = await runUnderwriting(provided.db, sandbox, { quoteId, adminId: by, asOf: today })
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.result.id
}

async function placeOf(quoteId: number) {
  const { groups } = await findWork(provided.db, { today })
  return groups.find(({ items }) => items.some((item) => item.quoteId === quoteId))?.act ?? null
}

const accept = { verdict: 'accepted', reason: 'confirmed', words: 'The applicant confirmed it on the phone.' }

test('an application waits for its run, the decision on its referral, and to be sent, until it is answered', async () => {
  const { db } = provided
  const quote = await apply('2026-01-12T15:00:00Z', { children_count: 3, family_size: 3 })
  expect(await placeOf(quote)).toBe('run')
  const result = await run(quote)
  expect(await placeOf(quote)).toBe('decide')
  await decideResult(db, sandbox, result, accept, { by })
  expect(await placeOf(quote)).toBe('send')
  await sendOffer(db, result, { by, site })
  expect(await placeOf(quote)).toBeNull()
  await withdrawOffer(db, result, { by })
  expect(await placeOf(quote)).toBe('send')
  await run(quote)
  expect(await placeOf(quote)).toBe('decide')
  await db.updateTable('quote_submissions').set({ status: 'Withdrawn' }).where('id', '=', quote).execute()
  expect(await placeOf(quote)).toBeNull()
})

test('an answered application waits again after a correction that its price depends on, until that is taken back or answered', async () => {
  const { db } = provided
  const quote = await apply('2026-01-12T15:00:00Z')
  await sendOffer(db, await run(quote), { by, site })
  const correct = async (fields: object) => {
    expect(
      await correctQuote(db, quote, { reason: 'The applicant says so by mail.', ...fields }, { by }),
    ).toMatchObject({ ok: true })
    return placeOf(quote)
  }
  expect(await correct({ additional_info: 'Please call in the evening.' })).toBeNull()
  expect(await correct({ income: application.income + 100 })).toBe('again')
  const { groups } = await findWork(db, { today })
  expect(groups.flatMap(({ items }) => items).find(({ quoteId }) => quoteId === quote)).toMatchObject({
    corrected: true,
    answered: true,
    marked: null,
    isLate: false,
    isDueToday: false,
    ready: false,
  })
  expect(await correct({ income: application.income })).toBeNull()
  expect(await correct({ income: application.income - 100 })).toBe('again')
  const again = await run(quote)
  expect(await placeOf(quote)).toBe('send')
  await sendOffer(db, again, { by, site })
  expect(await placeOf(quote)).toBeNull()
})

test('an application with a result waits until that is sent, whatever status somebody gives it', async () => {
  const { db } = provided
  const setStatus = async (id: number, status: string) => {
    await db.updateTable('quote_submissions').set({ status }).where('id', '=', id).execute()
    const { groups } = await findWork(db, { today })
    const [group, item] = groups.flatMap((one) => one.items.map((item) => [one, item] as const))
      .find(([, { quoteId }]) => quoteId === id) ?? [] // prettier-ignore
    return [group?.act, item?.marked]
  }
  const referred = await apply('2026-01-12T15:00:00Z', { children_count: 3, family_size: 3 })
  expect(await setStatus(referred, 'Declined')).toEqual([undefined, undefined])
  const result = await run(referred)
  expect(await setStatus(referred, 'Quoted')).toEqual(['decide', 'Quoted'])
  expect(await setStatus(referred, 'Declined')).toEqual(['decide', 'Declined'])
  await decideResult(db, sandbox, result, accept, { by })
  expect(await setStatus(referred, 'Quoted')).toEqual(['send', 'Quoted'])
  await sendOffer(db, result, { by, site })
  expect(await placeOf(referred)).toBeNull()

  const refused = await apply('2026-01-12T15:00:00Z', { date_of_birth: '2010-01-02' })
  const refusal = await run(refused)
  expect((await findResult(db, refusal))?.decision).toBe('declined')
  expect(await setStatus(refused, 'Declined')).toEqual(['send', null])
  await sendOffer(db, refusal, { by, site })
  expect(await placeOf(refused)).toBeNull()
})

test('results are sent together, apart from those that ask for a look of their own', async () => {
  const { db } = provided
  const ids = await Promise.all(Array.from({ length: 7 }, () => apply('2026-01-12T15:00:00Z')))
  const [plain, declined, marked, asked, corrected, taken, answered] = ids as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  await db
    .updateTable('quote_submissions')
    .set({ date_of_birth: '2010-01-02' })
    .where('id', '=', declined)
    .execute()
  const results = new Map<number, number>()
  for (const id of ids) results.set(id, await run(id))
  await db.updateTable('quote_submissions').set({ status: 'Quoted' }).where('id', '=', marked).execute()
  expect(
    await askApplicant(db, asked, { message: 'Since when do you work there?' }, { by, site, key: null }),
  ).toMatchObject({ ok: true })
  const correction = { reason: 'The applicant says so by mail.', income: application.income + 100 }
  expect(await correctQuote(db, corrected, correction, { by })).toMatchObject({ ok: true })
  const other = await createAdmin(db, { email: 'other@example.com', password: 'a long password' })
  expect(other).toBeDefined()
  const { id: otherId } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'other@example.com')
    .executeTakeFirstOrThrow()
  await db.insertInto('assignments').values({ quote_submission_id: taken, user_id: otherId }).execute()
  await sendOffer(db, results.get(answered) ?? 0, { by, site })
  await db.updateTable('quote_submissions').set({ status: 'In review' }).where('id', '=', answered).execute()
  expect(await placeOf(answered)).toBe('send')

  const own = async () =>
    (await listToSend(db, { by })).ready.map(({ quoteId }) => quoteId).filter((id) => ids.includes(id))
  expect((await own()).sort()).toEqual([plain, declined].sort())
  const chosen = ids.map((id) => ({ resultId: results.get(id) ?? 0, quoteId: id, decisionId: null }))
  expect((await findToSend(db, chosen, { by })).map(({ quoteId }) => quoteId).sort()).toEqual(
    [plain, declined].sort(),
  )
  const { leftOut } = await listToSend(db, { by })
  const leftOutOf = (id: number) => leftOut.find(({ quoteId }) => quoteId === id)
  expect(
    leftOut
      .map(({ quoteId }) => quoteId)
      .filter((id) => ids.includes(id))
      .sort(),
  ).toEqual([marked, asked, corrected, taken, answered].sort())
  expect(leftOutOf(marked)).toMatchObject({ marked: 'Quoted', answered: false, holder: null })
  expect(leftOutOf(asked)?.questionSince).toBeInstanceOf(Date)
  expect(leftOutOf(corrected)).toMatchObject({ corrected: true, changed: [] })
  expect(leftOutOf(taken)).toMatchObject({ ready: true, holder: { id: otherId } })
  expect(leftOutOf(answered)).toMatchObject({ answered: true, marked: null })
  const chosenOf = (quoteIds: number[]) =>
    quoteIds.map((quoteId) => ({ quoteId, resultId: results.get(quoteId) ?? 0, decisionId: null }))
  const message = 'It was sent, or has changed, since you opened the page. Look at it again.'
  const others = chosenOf([marked, asked, corrected, taken, answered])
  expect(await sendResults(db, chosenOf(ids), { by, site })).toEqual({
    sent: 2,
    refusals: others.map((one) => ({ ...one, message })),
  })
  expect(await own()).toEqual([])
  const again = await sendResults(
    db,
    [...chosenOf([plain]), { quoteId: 1, resultId: 999_999, decisionId: null }],
    { by, site },
  )
  expect(again).toMatchObject({ sent: 0, refusals: [{ message }, { message }] })
  await db.deleteFrom('quote_submissions').where('id', 'in', ids).execute()
})

test('a result whose tier was changed since asks for a look of its own, until it is run again', async () => {
  const { db } = provided
  const quote = await apply('2026-01-12T15:00:00Z')
  await run(quote)
  const stateNow = async () => {
    const { groups } = await findWork(db, { today })
    const item = groups.flatMap(({ items }) => items).find(({ quoteId }) => quoteId === quote)
    return { changed: item?.changed, ready: item?.ready }
  }
  expect(await stateNow()).toEqual({ changed: [], ready: true })
  const outdated = await countOutdated(provided.db)
  await changeTier(`base_premium = base_premium + 1`)
  expect(await stateNow()).toEqual({ changed: ['tier'], ready: false })
  expect(await countOutdated(provided.db)).toBeGreaterThan(outdated)
  await run(quote)
  expect(await stateNow()).toEqual({ changed: [], ready: true })
  await changeTier(`base_premium = base_premium - 1`)
  await db.deleteFrom('quote_submissions').where('id', '=', quote).execute()
})

/** Changes columns of the tier that the test's application asks for. */
async function changeTier(set: string) {
  await sql
    .raw(`update coverage_tiers set ${set}, updated_at = now() where tier_name = 'Standard'`)
    .execute(provided.db)
}

test('a referral says why, and a result what it offers', async () => {
  const { db } = provided
  const contradicting = { children_count: 3, family_size: 3, coverage_level: 'unsure' }
  const quote = await apply('2026-01-12T15:00:00Z', contradicting)
  const itemNow = async () => {
    const { groups } = await findWork(db, { today })
    return groups.flatMap(({ items }) => items).find(({ quoteId }) => quoteId === quote)
  }
  expect(await itemNow()).toMatchObject({
    employer: application.employer_name,
    cover: null,
    tier: null,
    premium: null,
    reasons: [],
  })
  const result = await run(quote)
  const {
    coverage_tier: tier,
    max_coverage: cover,
    monthly_premium: premium,
  } = (await findResult(db, result)) ?? {}
  expect(premium).toBeGreaterThan(0)
  expect(await itemNow()).toMatchObject({
    tier,
    cover,
    premium,
    reasons: ['Children: contradicts the family size'],
  })
  await decideResult(db, sandbox, result, accept, { by })
  expect(await itemNow()).toMatchObject({ tier, premium, reasons: [] })
  const change = {
    ...accept,
    verdict: 'changed',
    reason: 'loaded',
    loading_percent: 20,
    coverage: 5000,
    told: 'Your hours fell.',
  }
  await decideResult(db, sandbox, result, change, { by })
  expect(await itemNow()).toMatchObject({ cover: 5000, premium: expect.any(Number) as number })
  expect((await itemNow())?.premium).toBeCloseTo((1.2 * 5000 * (premium ?? NaN)) / (cover ?? NaN), 1)
  const refusal = { ...accept, verdict: 'declined', reason: 'outside', told: 'We do not insure this work.' }
  await decideResult(db, sandbox, result, refusal, { by })
  expect(await itemNow()).toMatchObject({ decision: 'declined', tier: null, cover: null, premium: null })
})

test('results sent together go with the decisions that were shown, or not at all', async () => {
  const { db } = provided
  const quote = await apply('2026-01-12T15:00:00Z', { children_count: 3, family_size: 3 })
  const result = await run(quote)
  const shown = async () => {
    const { ready } = await listToSend(db, { by, today })
    return resultsOf(ready.filter(({ quoteId }) => quoteId === quote))
  }
  await decideResult(db, sandbox, result, accept, { by })
  const accepted = await shown()
  expect(accepted).toEqual([{ resultId: result, quoteId: quote, decisionId: expect.any(Number) as number }])
  expect(readChosenResults(new URL(confirmSendUrl(accepted), 'http://localhost').searchParams)).toEqual(
    accepted,
  )
  const refusal = { ...accept, verdict: 'declined', reason: 'outside', told: 'We do not insure this work.' }
  await decideResult(db, sandbox, result, refusal, { by })
  const message =
    'Another decision on this result was saved since you opened the page. Look again at what its applicant gets.'
  expect(await sendResults(db, accepted, { by, site, today })).toEqual({
    sent: 0,
    refusals: [{ ...accepted[0], message }],
  })
  expect(await sendResults(db, await shown(), { by, site, today })).toEqual({ sent: 1, refusals: [] })
})

test('an application that was corrected after its result has to run again', async () => {
  const { db } = provided
  const contradicting = { children_count: 3, family_size: 3 }
  const referred = await apply('2026-01-12T15:00:00Z', contradicting)
  const decided = await apply('2026-01-12T15:00:00Z', contradicting)
  await run(referred)
  await decideResult(db, sandbox, await run(decided), accept, { by })
  const correct = async (quote: number, changes: object) => {
    const fields = { reason: 'The applicant says so by mail.', ...changes }
    expect(await correctQuote(db, quote, fields, { by })).toMatchObject({ ok: true })
  }
  const itemOf = async (quote: number) => {
    const { groups } = await findWork(db, { today })
    return groups.flatMap(({ items }) => items).find(({ quoteId }) => quoteId === quote)
  }
  const { income } = await db
    .selectFrom('quote_submissions')
    .select('income')
    .where('id', '=', referred)
    .executeTakeFirstOrThrow()
  const again = { corrected: true, tier: null, premium: null, reasons: [] }
  for (const [quote, act] of [
    [referred, 'decide'],
    [decided, 'send'],
  ] as const) {
    expect(await itemOf(quote)).toMatchObject({ corrected: false, premium: expect.any(Number) as number })
    await correct(quote, { housing_status: 'Own' })
    await correct(quote, { income: income + 100 })
    expect(await placeOf(quote)).toBe('again')
    expect(await itemOf(quote)).toMatchObject(again)
    await correct(quote, { income })
    expect(await placeOf(quote)).toBe(act)
    expect(await itemOf(quote)).toMatchObject({ corrected: false, premium: expect.any(Number) as number })
    await correct(quote, { income: income + 200 })
    expect(await itemOf(quote)).toMatchObject(again)
    await run(quote)
    expect(await itemOf(quote)).toMatchObject({ corrected: false, premium: expect.any(Number) as number })
    expect(await placeOf(quote)).toBe('decide')
  }
})

test('a referral with an open question waits for its applicant, and comes back with the answer', async () => {
  const { db } = provided
  const quote = await apply('2026-01-12T15:00:00Z', { children_count: 3, family_size: 3 })
  await run(quote)
  const asked = await askApplicant(db, quote, { message: 'How many children?' }, { by, site, key: null })
  if (!asked.ok) throw new Error('not asked')
  expect(await placeOf(quote)).toBeNull()
  const { asked: open, waiting } = await findQuestionWork(db)
  expect([open, waiting]).toEqual([[expect.objectContaining({ quote_submission_id: quote })], 1])
  await withdrawQuestion(db, asked.id, { by })
  expect(await placeOf(quote)).toBe('decide')
  expect(await findQuestionWork(db)).toMatchObject({ asked: [], waiting: 0 })
})

test('a result to send says since when a question to its applicant is open, and whether an answer is not read yet', async () => {
  const { db } = provided
  const quote = await apply('2026-01-12T15:00:00Z', { children_count: 3, family_size: 3 })
  const result = await run(quote)
  await decideResult(db, sandbox, result, accept, { by })
  const itemNow = async () => {
    const { groups } = await findWork(db, { today })
    const toSend = groups.find(({ act }) => act === 'send')?.items ?? []
    return toSend.find(({ quoteId }) => quoteId === quote)
  }
  const since = async () => (await itemNow())?.questionSince
  expect(await since()).toBeNull()
  expect(await itemNow()).toMatchObject({ ready: true, unread: false })
  const asked = await askApplicant(db, quote, { message: 'How many children?' }, { by, site, key: null })
  await askApplicant(db, quote, { message: 'And since when?' }, { by, site, key: null })
  if (!asked.ok) throw new Error('not asked')
  const { asked_at } = await db
    .selectFrom('applicant_questions')
    .select('asked_at')
    .where('id', '=', asked.id)
    .executeTakeFirstOrThrow()
  expect(await since()).toEqual(asked_at)

  await db
    .updateTable('applicant_questions')
    .set({ answer: 'Two', answered_at: new Date() })
    .where('quote_submission_id', '=', quote)
    .execute()
  expect(await itemNow()).toMatchObject({ questionSince: null, unread: true, ready: false })
  await markAnswerRead(db, asked.id, { by })
  expect(await itemNow()).toMatchObject({ unread: true })
  await db
    .updateTable('applicant_questions')
    .set({ read_at: new Date() })
    .where('quote_submission_id', '=', quote)
    .execute()
  expect(await itemNow()).toMatchObject({ unread: false, ready: true })
})

test('each application stands once: with its answer to read, with what can be done, or with its open question', async () => {
  const { db } = provided
  const email = (index: number) => ({ email: `once${index}@example.com` }) // an email is asked a few times a day alone
  const ids = await Promise.all(
    Array.from({ length: 5 }, (_, index) => apply('2026-01-12T15:00:00Z', email(index))),
  )
  const [answered, asked, plain, neverRun, talks] = ids as [number, number, number, number, number]
  for (const id of [answered, asked, plain, talks]) await run(id)
  const doubtful = { children_count: 3, family_size: 3, ...email(5) }
  const referred = await apply('2026-01-12T15:00:00Z', doubtful)
  await run(referred)
  const ask = async (id: number) => {
    const question = await askApplicant(db, id, { message: 'How many children?' }, { by, site, key: null })
    if (!question.ok) throw new Error('not asked')
    return question.id
  }
  const replied = await Promise.all([answered, neverRun, talks].map(ask))
  await db
    .updateTable('applicant_questions')
    .set({ answer: 'Two', answered_at: new Date() })
    .where('id', 'in', replied)
    .execute()
  for (const id of [asked, neverRun, talks, referred]) await ask(id)

  const known = (quotes: readonly number[]) => quotes.filter((id) => [...ids, referred].includes(id)).sort()
  const own = <Row extends { quote_submission_id: number }>(rows: readonly Row[]) =>
    known(rows.map((row) => row.quote_submission_id))
  const [work, questions] = await Promise.all([findWork(db, { today }), findQuestionWork(db)])
  const once = eachOnce(work.groups, questions)
  const group = (act: string) => once.groups.find((one) => one.act === act)
  const inGroup = (act: string) => known((group(act)?.items ?? []).map(({ quoteId }) => quoteId))
  expect(own(once.questions.answers)).toEqual([answered, talks].sort())
  expect(inGroup('run')).toEqual([neverRun])
  expect(inGroup('decide')).toEqual([])
  expect(inGroup('send')).toEqual([asked, plain].sort())
  expect(own(once.questions.asked)).toEqual([referred])
  for (const { items, count } of once.groups) expect(count).toBe(items.length)
  expect(once.questions.count).toBe(once.questions.answers.length)
  expect(once.questions.waiting).toBe(once.questions.asked.length)
  await db.updateTable('quote_submissions').set({ status: 'Withdrawn' }).where('id', '=', referred).execute()
  expect(own((await findQuestionWork(db)).asked)).not.toContain(referred)
  const { ready, leftOut } = await listToSend(db, { by, today })
  expect(ready.length + leftOut.length).toBe(group('send')?.count)
  await db
    .deleteFrom('quote_submissions')
    .where('id', 'in', [...ids, referred])
    .execute()
})

test('the oldest come first, with the promised day and whether it has passed', async () => {
  const late = await apply('2026-01-09T15:00:00Z', { name: 'Late Doe' }) // a Friday
  const due = await apply('2026-01-13T15:00:00Z')
  const { groups } = await findWork(provided.db, { today })
  const items = groups.find(({ act }) => act === 'run')?.items ?? []
  expect(items.filter(({ quoteId }) => [late, due].includes(quoteId))).toMatchObject([
    { quoteId: late, name: 'Late Doe', due: '2026-01-13', isLate: true, resultId: null, decision: null },
    { quoteId: due, due: '2026-01-15', isLate: false, isDueToday: true },
  ])
})

test('shows some of many and counts all, messages, requests for the deck and failed mails too', async () => {
  const { db } = provided
  for (let index = 0; index <= shownOfEach; index += 1) await apply('2026-01-14T15:00:00Z')
  await db
    .insertInto('pitch_deck_requests')
    .values({ email: 'ann@example.com', name: 'Ann Doe', status: 'pending' })
    .execute()
  const message = {
    name: 'Ann Doe',
    email: 'ann@example.com',
    inquiry_type: 'Other',
    message: 'In Oregon?',
  } as const
  await db
    .insertInto('contact_submissions')
    .values([message, { ...message, status: 'Responded' }])
    .execute()
  const { groups, messages, requests, mails } = await findWork(db, { today })
  const waiting = groups.find(({ act }) => act === 'run')
  expect(waiting?.items).toHaveLength(shownOfEach)
  expect(waiting?.count).toBe(shownOfEach + 3)
  expect({ messages, requests, mails }).toEqual({ messages: 1, requests: 1, mails: 0 })
})
