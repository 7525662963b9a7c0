import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'

import { fillEmptyDatabase } from '~/domain/imports/bundled-files.server'
import {
  deleteDraft,
  findDraft,
  mailDraftLink,
  saveAnswers,
  sendDraft,
  startDraft,
} from '~/domain/quote-drafts/quote-drafts.server'
import { answersOfAll, type DraftAnswers } from '~/domain/quote-drafts/steps'
import { questions } from '~/domain/quotes/questions'
import { formsPerHour } from '~/domain/rate-limits/rate-limits.server'
import { site } from '~/http/site.server'

import { provideDatabase } from '../../support/database'
import { application } from '../../support/program'

/* What a hostile visitor can do with drafts, and with the link of one. */

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
  await sql`truncate quote_drafts, quote_submissions, sent_emails, rate_limits restart identity cascade`.execute(
    db,
  )
})

test('answers are stored as typed, whatever they spell, and under no key but those of questions', async () => {
  const { db } = provided
  const hostile = {
    name: `'); drop table quote_drafts; --`,
    occupation: '{"answers":{}} \\u0000 \\ " %s ${7*7} <script>',
    address: '\u{1f600}\u202e\u0130',
    additional_info: '||\'{"email":"x"}\'::jsonb',
  }
  const prototype = JSON.parse('{"__proto__":{"name":"x"},"constructor":"x","toString":"x"}') as object
  const { answers: stored, errors } = answersOfAll({ ...hostile, ...prototype })
  expect(errors).toEqual([])
  expect(Object.keys(stored).toSorted()).toEqual(questions.map(({ name }) => name).toSorted())
  const token = await startDraft(db, stored, caller)
  expect((await findDraft(db, token))?.answers).toEqual(stored)
  expect((await findDraft(db, token))?.answers).toMatchObject(hostile)
})

test('a draft grows no larger by being saved over and over', async () => {
  const { db } = provided
  const token = await startDraft(db, answers, caller)
  const longest = Object.fromEntries(
    questions.map((question) => [question.name, 'x'.repeat('multiline' in question ? 5000 : 200)]),
  )
  for (let time = 0; time < 50; time++) await saveAnswers(db, token, longest)
  const rows = await sql<{ size: number }>`select length(answers::text) as size from quote_drafts`.execute(db)
  expect(rows.rows).toHaveLength(1)
  expect(rows.rows[0]?.size).toBeLessThan(16_000)
})

test('an IP, and a network of IPv6, begins some drafts an hour', async () => {
  const { db } = provided
  const begin = (ip: string) => startDraft(db, { name: 'Ann' }, { userId: null, ip })
  for (let time = 1; time <= formsPerHour; time++) await begin(`2001:db8::${time.toString(16)}`)
  await expect(begin('2001:db8::ffff')).rejects.toThrow('Too many attempts')
  expect(await begin('192.0.2.9')).toMatch(/^[\w-]{43}$/)
  const { count } = await db
    .selectFrom('quote_drafts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(formsPerHour + 1)
})

test('the link of a sent draft reads, changes and repeats nothing', async () => {
  const { db } = provided
  const token = await startDraft(db, answers, caller)
  await sendDraft(db, token, caller)
  expect(await findDraft(db, token)).toMatchObject({ answers: {}, quoteId: 1 })
  expect(await saveAnswers(db, token, { email: 'mallory@example.com' })).toBe(false)
  expect(await sendDraft(db, token, { userId: null, ip: '192.0.2.66' })).toEqual({
    ok: true,
    quoteId: 1,
    isNew: false,
  })
  await deleteDraft(db, token)
  const quotes = await db.selectFrom('quote_submissions').select(['email', 'ip_address']).execute()
  expect(quotes).toEqual([{ email: answers.email, ip_address: caller.ip }])
})

test('a draft that is sent, saved and deleted at once leaves the applications that were confirmed, and no draft', async () => {
  const { db } = provided
  const sent = new Set<number>()
  for (let round = 0; round < 5; round++) {
    const token = await startDraft(db, answers, caller)
    const [one, , , other] = await Promise.all([
      sendDraft(db, token, caller),
      saveAnswers(db, token, { name: 'Late' }),
      deleteDraft(db, token),
      sendDraft(db, token, caller),
    ])
    for (const outcome of [one, other]) {
      if (outcome.ok) sent.add(outcome.quoteId)
      else expect(outcome).toEqual({ ok: false, reason: 'missing' })
    }
    expect(await findDraft(db, token)).toBeNull()
  }
  const quotes = await db.selectFrom('quote_submissions').select('id').execute()
  expect(new Set(quotes.map(({ id }) => id))).toEqual(sent)
  expect(await db.selectFrom('quote_drafts').selectAll().execute()).toEqual([])
})

test('an IP has the link of a draft mailed some times an hour, whatever its email is changed to', async () => {
  const { db } = provided
  const token = await startDraft(db, { name: 'Win $500 at evil.example' }, caller)
  const mailTo = async (email: string, ip: string) => {
    await saveAnswers(db, token, { email })
    return mailDraftLink(db, token, { site, userId: null, ip })
  }
  for (let time = 1; time <= formsPerHour; time++)
    expect(await mailTo(`stranger${time}@example.com`, '192.0.2.7')).toMatchObject({ ok: true })
  await expect(mailTo('one-more@example.com', '192.0.2.7')).rejects.toThrow('Too many attempts')
  expect(await mailTo('another@example.com', '192.0.2.8')).toMatchObject({ ok: true })
  const mails = await db.selectFrom('sent_emails').select('body_text').execute()
  expect(mails).toHaveLength(formsPerHour + 1)
  expect(mails.filter((mail) => mail.body_text?.includes('evil'))).toEqual([])
})
