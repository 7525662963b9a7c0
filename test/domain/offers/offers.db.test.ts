import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Db } from '../../../db/schema'
import { createAdmin, register } from '~/domain/accounts/accounts.server'
import { deleteAccount } from '~/domain/accounts/deletion.server'
import { ownData } from '~/domain/accounts/own-data.server'
import {
  askApplicant,
  findUnreadAnswer,
  markAnswerRead,
} from '~/domain/applicant-questions/applicant-questions.server'
import { maskSecrets } from '~/domain/mail/mail.server'
import { answerOffer } from '~/domain/offers/answers.server'
import { linkDays } from '~/domain/offers/offers.options'
import {
  findSendWarnings,
  findSendRefusal,
  findOffer,
  listOffers,
  offersOf,
  previewOffer,
  sendOffer,
  withdrawOffer,
} from '~/domain/offers/offers.server'
import { fillEmptyDatabase } from '~/domain/imports/bundled-files.server'
import { findNewestResult } from '~/domain/quotes/newest-result.server'
import { quotes } from '~/domain/submissions/kinds'
import { changeSubmission } from '~/domain/submissions/submissions.server'
import { createSandbox, type Sandbox } from '~/domain/underwriting/sandbox.server'
import { ensureEngine, runUnderwriting } from '~/domain/underwriting/underwriting.server'

import { mailsTo, person, site } from '../../support/accounts'
import { provideDatabase } from '../../support/database'
import { bundledEngines } from '../../support/engine'
import { insertQuote } from '../../support/quotes'

const provided = provideDatabase()
let db: Db
let sandbox: Sandbox
let by = 0

beforeAll(async () => {
  db = provided.db
  sandbox = createSandbox({ workers: 1, deadlineMs: 2000 })
  await fillEmptyDatabase(db)
  await createAdmin(db, { email: 'root@example.com', password: 'a long password' })
  by = (await db.selectFrom('users').select('id').executeTakeFirstOrThrow()).id
  await ensureEngine(db, bundledEngines)
})
afterAll(() => sandbox.close())

let people = 0

/** A quote by an applicant that no other test uses. */
async function quoteOf(changes: object = {}) {
  const email = `applicant${++people}@example.com`
  const id = await insertQuote(db, { email, ...changes })
  return { id, email }
}

async function resultOf(quoteId: number) {
  const run = await runUnderwriting(db, sandbox, { quoteId, adminId: by, asOf: '2026-01-15' })
  if (!run.ok) throw new Error(run.message)
  return run.result
}

const send = (resultId: number, replaces?: number | null) =>
  sendOffer(db, resultId, { by, site, sandbox, replaces })
const change = async (quoteId: number, changes: object) =>
  db.updateTable('quote_submissions').set(changes).where('id', '=', quoteId).execute()
const statusOf = async (id: number) =>
  (await db.selectFrom('quote_submissions').select('status').where('id', '=', id).executeTakeFirstOrThrow())
    .status
const tokenIn = (text = '') => /\/quote\/([\w-]{43})\s/.exec(text)?.[1] ?? ''
const newestMail = async (email: string) => (await mailsTo(db, email)).at(-1)?.body_text ?? ''
const newestAudit = async () =>
  db
    .selectFrom('audit_log')
    .selectAll()
    .where('entity', '=', 'offer')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

describe('sending a result', () => {
  test('is previewed with the text of its mail, but for the link and the time', async () => {
    const quote = await quoteOf()
    const result = await resultOf(quote.id)
    const preview = await previewOffer(db, result.id, { site, sandbox })
    await send(result.id)
    const sent = await newestMail(quote.email)
    const untold = (text = '') => text.replace(/\/quote\/\S+/, '').replace(/Quote Q-.*/, '')
    expect(untold(preview?.text)).toBe(untold(sent))
    expect(preview?.text).toContain('/quote/...')
    expect(sent).toMatch(/What would change it:\s+The next lower tier: \w+, \$[\d,.]+ at most for \$/)
    expect(tokenIn(preview?.text)).toBe('')
  })

  test('has no preview before a referred one is decided, and for an unknown one', async () => {
    const referred = await resultOf((await quoteOf({ background_check: 'MajorFlag' })).id)
    expect(referred.decision).toBe('referred')
    expect(await previewOffer(db, referred.id, { site })).toBeNull()
    expect(await previewOffer(db, 2_000_000_000, { site })).toBeNull()
  })

  test('mails the applicant the visible facts, and activates its link', async () => {
    const quote = await quoteOf()
    const result = await resultOf(quote.id)
    expect(await send(result.id)).toEqual({ ok: true })

    const [mail, ...others] = await mailsTo(db, quote.email)
    expect(others).toEqual([])
    expect(mail?.kind).toBe('quote ready')
    const text = mail?.body_text ?? ''
    expect(text).toContain(`Tier: ${result.coverage_tier}`)
    expect(text).toContain('Your cover is not active')
    expect(text).toContain('What we used:')
    expect(text).toContain('If an answer was wrong, reply to this mail')
    for (const amount of [result.max_coverage, result.monthly_premium, result.annual_premium])
      expect(text).toContain(amount!.toLocaleString('en-US', { style: 'currency', currency: 'USD' }))

    const offer = await findOffer(db, { token: tokenIn(text) })
    expect(offer).toMatchObject({
      ok: true,
      offer: {
        quoteId: quote.id,
        declined: false,
        tier: result.coverage_tier,
        coverage: result.max_coverage,
        monthly: result.monthly_premium,
        annual: result.annual_premium,
      },
    })
    const { vesting_months } = await db
      .selectFrom('coverage_tiers')
      .select('vesting_months')
      .where('tier_name', '=', result.coverage_tier)
      .executeTakeFirstOrThrow()
    expect(offer.ok && offer.offer.vestingMonths).toBe(vesting_months)
    expect(await statusOf(quote.id)).toBe('Quoted')
    expect(await newestAudit()).toMatchObject({
      user_id: by,
      action: 'send',
      before: { status: 'In review', offer: null },
      after: { status: 'Quoted', result: result.id, quote: quote.id },
    })
  })

  test('says that credit led to a price, and not to a refusal for short tenure', async () => {
    const credit = { credit_score: 560, background_check: 'Clear', bankruptcy_history: 'None' }
    const adverse = async (changes: object) => {
      const quote = await quoteOf({ ...credit, ...changes })
      await send((await resultOf(quote.id)).id)
      const offer = await findOffer(db, { token: tokenIn(await newestMail(quote.email)) })
      return offer.ok ? { declined: offer.offer.declined, adverse: offer.offer.adverse } : null
    }
    expect(await adverse({ employment_length: 5 })).toEqual({ declined: false, adverse: ['Credit score'] })
    expect(await adverse({ employment_length: 0.1 })).toEqual({ declined: true, adverse: [] })
  })

  test('never reveals scores and factors, by name or by value', async () => {
    const quote = await quoteOf()
    const result = await resultOf(quote.id)
    const told = 'A person looks at an application with a major flag in a background check.'
    const reasons = [
      [`The combined risk factor of ${result.combined_risk_factor} is 2 or more.`, true] as const,
      ['The user score is low.', false] as const,
      [`Our sum came to ${result.user_score}.`, true] as const,
      [told, true] as const,
    ].map(([text, forApplicant]) => ({ code: 'TEST', text, forApplicant }))
    await db
      .updateTable('underwriting_results')
      .set({ calculation_details: JSON.stringify({ ...result.calculation_details, decision: { reasons } }) })
      .where('id', '=', result.id)
      .execute()
    await send(result.id)
    const text = await newestMail(quote.email)
    expect(text).toContain(told)
    expect(text.match(/We looked at your application as a whole\./g)).toHaveLength(1)
    const offer = await findOffer(db, { token: tokenIn(text) })
    for (const secret of [text, JSON.stringify(offer)]) {
      expect(secret).not.toMatch(/(?<!credit )score|factor/i)
      expect(secret).not.toContain(String(result.user_score))
      expect(secret).not.toContain(String(result.combined_risk_factor))
    }
  })

  test('reports a declined application with its reasons and no figures', async () => {
    const quote = await quoteOf({ employment_length: 0 })
    const result = await resultOf(quote.id)
    expect(result.decision).toBe('declined')
    await send(result.id)
    const text = await newestMail(quote.email)
    expect(text).toContain('we cannot offer you cover at this time')
    expect(text).not.toContain('$')
    const offer = await findOffer(db, { token: tokenIn(text) })
    expect(offer).toMatchObject({ ok: true, offer: { declined: true, tier: null, monthly: null } })
    expect(offer.ok && offer.offer.reasons.length).toBeGreaterThan(0)
    expect(await statusOf(quote.id)).toBe('Declined')
  })

  test('invalidates the link of an earlier result of that quote', async () => {
    const quote = await quoteOf()
    await send((await resultOf(quote.id)).id)
    const before = tokenIn(await newestMail(quote.email))
    const newer = await resultOf(quote.id)
    expect(await send(newer.id)).toEqual({ ok: true })
    const after = tokenIn(await newestMail(quote.email))
    expect(await findOffer(db, { token: before })).toEqual({ ok: false, reason: 'replaced' })
    expect(await findOffer(db, { token: after })).toMatchObject({ ok: true })
    const offers = await listOffers(db, quote.id)
    expect(offers.map(({ withdrawn_at }) => withdrawn_at === null)).toEqual([true, false])
  })

  test('says that a newer result of the quote exists, and what it offers', async () => {
    const quote = await quoteOf()
    const older = await resultOf(quote.id)
    expect(await findSendWarnings(db, older.id)).toEqual([])
    await change(quote.id, { coverage_level: 'basic' })
    const newer = await resultOf(quote.id)
    expect(newer.coverage_tier).toBe('Basic')
    expect(await findSendWarnings(db, older.id)).toEqual([
      {
        kind: 'result',
        id: newer.id,
        contradicts: false,
        says: expect.stringMatching(/^Basic, \$[\d,.]+ at most for \$[\d.]+ a month$/) as string,
      },
    ])
    expect(await findSendWarnings(db, newer.id)).toEqual([])
    expect(await send(older.id)).toEqual({ ok: true })
  })

  test('says that the tier was changed since, but not of another tier', async () => {
    const quote = await quoteOf()
    const result = await resultOf(quote.id)
    const raise = (names: 'in' | 'not in', dollars: number) =>
      db
        .updateTable('coverage_tiers')
        .set((eb) => ({ base_premium: eb('base_premium', '+', dollars) }))
        .where('tier_name', names, [String(result.coverage_tier)])
        .execute()
    await raise('not in', 1)
    expect(await findSendWarnings(db, result.id)).toEqual([])
    await raise('not in', -1)
    await raise('in', 1)
    const says = 'The Standard tier was changed after this result.'
    expect(await findSendWarnings(db, result.id)).toEqual([{ kind: 'price', says, contradicts: false }])
    expect(await findNewestResult(db, quote.id)).toMatchObject({ repriced: says })
    expect(await send(result.id)).toEqual({ ok: true })
    await raise('in', -1)
    expect(await findSendWarnings(db, result.id)).toEqual([])
    expect(await findNewestResult(db, quote.id)).toMatchObject({ repriced: null })
  })

  test('needs the sender to know of an answer of the applicant that nobody has read', async () => {
    const quote = await quoteOf()
    const result = await resultOf(quote.id)
    const fields = { message: 'Since when have you worked there, please?' }
    const asked = await askApplicant(db, quote.id, fields, { by, site, key: null })
    expect(await findSendWarnings(db, result.id)).toEqual([])
    const id = asked.ok ? asked.id : 0
    await db
      .updateTable('applicant_questions')
      .set({ answer: 'Since May.', answered_at: new Date('2026-11-20T09:30:00Z') })
      .where('id', '=', id)
      .execute()
    expect(await findUnreadAnswer(db, quote.id)).toMatchObject({ id })
    // An answer that came before the newest run counts too: nobody has seen it.
    const newer = await resultOf(quote.id)
    for (const acknowledged of [undefined, '', `result ${id}`])
      expect(await sendOffer(db, newer.id, { by, site, acknowledged })).toMatchObject({
        reason: 'refused',
        message:
          'An answer of the applicant is not read yet: it came 11/20/26 09:30 UTC. Read it first. If you send this one again after that, you are asked to confirm it.',
      })
    expect(await sendOffer(db, newer.id, { by, site, acknowledged: `answer ${id}` })).toEqual({ ok: true })
    await withdrawOffer(db, newer.id, { by })
    await markAnswerRead(db, id, { by })
    expect(await findSendWarnings(db, newer.id)).toEqual([])
    expect(await send(newer.id)).toEqual({ ok: true })
  })

  test.each([
    ['referred, and not decided yet', { background_check: 'MajorFlag' }],
    ['declined', { employment_length: 0 }],
  ])('needs the sender to know of a newer result that is %s', async (says, changes) => {
    const quote = await quoteOf()
    const older = await resultOf(quote.id)
    await change(quote.id, changes)
    const newer = await resultOf(quote.id)
    expect(await findSendWarnings(db, older.id)).toEqual([
      { kind: 'result', id: newer.id, says, contradicts: true },
    ])
    for (const acknowledged of [undefined, '', `result ${older.id}`, `correction ${newer.id}`])
      expect(await sendOffer(db, older.id, { by, site, acknowledged })).toMatchObject({
        reason: 'refused',
        message: expect.stringContaining(`Result ${newer.id} of this quote is newer: ${says}.`) as string,
      })
    expect(await mailsTo(db, quote.email)).toEqual([])
    expect(await sendOffer(db, older.id, { by, site, acknowledged: `result ${newer.id}` })).toEqual({
      ok: true,
    })
  })

  test('is listed with the state of its mail', async () => {
    const quote = await quoteOf()
    const result = await resultOf(quote.id)
    await send(result.id)
    const [sent] = await listOffers(db, quote.id)
    expect(sent?.mail).toMatchObject({ status: 'pending' })
    const subject = await db
      .selectFrom('sent_emails')
      .select('recipient')
      .where('id', '=', sent?.mail?.id ?? 0)
      .executeTakeFirst()
    expect(subject?.recipient).toBe(quote.email)
  })

  test('happens once, however many admins send at the same time', async () => {
    const quote = await quoteOf()
    const result = await resultOf(quote.id)
    const outcomes = await Promise.all([send(result.id), send(result.id), send(result.id)])
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await mailsTo(db, quote.email)).toHaveLength(1)
  })

  test('does not replace an offer that its sender has not seen', async () => {
    const quote = await quoteOf()
    const [one, other] = [await resultOf(quote.id), await resultOf(quote.id)]
    const outcomes = await Promise.all([send(one.id, null), send(other.id, null)])
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    const [live] = await listOffers(db, quote.id)
    const last = live?.result_id === one.id ? other : one
    expect(await send(last.id, live?.id)).toEqual({ ok: true })
  })

  test('is rejected for a withdrawn quote and for a missing result', async () => {
    const quote = await quoteOf({ status: 'Withdrawn' })
    const result = await resultOf(quote.id)
    const message = 'This quote is withdrawn. Give it another status first, if the applicant wants to go on.'
    expect(await send(result.id)).toEqual({ ok: false, reason: 'refused', message })
    expect(await findSendRefusal(db, result.id)).toBe(message)
    expect(await findSendRefusal(db, (await resultOf((await quoteOf()).id)).id)).toBeNull()
    expect(await send(2_000_000_000)).toMatchObject({ ok: false, reason: 'missing' })
    expect(await mailsTo(db, quote.email)).toEqual([])
    expect(await statusOf(quote.id)).toBe('Withdrawn')
  })
})

describe('withdrawing a result', () => {
  test('invalidates its link and puts its quote back in review', async () => {
    const quote = await quoteOf()
    const result = await resultOf(quote.id)
    await send(result.id)
    const token = tokenIn(await newestMail(quote.email))
    const outcomes = await Promise.all([1, 2].map(() => withdrawOffer(db, result.id, { by })))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await findOffer(db, { token })).toEqual({ ok: false, reason: 'withdrawn' })
    expect(await statusOf(quote.id)).toBe('In review')
    expect(await newestAudit()).toMatchObject({ action: 'withdraw', after: { status: 'In review' } })
    expect(await send(result.id)).toEqual({ ok: true })
  })

  test('leaves a refusal in force: it can be sent again', async () => {
    const quote = await quoteOf({ employment_length: 0 })
    const result = await resultOf(quote.id)
    expect(result.decision).toBe('declined')
    await send(result.id)
    expect(await withdrawOffer(db, result.id, { by })).toEqual({ ok: true })
    expect(await statusOf(quote.id)).toBe('Declined')
    expect(await send(result.id)).toEqual({ ok: true })
  })

  test('leaves a status that was changed since', async () => {
    const quote = await quoteOf()
    const result = await resultOf(quote.id)
    await send(result.id)
    await db
      .updateTable('quote_submissions')
      .set({ status: 'Withdrawn' })
      .where('id', '=', quote.id)
      .execute()
    expect(await withdrawOffer(db, result.id, { by })).toEqual({ ok: true })
    expect(await statusOf(quote.id)).toBe('Withdrawn')
  })
})

describe('the private link', () => {
  const sentAgo = (resultId: number, days: number) =>
    db
      .updateTable('offers')
      .set({ sent_at: sql`now() - make_interval(days => ${days})` })
      .where('result_id', '=', resultId)
      .execute()

  test('expires after its days, and the mail has the date', async () => {
    const quote = await quoteOf()
    const result = await resultOf(quote.id)
    await send(result.id)
    const text = await newestMail(quote.email)
    expect(text).toContain(`It works for ${linkDays} days.`)
    await sentAgo(result.id, linkDays - 1)
    expect(await findOffer(db, { token: tokenIn(text) })).toMatchObject({ ok: true })
    expect(await listOffers(db, quote.id)).toMatchObject([{ withdrawn_at: null, expired: false }])
    await sentAgo(result.id, linkDays)
    expect(await findOffer(db, { token: tokenIn(text) })).toEqual({ ok: false, reason: 'expired' })
    expect(await listOffers(db, quote.id)).toMatchObject([{ withdrawn_at: null, expired: true }])
  })

  test('is replaced after it has expired, when the result is sent again', async () => {
    const quote = await quoteOf()
    const result = await resultOf(quote.id)
    await send(result.id)
    const old = tokenIn(await newestMail(quote.email))
    expect(await send(result.id)).toMatchObject({ ok: false, reason: 'refused' })
    await sentAgo(result.id, linkDays + 1)
    expect(await send(result.id)).toEqual({ ok: true })
    expect(await findOffer(db, { token: old })).toEqual({ ok: false, reason: 'replaced' })
    expect(await findOffer(db, { token: tokenIn(await newestMail(quote.email)) })).toMatchObject({ ok: true })
  })
})

test('an unknown link finds nothing', async () => {
  for (const token of ['', 'x', 'A'.repeat(43), `${'A'.repeat(42)}'`, 'é'.repeat(43)])
    expect(await findOffer(db, { token })).toEqual({ ok: false, reason: 'missing' })
})

test('a link is masked wherever a mail is shown', async () => {
  const quote = await quoteOf()
  await send((await resultOf(quote.id)).id)
  const text = await newestMail(quote.email)
  expect(maskSecrets(text)).not.toContain(tokenIn(text))
  expect(maskSecrets(text)).toContain('Tier: ')
  expect(maskSecrets(text)).toContain('Your monthly premium: $')
})

describe('an account', () => {
  async function account(email: string) {
    await register(db, { ...person, email }, { site, ip: null, key: null })
    await db.updateTable('users').set({ email_verified: true }).where('email', '=', email).execute()
    return db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
  }

  test('sees its own applications, each with its live offer, and nobody else’s', async () => {
    const user = await account('own@example.com')
    const other = await quoteOf()
    await send((await resultOf(other.id)).id)
    const bare = await quoteOf({ user_id: user.id })
    const sent = await quoteOf({ email: 'own@example.com' })
    const result = await resultOf(sent.id)
    await send(result.id)

    const quotes = await offersOf(db, user.id)
    expect(quotes.map(({ id, offer }) => [id, offer?.monthly ?? null])).toEqual([
      [sent.id, result.monthly_premium],
      [bare.id, null],
    ])
    expect(JSON.stringify(quotes)).not.toMatch(/user_score|combined_risk|factor/)
    // A declined application shows its reasons once they are sent.
    await db.updateTable('quote_submissions').set({ status: 'Declined' }).where('id', '=', bare.id).execute()
    expect((await offersOf(db, user.id)).map(({ status }) => status)).toEqual(['Quoted', 'In review'])

    await db.updateTable('users').set({ email_verified: false }).where('id', '=', user.id).execute()
    expect((await offersOf(db, user.id)).map(({ id }) => id)).toEqual([bare.id])
    await db.updateTable('users').set({ email_verified: true }).where('id', '=', user.id).execute()
    await withdrawOffer(db, result.id, { by })
    expect((await offersOf(db, user.id)).map(({ offer }) => offer)).toEqual([null, null])
  })

  test('sees by whom an application was withdrawn, and whether the link to an offer still works', async () => {
    const user = await account('ended@example.com')
    const [office, applicant, unrecorded, expired] = [
      await quoteOf({ email: user.email }),
      await quoteOf({ email: user.email }),
      await quoteOf({ email: user.email, status: 'Withdrawn' }),
      await quoteOf({ email: user.email }),
    ]
    await changeSubmission(db, quotes, office.id, { status: 'Withdrawn' }, { by })
    await changeSubmission(db, quotes, office.id, { note: 'By telephone.' }, { by })
    await send((await resultOf(applicant.id)).id)
    await answerOffer(db, { token: tokenIn(await newestMail(user.email)) }, 'withdrawn')
    const old = await resultOf(expired.id)
    await send(old.id)
    await sql`update offers set sent_at = now() - interval '1 year' where result_id = ${old.id}`.execute(db)

    const own = await offersOf(db, user.id)
    const of = (id: number) => own.find((quote) => quote.id === id)
    const at = expect.any(Date) as Date
    expect(of(office.id)).toMatchObject({ withdrawal: { at, byApplicant: false }, offer: null })
    expect(of(applicant.id)).toMatchObject({
      withdrawal: { at, byApplicant: true },
      offer: { standing: 'withdrawn', expired: false },
    })
    expect(of(unrecorded.id)?.withdrawal).toEqual({ at: null, byApplicant: false })
    expect(of(expired.id)).toMatchObject({ withdrawal: null, offer: { standing: 'open', expired: true } })
  })

  test('has its offers in its export, and ends them when it is deleted', async () => {
    const user = await account('leaving@example.com')
    const quote = await quoteOf({ user_id: user.id })
    const result = await resultOf(quote.id)
    await send(result.id)
    const token = tokenIn(await newestMail(quote.email))

    let text = ''
    for await (const piece of (await ownData(db, user.id, site.brand))!) text += piece
    const { quote_submissions } = JSON.parse(text) as {
      quote_submissions: { offers: { result_id: number; withdrawn_at: null }[] }[]
    }
    expect(quote_submissions[0]?.offers).toMatchObject([{ result_id: result.id, withdrawn_at: null }])
    expect(text).not.toContain(token)

    expect(await deleteAccount(db, user, person.password, { site, ip: null })).toEqual({
      ok: true,
    })
    expect(await findOffer(db, { token })).toEqual({ ok: false, reason: 'missing' })
    expect(await send(result.id)).toMatchObject({ ok: false, reason: 'refused' })
  })
})
