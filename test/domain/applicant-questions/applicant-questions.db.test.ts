import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'

import type { Db } from '../../../db/schema'
import { createAdmin, register } from '~/domain/accounts/accounts.server'
import { ownData } from '~/domain/accounts/own-data.server'
import { answerQuestion, findQuestion, openQuestionsOf } from '~/domain/applicant-questions/answers.server'
import {
  askApplicant,
  findQuestionWork,
  listQuestions,
  markAnswerRead,
  withdrawQuestion,
} from '~/domain/applicant-questions/applicant-questions.server'
import { maskSecrets } from '~/domain/mail/mail.server'
import { newToken } from '~/domain/tokens.server'

import { mailsTo, person, site } from '../../support/accounts'
import { provideDatabase } from '../../support/database'
import { insertQuote } from '../../support/quotes'

const provided = provideDatabase()
let db: Db
let by = 0
let people = 0

beforeAll(async () => {
  db = provided.db
  await createAdmin(db, { email: 'root@example.com', password: 'a long password' })
  by = (await db.selectFrom('users').select('id').executeTakeFirstOrThrow()).id
})

async function quoteOf({
  email = `asked${++people}@example.com`,
  ...changes
}: { email?: string; [answer: string]: unknown } = {}) {
  const id = await insertQuote(db, { email, ...changes })
  return { id, email }
}

const words = 'How many hours do you work?\r\n\r\n    And since when?'
const ask = (quoteId: number, message: unknown = words, key: string | null = null) =>
  askApplicant(db, quoteId, { message }, { by, site, key: key === null ? null : { scope: 'ask', key } })

test('while a question that the asker does not know waits for its answer, no other is asked', async () => {
  const { id, quoteId } = await asked()
  const askAfter = (lastQuestion: number) =>
    askApplicant(db, quoteId, { message: 'Is it night work?' }, { by, site, key: null, lastQuestion })
  expect(await askAfter(0)).toMatchObject({ ok: false, reason: 'conflict', of: 'question', lastQuestion: id })
  await withdrawQuestion(db, id, { by })
  expect(await askAfter(0)).toMatchObject({ ok: true })
  const questions = await listQuestions(db, quoteId)
  expect(questions).toHaveLength(2)
  expect(await askAfter(questions[0]?.id ?? 0)).toMatchObject({ ok: true })
})

test('after an answer that the asker does not know no question is asked unseen', async () => {
  const { id, quoteId, token } = await asked()
  const askAfter = (lastAnswer: number) =>
    askApplicant(
      db,
      quoteId,
      { message: 'Is it night work?' },
      { by, site, key: null, lastQuestion: id, lastAnswer },
    )
  expect(await answer(token, 'In Reno.')).toEqual({ ok: true })
  expect(await askAfter(0)).toMatchObject({ ok: false, reason: 'conflict', of: 'answer', lastAnswer: id })
  expect(await askAfter(id)).toMatchObject({ ok: true })
  expect(await askAfter(0)).toMatchObject({ reason: 'conflict', of: 'answer', lastAnswer: id })
})

/** Asks a new applicant. */
async function asked(changes: { email?: string; [answer: string]: unknown } = {}) {
  const quote = await quoteOf(changes)
  const outcome = await ask(quote.id)
  if (!outcome.ok) throw new Error('The question was refused')
  const mail = (await mailsTo(db, quote.email)).at(-1)
  const token = /\/questions\/([\w-]{43})\n/.exec(mail?.body_text ?? '')?.[1] ?? ''
  expect(token).not.toBe('')
  return { id: outcome.id, quoteId: quote.id, email: quote.email, token, mail }
}

const answer = (token: string, text: unknown, ip: string | null = null) =>
  answerQuestion(db, { token }, { answer: text }, { ip })
const stored = (id: number) =>
  db.selectFrom('applicant_questions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const expire = (id: number) =>
  sql`update applicant_questions set asked_at = now() - interval '30 days' where id = ${id}`.execute(db)

async function audited(id: number) {
  return db
    .selectFrom('audit_log')
    .select(['user_id', 'action', 'before', 'after'])
    .where('entity', '=', 'applicant question')
    .where('entity_id', '=', String(id))
    .orderBy('id')
    .execute()
}

describe('a question', () => {
  test('is mailed with its words and a private link, of which the database has a hash', async () => {
    const { id, quoteId, token, mail } = await asked({ name: 'Ann Doe' })
    expect(mail).toMatchObject({
      kind: 'applicant question',
      subject: `A question about your Holdfast application Q-${quoteId}`,
    })
    expect(mail?.body_text).toContain('Hello Ann Doe,')
    expect(mail?.body_text).toContain('How many hours do you work?\n\nAnd since when?')
    expect(mail?.body_html).toContain('How many hours do you work?<br><br>')
    expect(mail?.body_html).toContain(`/questions/${token}`)
    expect(maskSecrets(mail?.body_text ?? '')).not.toContain(token)
    expect(maskSecrets(mail?.body_text ?? '')).toContain('And since when?')
    const row = await stored(id)
    expect(row).toMatchObject({ quote_submission_id: quoteId, asked_by: by, answer: null })
    expect(Buffer.from(row.token_hash).toString()).not.toContain(token)
    expect(await audited(id)).toEqual([
      {
        user_id: by,
        action: 'ask',
        before: { status: 'Pending' },
        after: { quote: quoteId, status: 'In review' },
      },
    ])
  })

  test.each([
    ['Pending', 'In review'],
    ['In review', 'In review'],
    ['Quoted', 'Quoted'],
    ['Declined', 'Declined'],
    ['Withdrawn', 'Withdrawn'],
  ])('about a quote that is %s leaves it %s', async (before, after) => {
    const { id } = await quoteOf({ status: before })
    expect((await ask(id)).ok).toBe(before !== 'Withdrawn')
    const quote = await db
      .selectFrom('quote_submissions')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(quote.status).toBe(after)
  })

  test('is sent once, however often its form is', async () => {
    const { id, email } = await quoteOf()
    const [one, other] = await Promise.all([ask(id, words, 'twice'), ask(id, words, 'twice')])
    expect(one).toEqual(other)
    expect(await ask(id, words, 'twice')).toEqual(one)
    expect(await mailsTo(db, email)).toHaveLength(1)
    expect(await ask(id)).toMatchObject({ ok: true })
    expect(await listQuestions(db, id)).toHaveLength(2)
  })

  test.each([null, '', ' \r\n ', 'x'.repeat(2001), 'a\0b', 7, ['x']])('is refused as %o', async (message) => {
    const { id, email } = await quoteOf()
    expect(await ask(id, message)).toMatchObject({ reason: 'invalid', errors: [{ path: 'message' }] })
    expect(await mailsTo(db, email)).toEqual([])
  })

  test('goes to nobody whose application is withdrawn, deleted or missing, until that changes', async () => {
    const { id } = await quoteOf({ status: 'Withdrawn' })
    expect(await ask(id, words, 'again')).toMatchObject({ reason: 'refused' })
    await db.updateTable('quote_submissions').set({ status: 'In review' }).where('id', '=', id).execute()
    expect(await ask(id, words, 'again')).toMatchObject({ ok: true })
    const deleted = await quoteOf({})
    await db
      .updateTable('quote_submissions')
      .set({ email: `deleted-${deleted.id}@invalid.example` })
      .where('id', '=', deleted.id)
      .execute()
    expect(await ask(deleted.id)).toMatchObject({ reason: 'refused' })
    expect(await ask(2_000_000_000)).toMatchObject({ reason: 'missing' })
  })

  test('and its repetitions fill no inbox', async () => {
    const { id, email } = await quoteOf()
    for (let count = 0; count < 10; count += 1) expect(await ask(id)).toMatchObject({ ok: true })
    await expect(ask(id)).rejects.toThrow('Too many attempts')
    expect(await mailsTo(db, email)).toHaveLength(10)
  })
})

describe('an answer', () => {
  test('is stored once; the same one again is no error, another one is refused', async () => {
    const { id, quoteId, token } = await asked()
    expect(await Promise.all(['40', '40', '40'].map((text) => answer(token, text)))).toEqual(
      [1, 2, 3].map(() => ({ ok: true })),
    )
    expect(await answer(token, ' 40\r\n')).toEqual({ ok: true })
    expect(await answer(token, '39')).toEqual({ ok: false, reason: 'conflict' })
    expect(await answer(token, '')).toEqual({ ok: false, reason: 'conflict' })
    expect((await stored(id)).answer).toBe('40')
    expect((await audited(id)).slice(1)).toEqual([
      { user_id: null, action: 'answer', before: null, after: { quote: quoteId } },
    ])
    expect(await findQuestion(db, { token })).toMatchObject({ ok: true, question: { answer: '40', quoteId } })
  })

  test('is known not to be needed for an application that is withdrawn', async () => {
    const { token, quoteId } = await asked()
    const found = await findQuestion(db, { token })
    expect(found).toMatchObject({ question: { isWithdrawn: false } })
    await db.updateTable('quote_submissions').set({ status: 'Withdrawn' }).where('id', '=', quoteId).execute()
    expect(await findQuestion(db, { token })).toMatchObject({ question: { isWithdrawn: true } })
  })

  test('of two tabs that differ leaves the first one', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, token } = await asked()
      const outcomes = await Promise.all(['yes', 'no'].map((text) => answer(token, text)))
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
      expect((await stored(id)).answer).toBe(outcomes[0]?.ok ? 'yes' : 'no')
    }
  })

  test.each([undefined, '', '\n', 'x'.repeat(4001), 'a\u0007b', '👍', '...', 7, {}])(
    'is refused as %o',
    async (text) => {
      const { id, token } = await asked()
      expect(await answer(token, text)).toMatchObject({ reason: 'invalid', errors: [{ path: 'answer' }] })
      expect((await stored(id)).answer).toBeNull()
      expect(await answer(token, 'x'.repeat(4000))).toEqual({ ok: true })
    },
  )

  test('needs a link that works', async () => {
    for (const token of ['', newToken(), "' or true --", 'constructor'])
      expect(await answer(token, 'yes')).toEqual({ ok: false, reason: 'missing', why: 'missing' })
    const old = await asked()
    await expire(old.id)
    expect(await answer(old.token, 'yes')).toEqual({ ok: false, reason: 'missing', why: 'expired' })
    const gone = await asked()
    for (let time = 0; time < 2; time += 1) expect(await withdrawQuestion(db, gone.id, { by })).toBe(true)
    expect(await answer(gone.token, 'yes')).toEqual({ ok: false, reason: 'missing', why: 'withdrawn' })
    expect((await audited(gone.id)).map(({ action }) => action)).toEqual(['ask', 'withdraw'])
    expect((await listQuestions(db, gone.quoteId))[0]?.mail).toBeNull()
  })

  test('and a withdrawal at once leave one of them', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, token } = await asked()
      const [said, isWithdrawn] = await Promise.all([answer(token, 'yes'), withdrawQuestion(db, id, { by })])
      expect(said.ok).toBe(!isWithdrawn)
    }
  })

  test('is counted by IP, as are tried links', async () => {
    const ip = '203.0.113.9'
    for (let count = 0; count < 60; count += 1) await answer(newToken(), 'yes', ip)
    const { token } = await asked()
    await expect(answer(token, 'yes', ip)).rejects.toThrow('Too many attempts')
    expect(await answer(token, 'yes', '203.0.113.10')).toEqual({ ok: true })
  })
})

describe('an account', () => {
  async function accountOf(email: string) {
    await register(db, { ...person, email }, { site, ip: null, key: null })
    const { id } = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    return { id, email, email_verified: false }
  }

  test('sees and answers the open questions about its own applications, and no others', async () => {
    const owner = await accountOf('owner@example.com')
    const stranger = await accountOf('stranger@example.com')
    const own = await asked({ user_id: owner.id })
    const other = await asked()
    expect((await openQuestionsOf(db, owner)).map(({ id }) => id)).toEqual([own.id])
    expect(await openQuestionsOf(db, stranger)).toEqual([])
    const unknown = { ok: false, reason: 'missing', why: 'missing' }
    for (const [account, id] of [
      [stranger, own.id],
      [owner, other.id],
    ] as const) {
      expect(await findQuestion(db, { account, id })).toMatchObject({ ok: false, reason: 'missing' })
      expect(await answerQuestion(db, { account, id }, { answer: 'yes' }, { ip: null })).toEqual(unknown)
    }
    const done = await answerQuestion(
      db,
      { account: owner, id: own.id },
      { answer: 'yes' },
      { ip: null, userId: owner.id },
    )
    expect(done).toEqual({ ok: true })
    expect(await openQuestionsOf(db, owner)).toEqual([])
    expect((await audited(own.id)).at(-1)).toMatchObject({ user_id: owner.id, action: 'answer' })
    const brand = site.brand
    let text = ''
    for await (const chunk of (await ownData(db, owner.id, brand)) ?? []) text += chunk
    const exported = JSON.parse(text) as { quote_submissions: { questions: object[] }[] }
    expect(exported.quote_submissions[0]?.questions).toMatchObject([{ id: own.id, answer: 'yes' }])
    expect(text).not.toContain('token_hash')
  })

  test('owns what a visitor sent under its email once that is verified', async () => {
    const account = await accountOf('proven@example.com')
    const { id } = await asked({ email: 'Proven@example.com' })
    expect(await openQuestionsOf(db, account)).toEqual([])
    expect((await openQuestionsOf(db, { ...account, email_verified: true })).map((one) => one.id)).toEqual([
      id,
    ])
  })
})

test('the list of work has new answers until they are read, and counts what applicants owe', async () => {
  await db.deleteFrom('applicant_questions').execute()
  const [one, two, three] = [await asked(), await asked(), await asked()]
  expect(await findQuestionWork(db)).toMatchObject({ answers: [], count: 0, waiting: 3 })
  await answer(two.token, 'later')
  await answer(one.token, 'latest')
  await expire(three.id)
  const work = await findQuestionWork(db)
  expect(work).toMatchObject({ count: 2, waiting: 0 })
  expect(work.answers.map(({ id }) => id)).toEqual([two.id, one.id])
  await markAnswerRead(db, three.id, { by })
  await markAnswerRead(db, two.id, { by })
  await markAnswerRead(db, two.id, { by })
  expect((await findQuestionWork(db)).answers.map(({ id }) => id)).toEqual([one.id])
  expect((await audited(two.id)).map(({ action }) => action)).toEqual(['ask', 'answer', 'read'])
  expect((await audited(three.id)).map(({ action }) => action)).toEqual(['ask'])
})
