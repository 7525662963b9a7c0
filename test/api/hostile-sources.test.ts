import { afterAll, beforeAll, expect, test } from 'vitest'

import { engineSource } from '../support/engine'
import { admin, application, startProgram, type Program } from '../support/program'
import { programDatabase } from '../support/server-database'

/* One admin sends hostile sources, through every form and API, while others use the site and must not be affected. */

const page = '/admin/underwriting/code'
const calls = '/api/admin/underwriting'
/** The max duration of another user's request, in milliseconds, even on a busy machine. */
const maxDuration = 30_000
let program: Program
let quoteId = 0
let [cookie, otherCookie] = ['', '']

beforeAll(async () => {
  program = await startProgram(await programDatabase())
  cookie = await signIn()
  otherCookie = await signIn()
  quoteId = ((await (await send('POST', '/api/quote-submissions', application)).json()) as { id: number }).id
})
afterAll(async () => {
  expect(await program.stop()).toBe(0)
})

async function signIn() {
  const answer = await send('POST', '/api/auth/login', admin)
  return answer.headers.get('Set-Cookie')?.split(';')[0] ?? ''
}

function send(method: string, path: string, body?: object, as = '') {
  return fetch(program.url + path, {
    method,
    redirect: 'manual',
    headers: { Cookie: as, ...(body ? { 'Content-Type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
}

function submit(intent: 'save' | 'impact', code: string) {
  return fetch(program.url + page, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: cookie },
    body: new URLSearchParams({ intent, code }),
  })
}

/** The active engine with a statement added at the start of `underwrite`. */
const within = (statement: string) =>
  engineSource.replace('function underwrite(input) {\n', (line) => `${line}  ${statement}\n`)
const line = engineSource.split('\n').findIndex((text) => text.startsWith('function underwrite')) + 2
const at = (row: number | string, column: number | string) => new RegExp(`Line ${row}, column ${column}: `)
const somewhere = at('\\d+', '\\d+')

/** Each with its error message; the place is that of the error if the interpreter knows it, otherwise the start of `underwrite`. */
const hostile: [name: string, source: string, refusal: RegExp][] = [
  ['a loop without end', within('while (true) {}'), at(line - 1, 1)],
  ['a loop without end before any call', 'for (;;) {}\nfunction underwrite() {}', at('[12]', 1)],
  ['an expression that backtracks', within('/^(a+)+$/.test("a".repeat(40) + "b")'), somewhere],
  ['a text that doubles', within('var t = "x"; while (true) t += t'), at(line, '\\d+')],
  [
    'an array that grows',
    within('var a = []; while (true) a.push(new Array(1000).fill(7))'),
    at(line, '\\d+'),
  ],
  ['a buffer of gigabytes', within('new ArrayBuffer(2 ** 40)'), at(line, '\\d+')],
  ['calls without end', within('return underwrite(input)'), at(line, '\\d+')],
  ['a huge answer', within('return { a: "x".repeat(3e5) }'), /larger than 256 KB/],
  ['a prototype tampered with', within('Object.prototype.then = Array.prototype.map = null'), somewhere],
  ['a promise that never settles', within('return new Promise(function () {})'), at(line, '\\d+')],
  ['an async function', 'async function underwrite() { await 1 }', at(1, '\\d+')],
  [
    'getters that trap',
    within('return { get coverage_tier() { for (;;) {} }, get ratio() { throw null } }'),
    at(line, '\\d+'),
  ],
  ['null, thrown', within('throw null'), at(line - 1, 1)],
  ['an error that throws when it is read', within('throw { get message() { throw this } }'), at(line - 1, 1)],
  ['a syntax error', `${'\n'.repeat(41)}var = 1\nfunction underwrite() {}`, at(42, 5)],
  ['an import', 'import fs from "node:fs"\nfunction underwrite() {}', at(1, '\\d+')],
  ['a dynamic import', within('return import("node:fs")'), somewhere],
  ['require', within('return require("node:fs")'), at(line, '\\d+')],
  ['the process', within('process.exit(1)'), at(line, '\\d+')],
  [
    'the process by a constructor',
    within('this.constructor.constructor("return process")().exit(1)'),
    at(line, '\\d+'),
  ],
  ['the clock', within('return { at: Date.now() }'), at(line, '\\d+')],
  ['chance', within('return { at: Math.random() }'), at(line, '\\d+')],
  // A form cannot carry it: the received code defines nothing.
  ['half of a character', '// \ud800', at(1, '[14]')],
  ['too long a text', `// ${'x'.repeat(300 * 1024)}`, /at most 256 KB can be saved/],
  ['five megabytes', `// ${'x'.repeat(5 * 1024 * 1024)}`, /at most 1 MB/],
]

/** Returns the visible text of a page, with its error summary or impact. */
const textOf = (html: string) =>
  html
    .replace(/<textarea[\s\S]*?<\/textarea>|<script[\s\S]*?<\/script>|<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replace(/\s+/g, ' ')

/** Returns an error if the response to a hostile source is wrong. */
async function faultOf(name: string, how: string, answer: Response, refusal: RegExp) {
  const text = textOf(await answer.text())
  const refused =
    answer.status === 422 || answer.status === 413 || (how === 'impact' && answer.status === 200)
  return refused && refusal.test(text) ? [] : [{ name, how, status: answer.status, text }]
}

/** Sends requests of others, in several sequences at once, until `work` ends. */
async function whileServingOthers<Result>(work: Promise<Result>) {
  let going = true
  const ended = work.finally(() => (going = false))
  const visits: [string, number, () => Promise<Response>][] = [
    ['/', 200, () => send('GET', '/')],
    ['/get-a-quote', 200, () => send('GET', '/get-a-quote')],
    ['a page made afresh', 200, () => send('GET', '/faq', undefined, otherCookie)],
    ['an application', 201, () => send('POST', '/api/quote-submissions', application)],
    ['submissions', 200, () => send('GET', '/admin/submissions', undefined, otherCookie)],
    ['a run', 201, () => send('POST', `${calls}/quote`, { quote_id: quoteId }, otherCookie)],
    ['the code in use', 200, () => send('GET', `${calls}/code`, undefined, otherCookie)],
  ]
  const took = await Promise.all(
    visits.map(async ([name, expected, visit]) => {
      const times: number[] = []
      do {
        const began = performance.now()
        const answer = await visit()
        await answer.arrayBuffer()
        times.push(Math.round(performance.now() - began))
        expect([name, answer.status]).toEqual([name, expected])
        await new Promise((resolve) => setTimeout(resolve, 600))
      } while (going)
      return { name, requests: times.length, slowest: Math.max(...times) }
    }),
  )
  for (const { name, requests, slowest } of took) {
    expect([name, requests > 3]).toEqual([name, true])
    expect([name, slowest < maxDuration, slowest]).toEqual([name, true, slowest])
  }
  return ended
}

async function nothingChanged() {
  const { code } = (await (await send('GET', `${calls}/code`, undefined, otherCookie)).json()) as {
    code: string
  }
  expect(code).toBe(engineSource)
  const stored = (await (await send('GET', `${calls}/backups`, undefined, otherCookie)).json()) as {
    backups: unknown[]
  }
  expect(stored.backups).toHaveLength(1) // the first engine, which every history has
  expect((await send('GET', '/readyz')).status).toBe(200)
}

const ways = ['save', 'impact', 'call'] as const
/** Each source is sent one way. Those that use all the time or memory they get are also sent the other two ways, at once. */
const wayOf = (index: number) => ways[index % ways.length] ?? 'save'
const attempt = async ([name, source, refusal]: (typeof hostile)[number], how: (typeof ways)[number]) => {
  const call = () => send('POST', `${calls}/code`, { code: source }, cookie)
  try {
    return await faultOf(name, how, await (how === 'call' ? call() : submit(how, source)), refusal)
  } catch (error) {
    // The connection may be closed while the client is still sending a body that is too large.
    return name === 'five megabytes' ? [] : [{ name, how, status: 0, text: String(error) }]
  }
}

test('hostile sources, one after the other, are rejected with the place of the error, and others are not affected', async () => {
  const work = async () => {
    const faults = []
    for (const [index, one] of hostile.entries()) faults.push(...(await attempt(one, wayOf(index))))
    return faults
  }
  expect(await whileServingOthers(work())).toEqual([])
  await nothingChanged()
}, 600_000)

test('many hostile sources at once are rejected too', async () => {
  const work = Promise.all(
    hostile.slice(0, 7).flatMap((one, index) => [1, 2].map((step) => attempt(one, wayOf(index + step)))),
  )
  expect((await whileServingOthers(work)).flat()).toEqual([])
  await nothingChanged()
}, 600_000)
