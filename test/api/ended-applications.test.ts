import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Db } from '../../db/schema'
import { openDatabase } from '~/db.server'

import { mailsTo } from '../support/accounts'
import { admin, application, startProgram, type Program } from '../support/program'
import { programDatabase } from '../support/server-database'

/* What the pages of an application say once it is withdrawn, or its offer answered or expired: no act is offered that would be refused. */

let program: Program
let db: Db
let cookie = ''
let name = ''

beforeAll(async () => {
  const environment = await programDatabase()
  program = await startProgram(environment)
  db = await openDatabase({ url: environment.DATABASE_URL })
  const login = await post('/api/auth/login', { email: admin.email, password: admin.password })
  cookie = login.headers.get('Set-Cookie')?.split(';')[0] ?? ''
  const account = db.selectFrom('users').select('username').where('email', '=', admin.email)
  name = (await account.executeTakeFirstOrThrow()).username
})
afterAll(async () => {
  await db.destroy()
  expect(await program.stop()).toBe(0)
})

type Fields = Record<string, string>

function post(path: string, fields: Fields) {
  const body = new URLSearchParams(fields)
  return fetch(program.url + path, { method: 'POST', redirect: 'manual', headers: { Cookie: cookie }, body })
}

async function textOf(response: Response) {
  const html = await response.text()
  return html.slice(html.indexOf('<main'), html.indexOf('</main>')).replaceAll('<!-- -->', '')
}

async function pageOf(path: string) {
  return textOf(await fetch(program.url + path, { headers: { Cookie: cookie } }))
}

async function run(quote: number) {
  const response = await post('/api/admin/underwriting/quote', { quote_id: String(quote) })
  return ((await response.json()) as { result: { id: number } }).result.id
}

/** An application that was run. */
async function apply(changes: object = {}) {
  const email = `${crypto.randomUUID()}@ended.example`
  const answers = { ...application, ...changes, email, quote_email: email }
  const fields = Object.fromEntries(Object.entries(answers).map(([key, value]) => [key, String(value)]))
  const applied = await post('/api/quote-submissions', fields)
  const { id: quote } = (await applied.json()) as { id: number }
  return { quote, email, result: await run(quote) }
}

/** An application whose result was sent, with the path of its private link. */
async function applyAndSend() {
  const applied = await apply()
  const sent = await post(`/admin/underwriting/result/${applied.result}`, { intent: 'send', replaces: '' })
  expect(sent.status).toBe(303)
  const mail = (await mailsTo(db, applied.email)).at(-1)?.body_text ?? ''
  const link = /\/quote\/[\w-]{43}/.exec(mail)?.[0] ?? ''
  return { ...applied, link }
}

async function setStatus(quote: number, from: string, status: string) {
  const fields = { status, read_status: from, read_note: '' }
  expect((await post(`/admin/submissions/quotes/${quote}`, fields)).status).toBe(303)
}

/** The message on the page that a form leads to. */
async function messageAfter(path: string, fields: Fields) {
  const sent = await post(path, fields)
  expect(sent.status).toBe(303)
  const flash = sent.headers.get('Set-Cookie')?.split(';')[0] ?? ''
  const headers = { Cookie: `${cookie}; ${flash}` }
  const html = await (await fetch(program.url + sent.headers.get('Location'), { headers })).text()
  return /<div class="flash[\s\S]*?<\/div>/.exec(html.replaceAll('<!-- -->', ''))?.[0]
}

const question = 'What did you earn in the last 12 months, before tax?'

describe('an application that is withdrawn', () => {
  test('says so on each page of the office, with when and by whom', async () => {
    const { quote, result, link } = await applyAndSend()
    expect((await post(link, { intent: 'withdraw' })).status).toBe(303)
    const other = await run(quote)
    const pages = [
      ...[`quote/${quote}`, `result/${result}`, `result/${other}`, `ask/${quote}`, `correct/${quote}`],
      ...[`offer/${other}`, `compare?a=${result}&b=${other}`],
    ].map((path) => `/admin/underwriting/${path}`)
    for (const path of [...pages, `/admin/submissions/quotes/${quote}`]) {
      const html = await pageOf(path)
      expect(html, path).toContain('This quote is withdrawn')
      expect(html, path).toMatch(/The applicant withdrew it \d\d\/\d\d\/\d\d \d\d:\d\d UTC\./)
      expect(html, path).not.toMatch(
        />(?:Send (?:it|the question|this result to the applicant)|Ask the applicant)</,
      )
    }
    expect(await pageOf(`/admin/underwriting/result/${result}`)).toContain(
      'The applicant withdrew the application',
    )
  })

  test('names the admin who withdrew it, and takes no question: what was typed stays in sight', async () => {
    const { quote } = await apply()
    const page = `/admin/underwriting/ask/${quote}`
    expect(await pageOf(page)).toContain('name="message"')
    await setStatus(quote, 'In review', 'Withdrawn')
    const refused = await post(page, { message: question, seen: '' })
    expect(refused.status).toBe(409)
    const html = await textOf(refused)
    expect(html).toContain(`${name} withdrew it`)
    expect(html).toContain(question)
    expect(html).not.toContain('name="message"')
    expect(await pageOf(page)).not.toContain('name="message"')
  })

  test('takes no decision on its referral', async () => {
    const { quote, result } = await apply({ children_count: 3, family_size: 3 })
    const page = `/admin/underwriting/result/${result}`
    expect(await pageOf(page)).toContain('name="words"')
    await setStatus(quote, 'In review', 'Withdrawn')
    expect(await pageOf(page)).not.toContain('name="words"')
    const words = 'The applicant told me that a cousin lives there.'
    const refused = await post(page, { intent: 'decide', verdict: 'accepted', reason: 'confirmed', words })
    expect(refused.status).toBe(409)
    const html = await textOf(refused)
    expect(html).toContain(words)
    expect(html).not.toContain('name="words"')
  })

  test('is named by the message of a run', async () => {
    const { quote } = await apply()
    await setStatus(quote, 'In review', 'Withdrawn')
    const words = `Q-${quote} is withdrawn: it cannot be sent. ${name} withdrew it`
    expect(await messageAfter('/admin/underwriting', { quote_id: String(quote) })).toContain(words)
    expect(await messageAfter(`/admin/underwriting/quote/${quote}`, {})).toContain(words)
  })

  test('is offered no question by the search', async () => {
    const { quote } = await apply()
    const ask = `/admin/underwriting/ask/${quote}`
    expect(await pageOf(`/admin/search?q=Q-${quote}`)).toContain(ask)
    await setStatus(quote, 'In review', 'Withdrawn')
    expect(await pageOf(`/admin/search?q=Q-${quote}`)).not.toContain(ask)
  })

  test.each([
    ['by the applicant', 'You have withdrawn this application', 'You withdrew it on '],
    ['by the office', 'This application is withdrawn', 'We closed it on '],
  ])('%s says so on its private link, without the buttons', async (by, title, words) => {
    const { quote, link } = await applyAndSend()
    const next =
      /before cover can begin|To have another tier|What would change it|we correct it|How this cover would work/
    expect(await pageOf(link)).toContain('I am interested')
    expect(await pageOf(link)).toMatch(next)
    if (by === 'by the applicant') await post(link, { intent: 'withdraw' })
    else await setStatus(quote, 'Quoted', 'Withdrawn')
    const refused = await post(link, { intent: 'interested' })
    expect(refused.status).toBe(422)
    for (const html of [await pageOf(link), await textOf(refused)]) {
      expect(html).toContain(title)
      expect(html).toContain(words)
      expect(html).not.toContain(name)
      expect(html).not.toMatch(/I am interested|Withdraw my application/)
      expect(html).not.toMatch(next)
    }
  })
})

describe('an application whose account was deleted', () => {
  test('is neither corrected nor asked about', async () => {
    const { quote } = await apply()
    const email = `deleted-${quote}@invalid.example`
    await db.updateTable('quote_submissions').set({ email }).where('id', '=', quote).execute()
    expect(await pageOf(`/admin/underwriting/quote/${quote}`)).not.toMatch(
      /Correct the answers|Ask the applicant</,
    )
    for (const act of ['correct', 'ask']) {
      const html = await pageOf(`/admin/underwriting/${act}/${quote}`)
      expect(html).toContain('The applicant has deleted the account')
      expect(html).not.toContain('<form')
    }
  })
})

describe('an offer', () => {
  test('that is of interest says so beside its result and after another run', async () => {
    const { quote, result, link } = await applyAndSend()
    await post(link, { intent: 'interested' })
    const said = /The applicant said \d\d\/\d\d\/\d\d \d\d:\d\d UTC: interested\./
    for (const path of [`quote/${quote}`, `result/${result}`])
      expect(await pageOf(`/admin/underwriting/${path}`)).toMatch(said)
    const message = await messageAfter('/admin/underwriting', { quote_id: String(quote) })
    expect(message).toMatch(new RegExp(`Result ${result} was sent .* UTC, and stands until this one is sent`))
    expect(message).toMatch(said)
  })

  test('that was sent is withdrawn on a page of its own, not where it was sent', async () => {
    const { result } = await applyAndSend()
    const page = `/admin/underwriting/offer/${result}`
    const sent = await pageOf(page)
    expect(sent).toContain(`>Send result ${result}<`)
    expect(sent).toMatch(/This result was sent already, .* UTC\./)
    expect(sent).not.toContain('<form')
    const withdraw = await pageOf(`${page}/withdraw`)
    expect(withdraw).toContain(`>Withdraw result ${result}<`)
    expect(withdraw).toContain('>Withdraw it<')
    expect(await pageOf(`/admin/underwriting/result/${result}`)).toContain(`href="${page}/withdraw"`)
    await post(`/admin/underwriting/result/${result}`, { intent: 'withdraw' })
    const gone = await pageOf(`${page}/withdraw`)
    expect(gone).toContain('This result is not with its applicant.')
    expect(gone).not.toContain('<form')
  })

  test('whose link has expired says so, and can be sent again', async () => {
    const { quote, result, link } = await applyAndSend()
    await sql`update offers set sent_at = now() - interval '1 year' where result_id = ${result}`.execute(db)
    for (const path of [`quote/${quote}`, `result/${result}`])
      expect(await pageOf(`/admin/underwriting/${path}`)).toContain('The link has expired.')
    expect(await pageOf(`/admin/underwriting/quote/${quote}`)).toContain('>Send to the applicant<')
    expect(await pageOf(link)).toContain('This quote has expired')
  })

  test('of an application that was declined since is taken by nobody', async () => {
    const { quote, link } = await applyAndSend()
    await setStatus(quote, 'Quoted', 'Declined')
    const html = await pageOf(link)
    expect(html).toContain('This application is closed')
    expect(html).not.toContain('I am interested')
  })
})
