import { describe, expect, it } from 'vitest'

import { requestContext } from '~/request-context.server'

import { bodyOf, exchange, head, serve, statusOf } from './wire'

const site = 'https://holdfast.example'
const unsafe = ['POST', 'PUT', 'PATCH', 'DELETE']

/** Returns the status of a request with these headers; 200 if it has reached the program. */
async function status(
  headers: string[],
  { method = 'POST', host = 'holdfast.example', target = '/api/x' } = {},
) {
  const { port } = await serve(() => new Response())
  return statusOf(await exchange(port, head(target, [`Host: ${host}`, ...headers], method)))
}

describe('a request that changes data', () => {
  it.each(unsafe)('%s is rejected when the browser reports another origin', async (method) => {
    expect(await status(['Sec-Fetch-Site: cross-site'], { method })).toBe(403)
    expect(await status(['Sec-Fetch-Site: same-site'], { method })).toBe(403)
    expect(await status(['Origin: https://evil.example'], { method })).toBe(403)
  })

  it.each([
    ['neither header', []],
    ['the site as its origin', [`Origin: ${site}`]],
    ['both saying the same', [`Origin: ${site}`, 'Sec-Fetch-Site: same-origin']],
    ['a bookmark or the address bar', ['Sec-Fetch-Site: none']],
  ])('passes with %s', async (_, headers) => {
    expect(await status(headers)).toBe(200)
  })

  it.each([
    ['an opaque origin', ['Origin: null', 'Sec-Fetch-Site: same-origin']],
    ['an opaque origin alone', ['Origin: null']],
    ['the site, but asked for by another', [`Origin: ${site}`, 'Sec-Fetch-Site: cross-site']],
    ['another scheme', ['Origin: http://holdfast.example']],
    ['another port', ['Origin: https://holdfast.example:8443']],
    ['a longer name', ['Origin: https://holdfast.example.evil.example']],
    ['a malformed origin', ['Origin: holdfast', 'Sec-Fetch-Site: same-origin']],
    ['an origin with a path', [`Origin: ${site}/`, 'Sec-Fetch-Site: same-origin']],
    ['an empty origin', ['Origin:', 'Sec-Fetch-Site: same-origin']],
    ['two origins', [`Origin: ${site}`, `Origin: ${site}`]],
    ['two sites', ['Sec-Fetch-Site: same-origin', 'Sec-Fetch-Site: same-origin']],
    ['a site of an unknown kind', ['Sec-Fetch-Site: friendly']],
    [
      'another host that it forwards itself',
      ['Origin: https://evil.example', 'X-Forwarded-Host: evil.example'],
    ],
  ])('is rejected with %s', async (_, headers) => {
    expect(await status(headers)).toBe(403)
  })

  it('passes under another local host name only if the browser reports the same origin', async () => {
    const local = { host: '127.0.0.1:3000' }
    expect(await status(['Origin: http://127.0.0.1:3000', 'Sec-Fetch-Site: same-origin'], local)).toBe(200)
    expect(await status(['Origin: http://127.0.0.1:3000'], local)).toBe(403)
    expect(await status(['Origin: http://127.0.0.1:4000', 'Sec-Fetch-Site: same-origin'], local)).toBe(403)
    const usualPort = { host: '127.0.0.1:80' }
    expect(await status(['Origin: http://127.0.0.1', 'Sec-Fetch-Site: same-origin'], usualPort)).toBe(200)
  })

  it('is rejected under a name that is neither the site’s nor local, whatever the browser reports', async () => {
    const rebound = ['Origin: https://evil.example', 'Sec-Fetch-Site: same-origin']
    expect(await status(rebound, { host: 'evil.example' })).toBe(403)
  })

  it.each(['holdfast.example', '127.0.0.1:4222', 'app:3000', 'my_service', 'evil.example'])(
    'reaches the program with the site’s host, though a proxy sends Host: %s',
    async (name) => {
      let seen = new Headers()
      let host: string | undefined
      const { port } = await serve(({ headers }) => {
        seen = headers
        host = requestContext().host
        return new Response()
      })
      await exchange(port, head('/login', [`Host: ${name}`, `Origin: ${site}`], 'POST'))
      expect([seen.get('Host'), host]).toEqual(['holdfast.example', name])
      expect(seen.has('Origin')).toBe(false)
    },
  )

  it('is rejected on pages too, by any URL', async () => {
    for (const target of ['/login', '/login?_data=routes%2Flogin', '/', '/logout?index']) {
      expect(await status(['Sec-Fetch-Site: cross-site'], { target })).toBe(403)
    }
  })

  it('is answered with a message that names the site', async () => {
    const { port } = await serve(() => new Response())
    const answer = await exchange(port, head('/api/x', ['Host: holdfast.example', 'Origin: null'], 'POST'))
    expect((JSON.parse(bodyOf(answer)) as { error: string }).error).toContain(`open ${site}`)
  })
})

it('a read may come from any site', async () => {
  for (const method of ['GET', 'HEAD']) {
    expect(await status(['Sec-Fetch-Site: cross-site', 'Origin: https://evil.example'], { method })).toBe(200)
  }
})
