import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createAdmin } from '~/domain/accounts/accounts.server'
import { decideResult, listDecisions } from '~/domain/decisions/decisions.server'
import { exportEvidence } from '~/domain/evidence/evidence.server'
import { fillEmptyDatabase } from '~/domain/imports/bundled-files.server'
import { findOffer, sendOffer, withdrawOffer } from '~/domain/offers/offers.server'
import { createSandbox, type Sandbox } from '~/domain/underwriting/sandbox.server'
import { ensureEngine, findResult, runUnderwriting } from '~/domain/underwriting/underwriting.server'

import { mailsTo, site } from '../../support/accounts'
import { provideDatabase } from '../../support/database'
import { bundledEngines } from '../../support/engine'
import { application } from '../../support/program'

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
  const { quote_email: _email, submission_type: _type, ...answers } = application
  const email = `decide${++people}@example.com`
  const { id: quoteId } = await db
    .insertInto('quote_submissions')
    .values({ ...answers, email, date_of_birth: '1990-01-02', job_role: 'Diver', ...changes })
    .returning('id')
    .executeTakeFirstOrThrow()
  const run = await runUnderwriting(db, sandbox, { quoteId, adminId: by, asOf: '2026-01-15' })
  if (!run.ok) throw new Error(run.message)
  return { id: run.result.id, decision: run.result.decision, email, quoteId }
}

const accept = { verdict: 'accepted', reason: 'confirmed', words: 'The applicant confirmed it on the phone.' }
const decline = {
  ...{ verdict: 'declined', reason: 'unconfirmed', words: 'Two calls and no answer about the family.' },
  told: 'We could not confirm the size of your family.',
}

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
  expect(await decideResult(db, id, accept, { by })).toMatchObject({ ok: true })
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
  await decideResult(db, id, decline, { by })
  expect(await sendOffer(db, id, { by, site })).toEqual({ ok: true })
  const mail = (await mailsTo(db, email)).at(-1)?.body_text ?? ''
  expect(mail).toContain(decline.told)
  expect(mail).not.toContain(decline.words)
  expect(mail).not.toContain('$')
  const token = /\/quote\/([\w-]{43})/.exec(mail)?.[1] ?? ''
  expect(await findOffer(db, token)).toMatchObject({
    offer: { declined: true, monthly: null, price: null, reasons: [decline.told] },
  })
  const quote = await db
    .selectFrom('quote_submissions')
    .select('status')
    .where('id', '=', quoteId)
    .executeTakeFirst()
  expect(quote?.status).toBe('Declined')
})

test('the newest decision counts, until the result is with its applicant', async () => {
  const { db } = provided
  const { id } = await resultOf()
  await decideResult(db, id, decline, { by })
  await decideResult(db, id, accept, { by })
  expect((await listDecisions(db, id)).map(({ verdict }) => verdict)).toEqual(['accepted', 'declined'])
  await sendOffer(db, id, { by, site })
  expect(await decideResult(db, id, decline, { by })).toMatchObject({ ok: false, reason: 'refused' })
  await withdrawOffer(db, id, { by })
  expect(await decideResult(db, id, decline, { by })).toMatchObject({ ok: true })
})

test('is audited without the words, and in the evidence with them', async () => {
  const { db } = provided
  const { id, quoteId } = await resultOf()
  await decideResult(db, id, accept, { by })
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
  ])('%o is refused at %o', async (fields, paths) => {
    const { db } = provided
    const { id } = await resultOf()
    const outcome = await decideResult(db, id, fields, { by })
    if (outcome.ok || outcome.reason !== 'invalid') throw new Error('accepted')
    expect(outcome.errors.map(({ path }) => path)).toEqual(paths)
    expect(await listDecisions(db, id)).toEqual([])
  })

  test('is about a referred result of somebody who is still there', async () => {
    const { db } = provided
    const approved = await resultOf({})
    expect(approved.decision).toBe('approved')
    expect(await decideResult(db, approved.id, accept, { by })).toMatchObject({
      ok: false,
      reason: 'refused',
    })
    expect(await decideResult(db, 999_999, accept, { by })).toMatchObject({ ok: false, reason: 'missing' })
  })
})
