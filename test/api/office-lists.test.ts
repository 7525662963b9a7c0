import { afterAll, beforeAll, expect, test } from 'vitest'

import { admin, application, startProgram, type Program } from '../support/program'
import { programDatabase } from '../support/server-database'

/* What all lists of the back office do alike. */

let program: Program
let cookie = ''

beforeAll(async () => {
  program = await startProgram(await programDatabase())
  const login = await post('/api/auth/login', admin)
  cookie = login.headers.get('Set-Cookie')?.split(';')[0] ?? ''
  expect((await post('/api/quote-submissions', application)).status).toBe(201)
  expect((await post('/api/admin/underwriting/quote', { quote_id: 1 })).status).toBe(201)
  expect((await post('/api/admin/underwriting/job-roles', { role_name: 'Diver' })).status).toBe(201)
})
afterAll(async () => expect(await program.stop()).toBe(0))

function post(path: string, body: object) {
  const headers = { Cookie: cookie, 'Content-Type': 'application/json' }
  return fetch(program.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
}

async function read(path: string) {
  const answer = await fetch(program.url + path, { headers: { Cookie: cookie } })
  const html = await answer.text()
  return { status: answer.status, main: /<main[^]*<\/main>/.exec(html)?.[0] ?? '' }
}

const rows = /<tbody|class="audit-log|class="result-list/

test.each([
  '/admin/audit',
  '/admin/mail',
  '/admin/security',
  '/admin/submissions',
  '/admin/underwriting/referrals',
  '/admin/underwriting/results',
])('%s shows no rows, number, file or pages while a date is wrong', async (path) => {
  const right = await read(path)
  expect(right.status).toBe(200)
  if (!path.endsWith('referrals')) expect(right.main).toMatch(rows)
  const wrong = await read(`${path}?from=2026-02-30`)
  expect(wrong.status).toBe(422)
  expect(wrong.main).toContain('There is no February 30 in 2026')
  for (const part of [rows, /as CSV/, /class="pager"/, /class="empty"/, /class="list-total"/])
    expect(wrong.main).not.toMatch(part)
})

test.each([
  ['/admin/audit', 'No entry matches.', 'What administrators change appears here.'],
  ['/admin/mail', 'No such mail.', 'No mails yet.'],
  ['/admin/security', 'No event matches.', 'Logins and refusals appear here.'],
  ['/admin/underwriting/results', 'No result matches.', 'Run underwriting on a quote request'],
])('%s does not say on a page beyond its last that there is nothing at all', async (path, none, never) => {
  const { main } = await read(`${path}?cursor=1`)
  expect(main).toContain(none)
  expect(main).not.toContain(never)
})
