import { beforeEach, describe, expect, test } from 'vitest'

import { brand } from '~/brand.server'
import { applyForJob } from '~/domain/careers/careers.server'
import type { IdempotencyKey } from '~/domain/idempotency/idempotency.server'
import { sendContact } from '~/domain/contacts/contacts.server'
import { currentQuoteSchema, submitQuote } from '~/domain/quotes/quotes.server'
import { joinWaitlist } from '~/domain/waitlist/waitlist.server'

import { provideDatabase } from '../../support/database'
import { application } from '../../support/program'
import { pdf } from '../../support/resumes'

const provided = provideDatabase()
const typed = 'Buy now at https://evil.example'

const sources = { referral_source: typed, utm_source: typed, utm_medium: null, utm_campaign: null }
const resume = {
  bytes: pdf,
  sha256: 'a'.repeat(64),
  contentType: 'application/pdf',
  extension: 'pdf' as const,
  originalName: `${typed}.pdf`,
}
type Caller = { ip: string | null; key: IdempotencyKey | null }

/** The forms that send a receipt; all values except the name and the email are spam. */
const forms = [
  [
    'contact received',
    'We have received your message',
    (person: Person, caller: Caller) =>
      sendContact(
        provided.db,
        { ...person, phone: null, inquiry_type: 'Press/Media', message: typed },
        caller,
      ),
  ],
  [
    'waitlist joined',
    'You are on the waitlist',
    (person: Person, caller: Caller) =>
      joinWaitlist(provided.db, { ...person, ...sources, interest_level: 'interested' }, caller),
  ],
  [
    'career received',
    'We have received your application',
    (person: Person, caller: Caller) =>
      applyForJob(
        provided.db,
        {
          ...person,
          position: 'Other',
          linkedin: 'https://evil.example/in',
          experience: typed,
          why_join: typed,
          consent: 'on',
        },
        resume,
        caller,
      ),
  ],
  [
    'quote received',
    expect.stringMatching(/^We have received your application Q-\d+$/) as string,
    async (person: Person, caller: Caller) => {
      const schema = await currentQuoteSchema(provided.db)
      const quote = schema.parse({ ...application, occupation: typed, additional_info: typed })
      return submitQuote(provided.db, { ...quote, ...person }, { userId: null, ...caller })
    },
  ],
] as const

type Person = { name: string; email: string }
const ann = { name: 'Ann Doe', email: 'Ann@example.com' }
const anyone = { ip: null, key: null }

beforeEach(async () => {
  await provided.db.deleteFrom('sent_emails').execute()
  await provided.db.deleteFrom('rate_limits').execute()
})

const mails = () => provided.db.selectFrom('sent_emails').selectAll().orderBy('id').execute()

describe.each(forms)('%s', (kind, subject, send) => {
  test('is mailed to the sender of the form', async () => {
    await send(ann, anyone)
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ kind, subject, recipient: ann.email, status: 'pending', attempts: 0 })
    expect(mail?.body_text).toMatch(/^Hello Ann Doe,\n\nThank you/)
    expect(mail?.body_text).toContain(brand.phone)
    expect(mail?.body_html).toContain('Hello Ann Doe,')
  })

  test('is mailed once for a form sent twice with one key', async () => {
    const key = { scope: kind, key: crypto.randomUUID() }
    const both = await Promise.all([0, 1].map(() => send(ann, { ip: null, key })))
    expect(both.map(({ repeated }) => repeated).sort()).toEqual([false, true])
    await send(ann, { ip: null, key })
    expect(await mails()).toHaveLength(1)
  })

  test.each([
    typed,
    'evil.example',
    'Go to evil。example',
    'www.evil.example Ann',
    'Call 555-010-0100',
    'eve@evil.example',
    'Ann\r\nBcc: eve@evil.example',
    '<a href="//evil.example">Ann</a>',
    'x'.repeat(61),
    '\u202eelpmaxe',
  ])('contains no part of a name like %j', async (name) => {
    await send({ ...ann, name }, anyone)
    const [mail] = await mails()
    expect(mail?.body_text).toMatch(/^Hello,\n/)
    for (const content of [mail?.subject, mail?.body_text, mail?.body_html]) {
      expect(content).not.toContain(name)
      expect(content).not.toMatch(/evil|https?:/i)
    }
  })

  test.each(["Zoë O'Neill-Łukasz, Jr.", 'J. R. Müller', '李 小龍', 'অনু'])('greets %s', async (name) => {
    await send({ ...ann, name }, anyone)
    const [mail] = await mails()
    expect(mail?.body_text).toMatch(new RegExp(`^Hello ${name},\n`))
  })
})

test('an inbox gets up to five receipts a day from all senders; every submission is stored', async () => {
  const caller = { ip: '192.0.2.7', key: null }
  const entry = { ...sources, name: 'Ann Doe', interest_level: 'interested' as const }
  for (const email of ['full@example.com', 'FULL@example.com', 'other@example.com'])
    for (let time = 0; time < 4; time += 1) await joinWaitlist(provided.db, { ...entry, email }, caller)
  const recipients = (await mails()).map(({ recipient }) => recipient.toLowerCase())
  expect(recipients.filter((recipient) => recipient === 'full@example.com')).toHaveLength(5)
  expect(recipients.filter((recipient) => recipient === 'other@example.com')).toHaveLength(4)
  const stored = await provided.db
    .selectFrom('waitlist_submissions')
    .select('id')
    .where('email', 'in', ['full@example.com', 'FULL@example.com'])
    .execute()
  expect(stored).toHaveLength(8)
})
