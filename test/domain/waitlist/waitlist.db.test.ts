import { expect, test } from 'vitest'

import { parseFields } from '~/domain/parse-fields'
import { interestLevels } from '~/domain/waitlist/waitlist.options'
import { waitlistSchema } from '~/domain/waitlist/waitlist.schema'
import { joinWaitlist } from '~/domain/waitlist/waitlist.server'

import { provideDatabase } from '../../support/database'

const provided = provideDatabase()
const person = { name: 'Ann Doe', email: 'ann@example.com' }

test('an entry is stored with the values that the server sets', async () => {
  const entry = parseFields(waitlistSchema({ interestRequired: false }), {
    ...person,
    referral_source: 'website',
    utm_source: '',
    status: 'Invited',
    note: 'a friend',
    ip_address: '9.9.9.9',
  })
  if (!entry.ok) throw new Error(JSON.stringify(entry.errors))
  await joinWaitlist(provided.db, entry.value, { ip: '192.0.2.1', key: null })
  expect(await provided.db.selectFrom('waitlist_submissions').selectAll().execute()).toMatchObject([
    {
      interest_level: 'not-specified',
      referral_source: 'website',
      utm_source: null,
      status: 'Pending',
      note: null,
      ip_address: '192.0.2.1',
    },
  ])
})

test('a form with the interest level accepts only the listed ones', () => {
  const schema = waitlistSchema({ interestRequired: true })
  for (const { value } of interestLevels) {
    expect(parseFields(schema, { ...person, interest_level: value.toUpperCase() })).toMatchObject({
      ok: true,
      value: { interest_level: value },
    })
  }
  for (const interest_level of [undefined, null, '', '  ', 'not-specified', 'a little']) {
    expect(parseFields(schema, { ...person, interest_level })).toEqual({
      ok: false,
      errors: [{ path: 'interest_level', message: 'Please select your interest level' }],
    })
  }
})
