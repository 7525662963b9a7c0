import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { Db } from '../../../db/schema'
import { createAdmin, register } from '~/domain/accounts/accounts.server'
import { deleteAccount, isOnlyAdmin, onlyAdmin } from '~/domain/accounts/deletion.server'
import { ownData } from '~/domain/accounts/own-data.server'
import { personalData } from '~/domain/accounts/personal-data'
import { recoverByEmail } from '~/domain/accounts/recovery.server'
import { askApplicant } from '~/domain/applicant-questions/applicant-questions.server'
import { answerQuestion } from '~/domain/applicant-questions/answers.server'
import { recordAudit } from '~/domain/audit/audit.server'
import { applyForJob } from '~/domain/careers/careers.server'
import { replyToContact } from '~/domain/contacts/replies.server'
import { correctQuote } from '~/domain/corrections/corrections.server'
import { sendContact } from '~/domain/contacts/contacts.server'
import { removeOldMails } from '~/domain/mail/mail.server'
import { findDraft, sendDraft, startDraft } from '~/domain/quote-drafts/quote-drafts.server'
import { submitQuote } from '~/domain/quotes/quotes.server'
import { fillEmptyDatabase } from '~/domain/imports/bundled-files.server'
import type { QuoteAnswers } from '~/domain/quotes/questions'
import { recordSecurityEvent } from '~/domain/security-events/security-events.server'
import { readSession, startSession } from '~/domain/sessions/sessions.server'
import { createSandbox, type Sandbox } from '~/domain/underwriting/sandbox.server'
import {
  configurationHash,
  ensureEngine,
  runEngine,
  runUnderwriting,
  type EngineInput,
} from '~/domain/underwriting/underwriting.server'
import { bundledTables } from '~/engine/bundled-tables'
import { joinWaitlist } from '~/domain/waitlist/waitlist.server'
import { withClient } from '~/request-context.server'

import { mailsTo, person, site } from '../../support/accounts'
import { provideDatabase } from '../../support/database'
import { bundledEngines, engineSource } from '../../support/engine'
import { application } from '../../support/program'

const provided = provideDatabase()
const ip = '203.0.113.77'
let db: Db
let sandbox: Sandbox
let adminId = 0
let user: { id: number; email: string; admin: boolean }

beforeAll(async () => {
  db = provided.db
  sandbox = createSandbox({ workers: 1, deadlineMs: 2000 })
  await fillEmptyDatabase(db)
  await ensureEngine(db, bundledEngines)
})
afterAll(() => sandbox.close())

async function accountOf(email: string) {
  return db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
}

/** This person's data, in unique texts. */
const facts = {
  username: 'Zyxwanda',
  name: 'Zyxwanda Quillfeather',
  phone: '(555) 867-5309',
  street: '77 Marmalade Crescent',
  employer: 'Brightloom Software',
  ownEmployer: 'Quillfeather and Daughters Ltd',
  birthday: '1987-04-23',
  americanBirthday: '04/23/1987',
  occupation: 'Ferret Whisperer',
  role: 'Chief Ferret Officer',
  words: 'I keep ferrets in the attic',
  company: 'Marmalade Holdings',
  ip,
}

/** A complete set of valid answers. */
const { quote_email: _quoteEmail, submission_type: _type, ...answers } = application
const quoteOf = (changes: object = {}) =>
  ({
    ...answers,
    name: facts.name,
    email: user.email,
    phone: facts.phone,
    address: facts.street,
    date_of_birth: facts.birthday,
    occupation: facts.occupation,
    job_role: facts.role,
    other_job_role: facts.role,
    additional_info: facts.words,
    employer_name: facts.employer,
    ...changes,
  }) as unknown as QuoteAnswers

const remove = (password = person.password) => deleteAccount(db, user, password, { site, ip: null })
const send = async (changes: object = {}, userId: number | null = user.id) => {
  const key = { scope: '/api/quote-submissions', key: crypto.randomUUID() }
  const { result } = await submitQuote(db, quoteOf(changes), { userId, ip, key })
  return result.id
}
const run = (quoteId: number, asOf?: string) => runUnderwriting(db, sandbox, { quoteId, adminId, asOf })
const quoteRow = (id: number) =>
  db.selectFrom('quote_submissions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

async function signUp() {
  const email = `quill-${crypto.randomUUID()}@ferrets.example`
  const key = { scope: '/signup', key: crypto.randomUUID() }
  const registration = {
    ...person,
    username: facts.username,
    email,
    full_address: facts.street,
    occupation: facts.occupation,
  }
  await register(db, registration, { site, ip: null, key })
  return accountOf(email)
}
const verify = () => db.updateTable('users').set({ email_verified: true }).where('id', '=', user.id).execute()

const personal = [
  'users',
  'quote_submissions',
  'quote_drafts',
  'waitlist_submissions',
  'contact_submissions',
  'career_submissions',
  'pitch_deck_requests',
  'sent_emails',
  'audit_log',
  'idempotency_keys',
  'rate_limits',
  'security_events',
] as const

/** The only accounts are one administrator and the person. */
beforeEach(async () => {
  for (const table of personal) await db.deleteFrom(table).execute()
  await createAdmin(db, { email: 'root@example.com', password: person.password })
  adminId = (await accountOf('root@example.com')).id
  user = await signUp()
})

/** Finds the columns of all tables that still contain the person's data. Bytes are read as text. */
async function whereabouts(words: string[]) {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db)
  expect(tables.length).toBeGreaterThan(20)
  const columns: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ column: string; value: string }>`
      select cell.key as column, case when cell.value ~ '^\\\\x([0-9a-f]{2})+$'
        then encode(decode(substr(cell.value, 3), 'hex'), 'escape') else cell.value end as value
      from ${sql.table(name)} t, jsonb_each_text(to_jsonb(t)) cell where cell.value is not null`.execute(db)
    for (const { column, value } of rows)
      for (const word of words)
        if (value.toLowerCase().includes(word.toLowerCase())) columns.push(`${name}.${column}: ${word}`)
  }
  return [...new Set(columns)].sort()
}

const declaredTables = Object.entries(personalData)

test('each column that could contain personal data is declared as personal or not', async () => {
  const { rows } = await sql<{ name: string; type: string; column: string }>`
    select table_name as name, column_name as column, data_type as type
    from information_schema.columns where table_schema = 'public'`.execute(db)
  for (const [table, declared] of declaredTables) {
    const columns = rows.filter(({ name, type }) => name === table && /text|char|json|date|bytea/.test(type))
    const wordy = columns.filter(({ type }) => !type.startsWith('timestamp')).map(({ column }) => column)
    if (declared === null) continue
    const numbers = rows.filter(({ name, type }) => name === table && /int|numeric/.test(type))
    const figures = numbers.map(({ column }) => column).filter((name) => declared.personal.includes(name))
    expect([...declared.personal, ...declared.other].sort(), table).toEqual([...wordy, ...figures].sort())
  }
})

/** Stores what a challenger gave for the newest result of an application, with words about the person in it. */
async function storeChallengerResult(quoteId: number) {
  const { id: result_id, engine_version_id } = await db
    .selectFrom('underwriting_results')
    .select(['id', 'engine_version_id'])
    .where('quote_submission_id', '=', quoteId)
    .executeTakeFirstOrThrow()
  const challenger = await db
    .insertInto('challengers')
    .values({ engine_version_id, reason: 'To compare', ended_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const ids = { challenger_id: challenger.id, engine_version_id, result_id, quote_submission_id: quoteId }
  const live = { live_decision: 'approved', live_tier: null, live_premium: 1, live_claims: 0 }
  await db
    .insertInto('challenger_results')
    .values({
      ...ids,
      ...live,
      engine_hash: 'x',
      as_of: '2026-01-15',
      failure: `No row for ${facts.employer}`,
    })
    .execute()
}

/** Uses every feature as this person. */
async function useEverything() {
  await verify()
  const { token } = await startSession(
    db,
    { id: user.id, admin: false },
    { remember: false, userAgent: facts.words, ip },
  )
  await withClient({ ip, userAgent: 'Mozilla/5.0 Firefox/140.0', requestId: 'x' }, async () => {
    await recoverByEmail(db, user.email, { site, ip: null })
    await recordSecurityEvent(db, { kind: 'sign-in failed', email: user.email })
    await recordSecurityEvent(db, { kind: 'session ended', accountId: adminId, actorId: user.id })
  })
  const caller = () => ({ ip, key: { scope: '/x', key: crypto.randomUUID() } })
  const own = await send()
  const other = await send({ employer_name: facts.ownEmployer, email: `other-${user.email}` })
  const asVisitor = await send({ email: user.email.toUpperCase() }, null)
  for (const id of [own, other, asVisitor]) expect(await run(id)).toMatchObject({ ok: true })
  await storeChallengerResult(own)
  const question = { message: `Is ${facts.role} still your role?` }
  const asked = await askApplicant(db, own, question, { by: adminId, site, key: null })
  if (!asked.ok) throw new Error('The question was refused')
  const account = { id: user.id, email: user.email, email_verified: true }
  const answer = { answer: `Yes, ${facts.words}` }
  expect(await answerQuestion(db, { account, id: asked.id }, answer, { ip })).toEqual({ ok: true })
  const correction = {
    employer_name: 'Granite Quay Builders',
    date_of_birth: '05/06/1988',
    address: '1 Other Street',
    reason: `${facts.name} wrote: ${facts.words}`,
  }
  expect(await correctQuote(db, other, correction, { by: adminId })).toMatchObject({ ok: true })
  await startDraft(
    db,
    { name: facts.name, email: user.email, occupation: facts.occupation },
    { userId: null, ip },
  )
  await joinWaitlist(
    db,
    {
      name: facts.name,
      email: user.email.toUpperCase(),
      interest_level: 'interested',
      referral_source: null,
      utm_source: null,
      utm_medium: null,
      utm_campaign: null,
    },
    caller(),
  )
  const contact = await sendContact(
    db,
    { name: facts.name, email: user.email, phone: facts.phone, inquiry_type: 'Other', message: facts.words },
    caller(),
  )
  const reply = { subject: `Re: ${facts.role}`, message: `Do write to us, ${facts.name}` }
  expect(await replyToContact(db, contact.result.id, reply, { by: adminId, key: null })).toMatchObject({
    ok: true,
  })
  await applyForJob(
    db,
    {
      name: facts.name,
      email: user.email,
      position: 'Other',
      experience: facts.words,
      why_join: facts.words,
      linkedin: null,
      consent: 'yes',
    },
    {
      originalName: `${facts.name}.pdf`,
      extension: 'pdf',
      contentType: 'application/pdf',
      bytes: Buffer.from(`%PDF ${facts.name}`),
      sha256: 'x',
    },
    caller(),
  )
  await db
    .insertInto('passkeys')
    .values({
      user_id: user.id,
      name: facts.words,
      credential_id: `passkey of ${user.id}`,
      public_key: Buffer.from('key'),
      counter: 0,
      transports: '',
    })
    .execute()
  await db
    .insertInto('saved_views')
    .values({ user_id: user.id, list: 'quotes', name: facts.name, query: `q=${facts.words}` })
    .execute()
  await db
    .insertInto('pitch_deck_requests')
    .values({ name: facts.name, email: user.email, company: facts.company, reason: facts.words })
    .execute()
  await recordAudit(db, {
    userId: adminId,
    action: 'update',
    entity: 'quote submission',
    entityId: own,
    before: { status: 'Pending', note: null },
    after: { status: 'In review', note: `Called ${facts.name}` },
  })
  return { own, other, asVisitor, token }
}

describe('a deleted account', () => {
  test('leaves no trace of its owner, except the email of the last mail', async () => {
    const { token } = await useEverything()
    const words = [...Object.values(facts), user.email]
    const before = await whereabouts(words)
    for (const word of words) if (word !== facts.americanBirthday) expect(before.join('\n')).toContain(word)
    expect(before.length).toBeGreaterThan(40)
    const declared = declaredTables.flatMap(([table, one]) => one?.personal.map((name) => `${table}.${name}`))
    const places = before.map((place) => place.split(':')[0])
    expect(places.filter((place) => !declared.includes(place))).toEqual(['employer_risks.employer_name'])

    expect(before).toContain(`challenger_results.failure: ${facts.employer}`)
    expect(before).toContain(`applicant_questions.message: ${facts.role}`)
    expect(before).toContain(`applicant_questions.answer: ${facts.words}`)
    expect(before).toContain(`corrections.changes: ${facts.ownEmployer}`)
    expect(before).toContain(`corrections.reason: ${facts.words}`)
    expect(before).toContain(`audit_log.before: ${facts.street}`)
    expect(before).toContain(`contact_replies.subject: ${facts.role}`)
    expect(before).toContain(`contact_replies.message: ${facts.name}`)

    expect(await remove()).toEqual({ ok: true })
    expect(await whereabouts(words)).toEqual([
      `employer_risks.employer_name: ${facts.employer}`, // reference data, unchanged
      `sent_emails.recipient: ${user.email}`,
    ])
    expect(await mailsTo(db, user.email)).toMatchObject([
      { kind: 'account deleted', user_id: null, status: 'pending' },
    ])
    expect(await readSession(db, token, { renew: true })).toBeNull()
    const events = db
      .selectFrom('security_events')
      .select(['kind', 'account_id', 'actor_id', 'ip_address', 'device'])
    const nothing = { actor_id: null, ip_address: null, device: null }
    expect(
      await events.where('kind', 'in', ['account deleted', 'session ended']).orderBy('kind').execute(),
    ).toEqual([
      { kind: 'account deleted', account_id: null, ...nothing },
      { kind: 'session ended', account_id: adminId, ...nothing },
    ])
    const entries = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('entity', '=', 'account')
      .where('entity_id', '=', String(user.id))
      .execute()
    expect(entries).toMatchObject([{ action: 'delete', user_id: null, before: null, after: null }])
  })

  test('leaves no link of an application that was sent: there is nobody to write to', async () => {
    await verify()
    const answers = { ...application, name: facts.name, email: user.email, additional_info: '' }
    const typed = Object.fromEntries(Object.entries(answers).map(([name, value]) => [name, String(value)]))
    const token = await startDraft(db, typed, { userId: null, ip })
    expect(await sendDraft(db, token, { userId: null, ip })).toMatchObject({ ok: true })
    expect(await findDraft(db, token)).toMatchObject({ quoteId: expect.any(Number) })
    expect(await remove()).toEqual({ ok: true })
    expect(await findDraft(db, token)).toBeNull()
  })

  test('leaves other accounts unchanged', async () => {
    const { own } = await useEverything()
    const deleted = user
    user = await signUp()
    const other = await useEverything()
    const quote = await quoteRow(other.own)
    const mails = await mailsTo(db, user.email)
    user = deleted
    expect(await remove()).toEqual({ ok: true })
    expect(await quoteRow(other.own)).toEqual(quote)
    expect(await mailsTo(db, quote.email)).toEqual(mails)
    expect(await readSession(db, other.token, { renew: true })).not.toBeNull()
    expect((await quoteRow(own)).name).toBe('Deleted applicant')
    expect(await whereabouts([quote.email])).toEqual(
      expect.arrayContaining(
        ['career_submissions', 'contact_submissions', 'pitch_deck_requests', 'waitlist_submissions'].map(
          (table) => `${table}.email: ${quote.email}`,
        ),
      ),
    )
  })

  test('leaves results that replay to the same figures and explanation', async () => {
    const quote = await send()
    const ofNobody = await send({ employer_name: 'X'.repeat(150) })
    // The birthday, the days around it, a leap day, and a day before the age of 18.
    for (const asOf of ['2026-04-22', '2026-04-23', '2026-04-24', '2028-02-29', '2004-01-01', '2005-04-22'])
      for (const id of [quote, ofNobody]) expect(await run(id, asOf)).toMatchObject({ ok: true })
    // Results that were made before a correction have the answers from before it.
    const correction = {
      date_of_birth: '01/02/1970',
      employer_name: 'Granite Quay Builders',
      reason: 'They told us so.',
    }
    expect(await correctQuote(db, quote, correction, { by: adminId })).toMatchObject({ ok: true })
    const results = () =>
      db
        .selectFrom('underwriting_results')
        .selectAll()
        .where('quote_submission_id', 'in', [quote, ofNobody])
        .orderBy('id')
        .execute()
    const figures = ({
      input: _,
      calculation_details: __,
      configuration_hash: ___,
      ...rest
    }: object & {
      input: unknown
      calculation_details: unknown
      configuration_hash: unknown
    }) => rest
    const ages = (rows: Awaited<ReturnType<typeof results>>) =>
      rows.map(({ calculation_details }) => {
        const { steps } = calculation_details as { steps: { label: string; value: number }[] }
        return steps.find(({ label }) => label.startsWith('Age on'))?.value
      })
    const before = await results()
    expect(ages(before)).toEqual([38, 38, 39, 39, 39, 39, 40, 40, 16, 16, 17, 17])
    expect(await remove()).toEqual({ ok: true })
    const after = await results()
    expect(after.map(figures)).toEqual(before.map(figures))
    expect(ages(after)).toEqual(ages(before))
    expect(
      await whereabouts([facts.birthday, facts.americanBirthday, facts.employer.slice(0, 8), 'XXXXXXXX']),
    ).toEqual(
      (await whereabouts([facts.employer.slice(0, 8)])).filter((place) => place.startsWith('employer_risks')),
    )
    for (const row of after) {
      const engine = { source: engineSource, tables: bundledTables }
      const replay = await runEngine(sandbox, engine, row.input as EngineInput)
      expect(replay).toMatchObject({
        ok: true,
        result: {
          coverage_tier: row.coverage_tier,
          monthly_premium: row.monthly_premium,
          annual_premium: row.annual_premium,
          max_coverage: row.max_coverage,
          ratio: row.ratio,
          user_score: row.user_score,
          combined_risk_factor: row.combined_risk_factor,
          calculation_details: row.calculation_details,
        },
      })
      expect(row.configuration_hash).toBe(
        configurationHash(row.input as Parameters<typeof configurationHash>[0]),
      )
    }
  })

  test.each([
    ['Pending', false, 'Withdrawn'],
    ['In review', false, 'Withdrawn'],
    ['In review', true, 'Withdrawn'],
    ['Quoted', true, 'Quoted'],
    ['Quoted', false, 'Withdrawn'],
    ['Declined', true, 'Declined'],
    ['Declined', false, 'Withdrawn'],
    ['Withdrawn', true, 'Withdrawn'],
  ])(
    'leaves an application that was %s, answered: %s, as %s, and still underwritable',
    async (status, answered, then) => {
      const id = await send({ job_role: 'Accountant', other_job_role: null })
      await db.updateTable('quote_submissions').set({ status, answered }).where('id', '=', id).execute()
      expect(await remove()).toEqual({ ok: true })
      expect(await quoteRow(id)).toMatchObject({
        status: then,
        user_id: null,
        name: 'Deleted applicant',
        email: `deleted-${id}@invalid.example`,
        job_role: 'Accountant',
        income: application.income,
        region_state: application.region_state,
      })
      expect(await run(id)).toMatchObject({ ok: true })
    },
  )

  test('with an unverified email leaves submissions that may be someone else’s', async () => {
    const contact = {
      name: 'Owner',
      email: user.email,
      phone: null,
      inquiry_type: 'Other',
      message: 'Hello',
    } as const
    await sendContact(db, contact, { ip, key: null })
    const visitors = await send({}, null)
    expect(await remove()).toEqual({ ok: true })
    expect(await whereabouts([user.email])).toContain(`contact_submissions.email: ${user.email}`)
    expect((await quoteRow(visitors)).email).toBe(user.email)
    expect((await mailsTo(db, user.email)).map(({ kind }) => kind)).toEqual([
      'contact received',
      'quote received',
      'account deleted',
    ])
  })

  test('of an administrator leaves its work, without its name', async () => {
    const quote = await send()
    await db.updateTable('users').set({ admin: true }).where('id', '=', user.id).execute()
    user = { ...user, admin: true }
    await runUnderwriting(db, sandbox, { quoteId: quote, adminId: user.id })
    await recordAudit(db, { userId: user.id, action: 'import', entity: 'tables' })
    const hash = 'a'.repeat(64)
    const engine = {
      filename: `${crypto.randomUUID()}.js`,
      source: '// none',
      hash,
      size: 7,
      author_id: user.id,
    }
    await db.insertInto('engine_versions').values(engine).execute()
    await db.insertInto('import_runs').values({ user_id: user.id, source: 'x', summary: '{}' }).execute()
    expect(await remove()).toEqual({ ok: true })
    for (const [table, column] of [
      ['engine_versions', 'author_id'],
      ['import_runs', 'user_id'],
      ['audit_log', 'user_id'],
      ['underwriting_results', 'user_id'],
    ] as const) {
      const { rows } =
        await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${user.id}`.execute(db)
      expect(rows, table).toEqual([])
    }
    const { filename } = engine
    expect(
      await db.selectFrom('engine_versions').select('author_id').where('filename', '=', filename).execute(),
    ).toEqual([{ author_id: null }])
  })
})

describe('is not deleted', () => {
  test('with a wrong password, or one that changes during the request', async () => {
    const wrong = {
      ok: false,
      errors: [{ path: 'current_password', message: 'Current password is incorrect' }],
    }
    const id = await send()
    expect(await remove('another one')).toEqual(wrong)
    expect(await remove('')).toEqual(wrong)
    expect((await accountOf(user.email)).id).toBe(user.id)
    expect((await quoteRow(id)).name).toBe(facts.name)
  })

  test('after too many wrong passwords, even with the right one', async () => {
    for (let count = 0; count < 10; count += 1) await remove('wrong')
    await expect(remove()).rejects.toThrow('Too many attempts')
    expect((await accountOf(user.email)).id).toBe(user.id)
  })

  test('if it is the only administrator’s; of two at once, one stays', async () => {
    const root = await accountOf('root@example.com')
    expect(await isOnlyAdmin(db, root)).toBe(true)
    const remove = (admin: typeof root) => deleteAccount(db, admin, person.password, { site, ip: null })
    expect(await remove(root)).toEqual({
      ok: false,
      errors: [{ path: '', message: onlyAdmin }],
    })
    await createAdmin(db, { email: 'second@example.com', password: person.password })
    const second = await accountOf('second@example.com')
    expect(await isOnlyAdmin(db, root)).toBe(false)
    const outcomes = await Promise.all([root, second].map(remove))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    const remaining = await db.selectFrom('users').select('id').where('admin', '=', true).execute()
    expect(remaining).toHaveLength(1)
  })
})

describe('at once', () => {
  test('two concurrent deletions act as one', async () => {
    const id = await send()
    expect(await Promise.all([remove(), remove()])).toEqual([{ ok: true }, { ok: true }])
    expect(await remove()).toEqual({ ok: true })
    expect(await mailsTo(db, user.email)).toHaveLength(1)
    expect((await quoteRow(id)).name).toBe('Deleted applicant')
  })

  test('a run that started before the deletion stores none of its input', async () => {
    const id = await send()
    let deleted: ReturnType<typeof remove> | undefined
    const slow: Pick<Sandbox, 'run'> = {
      async run(source, input, options) {
        const result = await sandbox.run(source, input, options)
        deleted = remove()
        await deleted
        return result
      },
    }
    expect(await runUnderwriting(db, slow, { quoteId: id, adminId })).toEqual({
      ok: false,
      reason: 'missing',
      message: 'The applicant has deleted the account.',
    })
    expect(await deleted).toEqual({ ok: true })
    expect(await whereabouts([facts.name, facts.birthday])).toEqual([])
  })

  test('runs, requests and a deletion leave nothing about the owner', async () => {
    const id = await send()
    const { token } = await startSession(
      db,
      { id: user.id, admin: false },
      { remember: false, userAgent: null, ip: null },
    )
    const [outcome] = await Promise.all([
      remove(),
      ...[1, 2, 3, 4, 5, 6].map(() => run(id)),
      ...[1, 2, 3].map(() => readSession(db, token, { renew: true })),
    ])
    expect(outcome).toEqual({ ok: true })
    expect(await readSession(db, token, { renew: true })).toBeNull()
    expect(await whereabouts([facts.name, facts.birthday, facts.occupation])).toEqual([])
  })
})

describe('the export of an account', () => {
  async function file() {
    let text = ''
    for await (const piece of (await ownData(db, user.id, site.brand)) ?? []) text += piece
    return { text, data: JSON.parse(text) as Record<string, unknown[]> }
  }

  test('contains everything stored about a verified owner, and no secrets', async () => {
    await useEverything()
    const { text, data } = await file()
    expect(Object.fromEntries(Object.entries(data).map(([name, list]) => [name, list.length ?? 1]))).toEqual({
      about: 1,
      account: 1,
      sessions: 1,
      two_step_login: 1,
      saved_views: 1,
      quote_submissions: 3,
      quote_drafts: 1,
      emails: 10,
      waitlist_submissions: 1,
      contact_submissions: 1,
      career_submissions: 1,
      pitch_deck_requests: 1,
      security_events: 3,
    })
    expect(data.quote_submissions?.[0]).toMatchObject({
      name: facts.name,
      employer_name: facts.employer,
      underwriting_results: [{ decision: 'approved', monthly_premium: expect.any(Number) as number }],
      questions: [{ answer: `Yes, ${facts.words}` }],
    })
    const [corrected] = (data.quote_submissions?.[1] as { corrections: object[] }).corrections
    expect(corrected).toMatchObject({
      changes: [{ before: facts.birthday }, { before: facts.street }, { before: facts.ownEmployer }],
    })
    expect(corrected).not.toHaveProperty('reason') // our staff's words
    expect(data.contact_submissions?.[0]).toMatchObject({ replies: [{ subject: `Re: ${facts.role}` }] })
    expect(data.career_submissions?.[0]).toMatchObject({
      files: [{ original_name: `${facts.name}.pdf`, size: 26 }],
    })
    expect(text).not.toMatch(/hash|\$argon2|"bytes"|token=[\w-]|^ +\d{6}$/m)
    expect(JSON.stringify(data.emails)).not.toMatch(/\n {4}\d{6}\n/)
  })

  test('excludes submissions under an unverified email', async () => {
    const contact = {
      name: 'Owner',
      email: user.email,
      phone: null,
      inquiry_type: 'Other',
      message: 'Hello',
    } as const
    await sendContact(db, contact, { ip, key: null })
    await send({}, null)
    const own = await send()
    const { data } = await file()
    expect(data.contact_submissions).toEqual([])
    expect(data.quote_submissions).toMatchObject([{ id: own }])
    expect((data.emails as { kind: string }[]).map(({ kind }) => kind)).toEqual([
      'verification',
      'quote received',
    ])
  })

  test('contains each row once across many pages', async () => {
    await verify()
    const contact = { name: 'Ann', email: user.email, inquiry_type: 'Other', message: 'Hello' }
    await db
      .insertInto('contact_submissions')
      .values(Array.from({ length: 250 }, () => contact))
      .execute()
    const { data } = await file()
    const ids = (data.contact_submissions as { id: number }[]).map(({ id }) => id)
    expect(new Set(ids).size).toBe(250)
  })
})

test('mails without an account are deleted thirty days after they were sent or failed; others stay', async () => {
  const mail = (days: number, changes: object) => ({
    kind: 'account deleted',
    recipient: 'old@example.com',
    sender: 'x',
    subject: String(days),
    body_text: 'x',
    body_html: 'x',
    message_id: crypto.randomUUID(),
    status: 'sent' as const,
    sent_at: new Date(Date.now() - days * 86_400_000),
    ...changes,
  })
  await db
    .insertInto('sent_emails')
    .values([
      ...Array.from({ length: 1200 }, () => mail(31, {})),
      mail(29, { subject: 'young' }),
      mail(31, { subject: 'an account’s', user_id: user.id }),
      mail(31, { subject: 'waiting', status: 'pending', sent_at: null }),
      mail(0, { subject: 'given up today', status: 'failed', sent_at: null }),
    ])
    .execute()
  await sql`update sent_emails set created_at = now() - interval '31 days' where subject = 'waiting'`.execute(
    db,
  )
  await removeOldMails(db)
  expect((await mailsTo(db, 'old@example.com')).map(({ subject }) => subject)).toEqual([
    'young',
    'an account’s',
    'waiting',
    'given up today',
  ])
  await sql`update sent_emails set created_at = now() - interval '31 days' where status = 'failed'`.execute(
    db,
  )
  await removeOldMails(db)
  expect((await mailsTo(db, 'old@example.com')).map(({ subject }) => subject)).not.toContain('given up today')
})
