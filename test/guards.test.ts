import { readdirSync } from 'node:fs'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { hashPassword } from '~/domain/accounts/passwords.server'
import { openDatabase } from '~/db.server'

import { startPostgres } from './support/postgres-server'
import { admin, application, startProgram, type Program } from './support/program'

const member = { email: 'member@example.com', password: 'an ordinary password' }
const cookies = { visitor: '', member: '', admin: '' }
let stop = async () => {}
let program: Program

beforeAll(async () => {
  const server = await startPostgres()
  program = await startProgram({ DATABASE_URL: server.url })
  stop = async () => {
    await program.stop()
    await server.stop()
  }
  const db = await openDatabase({ url: server.url })
  await db
    .insertInto('users')
    .values({ username: 'Member', email: member.email, password_hash: await hashPassword(member.password) })
    .execute()
  await db.destroy()
  cookies.member = await signIn(member)
  cookies.admin = await signIn(admin)
  await post('/api/quote-submissions', application)
  await post('/api/admin/underwriting/quote', { quote_id: 1 }, cookies.admin)
})
afterAll(() => stop())

function post(path: string, body: object, cookie = '') {
  return fetch(program.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Cookie: cookie },
    body: JSON.stringify(body),
  })
}

async function signIn(credentials: object) {
  const answer = await post('/api/auth/login', credentials)
  expect(answer.status).toBe(200)
  return answer.headers.get('Set-Cookie')?.split(';')[0] ?? ''
}

/** Every guarded route: its id, and its path with a number for each parameter. */
const guarded = readdirSync('app/routes', { recursive: true, encoding: 'utf8' })
  .filter(
    (file) =>
      /^(?:admin\+\/|api\+\/(?:pitch-deck\+\/)?admin\+\/|api\+\/career-files).*\.tsx?$/.test(file) &&
      !file.endsWith('_layout.tsx'),
  )
  .map((file) => {
    const name = file.replace(/\.tsx?$/, '')
    const path = name
      .replace(/\.index$|\/index$/, '')
      .replaceAll('+', '')
      .replaceAll('.', '/')
      .replaceAll(/\$\w*/g, '1')
    return { id: `routes/${name}`, path: `/${path}`, api: path.startsWith('api/') }
  })

function ask(path: string, who: keyof typeof cookies, method: string, id?: string) {
  return fetch(`${program.url}${path}${id ? `?_data=${encodeURIComponent(id)}` : ''}`, {
    method,
    redirect: 'manual',
    headers: { Cookie: cookies[who], 'Content-Type': 'application/x-www-form-urlencoded' },
    ...(method === 'GET' ? {} : { body: 'quote_id=1' }),
  })
}

test('the routes are found', () => {
  expect(guarded.length).toBeGreaterThanOrEqual(9)
  expect(guarded.map(({ path }) => path)).toContain('/admin/underwriting/quote/1')
  expect(guarded.map(({ path }) => path)).toContain('/api/admin/underwriting/results/1')
  expect(guarded.map(({ path }) => path)).toContain('/api/admin/users/1')
  expect(guarded.map(({ path }) => path)).toContain('/api/career-files/1')
})

describe.each(guarded)('$path', ({ id, path, api }) => {
  test.each(['visitor', 'member'] as const)('gives a %s nothing, by any method', async (who) => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      for (const way of [undefined, id]) {
        const answer = await ask(path, who, method, way)
        const body = await answer.text()
        const seen = `${method} ${way ?? ''} ${answer.status}`
        expect(body, seen).not.toContain(application.name)
        expect(body, seen).not.toContain('monthly_premium')
        if (api) {
          expect([401, 403, 404, 405], seen).toContain(answer.status)
          if (answer.status === 401 || answer.status === 403)
            expect(answer.status, seen).toBe(who === 'visitor' ? 401 : 403)
          expect(Object.keys(JSON.parse(body) as object), seen).toEqual(['error'])
        } else if (answer.status !== 405) {
          const target = answer.headers.get('Location') ?? answer.headers.get('X-Remix-Redirect')
          expect(target, seen).toBe('/login?redirectTo=%2Fadmin%2Fsubmissions')
        }
      }
    }
  })

  test('answers an admin', async () => {
    const { status } = await ask(path, 'admin', 'GET')
    expect([200, 302, 404, 405]).toContain(status)
  })
})
