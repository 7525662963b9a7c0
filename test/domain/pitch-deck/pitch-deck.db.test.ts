import { sql } from 'kysely'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'

import type { Db } from '../../../db/schema'
import { mailTime } from '~/domain/mail-time'
import { maskSecrets } from '~/domain/mail/mail.server'
import { parseFields } from '~/domain/parse-fields'
import {
  deckCodeSchema,
  deckEmailSchema,
  deckRejectionSchema,
  deckRequestSchema,
} from '~/domain/pitch-deck/pitch-deck.schema'
import {
  approveRequest,
  checkRequest,
  closeDeck,
  deleteRequest,
  enterCode,
  hasDeckAccess,
  listRequests,
  openDeck,
  rejectRequest,
  removeEndedAccesses,
  requestAccess,
  requestNewCode,
  resendCode,
} from '~/domain/pitch-deck/pitch-deck.server'

import { deckCodeOf, mailsTo, person, site } from '../../support/accounts'
import { provideDatabase } from '../../support/database'

const provided = provideDatabase()
const day = 24 * 60 * 60_000
const here = { ip: '192.0.2.1' }
let db: Db
let count = 0
/** The account of the admin who acts. */
let by: number
/** A new investor for each test. */
let email: string

beforeEach(async () => {
  db = provided.db
  await db.deleteFrom('rate_limits').execute()
  count += 1
  email = `Ivy${count}@example.com`
  const account = { username: person.username, email: `admin${count}@example.com`, password_hash: 'x' }
  by = (
    await db
      .insertInto('users')
      .values({ ...account, admin: true })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
})

const ask = (changes: object = {}, key: string | null = null) =>
  requestAccess(
    db,
    { name: 'Ivy Vest', email, company: 'Vest & Co', reason: 'To invest', ...changes },
    { site, ...here, key: key === null ? null : { scope: 'deck', key } },
  )

/** A new request, and its id. */
async function pendingRequest() {
  const answer = await ask()
  if (!answer.created) throw new Error(answer.status)
  return answer.request.id
}

/** A request that is approved, and its code. */
async function approved() {
  const id = await pendingRequest()
  expect(await approveRequest(db, id, { by, site })).toEqual({ ok: true })
  return { id, code: await deckCodeOf(db, email) }
}

/** As approved, and the token of a browser in which the code was entered. */
async function opened() {
  const { id, code } = await approved()
  return { id, code, token: await tokenFor(code) }
}

async function tokenFor(code: string) {
  const access = await enterCode(db, code, here)
  if (!access) throw new Error('The code opens nothing')
  return access.token
}

const row = (id: number) =>
  db.selectFrom('pitch_deck_requests').selectAll().where('id', '=', id).executeTakeFirst()
const kinds = async () => (await mailsTo(db, email)).map(({ kind }) => kind)
const auditOf = (id: number) =>
  db
    .selectFrom('audit_log')
    .selectAll()
    .where('entity', '=', 'pitch deck request')
    .where('entity_id', '=', String(id))
    .orderBy('id')
    .execute()
const conflict = {
  ok: false,
  reason: 'conflict',
  message: expect.stringContaining('This request is') as string,
}
const unchanged = {
  ok: false,
  reason: 'unchanged',
  message: expect.stringMatching(/^This request is \w+ already\.$/) as string,
}
const missing = { ok: false, reason: 'missing', message: 'Access request not found' }

describe('the fields', () => {
  const errorsOf = (parsed: ReturnType<typeof parseFields>) =>
    parsed.ok ? [] : parsed.errors.map(({ path, message }) => `${path}: ${message}`)

  test('of the check', () => {
    const check = (address: unknown) => errorsOf(parseFields(deckEmailSchema, { email: address }))
    for (const absent of [undefined, null, '', '  ', []])
      expect(check(absent)).toEqual(['email: Please enter your email address'])
    for (const wrong of ['ivy', 'ivy@example', 'i v@example.com', 'ivy@example.com\u0000'])
      expect(check(wrong)).toEqual(['email: Please enter a valid email address'])
    expect(check(` ${email} `)).toEqual([])
  })

  test('of the request', () => {
    const check = (changes: object) =>
      errorsOf(parseFields(deckRequestSchema, { name: 'Ivy Vest', email, ...changes }))
    expect(check({})).toEqual([])
    expect(check({ name: ' ' })).toEqual(['name: Name and email are required'])
    expect(check({ email: '' })).toEqual(['email: Name and email are required'])
    expect(check({ name: null, email: undefined })).toEqual([
      'name: Name and email are required',
      'email: Name and email are required',
    ])
    expect(check({ email: 'ivy' })).toEqual(['email: Please enter a valid email address'])
    expect(check({ name: 'x'.repeat(100), company: 'x'.repeat(200), reason: 'x'.repeat(2000) })).toEqual([])
    expect(check({ name: 'x'.repeat(101), company: 'x'.repeat(201), reason: 'x'.repeat(2001) })).toEqual([
      'name: Name must be at most 100 characters',
      'company: Company must be at most 200 characters',
      'reason: Reason must be at most 2,000 characters',
    ])
  })

  test('of a rejection', () => {
    const read = (fields: Record<string, unknown>) => parseFields(deckRejectionSchema, fields)
    expect(read({})).toEqual({ ok: true, value: { note: null, tell_applicant: false } })
    expect(read({ note: ' \n', tell_applicant: null })).toEqual(read({}))
    for (const no of ['', ' ', 'false', 'No', 'off', '0'])
      expect(read({ tell_applicant: no })).toEqual(read({}))
    for (const yes of ['yes', 'true', 'on', '1'])
      expect(read({ tell_applicant: yes })).toMatchObject({ value: { tell_applicant: true } })
    expect(errorsOf(read({ note: 'x'.repeat(1001), tell_applicant: ['yes'] }))).toEqual([
      'note: Note must be at most 1,000 characters',
      'tell_applicant: Please tick the box or leave it empty',
    ])
  })

  test('of the code', () => {
    for (const accessCode of [undefined, null, '', ' \n ', ['x'], {}])
      expect(errorsOf(parseFields(deckCodeSchema, { accessCode }))).toEqual([
        'accessCode: Please enter your access code',
      ])
    expect(errorsOf(parseFields(deckCodeSchema, { accessCode: 'x'.repeat(100_000) }))).toEqual([])
  })
})

describe('a request', () => {
  test('is stored as pending, and a receipt is queued in the same transaction', async () => {
    const answer = await ask()
    expect(answer).toEqual({
      created: true,
      request: {
        id: expect.any(Number) as number,
        name: 'Ivy Vest',
        email,
        company: 'Vest & Co',
        status: 'pending',
        created_at: expect.any(Date) as Date,
      },
    })
    expect(await kinds()).toEqual(['deck request received'])
    expect((await mailsTo(db, email))[0]?.body_text).toMatch(/^Hello Ivy Vest,\n\nThank you/)
  })

  test('is not stored where its mail cannot be', async () => {
    await refuseIn('sent_emails')
    await expect(ask()).rejects.toThrow('refused')
    expect(await checkRequest(db, email, here)).toEqual({ hasRequested: false, status: null })
  })

  test('comes once for each address, in whatever letter case', async () => {
    const id = await pendingRequest()
    expect(await ask({ email: email.toUpperCase(), name: 'Eve' })).toEqual({
      created: false,
      status: 'pending',
    })
    expect(await row(id)).toMatchObject({ name: 'Ivy Vest', email })
    expect(await kinds()).toEqual(['deck request received'])
    await approveRequest(db, id, { by, site })
    expect(await ask()).toEqual({ created: false, status: 'approved' })
    email = `other${email}`
    await rejectRequest(db, await pendingRequest(), { by, site })
    expect(await ask()).toEqual({ created: false, status: 'rejected' })
  })

  test('comes once when many arrive together', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask()))
    expect(answers.filter(({ created }) => created)).toHaveLength(1)
    for (const answer of answers) if (!answer.created) expect(answer.status).toBe('pending')
    expect(await kinds()).toEqual(['deck request received'])
  })

  test('that comes again under its key gets its first answer', async () => {
    const key = crypto.randomUUID()
    const both = await Promise.all([ask({}, key), ask({}, key)])
    expect(both[0]).toEqual(both[1])
    expect(both[0].created).toBe(true)
    const id = both[0].created ? both[0].request.id : 0
    await rejectRequest(db, id, { by, site })
    expect(await ask({}, key)).toEqual(both[0])
    await expect(ask({ name: 'Eve' }, key)).rejects.toThrow('This key was used for another request')
  })

  test('is found by its address', async () => {
    expect(await checkRequest(db, email, here)).toEqual({ hasRequested: false, status: null })
    const id = await pendingRequest()
    const found = () => checkRequest(db, email.toUpperCase(), here)
    expect(await found()).toEqual({ hasRequested: true, status: 'pending' })
    await approveRequest(db, id, { by, site })
    expect(await found()).toEqual({ hasRequested: true, status: 'approved' })
    email = `other${email}`
    await rejectRequest(db, await pendingRequest(), { by, site })
    expect(await found()).toEqual({ hasRequested: true, status: 'rejected' })
    expect((await checkRequest(db, "' or 1=1 --", here)).hasRequested).toBe(false)
  })

  test('is listed with the newest first, without its code', async () => {
    const { id: first } = await approved()
    email = `late${email}`
    const second = await pendingRequest()
    const listed = await listRequests(db, {})
    expect(listed.slice(0, 2).map(({ id }) => id)).toEqual([second, first])
    expect(Object.keys(listed[0] ?? {}).sort()).toEqual([
      'applicant_told',
      'code_expires_at',
      'company',
      'created_at',
      'email',
      'id',
      'name',
      'opened_at',
      'reason',
      'rejection_note',
      'status',
    ])
    expect(listed[0]).toMatchObject({ reason: 'To invest', status: 'pending', code_expires_at: null })
  })
})

describe('the notice to admins', () => {
  const notices = async () =>
    (await mailsTo(db, `admin${count}@example.com`)).filter(({ kind }) => kind === 'deck request notice')
  const setVerified = (email_verified: boolean) =>
    db.updateTable('users').set({ email_verified }).where('id', '=', by).execute()

  test('is one mail per request, with a link to the list and nothing that the sender could phrase', async () => {
    await setVerified(true)
    const key = crypto.randomUUID()
    await ask({ name: 'Free money at evil.example', reason: 'https://evil.example/' }, key)
    await ask({ name: 'Free money at evil.example', reason: 'https://evil.example/' }, key)
    await ask()
    const [mail, ...others] = await notices()
    expect(others).toEqual([])
    expect(mail?.body_text).toContain(`${email} asks for access`)
    expect(mail?.body_text).toContain(`${site.appUrl}/pitch-deck-admin?status=pending`)
    expect(`${mail?.subject}${mail?.body_text}${mail?.body_html}`).not.toContain('evil')
  })

  test('does not go to an admin whose email is not verified, nor to other accounts', async () => {
    await setVerified(false)
    const member = `member${count}@example.com`
    await db
      .insertInto('users')
      .values({ username: 'Max', email: member, password_hash: 'x', email_verified: true })
      .execute()
    await ask()
    expect(await notices()).toEqual([])
    expect(await mailsTo(db, member)).toEqual([])
  })

  test('stops after a few in an hour; the requests and their receipts do not', async () => {
    await setVerified(true)
    const investor = email
    for (let sent = 0; sent < 7; sent += 1) {
      email = `n${sent}${investor}`
      expect((await ask()).created).toBe(true)
      expect(await kinds()).toEqual(['deck request received'])
    }
    expect(await notices()).toHaveLength(5)
  })
})

describe('approving', () => {
  test('mails a code of at least 128 bits with the gate and the date on which it ends', async () => {
    const { id, code } = await approved()
    expect(code.replaceAll('-', '').length * 5).toBeGreaterThanOrEqual(128)
    const stored = await row(id)
    expect(stored).toMatchObject({ status: 'approved', opened_at: null })
    const expiry = stored?.code_expires_at ?? new Date(0)
    expect(Math.abs(expiry.getTime() - Date.now() - 14 * day)).toBeLessThan(60_000)
    expect(await kinds()).toEqual(['deck request received', 'deck request approved'])
    const mail = (await mailsTo(db, email)).at(-1)
    for (const part of [code, `${site.appUrl}/pitch-deck?step=code`, mailTime(expiry)]) {
      expect(mail?.body_text).toContain(part)
      expect(mail?.body_html).toContain(part)
    }
    expect(maskSecrets(mail?.body_text ?? '')).not.toContain(code)
  })

  test('gives each request a code of its own', async () => {
    const codes = new Set<string>()
    for (let time = 0; time < 5; time += 1) {
      codes.add((await approved()).code)
      email = `x${email}`
    }
    expect(codes.size).toBe(5)
  })

  test('keeps the code and the tokens nowhere but in the mail', async () => {
    const { code, token } = await opened()
    const secrets = [code, code.replaceAll('-', ''), token]
    const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db)
    const holding: string[] = []
    for (const { name } of rows) {
      const whole = await sql<{ text: string }>`select t::text as text from ${sql.table(name)} t`.execute(db)
      if (whole.rows.some(({ text }) => secrets.some((secret) => holds(text, secret)))) holding.push(name)
    }
    expect(rows.length).toBeGreaterThan(20)
    expect(holding).toEqual(['sent_emails'])
  })

  test('is for what waits alone', async () => {
    const { id } = await approved()
    expect(await approveRequest(db, id, { by, site })).toEqual(unchanged)
    expect(await approveRequest(db, 2_147_483_647, { by, site })).toEqual(missing)
    expect(await kinds()).toEqual(['deck request received', 'deck request approved'])
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(['approve'])
    email = `other${email}`
    const other = await pendingRequest()
    await rejectRequest(db, other, { by, site })
    expect(await approveRequest(db, other, { by, site })).toEqual(conflict)
    expect(await kinds()).toEqual(['deck request received'])
  })

  test.each(['sent_emails', 'audit_log'] as const)('is undone where %s takes nothing', async (table) => {
    const id = await pendingRequest()
    const before = await row(id)
    await refuseIn(table)
    await expect(approveRequest(db, id, { by, site })).rejects.toThrow('refused')
    expect(await row(id)).toEqual(before)
    expect(await kinds()).toEqual(['deck request received'])
    expect(await auditOf(id)).toEqual([])
  })
})

test('a new code that was refused is sent under the same key once the request is approved', async () => {
  const id = await pendingRequest()
  const key = { scope: 'deck code', key: crypto.randomUUID() }
  const resend = () => resendCode(db, id, { by, site, key })
  expect(await resend()).toMatchObject({ ok: false, reason: 'conflict' })
  await approveRequest(db, id, { by, site })
  expect([await resend(), await resend()]).toEqual([{ ok: true }, { ok: true }])
  const sent = (await mailsTo(db, email)).filter(({ kind }) => kind === 'deck code resent')
  expect(sent).toHaveLength(1)
})

describe('rejecting', () => {
  const note = 'A competitor, see the register.\n\nAsk again in spring.'
  const told = async () => (await mailsTo(db, email)).filter(({ kind }) => kind === 'deck request rejected')

  test('keeps a note for admins, and mails nobody', async () => {
    const id = await pendingRequest()
    expect(await rejectRequest(db, id, { by, site, note })).toEqual({ ok: true })
    expect(await row(id)).toMatchObject({ status: 'rejected', rejection_note: note, applicant_told: false })
    expect(await kinds()).toEqual(['deck request received'])
    const [listed] = await listRequests(db, { search: email })
    expect(listed).toMatchObject({ rejection_note: note, applicant_told: false })
  })

  test('mails the note to the applicant if the admin says so, once per key', async () => {
    const id = await pendingRequest()
    const key = { scope: 'deck rejection', key: crypto.randomUUID() }
    const reject = () => rejectRequest(db, id, { by, site, key, note, tell_applicant: true })
    expect([await reject(), await reject()]).toEqual([{ ok: true }, { ok: true }])
    const [mail, ...others] = await told()
    expect(others).toEqual([])
    for (const words of ['Hello Ivy Vest,', 'A competitor, see the register.', 'Ask again in spring.'])
      expect(mail?.body_text).toContain(words)
    expect(await row(id)).toMatchObject({ applicant_told: true })
    await expect(rejectRequest(db, id, { by, site, key, note: 'Other' })).rejects.toThrow('another request')
  })

  test('can be told without a note', async () => {
    const id = await pendingRequest()
    await rejectRequest(db, id, { by, site, tell_applicant: true })
    expect(await told()).toHaveLength(1)
    expect(await row(id)).toMatchObject({ rejection_note: null, applicant_told: true })
  })

  test('is audited without the words of the note', async () => {
    const id = await pendingRequest()
    await rejectRequest(db, id, { by, site, note, tell_applicant: true })
    const entries = await auditOf(id)
    expect(entries.map(({ action, user_id }) => [action, user_id])).toEqual([['reject', by]])
    expect(entries[0]?.after).toEqual({ status: 'rejected', applicant_told: true, has_note: true })
    expect(JSON.stringify(entries)).not.toContain('competitor')
  })

  test('of a request that does not wait changes and mails nothing', async () => {
    const { id } = await approved()
    expect(await rejectRequest(db, id, { by, site, note, tell_applicant: true })).toEqual(conflict)
    expect(await row(id)).toMatchObject({ status: 'approved', rejection_note: null, applicant_told: false })
    expect(await told()).toEqual([])
  })
})

describe('of admins who act at once', () => {
  test.each([
    ['approve', (id: number) => approveRequest(db, id, { by, site })],
    ['reject', (id: number) => rejectRequest(db, id, { by, site })],
    ['delete', (id: number) => deleteRequest(db, id, { by })],
  ] as const)('one can %s', async (action, act) => {
    const id = await pendingRequest()
    const answers = await Promise.all(Array.from({ length: 5 }, () => act(id)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    for (const answer of answers)
      if (!answer.ok) expect(answer).toEqual(action === 'delete' ? missing : unchanged)
    expect((await auditOf(id)).map((entry) => entry.action)).toEqual([action])
    expect((await kinds()).length).toBe(action === 'approve' ? 2 : 1)
  })

  test('a deletion leaves no way in, also for a code that is entered at the same time', async () => {
    for (let time = 0; time < 5; time += 1) {
      const { id, code } = await approved()
      const [first, , second] = await Promise.all([
        enterCode(db, code, here),
        deleteRequest(db, id, { by }),
        enterCode(db, code, here),
      ])
      for (const access of [first, second])
        if (access) expect(await hasDeckAccess(db, access.token)).toBe(false)
      expect(await accessesOf(id)).toBe(0)
      email = `x${email}`
    }
  })
})

describe('closing the deck', () => {
  test('ends the access of one browser; another, and the code, stay', async () => {
    const { id, code, token } = await opened()
    const other = await tokenFor(code)
    await closeDeck(db, token)
    expect(await hasDeckAccess(db, token)).toBe(false)
    expect(await hasDeckAccess(db, other)).toBe(true)
    expect(await accessesOf(id)).toBe(1)
    expect(await hasDeckAccess(db, await tokenFor(code))).toBe(true)
  })

  test('does nothing for a token that gives no access', async () => {
    const { token } = await opened()
    await closeDeck(db, 'x'.repeat(43))
    await closeDeck(db, '')
    expect(await hasDeckAccess(db, token)).toBe(true)
  })
})

const accessesOf = async (id: number) =>
  (await db.selectFrom('pitch_deck_accesses').select('id').where('request_id', '=', id).execute()).length

describe('a code', () => {
  test('gives access for 30 days, as often as it is entered', async () => {
    const { code } = await approved()
    const first = await enterCode(db, code, here)
    const second = await enterCode(db, code, here)
    expect(first).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/) as string,
      maxAge: 30 * 24 * 60 * 60,
    })
    expect(second?.token).not.toBe(first?.token)
    expect(await hasDeckAccess(db, first?.token ?? '')).toBe(true)
    expect(await hasDeckAccess(db, second?.token ?? '')).toBe(true)
  })

  test('is taken with blanks, without hyphens, in small letters', async () => {
    const { code } = await approved()
    const plain = code.replaceAll('-', '')
    for (const typed of [
      ` ${code}\r\n`,
      plain,
      plain.toLowerCase(),
      code.replaceAll('-', ' '),
      [...plain].join('\u00a0'),
      code.replaceAll('-', '\u2013'),
      plain.replaceAll('0', 'o').replaceAll('1', 'l'),
    ])
      expect(await enterCode(db, typed, here)).not.toBeNull()
  })

  test('that is none opens nothing', async () => {
    const { code } = await approved()
    for (const typed of [
      `${code}0`,
      code.slice(0, -1),
      "' or '1'='1",
      '\u0000',
      `${code}\u0000`,
      '%',
      '-',
      'x'.repeat(1_000_000),
    ])
      expect(await enterCode(db, typed, here)).toBeNull()
  })

  test('opens nothing when its 14 days are over; the access that it gave stays', async () => {
    const { id, code, token } = await opened()
    const end = (expires: number) =>
      db
        .updateTable('pitch_deck_requests')
        .set({ code_expires_at: new Date(expires) })
        .where('id', '=', id)
        .execute()
    await end(Date.now() + 60_000)
    expect(await enterCode(db, code, here)).not.toBeNull()
    await end(Date.now() - 1000)
    expect(await enterCode(db, code, here)).toBeNull()
    expect(await hasDeckAccess(db, token)).toBe(true)
  })

  test('is guessed 20 times in a quarter of an hour from one address; those that open are not counted', async () => {
    const { code } = await approved()
    for (let time = 0; time < 25; time += 1) expect(await enterCode(db, code, here)).not.toBeNull()
    const guesses = await Promise.allSettled(
      Array.from({ length: 25 }, (_, index) => enterCode(db, `guess ${index}`, here)),
    )
    expect(guesses.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    await expect(enterCode(db, code, here)).rejects.toMatchObject({ name: 'TooManyAttempts' })
    expect(await enterCode(db, code, { ip: '192.0.2.2' })).not.toBeNull()
  })

  test('sent again expires the previous one, and is valid for 14 days', async () => {
    const { id, code, token } = await opened()
    await db
      .updateTable('pitch_deck_requests')
      .set({ code_expires_at: new Date(Date.now() - day) })
      .where('id', '=', id)
      .execute()
    expect(await resendCode(db, id, { by, site })).toEqual({ ok: true })
    expect((await kinds()).at(-1)).toBe('deck code resent')
    const newer = await deckCodeOf(db, email)
    expect(newer).not.toBe(code)
    expect(await enterCode(db, code, here)).toBeNull()
    expect(await enterCode(db, newer, here)).not.toBeNull()
    expect(await hasDeckAccess(db, token)).toBe(true)
    const stored = await row(id)
    const expiry = stored?.code_expires_at ?? new Date(0)
    expect(Math.abs(expiry.getTime() - Date.now() - 14 * day)).toBeLessThan(60_000)
    expect((await mailsTo(db, email)).at(-1)?.body_text).toContain(mailTime(expiry))
  })

  test('sent again by two admins at once leaves the valid one in the newest mail', async () => {
    const { id } = await approved()
    await Promise.all([resendCode(db, id, { by, site }), resendCode(db, id, { by, site })])
    const codes = (await mailsTo(db, email)).map(({ body_text }) => /^ {4}(\S+)$/m.exec(body_text)?.[1] ?? '')
    expect(codes).toHaveLength(4)
    const open = []
    for (const code of codes.slice(1)) open.push((await enterCode(db, code, here)) !== null)
    expect(open).toEqual([false, false, true])
  })

  test('is only sent again for an approved request', async () => {
    const id = await pendingRequest()
    expect(await resendCode(db, id, { by, site })).toEqual(conflict)
    await rejectRequest(db, id, { by, site })
    expect(await resendCode(db, id, { by, site })).toEqual(conflict)
    expect(await resendCode(db, 2_147_483_647, { by, site })).toEqual(missing)
    expect(await kinds()).toEqual(['deck request received'])
  })
})

describe('access', () => {
  test('is given by its own token alone', async () => {
    const { token, code } = await opened()
    for (const other of ['', code, token.slice(1), `${token}A`, token.toLowerCase(), '\u0000'])
      expect(await hasDeckAccess(db, other)).toBe(false)
  })

  test('is noted with its request the first time that the deck is seen', async () => {
    const { id, token } = await opened()
    expect(await hasDeckAccess(db, token)).toBe(true)
    expect((await row(id))?.opened_at).toBeNull()
    expect(await openDeck(db, token)).toBe(true)
    const first = (await row(id))?.opened_at
    expect(first).toBeInstanceOf(Date)
    const earlier = new Date('2026-01-02T03:04:05Z')
    await db.updateTable('pitch_deck_requests').set({ opened_at: earlier }).where('id', '=', id).execute()
    expect(await openDeck(db, token)).toBe(true)
    expect((await row(id))?.opened_at).toEqual(earlier)
    expect(await openDeck(db, 'another')).toBe(false)
  })

  test('ends after its 30 days, and is then removed', async () => {
    const { id, code, token } = await opened()
    const stored = await db
      .selectFrom('pitch_deck_accesses')
      .select('expires_at')
      .where('request_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(Math.abs(stored.expires_at.getTime() - Date.now() - 30 * day)).toBeLessThan(60_000)
    await db
      .updateTable('pitch_deck_accesses')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('request_id', '=', id)
      .execute()
    const live = await tokenFor(code)
    expect(await hasDeckAccess(db, token)).toBe(false)
    expect(await openDeck(db, token)).toBe(false)
    expect((await row(id))?.opened_at).toBeNull()
    expect(await accessesOf(id)).toBe(2)
    await removeEndedAccesses(db)
    expect(await accessesOf(id)).toBe(1)
    expect(await hasDeckAccess(db, live)).toBe(true)
  })

  test('is not taken by a rejection, which is for requests that wait', async () => {
    const { id, code, token } = await opened()
    expect(await rejectRequest(db, id, { by, site })).toEqual(conflict)
    expect(await hasDeckAccess(db, token)).toBe(true)
    expect(await enterCode(db, code, here)).not.toBeNull()
    expect(await row(id)).toMatchObject({ status: 'approved' })
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(['approve'])
    email = `other${email}`
    const other = await pendingRequest()
    expect(await rejectRequest(db, other, { by, site })).toEqual({ ok: true })
    expect(await rejectRequest(db, other, { by, site })).toEqual(unchanged)
  })

  test('ends when its request is deleted; the sender can ask again', async () => {
    const { id, code, token } = await opened()
    expect(await deleteRequest(db, id, { by })).toEqual({ ok: true })
    expect(await hasDeckAccess(db, token)).toBe(false)
    expect(await enterCode(db, code, here)).toBeNull()
    expect(await accessesOf(id)).toBe(0)
    expect(await deleteRequest(db, id, { by })).toEqual(missing)
    expect(await rejectRequest(db, id, { by, site })).toEqual(missing)
    expect(await pendingRequest()).not.toBe(id)
  })
})

test.each(['pending', 'approved', 'rejected'] as const)(
  'a request that is %s can be deleted',
  async (status) => {
    const id = await pendingRequest()
    if (status === 'approved') await approveRequest(db, id, { by, site })
    if (status === 'rejected') await rejectRequest(db, id, { by, site })
    expect(await deleteRequest(db, id, { by })).toEqual({ ok: true })
    expect(await row(id)).toBeUndefined()
    expect((await auditOf(id)).at(-1)).toMatchObject({ action: 'delete', before: { status }, after: null })
  },
)

test('what admins do is written down, without people and without codes', async () => {
  const { id } = await approved()
  await resendCode(db, id, { by, site })
  await deleteRequest(db, id, { by })
  email = `other${email}`
  const other = await pendingRequest()
  await rejectRequest(db, other, { by, site })
  const entries = [...(await auditOf(id)), ...(await auditOf(other))]
  expect(entries.map(({ action, user_id }) => [action, user_id])).toEqual(
    ['approve', 'resend code', 'delete', 'reject'].map((action) => [action, by]),
  )
  expect(entries.map(({ before, after }) => [before, after])).toEqual([
    [{ status: 'pending' }, { status: 'approved', code_expires_at: expect.any(String) as string }],
    [{ status: 'approved' }, { status: 'approved', code_expires_at: expect.any(String) as string }],
    [{ status: 'approved' }, null],
    [{ status: 'pending' }, { status: 'rejected', applicant_told: false, has_note: false }],
  ])
  const audited = JSON.stringify(entries)
  for (const secret of [email, 'Ivy', 'Vest']) expect(audited).not.toContain(secret)
})

/** Whether a row's text holds a secret, as it is or as bytea would show it. */
function holds(text: string, secret: string) {
  return text.includes(secret) || text.includes(Buffer.from(secret).toString('hex'))
}

/** Makes a table refuse new rows for the rest of the test. */
async function refuseIn(table: 'sent_emails' | 'audit_log') {
  await sql`create or replace function refuse() returns trigger language plpgsql as
    ${sql.lit("begin raise exception 'refused'; end")}`.execute(db)
  await sql`create trigger refuse before insert on ${sql.table(table)} execute function refuse()`.execute(db)
  onTestFinished(async () => {
    await sql`drop trigger refuse on ${sql.table(table)}`.execute(db)
  })
}

describe('a new code that an investor requests', () => {
  const request = (to = email, ip = here.ip) => requestNewCode(db, to, { site, ip })
  const codes = async () =>
    (await mailsTo(db, email)).filter(({ kind }) => kind === 'deck code resent').length

  test('goes to an approved address, also after the first has expired, and opens the deck', async () => {
    const id = await pendingRequest()
    await approveRequest(db, id, { by, site })
    await db
      .updateTable('pitch_deck_requests')
      .set({ code_expires_at: new Date(Date.now() - day) })
      .where('id', '=', id)
      .execute()
    const expired = await deckCodeOf(db, email)
    expect(await enterCode(db, expired, here)).toBeNull()
    await request(email.toUpperCase())
    expect(await enterCode(db, await deckCodeOf(db, email), here)).not.toBeNull()
  })

  test('is not sent where a request waits, was rejected or is missing, nor more than three times a day', async () => {
    const id = await pendingRequest()
    await request()
    await request('nobody@example.com')
    expect([await codes(), (await mailsTo(db, 'nobody@example.com')).length]).toEqual([0, 0])
    await approveRequest(db, id, { by, site })
    for (let time = 1; time <= 5; time += 1) await request(email, `192.0.2.${time}`)
    expect(await codes()).toBe(3)
    expect(await enterCode(db, await deckCodeOf(db, email), here)).not.toBeNull()
  })
})
