import { afterAll, beforeAll, expect, test } from 'vitest'

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
let cookie = ''

beforeAll(async () => {
  program = await startProgram(await programDatabase())
  const answer = await call('POST', '/api/auth/login', admin)
  cookie = answer.headers.get('Set-Cookie')?.split(';')[0] ?? ''
})
afterAll(async () => {
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
      // The larger sizes are what somebody chooses: 100 rows of a wide table are heavier.
      ...tables.flatMap(({ table_name }) => [10, 25].map((size) => `?table=${table_name}&size=${size}`)),
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
  return inTens(paths.length, async (index) => {
    const path = paths[index] ?? ''
    const answer = await call('GET', path)
    const html = await answer.text()
    return { path, status: answer.status, html, bytes: Buffer.byteLength(html) }
  })
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

/** Adds new employers to a release: more than a list shows at once. */
async function prepareChanges() {
  const statuses = await inTens(records, async (index) => {
    const answer = await fetch(`${program.url}/admin/underwriting?tab=employer-risks`, {
      method: 'POST',
      redirect: 'manual',
      headers: { Cookie: cookie },
      body: new URLSearchParams({
        intent: 'create',
        see: 'release',
        collection: 'employer-risks',
        employer_name: `Montgomery and Daughters Works ${index}`,
      }),
    })
    return answer.status
  })
  expect([...new Set(statuses)]).toEqual([303])
}

/** Fills every list of the office with more than a page. */
async function fill() {
  const repeat = async (path: string, body: (index: number) => object, times = records) => {
    const statuses = await inTens(times, async (index) => (await call('POST', path, body(index))).status)
    if (times > 0) expect([path, ...new Set(statuses)]).toEqual([path, expect.toBeOneOf([200, 201])])
  }
  const person = (index: number) => ({
    name: `Alexandra Montgomery-${index}`,
    email: `alexandra.montgomery.${index}@post.example.com`,
    phone: '(555) 123-4567',
    consent: 'on',
  })
  const words =
    'I lost my job in March, and would like to know how the cover works for people like me. '.repeat(3)
  await repeat('/api/quote-submissions', (index) => ({
    ...application,
    ...person(index),
    quote_email: person(index).email,
  }))
  await runImpact()
  // As many as one applicant is mailed in a day.
  await repeat('/api/admin/quotes/1/questions', () => ({ message: words }), 10)
  await repeat('/api/contact-submissions', (index) => ({
    ...person(index),
    inquiry_type: 'Other',
    message: words,
  }))
  await repeat('/api/waitlist-submissions', (index) => ({ ...person(index), interest_level: 'interested' }))
  await repeat('/api/career-submissions', (index) => {
    const form = new FormData()
    const fields = { ...person(index), position: 'Other', experience: words, why_join: words }
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('resume', fileOf(pdf, 'resume.pdf'))
    return form
  })
  await repeat('/api/pitch-deck/request-access', (index) => ({
    ...person(index),
    company: 'Montgomery and Daughters Capital Partners',
  }))
  await repeat('/api/auth/register', (index) => ({
    ...person(index),
    username: person(index).name,
    password: 'a diver under water',
    full_address: '1 Main Street, Albany 12207',
    region_state: 'NY',
    occupation: 'Diver',
  }))
  await nameChallenger()
  await prepareChanges()
  await repeat('/api/admin/underwriting/quote', () => ({ quote_id: 1 }), 105) // more than a page of its timeline
  await repeat('/api/admin/underwriting/quote', (index) => ({ quote_id: index + 1 }))
  const choices = ['coverage-levels', 'coverage-tiers'] // a dozen at most: visitors choose among them
  for (const { slug, nameColumn } of Object.values(collections)) {
    const path = `/api/admin/underwriting/${slug}`
    const rows = (await (await call('GET', path)).json()) as ({ id: number } & Record<string, unknown>)[]
    const longest = rows.toSorted(
      (one, other) => JSON.stringify(other).length - JSON.stringify(one).length,
    )[0]
    const { id: _, ...row } = longest ?? { id: 0 }
    await repeat(
      path,
      (index) =>
        nameColumn === null ? row : { ...row, [nameColumn]: `${String(row[nameColumn])} ${index}` },
      choices.includes(slug) ? 6 : Math.max(0, records - rows.length),
    )
  }
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

test.each([
  ['a wide table', '/admin/underwriting?tab=synergy-data', /row=synergy-data%3A(\d+)/g, 25],
  ['the audit log, which hold fewer,', '/admin/audit', /in entry (?:<!-- -->)?(\d+)/g, 30],
])('the pages of %s have each record once', async (_, first, record, max) => {
  for (let index = 0; index < 60; index += 1)
    await call('POST', '/api/admin/underwriting/synergy-data', {
      sim_date: '2031-01-01',
      active_users: index,
    })
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
