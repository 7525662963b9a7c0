import { beforeAll, expect, test } from 'vitest'

import type { Db } from '../../../db/schema'
import { createAdmin } from '~/domain/accounts/accounts.server'
import { sendContact } from '~/domain/contacts/contacts.server'
import { listReplies, replyToContact } from '~/domain/contacts/replies.server'

import { mailsTo } from '../../support/accounts'
import { provideDatabase } from '../../support/database'

const provided = provideDatabase()
let db: Db
let by = 0
let people = 0

beforeAll(async () => {
  db = provided.db
  await createAdmin(db, { email: 'root@example.com', password: 'a long password' })
  by = (await db.selectFrom('users').select('id').executeTakeFirstOrThrow()).id
})

async function contactOf(name = 'Ann Doe') {
  const email = `writer${++people}@example.com`
  const content = { name, email, phone: null, inquiry_type: 'Other', message: 'My secret question' } as const
  const { result } = await sendContact(db, content, { ip: null, key: null })
  return { id: result.id, email }
}

const words = { subject: 'Re: Other', message: 'Yes.\r\n\r\n    See you soon.' }
const reply = (id: number, fields: object = words, key: string | null = null) =>
  replyToContact(db, id, { ...fields }, { by, key: key === null ? null : { scope: 'reply', key } })
const repliesTo = async (email: string) =>
  (await mailsTo(db, email)).filter(({ kind }) => kind === 'contact reply')
const stored = (id: number) =>
  db.selectFrom('contact_submissions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('a second reply knows of the first', async () => {
  const { id, email } = await contactOf()
  const first = await reply(id, { ...words, seen: '' })
  expect(await reply(id, { ...words, message: 'No.', seen: '' })).toMatchObject({
    reason: 'conflict',
    message: expect.stringMatching(/^You have sent another reply /) as string,
  })
  const other = await replyToContact(db, id, { ...words, seen: '' }, { by: 0, key: null })
  expect(other).toMatchObject({ message: expect.stringMatching(/^Another reply was sent /) as string })
  expect(await repliesTo(email)).toHaveLength(1)
  expect(await reply(id, { ...words, message: 'No.', seen: String(first.ok && first.id) })).toMatchObject({
    ok: true,
  })
  expect(await reply(id, { ...words, message: 'By a call.' })).toMatchObject({ ok: true })
})

test('a reply is mailed, shown with its sender and audited without its words', async () => {
  const { id, email } = await contactOf()
  const outcome = await reply(id)
  expect(outcome).toMatchObject({ ok: true })
  const [mail, ...others] = await repliesTo(email)
  expect(others).toEqual([])
  expect(mail).toMatchObject({ subject: 'Re: Other', status: 'pending', user_id: null })
  expect(mail?.body_text).toContain('Hello Ann Doe,\n\nYes.\n\nSee you soon.\n')
  expect(mail?.body_html).toContain('Yes.<br><br>')
  expect(`${mail?.body_text}${mail?.body_html}`).not.toContain('My secret question')
  expect(await listReplies(db, id)).toMatchObject([
    { subject: 'Re: Other', message: 'Yes.\n\n    See you soon.', sender: 'Administrator' },
  ])
  expect(await stored(id)).toMatchObject({ status: 'Responded', responded: true })
  const audit = await db
    .selectFrom('audit_log')
    .select(['user_id', 'action', 'after'])
    .where('entity', '=', 'contact submission')
    .where('entity_id', '=', String(id))
    .orderBy('id')
    .execute()
  expect(audit).toEqual([
    { user_id: by, action: 'reply', after: { reply: outcome.ok && outcome.id } },
    { user_id: by, action: 'update', after: { status: 'Responded' } },
  ])
})

test('a reply is HTML nowhere, and its subject one line', async () => {
  const { id, email } = await contactOf('<b>Ann</b>')
  await reply(id, { subject: 'Re: <b>', message: '<script>alert(1)</script>' })
  const [mail] = await repliesTo(email)
  expect(mail?.body_html).not.toMatch(/<script|<b>/)
  expect(await reply(id, { subject: 'Re\r\nBcc: bob@example.com', message: 'x' })).toMatchObject({
    errors: [{ path: 'subject' }],
  })
})

test('a form that is sent twice counts once, and an inbox gets ten a day', async () => {
  const { id, email } = await contactOf()
  const [one, other] = await Promise.all([reply(id, words, 'twice'), reply(id, words, 'twice')])
  expect(one).toEqual(other)
  expect(await repliesTo(email)).toHaveLength(1)
  for (let count = 1; count < 10; count += 1) expect(await reply(id)).toMatchObject({ ok: true })
  await expect(reply(id)).rejects.toThrow('Too many attempts')
  expect(await repliesTo(email)).toHaveLength(10)
})

test('what is empty, too long or for nobody is refused', async () => {
  const { id, email } = await contactOf()
  for (const message of ['', ' \n', 'x'.repeat(5001), 'a\0b', 7])
    expect(await reply(id, { ...words, message })).toMatchObject({ errors: [{ path: 'message' }] })
  for (const subject of ['', 'x'.repeat(151)])
    expect(await reply(id, { ...words, subject })).toMatchObject({ errors: [{ path: 'subject' }] })
  expect(await reply(2_000_000_000)).toEqual({ ok: false, reason: 'missing' })
  expect(await repliesTo(email)).toEqual([])
  expect((await stored(id)).status).toBe('Pending')
})
