import { request } from 'node:http'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { startProgram, type Program } from '../support/program'
import { declaredRoutes } from '../support/routes'
import { programDatabase } from '../support/server-database'

/* The program behind a proxy: the site has its own host name and certificate, and the proxy may forward any Host. */

const site = 'https://holdfast.example'
const hosts = ['holdfast.example', '127.0.0.1', 'app:3000', 'my_upstream', 'www.holdfast.example:8443']
const pages = (await declaredRoutes())
  .filter(({ path }) => !path.startsWith('/api/'))
  .map(({ path }) => path.replace(/:\w+/g, '1').replace('*', 'nothing'))

let program: Program

beforeAll(async () => {
  const environment = await programDatabase()
  program = await startProgram({ ...environment, APP_URL: site, TRUST_PROXY: '1', RATE_LIMITS: 'on' })
})
afterAll(() => program.stop())

/** Unlike fetch, sends any Host. @returns the status and the target of a redirect */
function send(method: string, path: string, headers: Record<string, string>) {
  return new Promise<{ status: number; location: string | undefined }>((resolve, reject) => {
    const sent = request(`${program.url}${path}`, { method, headers }, (answer) => {
      answer.resume().once('end', () => {
        resolve({ status: answer.statusCode ?? 0, location: answer.headers.location })
      })
    })
    sent.once('error', reject)
    sent.end(method === 'POST' ? 'email=a' : undefined)
  })
}

const form = { 'Content-Type': 'application/x-www-form-urlencoded', 'X-Forwarded-Proto': 'https' }

test('every native form is accepted from a page of the site, for any forwarded Host', async () => {
  const answers = []
  for (const path of pages) {
    for (const Host of hosts) {
      const { status } = await send('POST', path, { ...form, Host, Origin: site })
      answers.push({ path, Host, status })
    }
  }
  expect(answers.filter(({ status }) => status >= 500 || status === 403)).toEqual([])
  // Some reject the form, others have none; guarded ones redirect to the login.
  const statuses = new Set(answers.map(({ status }) => status))
  expect([...statuses].sort()).toEqual([302, 303, 404, 405, 422])
})

test('no native form is accepted from a page of another site, even if the proxy forwards its name', async () => {
  const answers = []
  for (const path of pages) {
    for (const Host of [...hosts, 'evil.example']) {
      for (const Origin of ['https://evil.example', 'http://holdfast.example', 'null']) {
        const { status } = await send('POST', path, { ...form, Host, Origin })
        if (status !== 403) answers.push({ path, Host, Origin, status })
      }
    }
  }
  expect(answers).toEqual([])
})

test('a plain HTTP request is redirected to HTTPS, or rejected if it changes something', async () => {
  for (const Host of hosts) {
    const headers = { Host, 'X-Forwarded-Proto': 'http' }
    expect(await send('GET', '/login?redirectTo=%2Fadmin', headers)).toEqual({
      status: 308,
      location: `${site}/login?redirectTo=%2Fadmin`,
    })
    expect(await send('POST', '/login', { ...form, ...headers, Origin: site })).toMatchObject({ status: 403 })
    expect(await send('GET', '/healthz', headers)).toMatchObject({ status: 200 })
  }
})

test('pages for the local machine are not served, since the site has its own name', async () => {
  for (const Host of ['localhost', '127.0.0.1', 'holdfast.example']) {
    expect(await send('GET', '/metrics', { Host })).toMatchObject({ status: 403 })
    expect(await send('GET', '/dev/mail', { Host })).toMatchObject({ status: 404 })
  }
})

test('the return URL is accepted for the name of the site and for the requested host', async () => {
  const back = (Host: string, Referer: string) => send('GET', '/temp-redirect', { Host, Referer })
  expect(await back('app:3000', `${site}/faq`)).toMatchObject({ location: '/faq' })
  expect(await back('app:3000', 'http://app:3000/faq')).toMatchObject({ location: '/faq' })
  expect(await back('app:3000', 'https://evil.example/faq')).toMatchObject({ location: '/' })
})
