import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'

import { deleteAccount } from '~/domain/accounts/deletion.server'
import { ownData } from '~/domain/accounts/own-data.server'
import {
  deleteDraft,
  deleteOldDrafts,
  findDraft,
  mailDraftLink,
  saveAnswers,
  saveStep,
  sendDraft,
  startDraft,
} from '~/domain/quote-drafts/quote-drafts.server'
import { answersVersion } from '~/domain/quote-drafts/answers-version.server'
import type { DraftAnswers } from '~/domain/quote-drafts/steps'
import { questions } from '~/domain/quotes/questions'
import { fillEmptyDatabase } from '~/domain/imports/bundled-files.server'
import { register } from '~/domain/accounts/accounts.server'
import { formsPerHour } from '~/domain/rate-limits/rate-limits.server'
import { idempotencyKeyFromForm } from '~/http/forms.server'
import { site } from '~/http/site.server'
import { idempotencyKeyName } from '~/ui/idempotency-key-field'

import { provideDatabase } from '../../support/database'
import { application } from '../../support/program'

const provided = provideDatabase()
const caller = { userId: null, ip: '192.0.2.1' }
const answers: DraftAnswers = Object.fromEntries(
  questions.flatMap(({ name }) => {
    const value = (application as Record<string, string | number>)[name]
    return value === undefined ? [] : [[name, String(value)]]
  }),
)

beforeEach(async () => {
  const { db } = provided
  await fillEmptyDatabase(db)
  await sql`truncate quote_drafts, quote_submissions, sent_emails, rate_limits, users restart identity cascade`.execute(
    db,
  )
})

test('a draft is found by its token alone, of which the hash is stored', async () => {
  const { db } = provided
  const token = await startDraft(db, { name: 'Ann' }, caller)
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(await findDraft(db, token)).toMatchObject({ answers: { name: 'Ann' }, quoteId: null })
  for (const other of ['', token.slice(1), `${token}x`, token.toLowerCase(), "' or true --", '\0'])
    expect(await findDraft(db, other)).toBeNull()
  const rows = await db.selectFrom('quote_drafts').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(token)
})

describe('a form sent again', () => {
  /** Returns a function that sends one form, with its answers or others. */
  function form() {
    const fields = { [idempotencyKeyName]: crypto.randomUUID() }
    return (changes: DraftAnswers = {}) => {
      const typed = { ...answers, ...changes }
      const key = idempotencyKeyFromForm('form', fields, typed)
      return startDraft(provided.db, typed, { ...caller, key })
    }
  }

  test('leads to the same draft, and with other answers to another', async () => {
    const start = form()
    const [token, again] = await Promise.all([start(), start()])
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(again).toBe(token)
    expect(await start({ name: 'Eve' })).not.toBe(token)
    expect(await form()()).not.toBe(token)
  })

  test('begins another draft once the first is sent or deleted, whose link stays as it is', async () => {
    const { db } = provided
    const start = form()
    const sent = await start()
    expect(await sendDraft(db, sent, caller)).toMatchObject({ ok: true })
    const deleted = await start()
    expect(await findDraft(db, deleted)).toMatchObject({ quoteId: null })
    await deleteDraft(db, deleted)
    const next = await start()
    expect(await start()).toBe(next)
    expect(await findDraft(db, next)).toMatchObject({ answers, quoteId: null })
    expect(await findDraft(db, deleted)).toBeNull()
    expect(await findDraft(db, sent)).toMatchObject({ answers: {}, quoteId: 1 })
  })

  test('is not counted again by the limit of drafts', async () => {
    const { db } = provided
    const start = form()
    const token = await start()
    for (let time = 2; time <= formsPerHour; time++) await startDraft(db, answers, caller)
    expect(await start()).toBe(token)
    await expect(form()()).rejects.toThrow('Too many attempts')
  })
})

test('answers are added step by step; two tabs lose nothing of each other', async () => {
  const { db } = provided
  const token = await startDraft(db, { name: 'Ann', email: 'ann@example.com' }, caller)
  const saved: DraftAnswers[] = [
    { occupation: 'Nurse' },
    { marital_status: 'Single' },
    { credit_score: '7oo' },
  ]
  expect(await Promise.all(saved.map((step) => saveAnswers(db, token, step)))).toEqual([true, true, true])
  expect((await findDraft(db, token))?.answers).toEqual({
    name: 'Ann',
    email: 'ann@example.com',
    occupation: 'Nurse',
    marital_status: 'Single',
    credit_score: '7oo',
  })
})

test('of two windows that save the same step at once, the second is told of the other answers', async () => {
  const { db } = provided
  const token = await startDraft(db, answers, caller)
  const base = answersVersion('employment', answers)
  const options = { base, isLater: false, today: '2026-01-05' }
  const save = (occupation: string) => saveStep(db, token, 'employment', { ...answers, occupation }, options)
  const outcomes = await Promise.all([save('Nurse'), save('Pilot')])
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  const saved = outcomes[0]?.ok ? 'Nurse' : 'Pilot'
  expect(outcomes.find(({ ok }) => !ok)).toMatchObject({
    reason: 'conflict',
    questions: [{ name: 'occupation' }],
    stored: { occupation: saved },
  })
  expect((await findDraft(db, token))?.answers.occupation).toBe(saved)

  // The same answer again, or a form that has seen the other, saves.
  expect(await save(saved)).toMatchObject({ ok: true })
  const aware = { ...options, base: answersVersion('employment', { ...answers, occupation: saved }) }
  expect(await saveStep(db, token, 'employment', { ...answers, occupation: 'Diver' }, aware)).toMatchObject({
    ok: true,
  })
})

test('a step with wrong answers is saved only if the rest follows later', async () => {
  const { db } = provided
  const token = await startDraft(db, answers, caller)
  const fields = { ...answers, occupation: '' }
  const options = { base: null, today: '2026-01-05' }
  const wrong = await saveStep(db, token, 'employment', fields, { ...options, isLater: false })
  expect(wrong).toMatchObject({ ok: false, reason: 'invalid', errors: [{ path: 'occupation' }] })
  expect((await findDraft(db, token))?.answers.occupation).toBe(answers.occupation)
  const later = await saveStep(db, token, 'employment', fields, { ...options, isLater: true })
  expect(later).toMatchObject({ ok: true })
  expect((await findDraft(db, token))?.answers.occupation).toBe('')
  await deleteDraft(db, token)
  expect(await saveStep(db, token, 'employment', fields, { ...options, isLater: true })).toEqual({
    ok: false,
    reason: 'missing',
  })
})

test('a draft ends thirty days after it was last saved', async () => {
  const { db } = provided
  const age = (token: string, days: number) =>
    sql`update quote_drafts set updated_at = now() - make_interval(days => ${days})
      where id = (select max(id) from quote_drafts) and ${token}::text is not null`.execute(db)
  const old = await startDraft(db, { name: 'Old' }, caller)
  await age(old, 30)
  const young = await startDraft(db, { name: 'Young' }, caller)
  await age(young, 29)
  expect(await findDraft(db, old)).toBeNull()
  expect(await saveAnswers(db, old, { name: 'Older' })).toBe(false)
  expect(await sendDraft(db, old, caller)).toEqual({ ok: false, reason: 'missing' })
  expect(await findDraft(db, young)).not.toBeNull()
  await deleteOldDrafts(db)
  const left = await db.selectFrom('quote_drafts').select('answers').execute()
  expect(left).toEqual([{ answers: { name: 'Young' } }])
})

test('a deleted draft leaves nothing', async () => {
  const { db } = provided
  const token = await startDraft(db, answers, caller)
  await deleteDraft(db, token)
  await deleteDraft(db, token)
  expect(await findDraft(db, token)).toBeNull()
  expect(await db.selectFrom('quote_drafts').selectAll().execute()).toEqual([])
})

describe('sending a draft', () => {
  test('stores one application, however often it is sent, and keeps no second copy of the answers', async () => {
    const { db } = provided
    const token = await startDraft(db, answers, caller)
    const sent = await Promise.all([1, 2, 3].map(() => sendDraft(db, token, caller)))
    const quotes = await db.selectFrom('quote_submissions').select(['id', 'name', 'ip_address']).execute()
    expect(quotes).toEqual([{ id: 1, name: answers.name, ip_address: caller.ip }])
    expect(sent).toMatchObject(Array(3).fill({ ok: true, quoteId: 1 }))
    expect(sent.filter((outcome) => outcome.ok && outcome.isNew)).toHaveLength(1)
    expect(await findDraft(db, token)).toMatchObject({ answers: {}, quoteId: 1 })
    expect(await saveAnswers(db, token, { name: 'Bea' })).toBe(false)
    const mails = await db.selectFrom('sent_emails').select(['kind', 'recipient']).execute()
    expect(mails).toEqual([{ kind: 'quote received', recipient: answers.email }])
  })

  test('names what is wrong, and changes nothing', async () => {
    const { db } = provided
    const token = await startDraft(db, { ...answers, credit_score: '7oo', name: '' }, caller)
    const sent = await sendDraft(db, token, caller)
    expect(sent).toMatchObject({ ok: false, errors: [{ path: 'name' }, { path: 'credit_score' }] })
    expect(await db.selectFrom('quote_submissions').select('id').execute()).toEqual([])
    expect((await findDraft(db, token))?.answers.credit_score).toBe('7oo')
  })
})

describe('the link by mail', () => {
  test('goes to the email among the answers, a few times a day', async () => {
    const { db } = provided
    const token = await startDraft(db, { name: 'Ann', email: ' Ann@Example.com ' }, caller)
    const mail = () => mailDraftLink(db, token, { site, ...caller })
    for (let time = 1; time <= 5; time++) expect(await mail()).toEqual({ ok: true, to: 'Ann@example.com' })
    for (let time = 6; time <= 7; time++) expect(await mail()).toEqual({ ok: false, reason: 'mailed often' })
    const mails = await db.selectFrom('sent_emails').select(['kind', 'recipient', 'body_text']).execute()
    expect(mails).toHaveLength(5)
    expect(mails[0]).toMatchObject({ kind: 'quote draft', recipient: 'Ann@example.com' })
    expect(mails[0]?.body_text).toContain(`${site.appUrl}/get-a-quote/${token}`)
  })

  test('goes nowhere without an email, or once the draft is sent or deleted', async () => {
    const { db } = provided
    const nobody = await startDraft(db, { email: 'ann@example' }, caller)
    const isMailed = async (token: string) => (await mailDraftLink(db, token, { site, ...caller })).ok
    expect(await isMailed(nobody)).toBe(false)
    const sent = await startDraft(db, answers, caller)
    await sendDraft(db, sent, caller)
    expect(await isMailed(sent)).toBe(false)
    expect(await isMailed('unknown')).toBe(false)
    const mails = await db.selectFrom('sent_emails').select('kind').execute()
    expect(mails).toEqual([{ kind: 'quote received' }])
  })
})

test('the drafts of an account are in its file, and go with it', async () => {
  const { db } = provided
  const password = 'a diver under water'
  const person = { username: 'Ann', full_address: '1 Main Street', region_state: 'NY', occupation: 'Diver' }
  await register(db, { ...person, email: 'ann@example.com', password }, { site, key: null, ip: null })
  const user = await db.selectFrom('users').select(['id', 'email', 'admin']).executeTakeFirstOrThrow()
  await startDraft(db, { name: 'Mine' }, { ...caller, userId: user.id })
  await startDraft(db, { name: 'Hers', email: 'ANN@example.com' }, caller)
  const file = async () => {
    let text = ''
    for await (const part of (await ownData(db, user.id, site.brand)) ?? []) text += part
    return (JSON.parse(text) as { quote_drafts: { answers: { name: string } }[] }).quote_drafts
  }
  expect((await file()).map((draft) => draft.answers.name)).toEqual(['Mine'])
  await db.updateTable('users').set({ email_verified: true }).execute()
  expect((await file()).map((draft) => draft.answers.name)).toEqual(['Mine', 'Hers'])
  expect(await deleteAccount(db, user, password, { site, ip: null })).toEqual({ ok: true })
  expect(await db.selectFrom('quote_drafts').selectAll().execute()).toEqual([])
})
