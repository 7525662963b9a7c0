import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createAdmin } from '~/domain/accounts/accounts.server'
import {
  countByReferralReason,
  decideResult,
  findEarlierDecision,
  listDecisions,
  listTiers,
} from '~/domain/decisions/decisions.server'
import { listQuotes } from '~/domain/audit/record-names.queries.server'
import { exportEvidence } from '~/domain/evidence/evidence.server'
import { fillEmptyDatabase } from '~/domain/imports/bundled-files.server'
import { findOffer, sendOffer, withdrawOffer } from '~/domain/offers/offers.server'
import { readOverview } from '~/domain/portfolio/overview.server'
import { readListState } from '~/domain/submissions/submission-list'
import { countMatching } from '~/domain/submissions/submissions.server'
import { resultList } from '~/domain/underwriting/result-list'
import { countResultRows } from '~/domain/underwriting/result-list.server'
import { findQuote } from '~/domain/quotes/quotes.server'
import { createSandbox, type Sandbox } from '~/domain/underwriting/sandbox.server'
import { ensureEngine, findResult, runUnderwriting } from '~/domain/underwriting/underwriting.server'
import { findWork } from '~/domain/work/work.server'

import { mailsTo, site } from '../../support/accounts'
import { provideDatabase } from '../../support/database'
import { bundledEngines } from '../../support/engine'
import { insertQuote } from '../../support/quotes'

const provided = provideDatabase()
let sandbox: Sandbox
let by = 0
let people = 0

beforeAll(async () => {
  const { db } = provided
  sandbox = createSandbox({ workers: 1 })
  await fillEmptyDatabase(db)
  await createAdmin(db, { email: 'root@example.com', password: 'a long password' })
  by = (await db.selectFrom('users').select('id').executeTakeFirstOrThrow()).id
  await ensureEngine(db, bundledEngines)
})
afterAll(() => sandbox.close())

/** An application that contradicts itself: the engine refers it. */
const contradiction = { children_count: 3, family_size: 3 }

async function resultOf(changes: object = contradiction) {
  const { db } = provided
  const email = `decide${++people}@example.com`
  const quoteId = await insertQuote(db, { email, ...changes })
  const run = await runUnderwriting(db, sandbox, { quoteId, adminId: by, asOf: '2026-01-15' })
  if (!run.ok) throw new Error(run.message)
  return { id: run.result.id, decision: run.result.decision, email, quoteId }
}

const accept = { verdict: 'accepted', reason: 'confirmed', words: 'The applicant confirmed it on the phone.' }
const decline = {
  verdict: 'declined',
  reason: 'unconfirmed',
  words: 'Two calls and no answer about the family.',
  told: 'We could not confirm the size of your family.',
}

test('a new result knows the decision on the one before it', async () => {
  const { db } = provided
  const { id, quoteId } = await resultOf()
  const before = { quoteId, resultId: id }
  expect(await findEarlierDecision(db, before)).toBeNull()
  expect(await decideResult(db, sandbox, id, accept, { by })).toMatchObject({ ok: true })
  expect(await findEarlierDecision(db, before)).toBeNull()
  const run = await runUnderwriting(db, sandbox, { quoteId, adminId: by, asOf: '2026-01-16' })
  if (!run.ok) throw new Error(run.message)
  expect(await findEarlierDecision(db, { quoteId, resultId: run.result.id })).toMatchObject({
    result_id: id,
    verdict: 'accepted',
    reason: 'confirmed',
    words: accept.words,
    decider: 'Administrator',
  })
})

test('a referred result cannot be sent before somebody has decided on it', async () => {
  const { db } = provided
  const { id, decision, email } = await resultOf()
  expect(decision).toBe('referred')
  expect(await sendOffer(db, id, { by, site })).toEqual({
    ok: false,
    reason: 'refused',
    message: 'This result is referred. An underwriter must decide on it before it can be sent.',
  })
  expect(await mailsTo(db, email)).toEqual([])
})

test('an accepted referral is sent as rated; the result stays as it is', async () => {
  const { db } = provided
  const { id, email, quoteId } = await resultOf()
  const before = await findResult(db, id)
  expect(await decideResult(db, sandbox, id, accept, { by })).toMatchObject({ ok: true })
  expect(await findResult(db, id)).toEqual(before)
  expect(await sendOffer(db, id, { by, site })).toEqual({ ok: true })
  const mail = (await mailsTo(db, email)).at(-1)?.body_text ?? ''
  expect(mail).toContain(`Tier: ${before?.coverage_tier}`)
  expect(mail).not.toContain(accept.words)
  const quote = await db
    .selectFrom('quote_submissions')
    .select('status')
    .where('id', '=', quoteId)
    .executeTakeFirst()
  expect(quote?.status).toBe('Quoted')
})

test('a declined referral tells the applicant the reason that the underwriter wrote, and no price', async () => {
  const { db } = provided
  const { id, email, quoteId } = await resultOf()
  await decideResult(db, sandbox, id, decline, { by })
  expect(await sendOffer(db, id, { by, site })).toEqual({ ok: true })
  const mail = (await mailsTo(db, email)).at(-1)?.body_text ?? ''
  expect(mail).toContain(decline.told)
  expect(mail).not.toContain(decline.words)
  expect(mail).not.toContain('$')
  const token = /\/quote\/([\w-]{43})/.exec(mail)?.[1] ?? ''
  expect(await findOffer(db, { token })).toMatchObject({
    offer: { declined: true, monthly: null, price: null, adverse: [], reasons: [decline.told] },
  })
  const quote = await db
    .selectFrom('quote_submissions')
    .select('status')
    .where('id', '=', quoteId)
    .executeTakeFirst()
  expect(quote?.status).toBe('Declined')
})

const change = {
  verdict: 'changed',
  reason: 'lower',
  words: 'The income is below what the tier is for.',
  told: 'We offer less cover, because your hours changed this year.',
}

async function sentOffer(email: string) {
  const mail = (await mailsTo(provided.db, email)).at(-1)?.body_text ?? ''
  const found = await findOffer(provided.db, { token: /\/quote\/([\w-]{43})/.exec(mail)?.[1] ?? '' })
  if (!found.ok) throw new Error(found.reason)
  return { mail, offer: found.offer }
}

test('less cover with a loading costs in proportion, and every line of the offer adds up', async () => {
  const { db } = provided
  const { id, email } = await resultOf()
  const before = await findResult(db, id)
  const { coverage_tier: tier, max_coverage: most, monthly_premium: full } = before ?? {}
  const coverage = Number(most) / 2
  const decided = await decideResult(
    db,
    sandbox,
    id,
    { ...change, coverage: `$${coverage}`, loading_percent: '10', exclusion: 'Layoffs at the second job.' },
    { by },
  )
  const monthly = Math.round(Number(full) * 0.5 * 1.1 * 100) / 100
  expect(decided).toMatchObject({ ok: true, terms: { tier, coverage, monthly, loading_percent: 10 } })
  expect(await findResult(db, id)).toEqual(before)
  await sendOffer(db, id, { by, site })
  const { mail, offer } = await sentOffer(email)
  expect(offer).toMatchObject({ tier, coverage, monthly, byPerson: true, reasons: [change.told] })
  expect(offer.annual).toBe(Math.round(12 * monthly * 0.95 * 100) / 100)
  const { base, lines } = offer.price ?? { base: 0, lines: [] }
  expect(lines.slice(-2).map(({ label }) => label)).toEqual([
    'Less cover than rated',
    'Loading of 10%, decided by a person',
  ])
  expect(lines.length).toBeLessThanOrEqual(5) // seven with the base premium and the price
  expect(lines.reduce((sum, { dollars }) => sum + dollars, base)).toBeCloseTo(monthly, 6)
  const sent = await db
    .selectFrom('offers')
    .select('id')
    .where('result_id', '=', id)
    .executeTakeFirstOrThrow()
  const logged = await listQuotes(db, [{ entity: 'offer', id: String(sent.id) }])
  expect(logged).toMatchObject([{ result_id: id, premium: monthly }])
  expect(mail).toContain('Not covered under this quote: Layoffs at the second job.')
  expect(mail).not.toContain(change.words)
})

test('another tier is rated by the version that gave the result, and its waterfall is shown', async () => {
  const { db } = provided
  const { id, email, quoteId } = await resultOf({
    ...contradiction,
    coverage_level: 'standard',
    employment_length: 5,
  })
  const listedTier = async () => (await findQuote(db, quoteId))?.coverage_tier
  expect(await listedTier()).toBe('Standard')
  expect((await findResult(db, id))?.coverage_tier).toBe('Standard')
  expect(await listTiers(db, id)).toEqual(['Basic', 'Standard', 'Premium', 'Elite', 'Ultra'])
  const { id: asked } = await resultOf({ ...contradiction, coverage_level: 'basic', employment_length: 5 })
  const basic = await findResult(db, asked)
  await decideResult(db, sandbox, id, { ...change, tier: 'Basic' }, { by })
  expect(await listedTier()).toBe('Basic')
  await sendOffer(db, id, { by, site })
  const { offer } = await sentOffer(email)
  expect(offer).toMatchObject({
    tier: 'Basic',
    coverage: basic?.max_coverage,
    monthly: basic?.monthly_premium,
    price: { base: 25 },
  })
  const { base, lines } = offer.price ?? { base: 0, lines: [] }
  expect(lines.reduce((sum, { dollars }) => sum + dollars, base)).toBeCloseTo(offer.monthly ?? 0, 6)
})

describe('a change is refused', () => {
  test.each([
    [{}, ['']],
    [{ tier: 'Platinum' }, ['tier']],
    [{ coverage: 1_000_000 }, ['coverage']],
    [{ coverage: 'much' }, ['coverage']],
    [{ coverage: 0 }, ['coverage']],
    [{ loading_percent: 101 }, ['loading_percent']],
    [{ loading_percent: -5 }, ['loading_percent']],
    [{ loading_percent: 'NaN' }, ['loading_percent']],
    [{ exclusion: 'x'.repeat(501) }, ['exclusion']],
    [{ loading_percent: 5, told: '' }, ['told']],
    [{ loading_percent: 5, reason: 'confirmed' }, ['reason']],
  ])('%o at %o', async (fields, paths) => {
    const { db } = provided
    const { id } = await resultOf()
    const outcome = await decideResult(db, sandbox, id, { ...change, ...fields }, { by })
    if (outcome.ok || outcome.reason !== 'invalid') throw new Error('accepted')
    expect(outcome.errors.map(({ path }) => path)).toEqual(paths)
    expect(await listDecisions(db, id)).toEqual([])
  })

  test('for a reason that the changes do not bear out', async () => {
    const { db } = provided
    const { id } = await resultOf({ ...contradiction, coverage_level: 'basic', employment_length: 5 })
    for (const [fields, message] of [
      [{ reason: 'lower', tier: 'Standard' }, 'The cover is not less than rated: choose another reason'],
      [{ reason: 'lower', loading_percent: 5 }, 'The cover is not less than rated: choose another reason'],
      [{ reason: 'loaded', tier: 'Standard' }, 'There is no loading: choose another reason'],
      [{ reason: 'excluded', loading_percent: 5 }, 'Nothing is excluded: choose another reason'],
      [{ reason: 'asked', loading_percent: 5 }, 'Tier and cover are as rated: choose another reason'],
      [{ reason: 'asked', exclusion: 'Layoffs.' }, 'Tier and cover are as rated: choose another reason'],
    ] as const)
      expect(await decideResult(db, sandbox, id, { ...change, ...fields }, { by })).toMatchObject({
        reason: 'invalid',
        errors: [{ path: 'reason', message }],
      })
    for (const fields of [{ tier: 'Standard', loading_percent: 5 }, { coverage: 500 }]) {
      const asked = { ...change, reason: 'asked', ...fields }
      expect(await decideResult(db, sandbox, id, asked, { by })).toMatchObject({ ok: true })
    }
  })

  test('that names the tier and the cover of the result, and changes neither', async () => {
    const { db } = provided
    const { id } = await resultOf()
    const { coverage_tier: tier, max_coverage: coverage } = (await findResult(db, id)) ?? {}
    for (const fields of [{ tier }, { coverage }, { tier, coverage, loading_percent: 0 }])
      expect(await decideResult(db, sandbox, id, { ...change, ...fields }, { by })).toMatchObject({
        reason: 'invalid',
        errors: [{ path: '', message: 'Change the tier, the cover, the loading or what is not covered' }],
      })
    expect(await listDecisions(db, id)).toEqual([])
  })

  test('for a tier that the engine does not offer to this applicant, with its reason', async () => {
    const { db } = provided
    const { id } = await resultOf({ ...contradiction, employment_length: 0.3, coverage_level: 'basic' })
    const outcome = await decideResult(db, sandbox, id, { ...change, tier: 'Ultra' }, { by })
    expect(outcome).toMatchObject({ reason: 'invalid', errors: [{ path: 'tier' }] })
    if (!outcome.ok && outcome.reason === 'invalid')
      expect(outcome.errors[0]?.message).toMatch(/^The engine does not offer Ultra to this applicant: .{20,}/)
  })
})

test('more cover than rated is asked about, unless its price was seen', async () => {
  const { db } = provided
  const { id } = await resultOf({ ...contradiction, coverage_level: 'basic', employment_length: 5 })
  const { max_coverage: rated } = (await findResult(db, id)) ?? {}
  const fields = { ...change, reason: 'asked', tier: 'Standard' }
  const asked = await decideResult(db, sandbox, id, fields, { by, knownCover: null })
  if (asked.ok || asked.reason !== 'invalid') throw new Error('not asked')
  const { errors, unknownCover } = asked
  expect(unknownCover).toBeGreaterThan(rated ?? 0)
  expect(errors).toEqual([
    {
      path: 'tier',
      message: expect.stringMatching(/^Standard covers \$[\d,.]+, more than the \$/) as string,
    },
  ])
  expect(await decideResult(db, sandbox, id, fields, { by, knownCover: rated ?? null })).toEqual(asked)
  expect(await listDecisions(db, id)).toEqual([])
  expect(await decideResult(db, sandbox, id, fields, { by, knownCover: unknownCover })).toMatchObject({
    ok: true,
    ratedCover: rated,
  })
  const less = { ...change, coverage: (rated ?? 0) / 2 }
  expect(await decideResult(db, sandbox, id, less, { by, knownCover: null })).toMatchObject({ ok: true })
})

test('what is changed is audited in figures, and the exclusion as a fact without its words', async () => {
  const { db } = provided
  const { id } = await resultOf()
  await decideResult(
    db,
    sandbox,
    id,
    { ...change, reason: 'loaded', loading_percent: 20, exclusion: 'Seasonal work.' },
    { by },
  )
  const { after } = await db
    .selectFrom('audit_log')
    .select('after')
    .where('action', '=', 'decide')
    .where('entity_id', '=', String(id))
    .executeTakeFirstOrThrow()
  expect(after).toMatchObject({ verdict: 'changed', loading_percent: 20, exclusion: true })
  const evidence = await exportEvidence(db, id, { by, through: 'call' })
  expect(evidence?.decision.by_underwriters).toMatchObject([
    { verdict: 'changed', loading_percent: 20, exclusion: 'Seasonal work.' },
  ])
})

test('the report counts what people decided by the reason that refers, the newest decision alone', async () => {
  const { db } = provided
  const rowOf = async (code: string) =>
    (await countByReferralReason(db)).find((row) => row.code === code) ?? {
      referred: 0,
      accepted: 0,
      changed: 0,
      declined: 0,
    }
  await resultOf({})
  const before = await rowOf('FAMILY')
  const [one, other, open] = [await resultOf(), await resultOf(), await resultOf()]
  await decideResult(db, sandbox, one.id, decline, { by })
  await decideResult(db, sandbox, one.id, accept, { by })
  await decideResult(db, sandbox, other.id, { ...change, reason: 'loaded', loading_percent: 5 }, { by })
  expect(open.decision).toBe('referred')
  expect(await rowOf('FAMILY')).toEqual({
    code: 'FAMILY',
    text: '3 children do not fit a family of 3.',
    referred: before.referred + 3,
    accepted: before.accepted + 1,
    changed: before.changed + 1,
    declined: before.declined,
  })
  const { decision } = await resultOf({ coverage_level: 'unsure', children_count: 3, family_size: 3 })
  expect(decision).toBe('referred')
  expect((await countByReferralReason(db)).map(({ code }) => code).join()).not.toContain('RECOMMENDED')
})

test('each number of the report is that of the results it leads to', async () => {
  const { db } = provided
  // A rule counts a result once, however often it names it, and no longer ones that are not decided.
  const twice = await resultOf()
  await sql`update underwriting_results set calculation_details = jsonb_set(calculation_details, '{decision,reasons}',
    calculation_details -> 'decision' -> 'reasons' || (calculation_details -> 'decision' -> 'reasons')) where id = ${twice.id}`.execute(
    db,
  )
  await decideResult(db, sandbox, twice.id, accept, { by })
  await decideResult(
    db,
    sandbox,
    (await resultOf()).id,
    { ...change, reason: 'loaded', loading_percent: 5 },
    { by },
  )
  await decideResult(db, sandbox, (await resultOf()).id, decline, { by })
  await resultOf({})
  const reasons = await countByReferralReason(db)
  expect(reasons.find(({ code }) => code === 'FAMILY')).toMatchObject({
    accepted: expect.toSatisfy((count: number) => count > 0) as number,
    changed: expect.toSatisfy((count: number) => count > 0) as number,
    declined: expect.toSatisfy((count: number) => count > 0) as number,
  })
  for (const { code, referred, accepted, changed, declined } of reasons) {
    const lists = {
      '': referred,
      referred: referred - accepted - changed - declined,
      accepted,
      changed,
      'declined-by-a-person': declined,
    }
    for (const [decision, count] of Object.entries(lists)) {
      const { pathname, searchParams } = new URL(
        resultList.url({ rule: code, decision }),
        'https://x.example',
      )
      expect(pathname).toBe('/admin/underwriting/results')
      const counted = await countResultRows(db, resultList.read(searchParams))
      expect(counted, `${code} ${decision}`).toEqual({ count, exact: true })
    }
  }
  const hostile = resultList.read(new URLSearchParams({ rule: `'"}]; --` }))
  expect(await countResultRows(db, hostile)).toEqual({ count: 0, exact: true })
})

test('a referral that a newer result has replaced waits nowhere, and can still be found', async () => {
  const { db } = provided
  const results = async (decision: string) =>
    (await countResultRows(db, resultList.read(new URLSearchParams({ decision })))).count
  const waiting = async () => ({
    work: (await findWork(db)).groups.find(({ act }) => act === 'decide')?.count ?? 0,
    portfolio: (await readOverview(db, 7, new Date())).totals.referred,
    quotes: (await countMatching(db, readListState(new URLSearchParams('tab=quotes&decision=referred'))))
      .count,
    results: await results('referred'),
    referrals: (await countByReferralReason(db)).find(({ code }) => code === 'FAMILY')?.referred ?? 0,
  })
  const plus = (counts: Awaited<ReturnType<typeof waiting>>, more: number) =>
    Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, count + more]))
  await resultOf({})
  const [before, replaced] = [await waiting(), await results('replaced')]
  const referral = await resultOf()
  expect(await waiting()).toEqual(plus(before, 1))

  const again = async () => runUnderwriting(db, sandbox, { quoteId: referral.quoteId, adminId: by })
  expect(await again()).toMatchObject({ ok: true, result: { decision: 'referred' } })
  expect(await waiting()).toEqual(plus(before, 1))
  await db
    .updateTable('quote_submissions')
    .set({ family_size: 5 })
    .where('id', '=', referral.quoteId)
    .execute()
  expect(await again()).toMatchObject({ ok: true, result: { decision: 'approved' } })
  expect(await waiting()).toEqual(before)
  expect(await results('replaced')).toBe(replaced + 2)

  // What a person decides about it all the same is a decision as any other.
  expect(await decideResult(db, sandbox, referral.id, accept, { by })).toMatchObject({ ok: true })
  expect(await results('replaced')).toBe(replaced + 1)
  expect(await waiting()).toEqual({ ...before, referrals: before.referrals + 1 })
})

test('the newest decision counts, until the result is with its applicant', async () => {
  const { db } = provided
  const { id } = await resultOf()
  await decideResult(db, sandbox, id, decline, { by })
  await decideResult(db, sandbox, id, accept, { by })
  expect((await listDecisions(db, id)).map(({ verdict }) => verdict)).toEqual(['accepted', 'declined'])
  await sendOffer(db, id, { by, site })
  expect(await decideResult(db, sandbox, id, decline, { by })).toMatchObject({ ok: false, reason: 'refused' })
  await withdrawOffer(db, id, { by })
  expect(await decideResult(db, sandbox, id, decline, { by })).toMatchObject({ ok: true })
})

test('the status follows the decision that counts: Declined after a refusal, and In review again after another one', async () => {
  const { db } = provided
  const { id, quoteId, email } = await resultOf()
  const statusAfter = async (decision: object) => {
    expect(await decideResult(db, sandbox, id, { ...decision }, { by })).toMatchObject({ ok: true })
    return (await findQuote(db, quoteId))?.status
  }
  expect(await statusAfter(decline)).toBe('Declined')
  // The work list counts it as a refusal to send, not as one that somebody has only marked.
  const toSend = (await findWork(db)).groups.find(({ act }) => act === 'send')?.items ?? []
  expect(toSend).toContainEqual(expect.objectContaining({ quoteId, decision: 'declined', marked: null }))
  const declinedEntry = await db
    .selectFrom('audit_log')
    .select(['before', 'after'])
    .where('action', '=', 'decide')
    .where('entity_id', '=', String(id))
    .executeTakeFirstOrThrow()
  expect(declinedEntry).toMatchObject({ before: { status: 'In review' }, after: { status: 'Declined' } })
  expect(await mailsTo(db, email)).toEqual([])

  expect(await statusAfter(accept)).toBe('In review')
  await db.updateTable('quote_submissions').set({ status: 'Quoted' }).where('id', '=', quoteId).execute()
  expect(await statusAfter(decline)).toBe('Quoted')
})

test('is audited without the words, and in the evidence with them', async () => {
  const { db } = provided
  const { id, quoteId } = await resultOf()
  await decideResult(db, sandbox, id, accept, { by })
  const audit = await db
    .selectFrom('audit_log')
    .select(['user_id', 'after'])
    .where('action', '=', 'decide')
    .where('entity_id', '=', String(id))
    .executeTakeFirstOrThrow()
  expect(audit).toEqual({ user_id: by, after: { verdict: 'accepted', reason: 'confirmed', quote: quoteId } })
  const evidence = await exportEvidence(db, id, { by, through: 'call' })
  expect(evidence?.decision.by_underwriters).toMatchObject([{ ...accept, by: { id: by } }])
})

describe('a decision', () => {
  test.each([
    [{}, ['verdict', 'reason', 'words']],
    [{ ...accept, verdict: 'maybe' }, ['verdict']],
    [{ ...accept, reason: 'outside' }, ['reason']],
    [{ ...decline, reason: 'confirmed' }, ['reason']],
    [{ ...accept, words: 'Fine' }, ['words']],
    [{ ...accept, words: 'x'.repeat(1001) }, ['words']],
    [{ ...decline, told: '' }, ['told']],
    [{ ...decline, told: 'x\0'.repeat(10) }, ['told']],
    [{ ...accept, words: ['an', 'array'] }, ['words']],
    [{ ...accept, coverage: 4000 }, ['verdict']],
    [{ ...decline, exclusion: 'Seasonal work.' }, ['verdict']],
  ])('%o is refused at %o', async (fields, paths) => {
    const { db } = provided
    const { id } = await resultOf()
    const outcome = await decideResult(db, sandbox, id, fields, { by })
    if (outcome.ok || outcome.reason !== 'invalid') throw new Error('accepted')
    expect(outcome.errors.map(({ path }) => path)).toEqual(paths)
    expect(await listDecisions(db, id)).toEqual([])
  })

  test('is about a referred result of somebody who is still there', async () => {
    const { db } = provided
    const approved = await resultOf({})
    expect(approved.decision).toBe('approved')
    expect(await decideResult(db, sandbox, approved.id, accept, { by })).toMatchObject({
      ok: false,
      reason: 'refused',
    })
    expect(await decideResult(db, sandbox, 999_999, accept, { by })).toMatchObject({
      ok: false,
      reason: 'missing',
    })
  })
})
