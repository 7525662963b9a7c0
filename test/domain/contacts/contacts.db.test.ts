import { expect, test } from 'vitest'

import { contactConsentSchema, contactSchema } from '~/domain/contacts/contacts.schema'
import { sendContact } from '~/domain/contacts/contacts.server'
import { parseFields } from '~/domain/parse-fields'

import { provideDatabase } from '../../support/database'

const provided = provideDatabase()

test('a message is stored with the values that the server sets', async () => {
  const message = parseFields(contactSchema, {
    name: ' Ann Doe ',
    email: 'Ann@example.com',
    phone: '',
    inquiry_type: 'press/MEDIA',
    message: 'Hello\r\nthere',
    responded: 'true',
    status: 'Responded',
    ip_address: '9.9.9.9',
  })
  if (!message.ok) throw new Error(JSON.stringify(message.errors))
  await sendContact(provided.db, message.value, { ip: '192.0.2.1', key: null })
  expect(await provided.db.selectFrom('contact_submissions').selectAll().execute()).toMatchObject([
    {
      name: 'Ann Doe',
      email: 'Ann@example.com',
      phone: null,
      inquiry_type: 'Press/Media',
      message: 'Hello\r\nthere',
      responded: false,
      response_date: null,
      status: 'Pending',
      ip_address: '192.0.2.1',
    },
  ])
})

test.each([
  ['on', true],
  ['I agree', true],
  [undefined, false],
  ['', false],
  [' ', false],
  ['false', false],
  ['No', false],
  [['on'], false],
])('the consent %j is valid: %j', (consent, counts) => {
  const parsed = parseFields(contactConsentSchema, { consent })
  expect(parsed.ok).toBe(counts)
  if (!parsed.ok) expect(parsed.errors).toEqual([{ path: 'consent', message: 'You must agree to the terms' }])
})
