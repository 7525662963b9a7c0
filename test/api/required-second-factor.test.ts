import { afterAll, beforeAll, expect, test } from 'vitest'

import { admin, startProgram, type Program } from '../support/program'
import { declaredRoutes } from '../support/routes'
import { appCode, appKeyIn } from '../support/second-factor'
import { programDatabase } from '../support/server-database'

let program: Program
let cookie = ''

beforeAll(async () => {
  program = await startProgram({ ...(await programDatabase()), ADMIN_SECOND_FACTOR: 'required' })
  cookie = pairOf(await send('/login', { form: admin }))
})
afterAll(async () => expect(await program.stop()).toBe(0))

type Options = { method?: string; form?: Record<string, string> }

function send(path: string, { form, method = form ? 'POST' : 'GET' }: Options = {}) {
  return fetch(program.url + path, {
    method,
    redirect: 'manual',
    headers: { Cookie: cookie },
    ...(form ? { body: new URLSearchParams(form) } : {}),
  })
}

function pairOf(response: Response) {
  const cookies = response.headers.getSetCookie()
  return cookies.find((value) => value.startsWith('holdfast_session='))?.split(';')[0] ?? ''
}

/** The routes of the back office; a layout has no data. */
async function officeRoutes() {
  const routes = await declaredRoutes()
  return routes.filter(
    ({ id, path }) =>
      /^\/(?:admin|pitch-deck-admin|api\/admin)(?:\/|$)/.test(path) && !id.endsWith('/_layout'),
  )
}

test('an admin without a second factor is refused on every page and call of the back office', async () => {
  expect(cookie).not.toBe('')
  const routes = await officeRoutes()
  expect(routes.length).toBeGreaterThan(70)
  const wrong: string[] = []
  for (const { id, path } of routes) {
    const url = path.replace(':kind', 'quotes').replace(/:\w+/g, '1')
    const requests: [string, string][] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => [
      method,
      url,
    ])
    if (!path.startsWith('/api/')) requests.push(['GET', `${url}?_data=${encodeURIComponent(id)}`])
    for (const [method, target] of requests) {
      const response = await send(target, {
        method,
        ...(method === 'GET' ? {} : { form: { quote_id: '1' } }),
      })
      const location = response.headers.get('Location') ?? response.headers.get('X-Remix-Redirect')
      const isRefused = path.startsWith('/api/')
        ? [403, 405].includes(response.status)
        : location === '/two-step-login' || (response.status === 405 && method !== 'GET')
      if (!isRefused) wrong.push(`${method} ${target}: ${response.status} ${location}`)
      if (response.status === 403) expect(await response.text()).toContain('Set up two-step login')
    }
  }
  expect(wrong).toEqual([])
})

test('the admin can log in, sees why, sets it up, and is let in; turned off again, the door closes', async () => {
  expect((await send('/admin')).headers.get('Location')).toBe('/two-step-login')
  const page = await (await send('/two-step-login')).text()
  expect(page).toContain('Administrators need two-step login here')
  await send('/two-step-login', { form: { intent: 'start-app' } })
  expect((await send('/admin/submissions')).status).toBe(302) // not yet confirmed
  const key = appKeyIn(await (await send('/two-step-login')).text())
  const done = await send('/two-step-login', { form: { intent: 'confirm-app', code: appCode(key) } })
  expect(done.status).toBe(200)
  expect(await done.text()).toContain('Go to the back office')
  expect((await send('/admin/submissions')).status).toBe(200)
  expect((await send('/api/admin/users/1')).status).toBe(200)
  expect((await send('/two-step-login', { form: { intent: 'turn-off' } })).status).toBe(303)
  expect((await send('/admin/submissions')).headers.get('Location')).toBe('/two-step-login')
  expect((await send('/api/admin/users/1')).status).toBe(403)
})
