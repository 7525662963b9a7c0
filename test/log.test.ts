import { expect, it, test } from 'vitest'

import { newToken } from '~/domain/tokens.server'
import { describeError, redactPath } from '~/log.server'

import { declaredRoutes } from './support/routes'
import { exchange, head, serveHandler, until } from './server/wire'

const token = 'z6iNl7jWzQyLBD8Z5e6WNk9aJqM0pQon_F9NK-3VXdo'

/** The paths with a token, from the routes of the program. */
const paths = (await declaredRoutes())
  .map(({ path }) => path)
  .filter((path) => /:\w*token/i.test(path))
  .map((path) => path.replace(/:\w*token/i, token))

/** Spellings of a path by browsers, mail programs and people. */
function spellings(path: string) {
  const encoded = (text: string) => text.replace(/[^/]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
  const folder = path.slice(0, -token.length)
  return [
    path,
    `${path}/`,
    `${path}/more`,
    `${path}.data`,
    `${path};x=1`,
    `${path}%20`,
    `${path}?_data=routes%2Fquote`,
    `/faq?next=${path}`,
    folder.toUpperCase() + token,
    folder.replace('/q', '/%71') + token,
    encoded(folder) + token,
    encoded(folder).toUpperCase() + encoded(token),
    encoded(path).replaceAll('%', '%25'),
    path.replaceAll('/', '//').slice(1),
    `/${path}`,
    `/.${path}`,
    path.slice(0, 1) + path.slice(1).replaceAll('/', '%2F'),
    `/en${path}`,
    `${folder.slice(0, -1)}s/${token}`,
    `/${token}`,
    `/%ff${path}`,
  ]
}

function decoded(text: string) {
  return text.replace(/%(?:25)*([0-7][\da-f])/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
}

it('finds the paths with a token', () => {
  expect(paths).toContain(`/quote/${token}`)
  expect(newToken()).toHaveLength(token.length)
})

test.each(paths.flatMap(spellings))('no line of the log contains the token of %s', async (target) => {
  const { port, lines } = await serveHandler(async (request, response) => {
    // The log line of an error has request data too.
    if (request.method === 'POST') throw new Error(`No action for "${request.originalUrl}"`)
    response.status(404).end()
  })
  await exchange(port, head(target))
  await exchange(port, head(target, ['Host: a.example'], 'POST'))
  await until(() => lines.filter(({ msg }) => msg === 'request').length === 2)
  const written = decoded(lines.map((line) => JSON.stringify(line)).join('\n')).toLowerCase()
  for (const piece of [token, token.slice(5, 25)]) expect(written).not.toContain(piece.toLowerCase())
})

test('other paths are logged normalized', () => {
  expect(redactPath('/admin//underwriting/quote/12')).toBe('/admin/underwriting/quote/12')
  expect(redactPath('/caf%C3%A9')).toBe('/café')
  expect(redactPath('/%ff')).toBe('/%ff')
  expect(redactPath(`/${'ab/'.repeat(100)}`)).toHaveLength(200)
})

test('a response that a route has thrown is described by its status', () => {
  const thrown = { status: 500, statusText: 'Internal Server Error', internal: true, data: 'broken' }
  expect(describeError(thrown)).toEqual({ type: 'Response', message: '500 Internal Server Error broken' })
})
