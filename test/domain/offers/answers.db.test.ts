import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createAdmin } from '~/domain/accounts/accounts.server'
import { replyToContact } from '~/domain/contacts/replies.server'
import { correctQuote } from '~/domain/corrections/corrections.server'
import { fillEmptyDatabase } from '~/domain/imports/bundled-files.server'
import { findWithdrawals } from '~/domain/quotes/ending.server'
import { quoteTimeline } from '~/domain/quotes/timeline.server'
import { answerOffer, askAboutOffer, findOfferQuestion } from '~/domain/offers/answers.server'
import { findOffer, sendOffer, withdrawOffer } from '~/domain/offers/offers.server'
import { applicantOfferState } from '~/domain/offers/applicant-offer-state'
import { contacts, quotes } from '~/domain/submissions/kinds'
import { findAnswers } from '~/domain/submissions/submissions.server'
import { createSandbox, type Sandbox } from '~/domain/underwriting/sandbox.server'
import { ensureEngine, runUnderwriting } from '~/domain/underwriting/underwriting.server'

import { mailsTo, site } from '../../support/accounts'
import { provideDatabase } from '../../support/database'
import { bundledEngines } from '../../support/engine'
import { application } from '../../support/program'
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

/** Sends an offer to a new applicant and returns its link's token. */
async function offer(changes: object = {}) {
  const { db } = provided
  const email = `answer${++people}@example.com`
  const quoteId = await insertQuote(db, { email, ...changes })
  const run = await runUnderwriting(db, sandbox, { quoteId, adminId: by, asOf: '2026-01-15' })
  if (!run.ok) throw new Error(run.message)
  expect(await sendOffer(db, run.result.id, { by, site })).toEqual({ ok: true })
  const mail = (await mailsTo(db, email)).at(-1)?.body_text ?? ''
  const token = /\/quote\/([\w-]{43})/.exec(mail)?.[1] ?? ''
  return { token, email, quoteId, resultId: run.result.id }
}

async function stateOf(token: string, quoteId: number) {
  const { db } = provided
  const found = await findOffer(db, { token })
  const quote = await db
    .selectFrom('quote_submissions')
    .select('status')
    .where('id', '=', quoteId)
    .executeTakeFirstOrThrow()
  return { answer: found.ok ? found.offer.answer : found.reason, status: quote.status }
}

describe('an answer to an offer', () => {
  test('waits for the next offer after a correction that its price depends on', async () => {
    const { db } = provided
    const { token, quoteId } = await offer()
    const fields = { income: application.income + 200, reason: 'The applicant says so by mail.' }
    expect(await correctQuote(db, quoteId, fields, { by })).toMatchObject({ ok: true })
    const standing = async () => {
      const found = await findOffer(db, { token })
      return found.ok ? applicantOfferState(found.offer) : found.reason
    }
    expect(await standing()).toBe('overtaken')
    expect(await answerOffer(db, { token }, 'interested')).toMatchObject({ ok: false, reason: 'refused' })
    expect(await stateOf(token, quoteId)).toEqual({ answer: null, status: 'Quoted' })
    const run = await runUnderwriting(db, sandbox, { quoteId, adminId: by, asOf: '2026-01-15' })
    expect(await standing()).toBe('overtaken')
    await sendOffer(db, run.ok ? run.result.id : 0, { by, site })
    expect(await standing()).toBe('replaced')

    const other = await offer()
    expect(await correctQuote(db, other.quoteId, fields, { by })).toMatchObject({ ok: true })
    expect(await answerOffer(db, { token: other.token }, 'withdrawn')).toEqual({ ok: true })
    expect(await stateOf(other.token, other.quoteId)).toEqual({ answer: 'withdrawn', status: 'Withdrawn' })
  })

  test('is possible while the offer is open', async () => {
    const { db } = provided
    const [open, answered, ended, old] = [await offer(), await offer(), await offer(), await offer()]
    await answerOffer(db, { token: answered.token }, 'interested')
    await withdrawOffer(db, ended.resultId, { by })
    const { resultId } = old
    await sql`update offers set sent_at = now() - interval '61 days' where result_id = ${resultId}`.execute(
      db,
    )
    const ids = [open, answered, ended, old].map(({ quoteId }) => quoteId)
    expect(await findAnswers(db, quotes, ids)).toEqual({
      offered: [open.quoteId],
      unanswered: [ended.quoteId],
    })
    expect(await findAnswers(db, quotes, [])).toEqual({ offered: [], unanswered: [] })
    expect(await findAnswers(db, contacts, ids)).toEqual({ offered: [], unanswered: [] })
  })

  test('is stored and audited once; interest may be taken back, or end in a withdrawal, which is final', async () => {
    const { db } = provided
    const { token, quoteId } = await offer()
    expect(await stateOf(token, quoteId)).toEqual({ answer: null, status: 'Quoted' })
    expect(await Promise.all([1, 2].map(() => answerOffer(db, { token }, 'interested')))).toEqual([
      { ok: true },
      { ok: true },
    ])
    expect(await stateOf(token, quoteId)).toEqual({ answer: 'interested', status: 'Quoted' })
    expect(await answerOffer(db, { token }, null)).toEqual({ ok: true })
    expect(await stateOf(token, quoteId)).toEqual({ answer: null, status: 'Quoted' })
    expect(await answerOffer(db, { token }, 'withdrawn')).toEqual({ ok: true })
    expect(await answerOffer(db, { token }, 'withdrawn')).toEqual({ ok: true })
    expect(await stateOf(token, quoteId)).toEqual({ answer: 'withdrawn', status: 'Withdrawn' })
    for (const answer of ['interested', null] as const)
      expect(await answerOffer(db, { token }, answer)).toMatchObject({ ok: false, reason: 'refused' })
    const audit = await db
      .selectFrom('audit_log')
      .select(['user_id', 'after'])
      .where('action', '=', 'answer')
      .where(sql`after ->> 'quote'`, '=', String(quoteId))
      .orderBy('id')
      .execute()
    expect(audit).toEqual([
      { user_id: null, after: { answer: 'interested', status: 'Quoted', quote: quoteId } },
      { user_id: null, after: { answer: null, status: 'Quoted', quote: quoteId } },
      { user_id: null, after: { answer: 'withdrawn', status: 'Withdrawn', quote: quoteId } },
    ])
  })

  test('needs a link that works, and an offer', async () => {
    const { db } = provided
    for (const token of ['', 'x'.repeat(43), "' or true --"])
      expect(await answerOffer(db, { token }, 'interested')).toEqual({ ok: false, reason: 'missing' })
    const gone = await offer()
    await withdrawOffer(db, gone.resultId, { by })
    expect(await answerOffer(db, { token: gone.token }, 'interested')).toEqual({
      ok: false,
      reason: 'missing',
    })
    const old = await offer()
    await sql`update offers set sent_at = now() - interval '1 year' where result_id = ${old.resultId}`.execute(
      db,
    )
    expect(await answerOffer(db, { token: old.token }, 'withdrawn')).toEqual({ ok: false, reason: 'missing' })
    expect((await stateOf(old.token, old.quoteId)).status).toBe('Quoted')
    const declined = await offer({ employment_length: 0 })
    const standing = async () => {
      const found = await findOffer(db, { token: declined.token })
      return found.ok ? applicantOfferState(found.offer) : found.reason
    }
    expect(await standing()).toBe('refusal')
    const fields = { employment_length: 4, reason: 'The applicant says so by mail.' }
    expect(await correctQuote(db, declined.quoteId, fields, { by })).toMatchObject({ ok: true })
    expect(await standing()).toBe('reconsidered')
    expect(await answerOffer(db, { token: declined.token }, 'interested')).toMatchObject({
      reason: 'refused',
    })
  })

  test('withdraws the application, also while the offer is taken back or replaced', async () => {
    const { db } = provided
    const [taken, replaced] = [await offer(), await offer()]
    await withdrawOffer(db, taken.resultId, { by })
    const run = await runUnderwriting(db, sandbox, {
      quoteId: replaced.quoteId,
      adminId: by,
      asOf: '2026-01-15',
    })
    await sendOffer(db, run.ok ? run.result.id : 0, { by, site })
    for (const { token, quoteId } of [taken, replaced]) {
      expect(await answerOffer(db, { token }, 'withdrawn')).toEqual({ ok: true })
      expect(await stateOf(token, quoteId)).toEqual({ answer: 'ended', status: 'Withdrawn' })
      expect((await findWithdrawals(db, [quoteId]))(quoteId)).toMatchObject({ byApplicant: true })
    }
  })

  test('that withdraws the application counts after the offer is taken back', async () => {
    const { db } = provided
    const { token, quoteId, resultId } = await offer()
    await answerOffer(db, { token }, 'withdrawn')
    expect(await withdrawOffer(db, resultId, { by })).toEqual({ ok: true })
    expect(await stateOf(token, quoteId)).toEqual({ answer: 'ended', status: 'Withdrawn' })
  })

  test.each(['Withdrawn', 'Declined'])(
    'is no interest once a person has set the status %s, but may be the withdrawal',
    async (status) => {
      const { db } = provided
      const { token, quoteId } = await offer()
      await db.updateTable('quote_submissions').set({ status }).where('id', '=', quoteId).execute()
      expect(await answerOffer(db, { token }, 'interested')).toMatchObject({ ok: false, reason: 'refused' })
      expect(await stateOf(token, quoteId)).toEqual({ answer: null, status })
      expect(await answerOffer(db, { token }, 'withdrawn')).toEqual({ ok: true })
      expect(await stateOf(token, quoteId)).toEqual({ answer: 'withdrawn', status: 'Withdrawn' })
    },
  )

  test('of two tabs at once leaves a withdrawal, and one entry of the audit log for each answer', async () => {
    const { db } = provided
    for (let round = 0; round < 3; round += 1) {
      const { token, quoteId } = await offer()
      const tabs = ['interested', 'withdrawn', 'withdrawn', 'interested'] as const
      await Promise.all(tabs.map((answer) => answerOffer(db, { token }, answer)))
      expect(await stateOf(token, quoteId)).toEqual({ answer: 'withdrawn', status: 'Withdrawn' })
      const audit = await db
        .selectFrom('audit_log')
        .select('after')
        .where('action', '=', 'answer')
        .where(sql`after ->> 'quote'`, '=', String(quoteId))
        .orderBy('id')
        .execute()
      const audited = audit.map(({ after }) => (after as { answer: string }).answer)
      expect([['withdrawn'], ['interested', 'withdrawn']]).toContainEqual(audited)
    }
  })
})

describe('a question about an offer', () => {
  test('is among the messages, from the applicant, with the number of the quote', async () => {
    const { db } = provided
    const { token, email, quoteId } = await offer()
    const ask = { message: ' Why so dear?\n' }
    expect(await askAboutOffer(db, { token }, ask, { ip: null, key: null })).toEqual({ ok: true })
    const stored = await db.selectFrom('contact_submissions').selectAll().where('email', '=', email).execute()
    expect(stored).toMatchObject([
      {
        name: application.name,
        inquiry_type: 'Coverage Information',
        message: `About quote Q-${quoteId}:\n\nWhy so dear?`,
        quote_submission_id: quoteId,
      },
    ])
    expect(await findOfferQuestion(db, quoteId)).toMatchObject({ text: 'Why so dear?', responded: false })
    const [message] = stored
    const reply = { subject: 'Re: your quote', message: 'The employer shrinks.' }
    expect(await replyToContact(db, message!.id, reply, { by, key: null })).toMatchObject({ ok: true })
    expect(await findOfferQuestion(db, quoteId)).toMatchObject({ text: 'Why so dear?', responded: true })
    expect((await quoteTimeline(db, quoteId))?.entries.slice(0, 3)).toMatchObject([
      { who: 'Administrator', text: 'replied to the message' },
      { text: 'will send the mail “contact received”' },
      { text: 'sent a message about the offer', link: { to: `/admin/submissions/contacts/${message?.id}` } },
    ])
  })

  test.each([undefined, '', ' ', 'x'.repeat(5001), 'a\0b', 7, ['x']])('refuses %o', async (message) => {
    const { db } = provided
    const { token } = await offer()
    expect(await askAboutOffer(db, { token }, { message }, { ip: null, key: null })).toMatchObject({
      ok: false,
      errors: [{ path: 'message' }],
    })
  })
})
