import { expect, test } from 'vitest'

import type { Db } from '../../db/schema'
import { resendCode } from '~/domain/accounts/verification.server'
import { storeDraft } from '~/domain/engine-versions/drafts.server'
import { parseFields } from '~/domain/parse-fields'
import { currentQuoteSchema, submitQuote } from '~/domain/quotes/quotes.server'
import { startSession } from '~/domain/sessions/sessions.server'
import { resource } from '~/http/api.server'
import { keepFormOnFailure } from '~/http/forms.server'

import { site } from '../support/accounts'
import { provideDatabase } from '../support/database'
import { application } from '../support/program'

/* An account is deleted in one tab, while another tab of its owner sends a form. */

const provided = provideDatabase()
const user = { id: 4711, email: 'ann@example.com', email_verified: false, admin: false }

const acts: Record<string, (db: Db) => Promise<unknown>> = {
  'requests a code': (db) => resendCode(db, user, { site }),
  'logs in': (db) => startSession(db, user, { remember: false, userAgent: null, ip: null }),
  'saves a draft': (db) => storeDraft(db, user.id, { code: 'var a', base: null }),
  async 'applies for a quote'(db) {
    const parsed = parseFields(await currentQuoteSchema(db), { ...application })
    if (parsed.ok) await submitQuote(db, parsed.value, { userId: user.id, ip: null, key: null })
  },
}

test.each(Object.entries(acts))(
  'a caller whose account is deleted and who %s is sent to the login',
  async (_, act) => {
    const call = resource({ POST: async () => Response.json(await act(provided.db)) })
    const request = new Request('http://localhost/api/x', { method: 'POST' })
    const answer = await call({ request, params: {}, context: {} })
    expect([answer.status, await answer.json()]).toEqual([401, { error: 'Please sign in' }])

    const page = keepFormOnFailure({}, 'Not now', () => act(provided.db))
    const redirect = (await page.catch((thrown: unknown) => thrown)) as Response
    expect([redirect.status, redirect.headers.get('Location')]).toEqual([302, '/login'])
  },
)
