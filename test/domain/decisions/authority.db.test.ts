import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createAdmin } from '~/domain/accounts/accounts.server'
import { beyondUnderwriter } from '~/domain/decisions/authority'
import { authorityOf, setAuthority } from '~/domain/decisions/authority.server'
import {
  confirmDecision,
  countByReferralReason,
  decideResult,
  listDecisions,
} from '~/domain/decisions/decisions.server'
import { exportEvidence } from '~/domain/evidence/evidence.server'
import { fillEmptyDatabase } from '~/domain/imports/bundled-files.server'
import { sendOffer } from '~/domain/offers/offers.server'
import { createSandbox, type Sandbox } from '~/domain/underwriting/sandbox.server'
import { ensureEngine, runUnderwriting } from '~/domain/underwriting/underwriting.server'
import { findWork } from '~/domain/work/work.server'

import { site } from '../../support/accounts'
import { provideDatabase } from '../../support/database'
import { bundledEngines } from '../../support/engine'
import { insertQuote } from '../../support/quotes'

const provided = provideDatabase()
let sandbox: Sandbox
let [underwriter, senior, other] = [0, 0, 0]
let people = 0

beforeAll(async () => {
  const { db } = provided
  sandbox = createSandbox({ workers: 1 })
  await fillEmptyDatabase(db)
  for (const name of ['underwriter', 'senior', 'other'])
    await createAdmin(db, { email: `${name}@example.com`, password: 'a long password' })
  const rows = await db.selectFrom('users').select('id').orderBy('id').execute()
  ;[underwriter = 0, senior = 0, other = 0] = rows.map(({ id }) => id)
  await ensureEngine(db, bundledEngines)
})
beforeEach(async () => {
  const { db } = provided
  await db.updateTable('users').set({ authority: 'senior' }).execute()
  await db.updateTable('users').set({ authority: 'underwriter' }).where('id', '=', underwriter).execute()
})
afterAll(() => sandbox.close())

/** A referred result: the application contradicts itself. */
async function referral(coverage_level = 'standard') {
  const { db } = provided
  const contradiction = { children_count: 3, family_size: 3, employment_length: 12, income: 9000 }
  const email = `authority${++people}@example.com`
  const quoteId = await insertQuote(db, {
    ...contradiction,
    coverage_level,
    email,
    date_of_birth: '1985-01-02',
  })
  const run = await runUnderwriting(db, sandbox, { quoteId, adminId: senior, asOf: '2026-01-15' })
  if (!run.ok) throw new Error(run.message)
  expect(run.result.decision).toBe('referred')
  return run.result
}

const accept = { verdict: 'accepted', reason: 'confirmed', words: 'The applicant confirmed it on the phone.' }
const change = {
  verdict: 'changed',
  reason: 'loaded',
  words: 'The employer has announced nothing, but hires nobody.',
  told: 'The price is higher, because your employer has stopped hiring.',
}
const decide = (id: number, fields: object, by: number) =>
  decideResult(provided.db, sandbox, id, fields as Record<string, unknown>, { by })
/** What lists find a result by, beside what the engine gave. */
const noted = (id: number) =>
  provided.db
    .selectFrom('underwriting_results')
    .select(['verdict', 'changed_premium', 'changed_coverage'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const send = (id: number) => sendOffer(provided.db, id, { by: senior, site })

test.each([
  [{ verdict: 'accepted', coverage: 12_000 }, null],
  [{ verdict: 'accepted', coverage: 12_000.01 }, 'it covers more than $12,000.00'],
  [{ verdict: 'changed', coverage: 8000, loading_percent: 25 }, null],
  [{ verdict: 'changed', coverage: 8000, loading_percent: 25.01 }, 'its loading is above 25%'],
  [{ verdict: 'changed', coverage: 100, exclusion: 'Strikes' }, 'it excludes a cause of loss'],
  [{ verdict: 'declined', coverage: 25_000 }, null],
] as const)('%o goes beyond an underwriter: %s', (decision, beyond) => {
  expect(beyondUnderwriter({ loading_percent: null, exclusion: null, ...decision })).toBe(beyond)
})

describe('an underwriter', () => {
  test('decides alone within the limits', async () => {
    const { id } = await referral()
    expect(await decide(id, accept, underwriter)).toMatchObject({ ok: true, beyond: null })
    expect(await send(id)).toEqual({ ok: true })
  })

  test.each([
    ['a large cover', 'ultra', accept],
    ['a high loading', 'standard', { ...change, loading_percent: 30 }],
    ['an exclusion', 'standard', { ...change, reason: 'excluded', exclusion: 'The end of the season.' }],
  ])('proposes %s, which waits for a senior', async (_, level, fields) => {
    const { db } = provided
    const { id, quote_submission_id } = await referral(level)
    expect(await decide(id, fields, underwriter)).toMatchObject({
      ok: true,
      beyond: expect.any(String) as string,
    })
    expect(await send(id)).toMatchObject({ ok: false, reason: 'refused' })
    const waiting = (await findWork(db)).groups.find(({ act }) => act === 'decide')?.items
    expect(waiting?.find(({ quoteId }) => quoteId === quote_submission_id)).toMatchObject({ proposed: true })

    const [proposed] = await listDecisions(db, id)
    expect(proposed).toMatchObject({ state: 'proposed', confirmed_at: null })
    expect(await noted(id)).toEqual({ verdict: null, changed_premium: null, changed_coverage: null })
    const decisionId = proposed?.id ?? 0
    for (const by of [underwriter, 999_999])
      expect(await confirmDecision(db, id, decisionId, { by })).toMatchObject({ reason: 'forbidden' })
    expect(await confirmDecision(db, id, decisionId, { by: senior })).toMatchObject({
      ok: true,
      id: decisionId,
    })
    expect(await confirmDecision(db, id, decisionId, { by: other })).toMatchObject({ reason: 'conflict' })
    expect(await listDecisions(db, id)).toMatchObject([
      {
        state: 'final',
        decider: 'Administrator, underwriter@example.com',
        confirmer: 'Administrator, senior@example.com',
      },
    ])
    expect(await noted(id)).toEqual({
      verdict: proposed?.verdict,
      changed_premium: proposed?.monthly,
      changed_coverage: proposed?.coverage,
    })
    const evidence = await exportEvidence(db, id, { by: senior, through: 'call' })
    expect(evidence?.decision.by_underwriters).toMatchObject([
      { state: 'final', by: { id: underwriter }, confirmed: { by: { id: senior } } },
    ])
    expect(await send(id)).toEqual({ ok: true })
  })

  test('who has become a senior does not confirm what they proposed', async () => {
    const { db } = provided
    const { id } = await referral('ultra')
    await decide(id, accept, underwriter)
    await setAuthority(db, underwriter, 'senior', { by: senior })
    const [proposed] = await listDecisions(db, id)
    expect(await confirmDecision(db, id, proposed?.id ?? 0, { by: underwriter })).toMatchObject({
      reason: 'forbidden',
    })
  })
})

test('a senior decides otherwise: the newest decision counts, and the proposed one is not confirmed any more', async () => {
  const { db } = provided
  const { id } = await referral('ultra')
  await decide(id, accept, underwriter)
  const [proposed] = await listDecisions(db, id)
  const decline = {
    verdict: 'declined',
    reason: 'outside',
    words: 'The employer closes in May.',
    told: change.told,
  }
  expect(await decide(id, decline, senior)).toMatchObject({ ok: true, beyond: null })
  expect(await confirmDecision(db, id, proposed?.id ?? 0, { by: other })).toMatchObject({
    reason: 'conflict',
  })
  expect(await send(id)).toEqual({ ok: true })
})

test('a new proposal makes the earlier decision wait', async () => {
  const { id } = await referral('ultra')
  await decide(id, accept, senior)
  expect(await noted(id)).toEqual({ verdict: 'accepted', changed_premium: null, changed_coverage: null })
  await decide(id, { ...change, loading_percent: 10 }, underwriter)
  expect(await noted(id)).toEqual({ verdict: null, changed_premium: null, changed_coverage: null })
  expect(await send(id)).toMatchObject({ ok: false, reason: 'refused' })
})

describe('a decision on a page that is out of date', () => {
  const onPage = (id: number, fields: object, by: number, base: number) =>
    decideResult(provided.db, sandbox, id, fields as Record<string, unknown>, { by, base })

  test('does not replace what somebody else has decided since, unless that was seen', async () => {
    const { db } = provided
    const { id } = await referral()
    const first = await onPage(id, { ...change, loading_percent: 10 }, senior, 0)
    const newest = first.ok ? first.id : 0
    expect(await onPage(id, accept, underwriter, 0)).toMatchObject({ ok: false, reason: 'conflict' })
    expect(await listDecisions(db, id)).toMatchObject([{ id: newest, verdict: 'changed' }])
    expect(await onPage(id, accept, underwriter, newest)).toMatchObject({ ok: true })
    expect(await listDecisions(db, id)).toHaveLength(2)
  })

  test('does not replace a decision that was confirmed since, unless that was seen', async () => {
    const { db } = provided
    const { id } = await referral('ultra')
    const proposal = { ...change, loading_percent: 30 }
    const proposed = await onPage(id, proposal, underwriter, 0)
    const base = proposed.ok ? proposed.id : 0
    await confirmDecision(db, id, base, { by: senior })
    const decideOn = (fields: object, baseState: string) =>
      decideResult(db, sandbox, id, fields as Record<string, unknown>, { by: underwriter, base, baseState })
    const another = { ...change, loading_percent: 40 }
    expect(await decideOn(another, 'proposed')).toMatchObject({
      reason: 'conflict',
      newest: { id: base, state: 'final' },
    })
    expect(await decideOn(proposal, 'proposed'), 'the same, sent again').toMatchObject({
      ok: true,
      id: base,
      beyond: null,
    })
    expect(await listDecisions(db, id)).toHaveLength(1)
    expect(await decideOn(another, 'final')).toMatchObject({ ok: true })
  })

  test.each([
    ['an acceptance', accept],
    ['a change', { ...change, coverage: 5000.5, loading_percent: 12.5, exclusion: 'Strikes.' }],
  ])('that is sent twice is stored once: %s', async (_, fields) => {
    const { id } = await referral()
    const [first, second] = await Promise.all([0, 0].map((base) => onPage(id, fields, underwriter, base)))
    expect(second).toEqual(first)
    expect(await listDecisions(provided.db, id)).toHaveLength(1)
    const other = { ...fields, words: 'Something else was written here.' }
    expect(await onPage(id, other, underwriter, 0)).toMatchObject({ reason: 'conflict' })
  })
})

test('a result is sent with the decision that its sender has seen, or not at all', async () => {
  const { db } = provided
  const { id } = await referral()
  const sendSeen = (decision: number | null) => sendOffer(db, id, { by: senior, site, decision })
  const decided = async (fields: object) => {
    const outcome = await decide(id, fields, senior)
    return outcome.ok ? outcome.id : 0
  }
  const accepted = await decided(accept)
  const changed = await decided({ ...change, loading_percent: 10 })
  for (const seen of [accepted, null])
    expect(await sendSeen(seen)).toMatchObject({ ok: false, reason: 'refused' })
  expect(await sendSeen(changed)).toEqual({ ok: true })
})

test('who confirms what another proposal has replaced is told to read that one', async () => {
  const { db } = provided
  const { id } = await referral('ultra')
  await decide(id, accept, underwriter)
  const [first] = await listDecisions(db, id)
  await decide(id, { ...change, loading_percent: 30 }, underwriter)
  const outcome = await confirmDecision(db, id, first?.id ?? 0, { by: senior })
  expect(outcome).toMatchObject({
    reason: 'conflict',
    message: expect.stringContaining('Another decision') as string,
  })
})

test('a senior who confirms twice confirms once', async () => {
  const { db } = provided
  const { id } = await referral('ultra')
  await decide(id, accept, underwriter)
  const [proposed] = await listDecisions(db, id)
  const outcomes = await Promise.all(
    [senior, senior].map((by) => confirmDecision(db, id, proposed?.id ?? 0, { by })),
  )
  expect(outcomes).toMatchObject([{ ok: true }, { ok: true }])
  const entries = await db
    .selectFrom('audit_log')
    .select('id')
    .where('action', '=', 'confirm decision')
    .where('entity_id', '=', String(id))
    .execute()
  expect(entries).toHaveLength(1)
})

test('two seniors who confirm at once confirm once; the report counts what is confirmed', async () => {
  const { db } = provided
  const accepted = async () =>
    (await countByReferralReason(db)).find(({ code }) => code === 'FAMILY')?.accepted ?? 0
  const before = await accepted()
  const { id } = await referral('ultra')
  await decide(id, accept, underwriter)
  expect(await accepted()).toBe(before)
  const [proposed] = await listDecisions(db, id)
  const outcomes = await Promise.all(
    [senior, other].map((by) => confirmDecision(db, id, proposed?.id ?? 0, { by })),
  )
  expect(outcomes.map(({ ok }) => ok).toSorted()).toEqual([false, true])
  expect(await accepted()).toBe(before + 1)
  const today = new Date(new Date().setUTCHours(0, 0, 0, 0))
  expect(await countByReferralReason(db, { before: today })).toEqual([])
  expect(await countByReferralReason(db, { from: today })).toEqual(await countByReferralReason(db))
})

describe('the authority of an admin', () => {
  test('is set by a senior, for another admin, and audited', async () => {
    const { db } = provided
    expect(await setAuthority(db, other, 'underwriter', { by: senior })).toEqual({ ok: true })
    expect(await authorityOf(db, other)).toBe('underwriter')
    const entry = await db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect(entry).toMatchObject({
      user_id: senior,
      action: 'update',
      entity: 'account',
      entity_id: String(other),
      before: { authority: 'senior' },
      after: { authority: 'underwriter' },
    })
  })

  test.each([
    ['the own one', () => ({ account: senior, authority: 'underwriter', by: senior }), 'forbidden'],
    ['by an underwriter', () => ({ account: other, authority: 'underwriter', by: underwriter }), 'forbidden'],
    ['of nobody', () => ({ account: 999_999, authority: 'senior', by: senior }), 'missing'],
    ['to an unknown value', () => ({ account: other, authority: 'root', by: senior }), 'invalid'],
    ['to nothing', () => ({ account: other, authority: undefined, by: senior }), 'invalid'],
  ])('is not set: %s', async (_, values, reason) => {
    const { account, authority, by } = values()
    expect(await setAuthority(provided.db, account, authority, { by })).toMatchObject({ ok: false, reason })
    expect(await authorityOf(provided.db, other)).toBe('senior')
  })

  test('keeps a senior when two lower each other at once', async () => {
    const { db } = provided
    const outcomes = await Promise.all([
      setAuthority(db, other, 'underwriter', { by: senior }),
      setAuthority(db, senior, 'underwriter', { by: other }),
    ])
    expect(outcomes.map(({ ok }) => ok).toSorted()).toEqual([false, true])
  })

  test('of an account that is no admin is the lowest', async () => {
    const { db } = provided
    const { id } = await db
      .insertInto('users')
      .values({ username: 'Ana', email: 'ana@example.com', password_hash: 'x' })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await authorityOf(db, id)).toBe('underwriter')
    expect(await setAuthority(db, id, 'underwriter', { by: senior })).toMatchObject({ reason: 'missing' })
    await db.deleteFrom('users').where('id', '=', id).execute()
  })
})
