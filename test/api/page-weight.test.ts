import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Db } from '../../db/schema'
import { openDatabase } from '~/db.server'
import { submissionKinds } from '~/domain/submissions/kinds'
import { collections } from '~/domain/configuration/collections'

import { admin, application, inTens, startProgram, type Program } from '../support/program'
import { fileOf, pdf } from '../support/resumes'
import { declaredRoutes } from '../support/routes'
import { programDatabase } from '../support/server-database'

/** The budget of a page of the office: bytes of HTML, not compressed. */
const budget = 150 * 1024
/** More records than a page of any list shows. */
const records = 55

let program: Program
let db: Db
let cookie = ''

beforeAll(async () => {
  const environment = await programDatabase()
  program = await startProgram(environment)
  db = await openDatabase({ url: environment.DATABASE_URL })
  const answer = await call('POST', '/api/auth/login', admin)
  cookie = answer.headers.get('Set-Cookie')?.split(';')[0] ?? ''
})
afterAll(async () => {
  await db.destroy()
  expect(await program.stop()).toBe(0)
})

function call(method: string, path: string, body?: object) {
  const form = body instanceof FormData
  return fetch(program.url + path, {
    method,
    headers: { Cookie: cookie, ...(form || !body ? {} : { 'Content-Type': 'application/json' }) },
    ...(body ? { body: form ? body : JSON.stringify(body) } : {}),
  })
}

/** The addresses of each page of the office, with their heaviest states; none for what is not a page. */
async function addresses(): Promise<Record<string, string[]>> {
  const tables = (await (await call('GET', '/api/admin/database/tables')).json()) as { table_name: string }[]
  const tabs = Object.values(collections).map(({ slug }) => slug)
  const firstOf = Object.fromEntries(
    await Promise.all(
      tabs.map(async (slug): Promise<[string, number]> => {
        const rows = (await (await call('GET', `/api/admin/underwriting/${slug}`)).json()) as { id: number }[]
        return [slug, rows[0]?.id ?? 0]
      }),
    ),
  )
  return {
    '/admin': [],
    '/admin/accounts': [''],
    '/admin/accounts/:id': ['1'],
    '/admin/accounts/:id/end-sessions': ['1'],
    '/admin/accounts/:id/remove-two-step-login': ['1'],
    '/admin/audit': [''],
    '/admin/audit/:id/undo': [],
    '/admin/audit/export': [],
    '/admin/database': [
      '',
      // The size above the first one: what somebody chooses beyond, 100 rows of a wide table, is heavier.
      ...tables.map(({ table_name }) => `?table=${table_name}&size=25`),
    ],
    '/admin/database/:table/export': [],
    '/admin/database/:table/row': ['quote_submissions ?key=1'],
    '/admin/mail': [''],
    '/admin/mail/:id': ['1'],
    '/admin/mail/export': [],
    '/admin/quote-submissions/:id': [],
    '/admin/run-import': [''],
    '/admin/run-import/bad-rows/:run/:table': [],
    '/admin/run-import/undo': [],
    '/admin/security': [''],
    '/admin/views': ['?list=quotes&query=status%3DPending'],
    '/admin/work': [''],
    '/admin/work/send': [''],
    '/admin/work/send/confirm': ['?results=1-1'],
    '/admin/portfolio': [''],
    '/admin/underwriting/batch/:id': [],
    '/admin/underwriting/batches': [''],
    '/admin/search': ['?q=a'],
    '/admin/*': [],
    '/admin/session-info': [''],
    '/admin/submissions': submissionKinds.flatMap(({ slug }) => [
      `?tab=${slug}`,
      `?tab=${slug}&choose=columns`,
    ]),
    '/admin/submissions/:kind/:id': submissionKinds.map(({ slug }) => `${slug} 1`),
    '/admin/submissions/:kind/export': [],
    '/admin/submissions/contacts/:id/reply': ['1'],
    '/admin/submissions/status': ['?change=Pending~Quoted~1'],
    '/admin/underwriting': [
      '',
      ...tabs.flatMap((slug) => [
        `?tab=${slug}`,
        `?tab=${slug}&add=${slug}`,
        `?tab=${slug}&row=${slug}:${firstOf[slug]}`,
        `?tab=${slug}&edit=${slug}:${firstOf[slug]}`,
      ]),
    ],
    '/admin/underwriting/ask/:id': ['1', '1 ?result=1'],
    '/admin/underwriting/assign/:id': ['1'],
    '/admin/underwriting/challenger': [''],
    '/admin/underwriting/charts': [''],
    '/admin/underwriting/code': [''],
    '/admin/underwriting/compare': ['', '?a=1&b=2'],
    '/admin/underwriting/correct/:id': ['1', '1 ?question=1'],
    '/admin/underwriting/delete/:collection/:id': [`synergy-data ${firstOf['synergy-data']}`],
    '/admin/underwriting/offer/:id': ['1'],
    '/admin/underwriting/offer/:id/withdraw': ['1'],
    '/admin/underwriting/quote/:id': ['1', '1 ?tier=elite&years=7&employer=Granite+Quay+Builders&from=work'],
    '/admin/underwriting/result/:id': ['1'],
    '/admin/underwriting/result/:id/evidence': [],
    '/admin/underwriting/tables': ['', '?table=claim.displacement'],
    '/admin/underwriting/tests': [''],
    '/admin/underwriting/proposal/:id': [],
    '/admin/underwriting/releases': [''],
    '/admin/underwriting/releases/change/:id': ['1'],
    '/admin/underwriting/portfolio-factor': [''],
    '/admin/underwriting/question/:id': ['1'],
    '/admin/underwriting/questions': [''],
    '/admin/underwriting/referrals': [''],
    '/admin/underwriting/impact': [''],
    '/admin/underwriting/impact/:id': ['1'],
    '/admin/underwriting/simulation': [''],
    '/admin/underwriting/simulation/:id/months': [],
    '/admin/underwriting/fairness': ['', '?of=population'],
    '/admin/underwriting/fairness/export': [],
    '/admin/underwriting/results': ['', '?choose=columns', '?group=employer', '?group=day', '?sort=-factor'],
    '/admin/underwriting/results/export': [],
    '/admin/underwriting/state-rules': [''],
    '/admin/underwriting/state-rules/:id/delete': [],
    '/pitch-deck-admin': [''],
    '/pitch-deck-admin/:id/delete': ['1'],
    '/pitch-deck-admin/:id/reject': ['1'],
  }
}

/** Requests every address, and returns the size of each page in bytes. */
async function weigh() {
  const paths = Object.entries(await addresses()).flatMap(([pattern, states]) =>
    states.map((state) => {
      const values = state.replace(/\?.*/, '').trim().split(' ')
      return pattern.replace(/:\w+/g, () => values.shift() ?? '') + (/\?.*/.exec(state)?.[0] ?? '')
    }),
  )
  const pages: { path: string; status: number; html: string; bytes: number }[] = []
  // One by one: on a busy machine, ten such pages wait for a connection longer than the program does.
  for (const path of paths) {
    const answer = await call('GET', path)
    const html = await answer.text()
    pages.push({ path, status: answer.status, html, bytes: Buffer.byteLength(html) })
  }
  return pages
}

function tooHeavy(pages: Awaited<ReturnType<typeof weigh>>) {
  return pages
    .filter(({ bytes }) => bytes > budget)
    .map(({ path, bytes }) => `${path}: ${Math.round(bytes / 1024)} KB`)
}

/** Runs a draft over all quotes that changes every decision and every premium. */
async function runImpact() {
  const { code } = (await (await call('GET', '/api/admin/underwriting/code')).json()) as { code: string }
  const change = `${code}\nvar one = underwrite\nunderwrite = function (input) {
    const result = one(input)
    result.calculation_details.decision.status = 'referred'
    result.monthly_premium += 5
    return result
  }`
  const runs = '/api/admin/underwriting/impact'
  expect((await call('POST', runs, { what: 'draft', code: change })).status).toBe(202)
  await expect.poll(async () => (await call('GET', `${runs}-progress`)).json()).toBeNull()
  const run = (await (await call('GET', `${runs}/1`)).json()) as Record<string, unknown>
  expect(run).toMatchObject({ status: 'done', result: { moves: [{ count: records }] } })
}

/** Saves another version of the engine, and names the earlier one its challenger. */
async function nameChallenger() {
  const path = '/api/admin/underwriting/code'
  const { code } = (await (await call('GET', path)).json()) as { code: string }
  expect((await call('POST', path, { code: `${code}// another\n` })).status).toBe(200)
  const page = await (await call('GET', '/admin/underwriting/challenger')).text()
  const [, version] = /<option value="(\d+)">engine-/.exec(page) ?? []
  const named = await call('POST', '/api/admin/underwriting/challenger', { version, reason: 'To weigh it' })
  expect(named.status).toBe(201)
}

/** How many runs of the challenger there are. */
async function challenged() {
  const rows = await db.selectFrom('challenger_results').select('id').execute()
  return rows.length
}

/** Adds a new employer to a release. */
async function proposeEmployer() {
  const answer = await fetch(`${program.url}/admin/underwriting?tab=employer-risks`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: cookie },
    body: new URLSearchParams({
      intent: 'create',
      see: 'release',
      collection: 'employer-risks',
      employer_name: 'Montgomery and Daughters Works ',
    }),
  })
  expect(answer.status).toBe(303)
}

/** Copies the newest row of a table until there are as many as a list needs, `changes` being SQL: the copies count from 1 as `n`. */
async function copy(table: string, changes: Record<string, string> = {}, times = records - 1) {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and column_name <> 'id' and is_generated = 'NEVER'`.execute(
    db,
  )
  const names = rows.map(({ name }) => name)
  expect(Object.keys(changes).filter((name) => !names.includes(name))).toEqual([])
  const copied = sql.raw(names.map((name) => changes[name] ?? `one."${name}"`).join())
  const { numAffectedRows } = await sql`
    insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
    select ${copied} from (select * from ${sql.table(table)} order by id desc limit 1) one, generate_series(1, ${times}::int) n
    order by n`.execute(db)
  expect([table, Number(numAffectedRows)]).toEqual([table, times])
}

/** Fills every list of the office with more than a page: one record as people make it, and its copies. */
async function fill() {
  const make = async (path: string, body: object) => {
    const { status } = await call('POST', path, body)
    expect([path, status]).toEqual([path, expect.toBeOneOf([200, 201])])
  }
  const person = {
    name: 'Alexandra Montgomery-0',
    email: 'alexandra.montgomery.0@post.example.com',
    phone: '(555) 123-4567',
    consent: 'on',
  }
  const another = {
    name: `'Alexandra Montgomery-' || n`,
    email: `'alexandra.montgomery.' || n || '@post.example.com'`,
  }
  const words =
    'I lost my job in March, and would like to know how the cover works for people like me. '.repeat(3)
  const run = (quote_id: number) => make('/api/admin/underwriting/quote', { quote_id })

  await make('/api/quote-submissions', { ...application, ...person, quote_email: person.email })
  await copy('quote_submissions', another)
  await runImpact()
  // As many as one applicant is mailed in a day.
  for (let index = 0; index < 10; index += 1) await make('/api/admin/quotes/1/questions', { message: words })
  await make('/api/contact-submissions', { ...person, inquiry_type: 'Other', message: words })
  await copy('contact_submissions', another)
  await make('/api/waitlist-submissions', { ...person, interest_level: 'interested' })
  await copy('waitlist_submissions', another)
  const career = new FormData()
  const fields = { ...person, position: 'Other', experience: words, why_join: words }
  for (const [name, value] of Object.entries(fields)) career.append(name, value)
  career.append('resume', fileOf(pdf, 'resume.pdf'))
  await make('/api/career-submissions', career)
  await copy('career_submissions', another)
  await make('/api/pitch-deck/request-access', {
    ...person,
    company: 'Montgomery and Daughters Capital Partners',
  })
  await copy('pitch_deck_requests', another)
  await make('/api/auth/register', {
    ...person,
    username: person.name,
    password: 'a diver under water',
    full_address: '1 Main Street, Albany 12207',
    region_state: 'NY',
    occupation: 'Diver',
  })
  await copy('users', { username: another.name, email: another.email })
  await copy('sent_emails', { recipient: another.email, message_id: `one.message_id || n` })
  await copy('security_events')
  await nameChallenger()
  await proposeEmployer()
  await copy('configuration_changes', {
    after: `one.after || jsonb_build_object('employer_name', one.after ->> 'employer_name' || n)`,
  })
  for (let index = 0; index < 3; index += 1) await run(1)
  await expect.poll(challenged).toBe(3)
  const { id } = await db
    .selectFrom('underwriting_results')
    .select((of) => of.fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  await copy('underwriting_results', {}, 105) // more than a page of its timeline
  await copy('underwriting_results', { quote_submission_id: 'n' }, records)
  await sql`insert into result_factors (result_id, factor, multiplier, dollars)
    select result.id, factor, multiplier, dollars from result_factors, underwriting_results result
    where result_id = ${id} and result.id > ${id}`.execute(db)
  await copy('challenger_results', { result_id: `one.result_id + n`, quote_submission_id: 'n' })
  const choices = ['coverage-levels', 'coverage-tiers'] // a dozen at most: visitors choose among them
  for (const { slug, table, nameColumn } of Object.values(collections)) {
    const path = `/api/admin/underwriting/${slug}`
    const rows = (await (await call('GET', path)).json()) as ({ id: number } & Record<string, unknown>)[]
    const longest = rows.toSorted(
      (one, other) => JSON.stringify(other).length - JSON.stringify(one).length,
    )[0]
    const { id: _, ...row } = longest ?? { id: 0 }
    const missing = choices.includes(slug) ? 6 : records - rows.length
    if (missing <= 0) continue
    await make(path, nameColumn === null ? row : { ...row, [nameColumn]: `${String(row[nameColumn])} 0` })
    await copy(
      table,
      nameColumn === null ? {} : { [nameColumn]: `regexp_replace(one.${nameColumn}, '0$', n::text)` },
      missing - 1,
    )
  }
  await copy('audit_log')
}

test('every page of the office is tried', async () => {
  const office = (await declaredRoutes())
    .filter(({ id, path }) => /^\/(?:admin|pitch-deck-admin)(?:\/|$)/.test(path) && !id.endsWith('_layout'))
    .map(({ path }) => path)
  expect(Object.keys(await addresses()).toSorted()).toEqual([...new Set(office)].toSorted())
})

test('no page of the office exceeds its budget with full lists', async () => {
  await fill()
  const full = await weigh()
  expect(full.filter(({ status }) => status !== 200).map(({ path, status }) => `${path}: ${status}`)).toEqual(
    [],
  )
  const lists = full.filter(({ path }) =>
    /^\/(?:admin\/(?:accounts|audit|mail|security|submissions\?.*|underwriting\/(?:results|challenger)|underwriting\?tab=(?!coverage-tiers)[\w-]+)|pitch-deck-admin)$/.test(
      path,
    ),
  )
  expect(lists.filter(({ html }) => !/[?&;](?:cursor|after)=\w/.test(html)).map(({ path }) => path)).toEqual(
    [],
  )
  expect(tooHeavy(full)).toEqual([])
})

let added: Promise<Response[]> | undefined
/** Adds records, and so entries of the audit log, once. */
const addMonths = () =>
  (added ??= inTens(60, (index) =>
    call('POST', '/api/admin/underwriting/synergy-data', { sim_date: '2031-01-01', active_users: index }),
  ))

test.each([
  ['a wide table', '/admin/underwriting?tab=synergy-data', /row=synergy-data%3A(\d+)/g, 25],
  ['the audit log, which hold fewer,', '/admin/audit', /in entry (?:<!-- -->)?(\d+)/g, 30],
])('the pages of %s have each record once', async (_, first, record, max) => {
  await addMonths()
  const seen: number[] = []
  let pages = 0
  for (let path: string | undefined = first; path !== undefined; pages += 1) {
    const html = await (await call('GET', path)).text()
    seen.push(...[...html.matchAll(record)].map(([, id]) => Number(id)))
    path = [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(?:Next page|Older)</g)]
      .map(([, target = '']) => target.replaceAll('&amp;', '&'))
      .find((target) => target.startsWith(first)) // other lists of the page have pages too
  }
  expect(seen.length).toBeGreaterThan(60)
  expect(seen).toEqual([...new Set(seen)].toSorted((one, other) => other - one))
  expect(seen.length / pages).toBeLessThanOrEqual(max)
})
