import { afterAll, beforeAll, expect, test } from 'vitest'

import { createAdmin } from '~/domain/accounts/accounts.server'
import { answerQuestion } from '~/domain/applicant-questions/answers.server'
import { askApplicant } from '~/domain/applicant-questions/applicant-questions.server'
import { decideResult } from '~/domain/decisions/decisions.server'
import { fillEmptyDatabase } from '~/domain/imports/bundled-files.server'
import { answerOffer } from '~/domain/offers/answers.server'
import { sendOffer, withdrawOffer } from '~/domain/offers/offers.server'
import { currentQuoteSchema, submitQuote } from '~/domain/quotes/quotes.server'
import { quoteTimeline } from '~/domain/quotes/timeline.server'
import { parseFields } from '~/domain/parse-fields'
import { quotes } from '~/domain/submissions/kinds'
import { changeSubmission, openSubmission } from '~/domain/submissions/submissions.server'
import { createSandbox, type Sandbox } from '~/domain/underwriting/sandbox.server'
import { ensureEngine, runUnderwriting } from '~/domain/underwriting/underwriting.server'

import { mailsTo, site } from '../../support/accounts'
import { provideDatabase } from '../../support/database'
import { bundledEngines } from '../../support/engine'
import { application } from '../../support/program'

const provided = provideDatabase()
let sandbox: Sandbox
let by = 0
let admin = ''

beforeAll(async () => {
  const { db } = provided
  sandbox = createSandbox({ workers: 1 })
  await fillEmptyDatabase(db)
  await createAdmin(db, { email: 'root@example.com', password: 'a long password' })
  const account = await db.selectFrom('users').select(['id', 'username']).executeTakeFirstOrThrow()
  by = account.id
  admin = account.username
  await ensureEngine(db, bundledEngines)
})
afterAll(() => sandbox.close())

async function apply(email: string) {
  const fields = { ...application, email, quote_email: email, children_count: 3, family_size: 3 }
  const parsed = parseFields(await currentQuoteSchema(provided.db), fields)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors))
  const { result } = await submitQuote(provided.db, parsed.value, { ip: null, userId: null, key: null })
  return result.id
}

async function run(quoteId: number) {
  const outcome = await runUnderwriting(provided.db, sandbox, { quoteId, adminId: by })
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.result.id
}

async function textsOf(quoteId: number) {
  const timeline = await quoteTimeline(provided.db, quoteId)
  return timeline?.entries.map(({ who, text }) => `${who} ${text}`)
}

const words = 'Her employer told me about it.'
const note = 'Ann called twice about her cousin.'

test('a timeline tells the way of an application, newest first, and copies no words', async () => {
  const { db } = provided
  const quote = await apply('ann.way@example.com')
  await apply('somebody.else@example.com')
  await openSubmission(db, quotes, quote, { by })
  await changeSubmission(db, quotes, quote, { status: 'In review', note }, { by })
  const result = await run(quote)
  await decideResult(db, sandbox, result, { verdict: 'accepted', reason: 'confirmed', words }, { by })
  await sendOffer(db, result, { by, site })
  const mail = (await mailsTo(db, 'ann.way@example.com')).at(-1)
  const token = /\/quote\/([\w-]+)/.exec(mail?.body_text ?? '')?.[1] ?? ''
  for (const answer of ['interested', null, 'interested'] as const)
    expect(await answerOffer(db, { token }, answer)).toEqual({ ok: true })
  await withdrawOffer(db, result, { by })

  const timeline = await quoteTimeline(db, quote)
  expect(timeline?.entries.map(({ who, text }) => `${who} ${text}`)).toEqual([
    `${admin} withdrew the result from the applicant`,
    'The applicant is interested in the offer',
    'The applicant is not interested in the offer any more',
    'The applicant is interested in the offer',
    // Its mail had not gone out, and does not any more.
    `${admin} sent the result to the applicant`,
    `${admin} accepted the referred result. Accept: the answers were confirmed`,
    expect.stringMatching(`^${admin} ran underwriting: referred, Standard at \\$\\d+\\.\\d\\d a month$`),
    `${admin} changed the status from Pending to In review and the note`,
    'The service will send the mail “quote received”',
    'The applicant sent the application',
  ])
  expect(timeline?.entries.map(({ link }) => link.to)).toEqual([
    ...Array.from({ length: 5 }, () => `/admin/underwriting/result/${result}#offer`),
    `/admin/underwriting/result/${result}#decision`,
    `/admin/underwriting/result/${result}`,
    `/admin/submissions/quotes/${quote}`,
    expect.stringMatching(/^\/admin\/mail\/\d+$/),
    `/admin/submissions/quotes/${quote}`,
  ])
  const copied = JSON.stringify(timeline)
  for (const text of [words, note, 'ann.way', application.name]) expect(copied).not.toContain(text)
})

test('a mail that refuses is told as such', async () => {
  const { db } = provided
  const quote = await apply('refused@example.com')
  const result = await run(quote)
  const refusal = { verdict: 'declined', reason: 'outside', words, told: 'We do not insure this work.' }
  await decideResult(db, sandbox, result, refusal, { by })
  await sendOffer(db, result, { by, site })
  const texts = (await quoteTimeline(db, quote))?.entries.map(({ text }) => text)
  expect(texts).toContain('will send the mail “application declined”')
  expect(texts).not.toContain('will send the mail “quote ready”')
})

test('a question and its answer are told without their words, and a decision that waits for a senior as such', async () => {
  const { db } = provided
  const quote = await apply('asked@example.com')
  const result = await run(quote)
  await askApplicant(db, quote, { message: 'Do three children live with you?' }, { by, site, key: null })
  const token =
    /\/questions\/([\w-]+)/.exec((await mailsTo(db, 'asked@example.com')).at(-1)?.body_text ?? '')?.[1] ?? ''
  expect(await answerQuestion(db, { token }, { answer: 'Yes, all three.' }, { ip: null })).toMatchObject({
    ok: true,
  })
  await db.updateTable('users').set({ authority: 'underwriter' }).where('id', '=', by).execute()
  const change = { verdict: 'changed', reason: 'loaded', words, told: 'It is dearer.', loading_percent: 50 }
  expect(await decideResult(db, sandbox, result, change, { by })).toMatchObject({ ok: true })
  await db.updateTable('users').set({ authority: 'senior' }).where('id', '=', by).execute()

  const texts = await textsOf(quote)
  expect(texts).toEqual(
    expect.arrayContaining([
      `${admin} accepted the referred result with changes, which waits for a senior. Change: the risk is higher than the rating knows`,
      'The applicant answered the question',
      `${admin} asked the applicant`,
    ]),
  )
  const copied = JSON.stringify(await quoteTimeline(db, quote))
  for (const text of [words, 'three children', 'all three']) expect(copied).not.toContain(text)
})

test('another application of the same applicant has its own mails, also where its number begins alike', async () => {
  const { db } = provided
  const first = await apply('twice@example.com')
  await apply('twice@example.com')
  await db
    .updateTable('sent_emails')
    .set({ subject: `About Q-${first}0`, body_text: `Quote Q-${first}0.` })
    .where('subject', 'like', `%Q-${first}`)
    .execute()
  expect(await textsOf(first)).toEqual(['The applicant sent the application'])
})

test('a page has 100 entries, and together the pages have each entry once', async () => {
  const { db } = provided
  const quote = await apply('busy@example.com')
  const at = Date.now()
  await db
    .insertInto('audit_log')
    .values(
      Array.from({ length: 230 }, (_, index) => ({
        user_id: by,
        action: 'update',
        entity: 'quote submission',
        entity_id: String(quote),
        created_at: new Date(at - Math.floor(index / 7) * 60_000),
        after: JSON.stringify({ status: `Step ${index}` }),
      })),
    )
    .execute()
  const pages = await Promise.all([1, 2, 3, 4].map((page) => quoteTimeline(db, quote, page)))
  expect(pages.map((page) => [page?.entries.length, page?.hasMore])).toEqual([
    [100, true],
    [100, true],
    [32, false],
    [0, false],
  ])
  const ids = pages.flatMap((page) => page?.entries.map(({ id }) => id) ?? [])
  expect(new Set(ids).size).toBe(232)
})

test('an act that the timeline has no words for is named, and a missing application has no timeline', async () => {
  const { db } = provided
  const quote = await apply('named@example.com')
  await db
    .insertInto('audit_log')
    .values({ user_id: null, action: 'hand over', entity: 'quote submission', entity_id: String(quote) })
    .execute()
  expect(await textsOf(quote)).toContain('null did this to the application: hand over')
  expect(await quoteTimeline(db, 987_654)).toBeNull()
})
