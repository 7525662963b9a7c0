import { afterAll, beforeAll, expect, test } from 'vitest'

import { callers, openOffice, type Caller, type Office } from '../support/office'
import { declaredRoutes } from '../support/routes'
import { subjectsOf, type Subjects } from '../support/office-subjects'
import { toolWrites } from '../support/office-tool-writes'
import { changeWrites } from '../support/office-change-writes'
import { applicationWrites, decisionWrites, type Subject } from '../support/office-writes'

/*
 * Sends every call and every form of the back office that changes something, as each kind of caller, each admin with a subject of
 * its own: who may, who is refused, and how. And reads the page of each form: what else it shows has an entry too.
 */

const writes = [...decisionWrites, ...applicationWrites, ...changeWrites, ...toolWrites]
let office: Office
let make: Subjects
beforeAll(async () => {
  office = await openOffice()
  make = subjectsOf(office)
})
afterAll(() => office.stop())

const partsOf = (name: string) => {
  const [method = '', path = '', intent = ''] = (name.split(',')[0] ?? '').split(' ')
  return { method, path, intent }
}

function fill(path: string, params: Record<string, string | number | undefined>) {
  return Object.entries(params).reduce(
    (text, [param, value = '']) => text.replace(`:${param}`, encodeURIComponent(value)),
    path,
  )
}

const withFields = (subject: Subject) =>
  typeof subject === 'number' ? ({ id: subject } as Exclude<Subject, number>) : subject

function pageOf(path: string, subject: Subject) {
  const { id, at } = withFields(subject)
  return fill(path, { ...at, id })
}

async function answerOf(caller: Caller, name: string, subject: Subject) {
  const { method, path, intent } = partsOf(name)
  const { query = '', fields } = withFields(subject)
  const target = pageOf(path, subject) + query
  if (method !== 'FORM') return callAnswer(await office.call(caller, method, target, fields))
  return formAnswer(await office.send(caller, target, { ...(intent && { intent }), ...fields }))
}

async function callAnswer(response: Response) {
  const body = (await response.json()) as object
  const names = Object.keys(body).toSorted()
  return `${response.status} ${names.length > 5 ? 'record' : names.join()}`
}

/** The status of a form's answer, and the tone of its message, which the next page would show. */
async function formAnswer(response: Response) {
  await response.text()
  if (response.status === 302) return `302 ${response.headers.get('Location')?.split('?')[0]}`
  const cookie = /holdfast_flash=([^;.]*)/.exec(response.headers.get('Set-Cookie') ?? '')?.[1]
  if (!cookie) return `${response.status}`
  const { tone } = JSON.parse(Buffer.from(decodeURIComponent(cookie), 'base64').toString()) as {
    tone: string
  }
  return `${response.status} ${tone}`
}

test.each(writes)('%s', async (name, subjectOf, answers) => {
  const { path } = partsOf(name)
  const outside = path.startsWith('/pitch-deck-admin') ? '302 /' : '302 /login'
  const outsiders = path.startsWith('/api/')
    ? { visitor: '401 error', member: '403 error' }
    : { visitor: outside, member: outside }
  const expected: Record<string, string> = {
    ...outsiders,
    ...(typeof answers === 'string' ? { author: answers, underwriter: answers, senior: answers } : answers),
  }
  const received: Record<string, string> = {}
  let subject = await subjectOf(make)
  await make.settle()
  if (name.startsWith('FORM')) await expectFormsToHaveEntries(pageOf(path, subject), ['author', 'senior'])
  for (const caller of callers) {
    received[caller] = await answerOf(caller, name, subject)
    // A refusal changes nothing: the next caller finds the same.
    if (!/^(?:2|303(?! error))/.test(received[caller])) continue
    if (caller !== callers.at(-1)) subject = await subjectOf(make)
    await make.settle()
  }
  expect(JSON.stringify(received)).toBe(JSON.stringify(expected))
})

/** The pages on which a form can do several things. */
const pages: [path: string, fields?: Record<string, string>][] = [
  ['/admin/underwriting', { collection: 'job-roles', role_name: 'Nobody' }],
  ['/admin/underwriting/challenger', { reason: 'None' }],
  ['/admin/underwriting/portfolio-factor', { factor: '1.1', note: 'None' }],
  ['/admin/underwriting/releases', { note: 'None' }],
  ['/admin/underwriting/simulation'],
  ['/admin/underwriting/state-rules'],
  ['/admin/underwriting/tests'],
  ['/admin/views', { list: 'results', query: '', name: 'None' }],
  ['/admin/run-import', { 'bundled-coverage-tiers': 'yes' }],
  ['/admin/work'],
  ['/pitch-deck-admin', { id: '1' }],
]

test.each(pages)('a form of %s that does not say what to do does nothing', async (path, fields) => {
  await expectNothingDone(path, { ...fields })
  await expectNothingDone(path, { ...fields, intent: 'constructor' })
})

test('a form about a change, a version, a run or a result that does not say what to do does nothing', async () => {
  const change = `/admin/underwriting/releases/change/${await make.change()}`
  const version = `/admin/underwriting/proposal/${await make.version()}`
  for (const [path, note] of [
    [change, { note: 'None' }],
    [version, { decision_note: 'None' }],
    [`/admin/underwriting/impact/${await make.impact()}`, {}],
    [`/admin/underwriting/result/${await make.result()}`, {}],
  ] as const) {
    await expectNothingDone(path, note)
    await expectNothingDone(path, { intent: 'constructor', ...note })
  }
  for (const path of [change, version]) {
    expect(await (await office.call('senior', 'GET', path)).text()).toMatch(/Release this (change|version)/)
  }
  await make.settle()
})

test('the code of the engine is saved, and an answer corrected, by a form without an intent, but not with another one', async () => {
  await expectNothingDone('/admin/underwriting/code', { intent: 'constructor', code: '' })
  const path = `/admin/underwriting/correct/${await make.quote()}`
  await expectNothingDone(path, { intent: 'constructor', employment_length: 3, reason: 'None' })
  expect((await office.send('senior', path, { employment_length: 3, reason: '' })).status).toBe(422)
})

async function expectNothingDone(path: string, fields: Record<string, string | number>) {
  const answer = await office.send('senior', path, fields)
  expect([path, answer.status]).toEqual([path, 400])
  expect(await answer.text()).toContain('The form did not say what to do.')
}

const routes = (await declaredRoutes()).filter(({ path }) =>
  /^\/(?:admin|pitch-deck-admin|api\/admin|api\/pitch-deck\/admin)(?:\/|$)/.test(path),
)
const entries = new Set(writes.map(([name]) => name.split(',')[0]))

test('every call and every page of the back office that changes something has an entry', async () => {
  const missing: string[] = []
  for (const { path } of routes) {
    const target = path.replace(/:\w+/g, '1')
    if (path.startsWith('/api/')) {
      const allowed = (await office.call('visitor', 'OPTIONS', target)).headers.get('Allow') ?? ''
      expect({ path, allowed }).toMatchObject({ allowed: expect.stringMatching(/^[A-Z, ]+$/) as string })
      const changing = allowed.split(', ').filter((method) => method !== 'GET' && method !== 'HEAD')
      missing.push(...changing.map((method) => `${method} ${path}`).filter((name) => !entries.has(name)))
    } else if ((await office.send('visitor', target, {})).status !== 405) {
      const form = `FORM ${path}`
      if (![...entries].some((name) => name === form || name?.startsWith(`${form} `))) missing.push(form)
    }
  }
  expect(missing).toEqual([])
  const paths = new Set(routes.map(({ path }) => path))
  expect([...entries].filter((name) => !paths.has(partsOf(name ?? '').path))).toEqual([])
})

/** The forms of a page: the path that each is sent to, and the intents of its fields and buttons. */
function formsIn(html: string, page: string) {
  return [...html.matchAll(/<form([^>]*)>([^]*?)<\/form>/g)].flatMap(([, attributes = '', content = '']) => {
    if (!attributes.includes('method="post"')) return []
    const action = /action="([^"]*)"/.exec(attributes)?.[1] ?? page
    const intents = [...content.matchAll(/name="intent" value="([a-z-]*)/g)].map(([, intent = '']) => intent)
    return (intents.length > 0 ? intents : ['']).map((intent) => `${action.split('?')[0]} ${intent}`)
  })
}

/** Of the pages that are there. */
async function expectFormsToHaveEntries(page: string, readers: Caller[]) {
  const found = new Set<string>()
  for (const reader of readers) {
    const response = await office.call(reader, 'GET', page)
    const text = await response.text()
    if (response.status === 200) for (const form of formsIn(text, page)) found.add(form)
  }
  const posts = [...found].map((form) => {
    const [target = '', intent = ''] = form.split(' ')
    const route = routes.find(({ path }) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(target))
    return `FORM ${route?.path ?? target}${intent && ` ${intent}`}`
  })
  expect(posts.filter((form) => !entries.has(form) && !form.includes('/logout'))).toEqual([])
}

test('every form that a page of the back office shows at first has an entry', async () => {
  const pages = routes.filter(({ path }) => !path.startsWith('/api/') && !path.includes('*'))
  const tables = await (await office.call('author', 'GET', '/admin/underwriting/tables')).text()
  const opened = [
    tables.match(/\/admin\/underwriting\/tables\?table=[^"]+/)?.[0] ?? '',
    ...['edit=yes', `tab=backups&backup=${await make.backup()}`].map(
      (query) => `/admin/underwriting/code?${query}`,
    ),
    ...['add=job-roles', `tab=coverage-tiers&row=coverage-tiers:${(await make.tier()).id}`].map(
      (query) => `/admin/underwriting?${query}`,
    ),
    `/admin/underwriting/tests?quote=${await make.quote()}`,
    `/admin/run-import?run=${await make.preview()}`,
  ]
  const fixed = pages.map(({ path }) => path).filter((path) => !path.includes(':'))
  for (const page of [...fixed, ...opened]) await expectFormsToHaveEntries(page, ['author'])
})
