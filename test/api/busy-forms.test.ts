import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openDatabase } from '~/db.server'

import { admin, application, startProgram, type Program } from '../support/program'
import { programDatabase } from '../support/server-database'

/* Forms of the back office, sent without JavaScript while the database does not write in time. */

let program: Program
let cookie = ''
let url = ''

beforeAll(async () => {
  const database = await programDatabase()
  url = database.DATABASE_URL!
  const [server = ''] = url.split('?')
  program = await startProgram({ ...database, DATABASE_URL: server }) // with the time limits of the program
  const login = await post('/api/auth/login', admin)
  cookie = login.headers.get('Set-Cookie')?.split(';')[0] ?? ''
  expect((await post('/api/quote-submissions', application)).status).toBe(201)
})
afterAll(async () => expect(await program.stop()).toBe(0))

function post(path: string, fields: Record<string, string | number | undefined>) {
  return fetch(program.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: cookie, 'Content-Type': 'application/json' },
    body: JSON.stringify(fields),
  })
}

function send(path: string, fields: Record<string, string>) {
  const headers = { Cookie: cookie }
  const body = new URLSearchParams(fields)
  return fetch(program.url + path, { method: 'POST', redirect: 'manual', headers, body })
}

const typed = 'What was typed, in a sentence or two'
/** Path, fields, the message, and whether the page shows what was typed. */
const forms: [path: string, fields: Record<string, string>, message: string, keeps: boolean][] = [
  [
    '/admin/submissions/quotes/1',
    { status: 'Withdrawn', note: typed },
    'Failed to save the submission. Please try again.',
    true,
  ],
  [
    '/admin/underwriting/assign/1',
    { to: '1', seen: '', back: '' },
    'This could not be saved. Please try again.',
    false,
  ],
  [
    '/admin/underwriting/tests',
    { intent: 'save', note: typed },
    'Failed to save the changes. Please try again.',
    true,
  ],
  [
    '/admin/underwriting/code',
    { intent: 'draft', code: `// ${typed}`, base: '' },
    'Failed to save the draft: The server could not be reached. Please try again.',
    true,
  ],
  ['/admin/work', { intent: 'run' }, 'The run could not be started. Please try again.', false],
  [
    '/admin/submissions/status?tab=quotes&change=Pending~Withdrawn~1',
    {},
    'Failed to change the status. Please try again.',
    false,
  ],
]

test.each(forms)('%s keeps the page, says so, and loses nothing', async (path, fields, message, keeps) => {
  const db = await openDatabase({ url })
  try {
    await db.transaction().execute(async (trx) => {
      // They are read, but not written to.
      await sql`lock table quote_submissions, assignments, engine_drafts, engine_table_drafts, batch_runs in share mode`.execute(
        trx,
      )
      const answer = await send(path, fields)
      const html = await answer.text()
      expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5'])
      expect(html).toContain(message)
      if (keeps) expect(html).toContain(typed)
    })
  } finally {
    await db.destroy()
  }
})
