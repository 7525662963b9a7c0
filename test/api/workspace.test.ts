import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { admin, application, startProgram, type Program } from '../support/program'
import { programDatabase } from '../support/server-database'

/* What the pages of an application and its results say before an admin acts on it, and what their forms refuse, without JavaScript. */

let program: Program
let cookie = ''

beforeAll(async () => {
  program = await startProgram(await programDatabase())
  const login = await call('POST', '/api/auth/login', { email: admin.email, password: admin.password })
  cookie = login.headers.get('Set-Cookie')?.split(';')[0] ?? ''
})
afterAll(async () => {
  expect(await program.stop()).toBe(0)
})

function call(method: string, path: string, body?: unknown) {
  return fetch(program.url + path, {
    method,
    redirect: 'manual',
    headers: { 'Content-Type': 'application/json', ...(cookie && { Cookie: cookie }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
}

function post(path: string, fields: Record<string, string>) {
  const body = new URLSearchParams(fields)
  const headers = { Cookie: cookie }
  return fetch(program.url + path, { method: 'POST', redirect: 'manual', headers, body })
}

async function textOf(response: Response) {
  const html = await response.text()
  return html.slice(html.indexOf('<main'), html.indexOf('</main>')).replaceAll('<!-- -->', '')
}

async function pageOf(path: string) {
  return textOf(await call('GET', path))
}

/** An application that was run, and its result. */
async function apply(changes: object = {}) {
  const sent = await call('POST', '/api/quote-submissions', { ...application, ...changes })
  const { id } = (await sent.json()) as { id: number }
  const run = await call('POST', '/api/admin/underwriting/quote', { quote_id: id })
  const { result } = (await run.json()) as { result: { id: number } }
  return { id, result: result.id }
}

test.each([{}, { children_count: 3, family_size: 3 }])(
  'the page of a withdrawn application offers neither to send nor to decide: %j',
  async (answers) => {
    const { id } = await apply(answers)
    const page = `/admin/underwriting/quote/${id}`
    expect(await pageOf(page)).toMatch(/>(Send to the applicant|Decide on it)</)
    const read = { read_status: 'In review', read_note: '' }
    expect((await post(`/admin/submissions/quotes/${id}`, { status: 'Withdrawn', ...read })).status).toBe(303)
    const html = await pageOf(page)
    expect(html).toContain('This quote is withdrawn')
    expect(html).not.toMatch(/>(Send to the applicant|Decide on it)</)
  },
)

test.each(['Q-', 'q', '#', 'Q'])('underwriting runs by a number that is written with %j', async (sign) => {
  const { id } = await apply()
  const run = await post('/admin/underwriting', { quote_id: `${sign}${id}` })
  expect(run.status).toBe(303)
  const wrong = await post('/admin/underwriting', { quote_id: `${sign}x` })
  expect(wrong.status).toBe(422)
  const html = await textOf(wrong)
  expect(html).toMatch(new RegExp(`name="quote_id"[^>]*value="${sign}x"`))
  expect(html).toContain('Quote ID must be a whole number, at least 1. Write it like 12, Q-12 or #12')
})

test('the lines of a comparison that differ are counted as they are shown', async () => {
  const { id, result } = await apply()
  const corrected = { income: 5100, reason: 'The applicant says so by mail.' }
  expect((await call('POST', `/api/admin/quotes/${id}/corrections`, corrected)).status).toBe(201)
  const run = await call('POST', '/api/admin/underwriting/quote', { quote_id: id })
  const { result: newer } = (await run.json()) as { result: { id: number } }
  const html = await pageOf(`/admin/underwriting/compare?a=${result}&b=${newer.id}`)
  const rows = [...html.matchAll(/<tbody[^>]*>(.*?)<\/tbody>/gs)].flatMap(([body]) =>
    body.split('<tr').slice(1),
  )
  expect(rows.length).toBeGreaterThan(1)
  expect(html).toContain(`${rows.length} lines differ.`)
  const wrong = await call('GET', `/admin/underwriting/compare?a=${result}&b=987654`)
  expect(wrong.status).toBe(422)
  expect(await textOf(wrong)).toContain('Quotes with several results, newest first')
})

test('the pages of a result that a quote leads to lead back to the list of the quote', async () => {
  const { id, result } = await apply()
  const page = `/admin/underwriting/quote/${id}`
  const listed = await pageOf(`${page}?from=work`)
  for (const path of [`/offer/${result}`, `/result/${result}`]) {
    expect(listed).toContain(`href="/admin/underwriting${path}?from=work"`)
    expect(await pageOf(page)).toContain(`href="/admin/underwriting${path}"`)
  }
})

test('a question from a page that does not know of an open one is refused with what was typed, and can be sent again', async () => {
  const { id } = await apply()
  const path = `/admin/underwriting/ask/${id}`
  const [first, second] = [{ message: 'Since when do you work there?' }, { message: 'Is it night work?' }]
  expect((await post(path, { ...first, seen: '' })).status).toBe(303)
  const stale = await post(path, { ...second, seen: '' })
  expect(stale.status).toBe(409)
  const html = await textOf(stale)
  expect(html).toMatch(/You have asked another question .* waits for its answer\./)
  expect(html).toContain('Since when do you work there?')
  expect(html).toMatch(/<textarea[^>]*name="message"[^>]*>\s*Is it night work\?<\/textarea>/)
  const seen = /name="seen"[^>]*>\s*(\d+)</.exec(html)?.[1] ?? ''
  expect((await post(path, { ...second, seen })).status).toBe(303)
  const call409 = await call('POST', `/api/admin/quotes/${id}/questions`, { ...first, seen })
  expect(call409.status).toBe(409)
})

test('without JavaScript a suggested question joins what was typed', async () => {
  const { id } = await apply({ children_count: 3, family_size: 3 })
  const path = `/admin/underwriting/ask/${id}`
  const typed = async (message: string) => {
    const html = await textOf(await post(path, { message, use: 'FAMILY', seen: '' }))
    return /<textarea[^>]*name="message"[^>]*>([^<]*)</.exec(html)?.[1]?.trim() ?? ''
  }
  const joined = await typed('Good morning.')
  expect(joined).toMatch(/^Good morning\.\s+You told us of 3 children in a family of 3\./)
  expect(await typed(joined)).toBe(joined)
  const questions = await call('GET', `/api/admin/quotes/${id}/questions`)
  expect(await questions.json()).toEqual([])
})

test('an answer goes out with the decision that its page showed, and a later decision is not dropped unseen', async () => {
  const { result } = await apply({ children_count: 3, family_size: 3 })
  const page = `/admin/underwriting/result/${result}`
  const words = 'The applicant confirmed it on the phone.'
  const accept = { intent: 'decide', verdict: 'accepted', reason: 'confirmed', words }
  const seenOn = (html: string, name: string) =>
    new RegExp(`name="${name}" value="(\\d+)"`).exec(html)?.[1] ?? ''
  expect((await post(page, { ...accept, seen: '' })).status).toBe(303)
  const question = await pageOf(`/admin/underwriting/offer/${result}`)
  const send = { intent: 'send', replaces: '', decision: seenOn(question, 'decision') }
  expect(send.decision).not.toBe('')

  const told = 'We do not insure this work.'
  const decline = { ...accept, verdict: 'declined', reason: 'outside', told, seen: send.decision }
  expect((await post(page, decline)).status).toBe(303)
  const refused = await post(page, send)
  expect(refused.status).toBe(409)
  const shown = await textOf(refused)
  expect(shown).toContain('Another decision on this result was saved since you opened the page.')
  const again = await pageOf(`/admin/underwriting/offer/${result}`)
  expect((await post(page, { ...send, decision: seenOn(again, 'decision') })).status).toBe(303)

  const late = await post(page, {
    ...accept,
    words: 'The employer has confirmed it too.',
    seen: send.decision,
  })
  expect(late.status).toBe(409)
  const html = await textOf(late)
  expect(html).toContain('This result is with its applicant.')
  expect(html, 'what was typed').toContain('The employer has confirmed it too.')
})

test('a hidden reason for the applicant, of whatever length, does not keep an acceptance from being saved', async () => {
  const { result } = await apply({ children_count: 3, family_size: 3 })
  const page = `/admin/underwriting/result/${result}`
  const words = 'The applicant confirmed it on the phone.'
  const told = 'We do not insure this work. '.repeat(20)
  const decline = { intent: 'decide', verdict: 'declined', reason: 'outside', words, told, seen: '' }
  expect((await post(page, decline)).status).toBe(422)
  expect((await post(page, { ...decline, verdict: 'accepted', reason: 'confirmed' })).status).toBe(303)
})

test('where no mail server is set up, a sent result says that its email waits, with a link to it', async () => {
  const { id, result } = await apply()
  const sent = await post(`/admin/underwriting/result/${result}`, { intent: 'send' })
  const flash = sent.headers.get('Set-Cookie')?.split(';')[0] ?? ''
  const page = await fetch(`${program.url}/admin/underwriting/result/${result}`, {
    headers: { Cookie: `${cookie}; ${flash}` },
  })
  const html = (await page.text()).replaceAll('<!-- -->', '')
  expect(html).toContain('The email with the result waits: no mail server is set up.')
  expect(html).not.toContain('The result is on its way')
  const words = /href="\/admin\/mail\/\d+"[^>]*>Its email<\/a> waits: no mail server is set up\./
  expect(html).toMatch(words)
  expect(await pageOf(`/admin/underwriting/quote/${id}`)).toMatch(words)
})

test('where no mail server is set up, a question says that its email waits, with a link to it', async () => {
  const { id, result } = await apply()
  const question = { message: 'Since when do you work there?' }
  expect((await call('POST', `/api/admin/quotes/${id}/questions`, question)).status).toBe(201)
  const words = /href="\/admin\/mail\/\d+"[^>]*>Its email<\/a> waits: no mail server is set up\./
  for (const page of [`quote/${id}`, `result/${result}`, `ask/${id}`])
    expect(await pageOf(`/admin/underwriting/${page}`)).toMatch(words)
  const [asked] = (await (await call('GET', `/api/admin/quotes/${id}/questions`)).json()) as { id: number }[]
  await post(`/admin/underwriting/question/${asked?.id}`, { intent: 'withdraw' })
  expect(await pageOf(`/admin/underwriting/quote/${id}`)).not.toMatch(words)
})

describe('where no mail server is set up, the message about a request for the pitch deck', () => {
  /** Sends a request, and returns its id. */
  async function request() {
    const person = { name: 'Ann Doe', email: `${crypto.randomUUID()}@example.com` }
    expect((await call('POST', '/api/pitch-deck/request-access', person)).status).toBe(201)
    const html = await pageOf(`/pitch-deck-admin?q=${person.email}`)
    return /\/pitch-deck-admin\/(\d+)\/reject/.exec(html)?.[1] ?? ''
  }

  async function messageAfter(path: string, fields: Record<string, string>) {
    const sent = await post(path, fields)
    expect(sent.status).toBe(303)
    const headers = { Cookie: `${cookie}; ${sent.headers.get('Set-Cookie')?.split(';')[0]}` }
    const html = await (await fetch(`${program.url}/pitch-deck-admin`, { headers })).text()
    return /<div class="flash[\s\S]*?<\/div>/.exec(html.replaceAll('<!-- -->', ''))?.[0] ?? ''
  }
  const link = 'href="/admin/mail?state=pending"'

  test('says beside the access code that it waits', async () => {
    const id = await request()
    const approved = await messageAfter('/pitch-deck-admin', { intent: 'approve', id })
    expect(approved).toContain('An email with the access code has been sent.')
    expect(approved).toContain('It waits: no mail server is set up.')
    expect(approved).toContain(link)
    const resent = await messageAfter('/pitch-deck-admin', { intent: 'resend', id })
    expect(resent).toContain('An email with a new access code has been sent.')
    expect(resent).toContain(link)
  })

  test('says of a rejection whether an email about it waits', async () => {
    const told = await messageAfter(`/pitch-deck-admin/${await request()}/reject`, { tell_applicant: 'on' })
    expect(told).toContain('The email that tells its sender waits: no mail server is set up.')
    expect(told).toContain(link)
    const untold = await messageAfter(`/pitch-deck-admin/${await request()}/reject`, {})
    expect(untold).toContain('It no longer waits for an answer.')
    expect(untold).not.toContain(link)
  })
})

test('the page of a submission says that the price may be another today, until its result is sent', async () => {
  const { id, result } = await apply({ coverage_level: 'premium' })
  const page = `/admin/submissions/quotes/${id}`
  const words = 'The price may be another today'
  expect(await pageOf(page)).not.toContain(words)
  const tiers = (await (await call('GET', '/api/admin/underwriting/coverage-tiers')).json()) as {
    id: number
    tier_name: string
    base_premium: number
  }[]
  const tier = tiers.find(({ tier_name }) => tier_name === 'Premium')
  const raised = { base_premium: Number(tier?.base_premium) + 1 }
  const path = `/api/admin/underwriting/coverage-tiers/${tier?.id}`
  expect((await call('PUT', path, { ...tier, ...raised })).status).toBe(200)
  const html = await pageOf(page)
  expect(html).toContain(words)
  expect(html).toContain('The Premium tier was changed after this result.')
  await post(`/admin/underwriting/result/${result}`, { intent: 'send' })
  expect(await pageOf(page)).not.toContain(words)
})

test('the page of a result has the figures of its run, also after the application was corrected', async () => {
  const { id, result } = await apply({ income: 5000 })
  const page = `/admin/underwriting/result/${result}`
  expect(await pageOf(page)).toContain('states $5,000.00 a month')
  const correction = { income: 6000, reason: 'The applicant says so by mail.' }
  expect((await call('POST', `/api/admin/quotes/${id}/corrections`, correction)).status).toBeLessThan(300)
  const corrected = await pageOf(page)
  expect(corrected).toContain('Made before a correction')
  expect(corrected).toContain('states $5,000.00 a month')
})
