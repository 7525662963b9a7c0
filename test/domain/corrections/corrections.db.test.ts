import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Db } from '../../../db/schema'
import { createAdmin } from '~/domain/accounts/accounts.server'
import { listEntries } from '~/domain/audit/audit.server'
import { fieldLabel } from '~/domain/audit/field-label'
import { correctQuote, listCorrections } from '~/domain/corrections/corrections.server'
import { confirmDecision, decideResult } from '~/domain/decisions/decisions.server'
import { replayResult } from '~/domain/engine-versions/replay.server'
import { exportEvidence } from '~/domain/evidence/evidence.server'
import { fillEmptyDatabase } from '~/domain/imports/bundled-files.server'
import { findSendWarnings, sendOffer } from '~/domain/offers/offers.server'
import { currentQuoteSchema, findQuote, submitQuote } from '~/domain/quotes/quotes.server'
import { quoteTimeline } from '~/domain/quotes/timeline.server'
import { parseFields } from '~/domain/parse-fields'
import { createSandbox, type Sandbox } from '~/domain/underwriting/sandbox.server'
import { ensureEngine, findInput, runUnderwriting } from '~/domain/underwriting/underwriting.server'

import { site } from '../../support/accounts'
import { provideDatabase } from '../../support/database'
import { bundledEngines } from '../../support/engine'
import { application } from '../../support/program'

const provided = provideDatabase()
let db: Db
let sandbox: Sandbox
let by = 0
let admin = ''

beforeAll(async () => {
  db = provided.db
  sandbox = createSandbox({ workers: 1 })
  await fillEmptyDatabase(db)
  await createAdmin(db, { email: 'root@example.com', password: 'a long password' })
  const account = await db.selectFrom('users').select(['id', 'username']).executeTakeFirstOrThrow()
  by = account.id
  admin = account.username
  await ensureEngine(db, bundledEngines)
})
afterAll(() => sandbox.close())

const reason = 'The applicant says so by mail.'

async function apply(changes: object = {}) {
  const parsed = parseFields(await currentQuoteSchema(db), { ...application, ...changes })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors))
  const { result } = await submitQuote(db, parsed.value, { ip: null, userId: null, key: null })
  return result.id
}

async function run(quoteId: number) {
  const outcome = await runUnderwriting(db, sandbox, { quoteId, adminId: by, asOf: '2026-01-15' })
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.result
}

const correct = (id: number, fields: object, more: object = {}) =>
  correctQuote(db, id, { reason, ...fields }, { by, ...more })

const newestEntry = async (id: number) =>
  (await listEntries(db, { entity: 'quote submission', record: `Q-${id}` }, { limit: 1 }))[0]

describe('a correction', () => {
  test('stores the changed answers alone, audits them with their labels, and is told on the timeline', async () => {
    const id = await apply({ employment_length: 13 })
    const before = await findQuote(db, id)
    const outcome = await correct(id, {
      employment_length: '3',
      income: '4,500',
      union_membership: 'true',
      job_role: 'Other',
      other_job_role: 'Diver',
      date_of_birth: '01/02/1990',
      employer_name: ' Brightloom Software ',
    })
    expect(outcome).toMatchObject({ ok: true })
    const { updated_at: _, correction_id, ...after } = (await findQuote(db, id))!
    const { updated_at: __, correction_id: none, ...unchanged } = before!
    expect(none).toBeNull()
    expect(after).toEqual({ ...unchanged, employment_length: 3, union_membership: 'TRUE' })
    const changes = [
      { name: 'employment_length', before: 13, after: 3 },
      { name: 'union_membership', before: 'FALSE', after: 'TRUE' },
    ]
    expect(await listCorrections(db, id)).toMatchObject([
      { id: correction_id, corrector: admin, reason, changes },
    ])
    const entry = (await newestEntry(id))!
    expect(entry).toMatchObject({ action: 'correct', name: 'Ann Doe', username: admin })
    expect(
      entry.fields.map(({ name, before, after }) => [fieldLabel(entry, name), before, after]).toSorted(),
    ).toEqual([
      ['Reason', null, reason],
      ['Union membership', 'FALSE', 'TRUE'],
      ['Years employed', '13', '3'],
    ])
    const [told, ...earlier] = (await quoteTimeline(db, id))?.entries ?? []
    expect(told).toMatchObject({
      who: admin,
      text: `corrected Years employed: 13 years → 3 years; Union membership: No → Yes. “${reason}”`,
    })
    expect(earlier.map(({ text }) => text)).not.toContainEqual(expect.stringContaining('correct'))
  })

  test.each([
    ['another job role from the list', { job_role: 'Accountant', other_job_role: 'Diver' }, 'Accountant'],
    ['one in the words of the applicant', { job_role: 'Other', other_job_role: 'Welder' }, 'Welder'],
  ])('takes %s', async (_, fields, role) => {
    const id = await apply()
    expect(await correct(id, fields)).toMatchObject({ ok: true })
    expect(await findQuote(db, id)).toMatchObject({ job_role: role })
    expect((await listCorrections(db, id))[0]?.changes).toEqual([
      { name: 'job_role', before: 'Diver', after: role },
    ])
  })

  test.each([
    ['nothing', {}, ['']],
    ['the same answers', { income: '4500.00', region_state: 'ny', additional_info: '' }, ['']],
    ['no reason', { employment_length: 3, reason: ' ' }, ['reason']],
    ['a reason of a word', { employment_length: 3, reason: 'Slip' }, ['reason']],
    ['a reason that is too long', { employment_length: 3, reason: 'x'.repeat(501) }, ['reason']],
    ['control characters', { employment_length: 3, reason: 'x\0'.repeat(9) }, ['reason']],
    ['a reason that is no text', { employment_length: 3, reason: ['because'] }, ['reason']],
    [
      'answers out of range',
      { employment_length: 81, credit_score: 'good' },
      ['employment_length', 'credit_score'],
    ],
    ['an absent answer', { income: '' }, ['income']],
    ['no text', { address: { street: 1 } }, ['address']],
    ['a choice that is none', { pay_type: 'Gold' }, ['pay_type']],
    ['a child', { date_of_birth: '01/02/2020' }, ['date_of_birth']],
    ['a job role without its words', { job_role: 'Other', other_job_role: '' }, ['other_job_role']],
    ['who applied', { email: 'eve@example.com', name: 'Eve', employment_length: 3 }, ['name', 'email']],
  ])('is refused with %s', async (_, fields, paths) => {
    const id = await apply()
    const before = await findQuote(db, id)
    const outcome = await correct(id, fields)
    expect(outcome).toMatchObject({ ok: false, reason: 'invalid' })
    expect(!outcome.ok && outcome.reason === 'invalid' && outcome.errors.map(({ path }) => path)).toEqual(
      paths,
    )
    expect(await findQuote(db, id)).toEqual(before)
    expect(await listCorrections(db, id)).toEqual([])
  })

  test('asks about the spouse of those who are married now', async () => {
    const id = await apply({ marital_status: 'Single' })
    expect(await correct(id, { marital_status: 'Married' })).toMatchObject({
      errors: [{ path: 'spouse_working', message: 'Please indicate if your spouse is working' }],
    })
    expect(await correct(id, { marital_status: 'Married', spouse_working: 'True' })).toMatchObject({
      ok: true,
    })
    expect(await correct(id, { marital_status: 'Divorced' })).toMatchObject({ ok: true })
    expect(await findQuote(db, id)).toMatchObject({ spouse_working: 'Not Applicable' })
  })

  test('leaves alone what is no answer of the application', async () => {
    const id = await apply()
    const { status, user_id, submission_type, ip_address } = (await findQuote(db, id))!
    const others = {
      status: 'Quoted',
      user_id: by,
      submission_type: 'x',
      ip_address: '::1',
      correction_id: 9,
    }
    expect(await correct(id, { ...others, id: 1, consent: '' })).toMatchObject({ errors: [{ path: '' }] })
    expect(await correct(id, { ...others, employment_length: 3 })).toMatchObject({ ok: true })
    expect(await findQuote(db, id)).toMatchObject({ id, status, user_id, submission_type, ip_address })
  })

  test('is not made over one that its editor has not seen, at the same time either', async () => {
    const id = await apply()
    const first = await correct(id, { employment_length: 3 }, { base: 0 })
    expect(first).toMatchObject({ ok: true })
    expect(await correct(id, { income: 5000 }, { base: 0 })).toMatchObject({
      reason: 'conflict',
      message: expect.stringContaining('This application was corrected') as string,
    })
    expect(await findQuote(db, id)).toMatchObject({ income: 4500 })
    const base = first.ok ? first.id : 0
    const both = await Promise.all([5000, 6000].map((income) => correct(id, { income }, { base })))
    expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true])
    expect(await listCorrections(db, id)).toHaveLength(2)
  })

  test('is made once for a form that is sent twice, and a refused one can be sent again', async () => {
    const id = await apply()
    const key = { scope: 'test', key: crypto.randomUUID() }
    const wrong = { employment_length: 3, reason: '' }
    expect(await correct(id, wrong, { base: 0, key })).toMatchObject({ reason: 'invalid' })
    const first = await correct(id, { employment_length: 3 }, { base: 0, key })
    expect(first).toMatchObject({ ok: true })
    expect(await correct(id, { employment_length: 3 }, { base: 0, key })).toEqual(first)
    expect(await listCorrections(db, id)).toHaveLength(1)
  })

  test('is refused for an application that does not exist, or whose applicant is gone', async () => {
    expect(await correct(2_000_000_000, { income: 1 })).toMatchObject({ reason: 'missing' })
    const id = await apply()
    const email = `deleted-${id}@invalid.example`
    await db.updateTable('quote_submissions').set({ email }).where('id', '=', id).execute()
    expect(await correct(id, { income: 1 })).toMatchObject({ reason: 'refused' })
  })
})

describe('a result from before a correction', () => {
  test('keeps its input, replay and evidence, and is sent only by somebody who has seen the correction', async () => {
    const id = await apply({ employment_length: 13 })
    const older = await run(id)
    const before = await exportEvidence(db, older.id, { by, through: 'call' })
    expect(await findSendWarnings(db, older.id)).toEqual([])
    const outcome = await correct(id, { employment_length: 2 })
    const correction = outcome.ok ? outcome.id : 0

    expect((await findInput(db, older.id))?.quote).toMatchObject({ employment_length: 13 })
    expect(await replayResult(db, sandbox, older.id)).toMatchObject({ ok: true, differences: [] })
    const after = await exportEvidence(db, older.id, { by, through: 'call' })
    expect([after?.input, after?.result]).toEqual([before?.input, before?.result])

    const says = 'Years employed: 13 years → 2 years'
    expect(await findSendWarnings(db, older.id)).toEqual([
      { kind: 'correction', id: correction, says, contradicts: true },
    ])
    for (const acknowledged of [undefined, '', `result ${correction}`, `correction ${correction + 1}`])
      expect(await sendOffer(db, older.id, { by, site, acknowledged })).toMatchObject({
        reason: 'refused',
        message: expect.stringContaining(`corrected after this result. ${says}.`) as string,
      })
    const newer = await run(id)
    expect((await findInput(db, newer.id))?.quote).toMatchObject({ employment_length: 2 })
    expect(newer.monthly_premium).not.toBe(older.monthly_premium)
    expect(await findSendWarnings(db, newer.id)).toEqual([])
    expect((await findSendWarnings(db, older.id)).map(({ kind }) => kind)).toEqual(['correction', 'result'])
    const acknowledged = `correction ${correction}`
    expect(await sendOffer(db, older.id, { by, site, acknowledged })).toEqual({ ok: true })
    expect(await sendOffer(db, newer.id, { by, site })).toEqual({ ok: true })
  })

  test('is not decided on, unless the engine does not see what was corrected', async () => {
    const id = await apply({ children_count: 3, family_size: 3 })
    const older = await run(id)
    const accept = { verdict: 'accepted', reason: 'confirmed', words: 'The applicant confirmed it by phone.' }
    await correct(id, { housing_status: 'Own' })
    const decided = await decideResult(db, sandbox, older.id, accept, { by })
    expect(decided).toMatchObject({ ok: true })
    await correct(id, { income: 5000 })
    const refused = {
      ok: false,
      reason: 'refused',
      message: 'The application was corrected after this result. Run it again, and decide on the new result.',
    }
    expect(await decideResult(db, sandbox, older.id, accept, { by })).toEqual(refused)
    const decisionId = decided.ok ? decided.id : 0
    await db.updateTable('decisions').set({ state: 'proposed' }).where('id', '=', decisionId).execute()
    expect(await confirmDecision(db, older.id, decisionId, { by })).toEqual(refused)
    const newer = await run(id)
    expect(await decideResult(db, sandbox, newer.id, accept, { by })).toMatchObject({ ok: true })
  })

  test('is told of corrections that the engine does not see, and of none that was taken back', async () => {
    const id = await apply()
    const result = await run(id)
    await correct(id, { housing_status: 'Own' })
    expect(await findSendWarnings(db, result.id)).toMatchObject([{ kind: 'correction', contradicts: false }])
    expect(await sendOffer(db, result.id, { by, site })).toEqual({ ok: true })
    await correct(id, { housing_status: 'Rent', employment_length: 3 })
    await correct(id, { employment_length: 2.5 })
    expect(await findSendWarnings(db, result.id)).toEqual([])
  })

  test('is one whose run had begun before it', async () => {
    const id = await apply()
    const result = await runUnderwriting(
      db,
      {
        run: async (...args) => {
          await correct(id, { employment_length: 9 })
          return sandbox.run(...args)
        },
      },
      { quoteId: id, adminId: by, asOf: '2026-01-15' },
    )
    expect(result.ok && (await findSendWarnings(db, result.result.id))).toMatchObject([
      { kind: 'correction', contradicts: true },
    ])
  })

  test.each([
    ['employer_name', 'Granite Quay Builders'],
    ['region_state', 'CA'],
  ])('does not stand where the answer chooses a row that is rated: %s', async (name, answer) => {
    const id = await apply()
    const result = await run(id)
    await correct(id, { [name]: answer })
    expect(await findSendWarnings(db, result.id)).toMatchObject([{ contradicts: true }])
  })
})
