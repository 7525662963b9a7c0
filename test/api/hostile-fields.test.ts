import { afterAll, beforeAll, expect, test } from 'vitest'

import { person } from '../support/accounts'
import { hostileTexts } from '../support/hostile-texts'
import { startProgram, type Program } from '../support/program'
import { declaredRoutes } from '../support/routes'
import { allFields } from '../support/schemas'
import { programDatabase } from '../support/server-database'

/* A megabyte of hostile text in the fields of every route that is open to visitors and members. */

const routes = (await declaredRoutes()).filter(
  ({ path }) => !/^\/(?:api\/)?(?:admin|dev|pitch-deck.admin)/.test(path),
)
/** Every field that visitors and members can fill in. */
const fields = [
  ...new Set(
    allFields()
      .filter(
        ({ schemaName }) =>
          !/^(?:record|engineVersion|restoring|state|status|runRequest)Schema$/.test(schemaName),
      )
      .map(({ name }) => name),
  ),
]
/** Two suffice here, for the code around the fields: test/domain/fields.test.ts tries every text on each field. */
const kinds = ['labels and a second @', 'blanks inside']
const share = Math.floor(1_000_000 / fields.length)

let program: Program
let cookie = ''

beforeAll(async () => {
  program = await startProgram({ ...(await programDatabase()), LOG_LEVEL: 'warn' })
  const json = { 'Content-Type': 'application/json' }
  await fetch(`${program.url}/api/auth/register`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(person),
  })
  const { headers } = await fetch(`${program.url}/api/auth/login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(person),
  })
  cookie = headers.get('Set-Cookie')?.split(';')[0] ?? ''
  expect(cookie).not.toBe('')
})
afterAll(() => void program.process.kill('SIGKILL')) // it may be busy for an hour if the test fails

/** Request bodies that fill all fields with a text, for the API and for pages. */
function bodiesOf(text: string) {
  const values = Object.fromEntries(fields.map((name) => [name, text]))
  return {
    json: JSON.stringify(values),
    form: new URLSearchParams(values).toString().slice(0, 1_048_000),
  }
}

async function send(path: string, method: string, { json, form }: ReturnType<typeof bodiesOf>) {
  const isCall = path.startsWith('/api/')
  const answer = await fetch(program.url + path.replace(/:\w+/g, '1').replace('*', 'nothing'), {
    method,
    redirect: 'manual',
    headers: {
      Cookie: path === '/logout' || path === '/api/auth/logout' ? '' : cookie,
      'Content-Type': isCall ? 'application/json' : 'application/x-www-form-urlencoded',
    },
    body: isCall ? json : form,
  })
  await answer.arrayBuffer()
  return answer.status
}

/** Returns the processor time of the program, in seconds. */
async function processorTime() {
  const text = await (await fetch(`${program.url}/metrics`)).text()
  return Number(/^process_cpu_seconds_total (\S+)$/m.exec(text)?.[1])
}

/** Sends a text to every route. @returns the processor time, and the responses with a server error */
async function sendEverywhere(text: string) {
  const failures: string[] = []
  const bodies = bodiesOf(text)
  const before = await processorTime()
  for (const { path } of routes) {
    const status = await send(path, path === '/api/user/profile' ? 'PUT' : 'POST', bodies)
    if (status >= 500) failures.push(`${path}: ${status}`)
  }
  return { failures, seconds: (await processorTime()) - before }
}

test('hostile text gets a response, at about the cost of harmless text', { timeout: 300_000 }, async () => {
  const harmless = 'Ann Doe '.repeat(share / 8)
  await sendEverywhere(harmless) // warm-up: the first time everything is compiled
  const { seconds: normal } = await sendEverywhere(harmless)
  for (const { text } of hostileTexts(share).filter(({ kind }) => kinds.includes(kind))) {
    const { failures, seconds } = await sendEverywhere(text)
    expect(failures).toEqual([])
    expect(seconds).toBeLessThan(4 * normal)
  }
  expect(program.output()).not.toContain('"level":"error"')
})
