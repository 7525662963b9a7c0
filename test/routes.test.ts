import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Db } from '../db/schema'
import { openDatabase } from '~/db.server'
import { hashPassword } from '~/domain/accounts/passwords.server'

import { startPostgres } from './support/postgres-server'
import { admin, application, startProgram, type Program } from './support/program'
import { fileOf, pdf } from './support/resumes'
import { declaredRoutes, type DeclaredRoute } from './support/routes'

/*
 * Requests every route with every method, as every kind of caller, as a document and as the Remix data of one route. Checks who has
 * access, where others are redirected, and that they see nothing and change nothing.
 */

/** The audience of each route; a route below /api also lists its methods. */
const audiences = {
  everyone: [
    '/',
    '/*',
    '/.well-known/change-password',
    '/.well-known/security.txt',
    '/about-us',
    '/account-recovery',
    '/account-recovery/reset',
    '/cancel-email-change', // requires the token
    '/careers',
    '/contact',
    '/coverage-tiers',
    '/dev/mail', // not served with a database server
    '/faq',
    '/get-a-quote',
    '/get-a-quote/:token', // requires the token
    '/healthz',
    '/how-it-works',
    '/investor',
    '/login',
    '/login/code', // requires a password first
    '/logout',
    '/manifest.webmanifest',
    '/metrics', // for this machine, which the test runs on too
    '/pitch-deck',
    '/privacy-policy',
    '/questions/:token', // requires the token
    '/quote/:token', // requires the token
    '/readyz',
    '/robots.txt',
    '/signup',
    '/sitemap.xml',
    '/temp-redirect',
    '/terms-of-service',
    '/trust-and-fraud-prevention',
    'GET POST PUT PATCH DELETE /api/*',
    'POST /api/auth/login',
    'POST /api/auth/passkey-options',
    'POST /api/auth/logout',
    'POST /api/auth/register',
    'POST /api/career-submissions',
    'POST /api/contact-submissions',
    'GET /api/coverage-levels',
    'GET /api/coverage-tiers',
    'GET /api/estimate',
    'POST /api/email/account-recovery',
    'GET /api/job-roles',
    'GET /api/pitch-deck/check-access',
    'GET /api/pitch-deck/check-request',
    'POST /api/pitch-deck/request-access',
    'POST /api/pitch-deck/validate-access',
    'GET POST /api/questions/:token', // requires the token
    'POST /api/quote-submissions',
    'POST /api/waitlist-submissions',
  ],
  users: [
    '/change-password',
    '/dashboard',
    '/dashboard/questions/:id',
    '/dashboard/quotes/:id',
    '/delete-account',
    '/edit-profile',
    '/two-step-login',
    '/verify-email',
    'POST /api/auth/change-password',
    'GET /api/auth/me',
    'POST /api/email/send-verification',
    'POST /api/email/verify',
    'GET /api/user/data',
    'GET /api/user/emails',
    'POST /api/user/passkey-options',
    'PUT /api/user/profile',
  ],
  admins: [
    '/admin',
    '/admin/accounts',
    '/admin/accounts/:id',
    '/admin/accounts/:id/end-sessions',
    '/admin/accounts/:id/remove-two-step-login',
    '/admin/audit',
    '/admin/audit/:id/undo',
    '/admin/audit/export',
    '/admin/database',
    '/admin/database/:table/export',
    '/admin/database/:table/row',
    '/admin/mail',
    '/admin/mail/:id',
    '/admin/mail/export',
    '/admin/quote-submissions/:id',
    '/admin/run-import',
    '/admin/run-import/bad-rows/:run/:table',
    '/admin/run-import/undo',
    '/admin/security',
    '/admin/views',
    '/admin/work',
    '/admin/work/send',
    '/admin/work/send/confirm',
    '/admin/underwriting/batch/:id',
    '/admin/underwriting/batches',
    '/admin/portfolio',
    '/admin/search',
    '/admin/*',
    '/admin/session-info',
    '/admin/submissions',
    '/admin/submissions/:kind/:id',
    '/admin/submissions/contacts/:id/reply',
    '/admin/submissions/:kind/export',
    '/admin/submissions/status',
    '/admin/underwriting',
    '/admin/underwriting/ask/:id',
    '/admin/underwriting/assign/:id',
    '/admin/underwriting/challenger',
    '/admin/underwriting/correct/:id',
    '/admin/underwriting/code',
    '/admin/underwriting/tables',
    '/admin/underwriting/tests',
    '/admin/underwriting/compare',
    '/admin/underwriting/fairness',
    '/admin/underwriting/fairness/export',
    '/admin/underwriting/state-rules',
    '/admin/underwriting/state-rules/:id/delete',
    '/admin/underwriting/delete/:collection/:id',
    '/admin/underwriting/offer/:id',
    '/admin/underwriting/offer/:id/withdraw',
    '/admin/underwriting/charts',
    '/admin/underwriting/portfolio-factor',
    '/admin/underwriting/question/:id',
    '/admin/underwriting/questions',
    '/admin/underwriting/referrals',
    '/admin/underwriting/impact',
    '/admin/underwriting/impact/:id',
    '/admin/underwriting/simulation',
    '/admin/underwriting/simulation/:id/months',
    '/admin/underwriting/proposal/:id',
    '/admin/underwriting/releases',
    '/admin/underwriting/releases/change/:id',
    '/admin/underwriting/quote/:id',
    '/admin/underwriting/result/:id',
    '/admin/underwriting/result/:id/evidence',
    '/admin/underwriting/results',
    '/admin/underwriting/results/export',
    'GET /api/admin/career-submissions',
    'GET PUT /api/admin/career-submissions/:id',
    'GET /api/admin/contact-submissions',
    'GET PUT /api/admin/contact-submissions/:id',
    'GET POST /api/admin/contact-submissions/:id/replies',
    'GET /api/admin/database/schema/:table',
    'GET /api/admin/database/tables',
    'GET /api/admin/database/tables/:table',
    'GET /api/admin/quote-submissions',
    'GET PUT /api/admin/quote-submissions/:id',
    'GET PUT /api/admin/quotes/:id/assignment',
    'GET POST /api/admin/quotes/:id/corrections',
    'POST /api/admin/quotes/:id/corrections/preview',
    'GET POST /api/admin/quotes/:id/questions',
    'GET /api/admin/security-events',
    'GET POST /api/admin/underwriting/:collection',
    'GET PUT DELETE /api/admin/underwriting/:collection/:id',
    'GET /api/admin/underwriting/backups',
    'GET /api/admin/underwriting/backups/:filename',
    'GET POST DELETE /api/admin/underwriting/challenger',
    'GET /api/admin/underwriting/challenger/results',
    'GET POST /api/admin/underwriting/code',
    'PUT /api/admin/underwriting/draft',
    'GET POST /api/admin/underwriting/impact',
    'GET DELETE /api/admin/underwriting/impact/:id',
    'POST /api/admin/underwriting/impact-preview',
    'GET /api/admin/underwriting/impact-progress',
    'GET /api/admin/underwriting/fairness',
    'GET /api/admin/underwriting/referrals',
    'POST /api/admin/underwriting/import',
    'GET /api/admin/underwriting/import-progress',
    'POST /api/admin/underwriting/quote',
    'GET /api/admin/underwriting/results',
    'GET /api/admin/underwriting/results-by-quote/:id',
    'GET /api/admin/underwriting/results/:id',
    'GET POST /api/admin/underwriting/portfolio-factor',
    'GET POST PUT /api/admin/underwriting/results/:id/decision',
    'POST /api/admin/underwriting/results/:id/decision/price',
    'GET /api/admin/underwriting/results/:id/evidence',
    'GET /api/admin/underwriting/simulation-progress',
    'GET POST /api/admin/underwriting/state-rules',
    'GET PUT DELETE /api/admin/underwriting/state-rules/:id',
    'GET /api/admin/underwriting/what-if/:id',
    'GET POST /api/admin/underwriting/releases',
    'GET DELETE /api/admin/underwriting/releases/:id',
    'GET POST DELETE /api/admin/underwriting/changes/:id',
    'POST /api/admin/underwriting/restore/:filename',
    'GET /api/admin/users/:id',
    'DELETE /api/admin/users/:id/second-factor',
    'GET PUT /api/admin/users/:id/authority',
    'DELETE /api/admin/users/:id/sessions',
    'DELETE /api/admin/users/:id/sessions/:sessionId',
    'GET /api/admin/waitlist-submissions',
    'GET POST /api/admin/underwriting/batch',
    'GET DELETE /api/admin/underwriting/batch/:id',
    'GET /api/admin/underwriting/batch-progress',
    'GET /api/admin/portfolio',
    'GET /api/admin/search',
    'GET /api/admin/work',
    'GET PUT /api/admin/waitlist-submissions/:id',
    'GET /api/career-files/:filename',
    'POST /api/pitch-deck/admin/approve/:id',
    'DELETE /api/pitch-deck/admin/delete/:id',
    'POST /api/pitch-deck/admin/reject/:id',
    'GET /api/pitch-deck/admin/requests',
    'POST /api/pitch-deck/admin/resend/:id',
  ],
  'deck admins': ['/pitch-deck-admin', '/pitch-deck-admin/:id/delete', '/pitch-deck-admin/:id/reject'],
}

type Audience = keyof typeof audiences
type Caller = 'visitor' | 'user' | 'admin'
type Route = DeclaredRoute & { audience: Audience; methods: string[] }

/** The redirect of a page for callers outside its audience. */
const redirectTargets: Partial<Record<Audience, string>> = {
  users: '/login',
  admins: '/login?redirectTo=%2Fadmin%2Fsubmissions',
  'deck admins': '/',
}
const callersOf: Record<Audience, Caller[]> = {
  everyone: ['visitor', 'user', 'admin'],
  users: ['user', 'admin'],
  admins: ['admin'],
  'deck admins': ['admin'],
}
const everyMethod = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
const isCall = ({ path }: Route) => path.startsWith('/api/')

const routes = await routesOfTable()

/** The routes of the program, each with its entry of the table. */
async function routesOfTable(): Promise<Route[]> {
  return (await declaredRoutes()).map((route) => {
    for (const [audience, entries] of Object.entries(audiences)) {
      const entry = entries.find((text) => text.split(' ').at(-1) === route.path)
      if (entry) return { ...route, audience: audience as Audience, methods: entry.split(' ').slice(0, -1) }
    }
    throw new Error(
      `${route.id} serves ${route.path}: say in test/routes.test.ts under 'audiences' whom it is for`,
    )
  })
}

const member = { email: 'member@example.com', password: 'an ordinary password' }
const cookies: Record<Caller, string> = { visitor: '', user: '', admin: '' }
/** Part of every record that only admins, or another user, may see. */
const planted = 'planted'
let otherUserId: number
let filename: string
let program: Program
let db: Db
let stop = async () => {}

beforeAll(async () => {
  const server = await startPostgres()
  program = await startProgram({ DATABASE_URL: server.url, LOG_LEVEL: 'warn' })
  db = await openDatabase({ url: server.url })
  stop = async () => {
    await db.destroy()
    await program.stop()
    await server.stop()
  }
  const password_hash = await hashPassword(member.password)
  await db.insertInto('users').values({ username: 'Member', email: member.email, password_hash }).execute()
  const { id } = await db
    .insertInto('users')
    .values({ username: planted, email: `${planted}@example.com`, password_hash })
    .returning('id')
    .executeTakeFirstOrThrow()
  otherUserId = id
  cookies.user = await signIn(member)
  cookies.admin = await signIn(admin)
  await plant()
})
afterAll(() => stop())

async function plant() {
  const person = { name: planted, email: `${planted}@example.com`, consent: 'on' }
  const career = new FormData()
  const fields = { ...person, position: 'Other', experience: planted, why_join: planted }
  for (const [name, value] of Object.entries(fields)) career.append(name, value)
  career.append('resume', fileOf(pdf, `${planted}.pdf`))
  const responses = [
    await post('/api/quote-submissions', { ...application, ...person, employer_name: planted }),
    await post('/api/contact-submissions', { ...person, inquiry_type: 'Other', message: planted }),
    await post('/api/waitlist-submissions', { ...person, interest_level: 'interested' }),
    await fetch(`${program.url}/api/career-submissions`, { method: 'POST', body: career }),
    await post('/api/pitch-deck/request-access', { ...person, company: planted }),
    await post('/api/admin/underwriting/quote', { quote_id: 1 }, cookies.admin),
  ]
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201))
  filename = (await db.selectFrom('career_files').select('filename').executeTakeFirstOrThrow()).filename
}

function post(path: string, body: object, cookie = '') {
  return fetch(program.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Cookie: cookie },
    body: JSON.stringify(body),
  })
}

async function signIn({ email, password }: { email: string; password: string }) {
  const response = await post('/api/auth/login', { email, password })
  expect(response.status).toBe(200)
  return response.headers.get('Set-Cookie')?.split(';')[0] ?? ''
}

type RouteRequest = { route: Route; method: string; query: string; caller: Caller }

/** All requests of these callers to routes that they have, or do not have, access to. */
function requestsOf(callers: Caller[], options: { welcome: boolean }): RouteRequest[] {
  return routes.flatMap((route) => {
    const data = `_data=${encodeURIComponent(route.id)}`
    const queries = ['', `?${data}`, ...(route.index ? ['?index', `?index&${data}`] : [])]
    return callers
      .filter((caller) => callersOf[route.audience].includes(caller) === options.welcome)
      .flatMap((caller) =>
        everyMethod.flatMap((method) => queries.map((query) => ({ route, method, query, caller }))),
      )
  })
}

type RouteResponse = { status: number; headers: Headers; body: string; target: string | null }

async function send(
  { route, method, query, caller }: RouteRequest,
  { fields = 'quote_id=1', cookie = cookies[caller], headers = {} } = {},
): Promise<RouteResponse> {
  const path = route.path
    .replace('users/:id', `users/${otherUserId}`)
    .replace(':id', '1')
    .replace(':sessionId', '1')
    .replace(':collection', 'job-roles')
    .replace(':kind', 'quotes')
    .replace(':run', '1')
    .replace(':table', 'users')
    .replace(':filename', filename)
    .replace('*', 'nothing')
  const response = await fetch(program.url + path + query, {
    method,
    redirect: 'manual',
    headers: { Cookie: cookie, 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    ...(method === 'GET' || method === 'HEAD' ? {} : { body: fields }),
  })
  const target = response.headers.get('Location') ?? response.headers.get('X-Remix-Redirect')
  return { status: response.status, headers: response.headers, body: await response.text(), target }
}

/** Returns an error for each wrong response; 16 requests run at once. */
async function errorsOf<Request extends RouteRequest>(
  requests: Request[],
  judge: (request: Request, response: RouteResponse) => unknown,
  sendRequest: (request: Request) => Promise<RouteResponse> = send,
) {
  expect(requests.length).toBeGreaterThan(100)
  const errors: string[] = []
  const queue = [...requests]
  const work = async () => {
    for (let request = queue.pop(); request; request = queue.pop()) {
      const response = await sendRequest(request)
      const error = judge(request, response)
      const { method, route, query, caller } = request
      if (error !== null)
        errors.push(`${caller} ${method} ${route.path}${query}: ${response.status}, ${String(error)}`)
    }
  }
  await Promise.all(Array.from({ length: 16 }, work))
  return errors.sort()
}

/** Whether an API route does not support the method. */
function isWrongMethod({ route, method }: RouteRequest) {
  return isCall(route) && !route.methods.includes(method === 'HEAD' ? 'GET' : method)
}

function wrongMethodError({ route, method }: RouteRequest, { status, headers, body }: RouteResponse) {
  const allow = route.methods.flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name])).join(', ')
  if (status !== 405) return 'not 405'
  if (headers.get('Allow') !== allow) return `Allow: ${headers.get('Allow')}`
  return hasErrorAlone(method, body) ? null : body
}

function hasErrorAlone(method: string, body: string) {
  return method === 'HEAD' ? body === '' : /^\{"error":"[^"]+"\}$/.test(body)
}

function accessError(request: RouteRequest, response: RouteResponse) {
  const { route, method, caller } = request
  const { status, body, target } = response
  if (body.includes(planted) || body.includes('monthly_premium')) return 'tells something'
  if (isWrongMethod(request)) return wrongMethodError(request, response)
  if (isCall(route)) {
    if (status !== (caller === 'visitor' ? 401 : 403)) return 'let in'
    return hasErrorAlone(method, body) ? null : body
  }
  // Most layout routes have no data of their own.
  if (route.id.endsWith('/_layout') && request.query !== '' && status >= 400 && status < 500) return null
  const hasNoForm = status === 405 && !['GET', 'HEAD'].includes(method)
  return hasNoForm || target === redirectTargets[route.audience] ? null : `sent to ${target}`
}

function isPrivate(headers: Headers) {
  return headers.get('Cache-Control') === 'no-store' && headers.get('Referrer-Policy') === 'same-origin'
}

function admissionError(request: RouteRequest, response: RouteResponse) {
  const { route, method, caller } = request
  const { status, headers, body, target } = response
  if (caller !== 'admin' && body.includes(planted)) return 'tells something'
  if (isWrongMethod(request)) return wrongMethodError(request, response)
  if ([401, 403].includes(status) || status >= 500) return body
  if (target !== null && target === redirectTargets[route.audience]) return `sent to ${target}`
  if (route.audience !== 'everyone' && !isCall(route) && !isPrivate(headers)) return 'not private'
  return status === 405 && (isCall(route) || ['GET', 'HEAD'].includes(method)) ? 'refused' : null
}

/** A checksum of each table, except those that record requests. */
async function contents() {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in ('sessions', 'session_views', 'rate_limits', 'idempotency_keys', 'security_events')`.execute(
    db,
  )
  const sums: Record<string, string> = {}
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ sum: string }>`
      select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from ${sql.id(name)} t`.execute(
      db,
    )
    sums[name] = rows[0]?.sum ?? ''
  }
  return sums
}

describe('data of others', () => {
  test.each([
    'quote_submissions',
    'contact_submissions',
    'waitlist_submissions',
    'career_submissions',
    'career_files',
    'pitch_deck_requests',
    'sent_emails',
    'users',
  ])('is in %s', async (table) => {
    const { rows } = await sql`
      select 1 from ${sql.id(table)} t where t::text like ${`%${planted}%`}`.execute(db)
    expect(rows.length).toBeGreaterThan(0)
  })
})

test('callers without access to a route are redirected, see nothing and change nothing', async () => {
  const before = await contents()
  const requests = requestsOf(['visitor', 'user', 'admin'], { welcome: false })
  expect(await errorsOf(requests, accessError)).toEqual([])
  expect(await contents()).toEqual(before)
})

test('cross-site requests are rejected, for every caller and every route', async () => {
  const before = await contents()
  const requests = [...requestsOf(['admin'], { welcome: true }), ...requestsOf(['admin'], { welcome: false })]
    .filter(({ method }) => !['GET', 'HEAD'].includes(method))
    .flatMap((request) => ['https://evil.example', 'null'].map((origin) => ({ ...request, origin })))
  const errors = await errorsOf(
    requests,
    ({ route, method }, { status, body }) =>
      status === 403 && !body.includes(planted) && (!isCall(route) || hasErrorAlone(method, body))
        ? null
        : body,
    (request) => send(request, { headers: { Origin: request.origin } }),
  )
  expect(errors).toEqual([])
  expect(await contents()).toEqual(before)
})

test('no request reaches the data of another user by naming the user', async () => {
  const otherUserRows = async () => ({
    account: await db.selectFrom('users').selectAll().where('id', '=', otherUserId).executeTakeFirst(),
    mails: await db.selectFrom('sent_emails').selectAll().where('user_id', '=', otherUserId).execute(),
    codes: await db
      .selectFrom('email_verifications')
      .selectAll()
      .where('user_id', '=', otherUserId)
      .execute(),
    quotes: await db
      .selectFrom('quote_submissions')
      .select('id')
      .where('user_id', '=', otherUserId)
      .execute(),
  })
  const before = await otherUserRows()
  const fields = new URLSearchParams({
    userId: String(otherUserId),
    user_id: String(otherUserId),
    id: String(otherUserId),
    username: 'Mallory',
    email: member.email,
    code: '000000',
    current_password: member.password,
    new_password: 'a new long password',
    confirm_new_password: 'of another kind', // rejected, after the session has determined the user
  })
  const requests = requestsOf(['user'], { welcome: true }).filter(({ route }) => route.audience === 'users')
  const errors = await errorsOf(
    requests.map((request) => ({
      ...request,
      query: `${request.query}${request.query ? '&' : '?'}userId=${otherUserId}&user_id=${otherUserId}&id=${otherUserId}`,
    })),
    (request, { status, body }) => {
      if (body.includes(planted)) return 'tells something'
      const names = !['GET', 'HEAD'].includes(request.method) && isCall(request.route)
      return names && !isWrongMethod(request) && status !== 403 ? 'let in' : null
    },
    (request) => send(request, { fields: String(fields) }),
  )
  expect(errors).toEqual([])
  const quote = await post('/api/quote-submissions', { ...application, user_id: otherUserId }, cookies.user)
  expect(quote.status).toBe(403)
  expect(await otherUserRows()).toEqual(before)
})

test('names that every object inherits are not accepted as verb, table or kind', async () => {
  const name = '__proto__'
  const asVerb = new URLSearchParams({ intent: name, collection: 'job-roles', id: '1' })
  const asTable = new URLSearchParams({
    intent: 'create',
    collection: name,
    kind: name,
    table: name,
    tab: name,
  })
  const requests = requestsOf(['admin'], { welcome: true })
    .filter(({ method, query }) => ['GET', 'POST'].includes(method) && !query.includes('_data'))
    .filter(({ route }) => !route.path.endsWith('/logout'))
  for (const params of [String(asVerb), String(asTable)]) {
    const errors = await errorsOf(
      requests.map((request) => ({
        ...request,
        query: `${request.query}${request.query ? '&' : '?'}${params}`,
      })),
      (_, { status }) => (status < 500 ? null : String(status)),
      (request) => send(request, { fields: params }),
    )
    expect(errors).toEqual([])
  }
})

test('callers with access to a route are admitted', async () => {
  // A logout gets a session of its own.
  const sendWithOwnLogout = async (request: RouteRequest) => {
    const { route, caller } = request
    if (caller === 'visitor' || !route.path.endsWith('/logout')) return send(request)
    return send(request, { cookie: await signIn(caller === 'admin' ? admin : member) })
  }
  for (const caller of ['visitor', 'user', 'admin'] as const) {
    expect(
      await errorsOf(requestsOf([caller], { welcome: true }), admissionError, sendWithOwnLogout),
    ).toEqual([])
  }
})
