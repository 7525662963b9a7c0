import { UNSAFE_defineRoutes as defineRoutes } from '@remix-run/dev'
import { createRequire } from 'node:module'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import remixConfig from '../../remix.config.js'
import fc from '../support/property'

/*
 * patches/@remix-run+router+*.patch caches what the router computes for each request. The reference is the package's UMD
 * build, which the patch leaves as it is.
 */

type Route = { id: string; path?: string; index?: boolean; caseSensitive?: boolean; children?: Route[] }
type Match = { route: Route } & Record<string, unknown>
type Router = { matchRoutes: (routes: Route[], path: string) => Match[] | null }

const require = createRequire(import.meta.url)
const patched = require('@remix-run/router') as Router
const reference = require('@remix-run/router/dist/router.umd.js') as Router

const manifest = Object.values((await remixConfig.routes?.(defineRoutes)) ?? {})
const childrenOf = (parent: string): Route[] =>
  manifest
    .filter(({ parentId }) => parentId === parent)
    .map(({ id, path, index, caseSensitive }) => {
      const children = childrenOf(id)
      return index
        ? { id, path, index, caseSensitive }
        : { id, path, caseSensitive, ...(children.length > 0 ? { children } : {}) }
    })
const routes: Route[] = [{ id: 'root', path: '', children: childrenOf('root') }]

function expectSameMatch(path: string) {
  const [result, expected] = [patched, reference].map(({ matchRoutes }) =>
    JSON.stringify(matchRoutes(routes, path)?.map(({ route, ...match }) => ({ id: route.id, ...match }))),
  )
  expect(result, path).toBe(expected)
}

// The router warns about each path that cannot be decoded.
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterEach(() => vi.restoreAllMocks())

const segments = [...new Set(manifest.flatMap(({ path = '' }) => path.split('/')))].filter(Boolean)
const odd = [
  '',
  '.',
  '..',
  '%2F',
  '%',
  '%e4',
  'a%20b',
  'ä',
  '*',
  ':id',
  '?',
  '1',
  'quotes',
  '\n',
  '\\',
  'constructor',
]
const segment = fc.oneof(
  fc.constantFrom(...segments),
  fc.constantFrom(...segments).map((text) => text.toUpperCase()),
  fc.constantFrom(...odd),
  fc.string({ maxLength: 6 }),
)
const drawnPath = fc.array(segment, { maxLength: 6 }).map((parts) => `/${parts.join('/')}`)

test('every route of the program matches as in the package', () => {
  expect(manifest.length).toBeGreaterThan(100)
  for (const { id } of manifest) {
    const pathOf = (child = ''): string => {
      const route = manifest.find((candidate) => candidate.id === child)
      return route ? `${pathOf(route.parentId)}/${route.path ?? ''}` : ''
    }
    const path = pathOf(id).replace(/\/+/g, '/')
    for (const variant of [path, `${path}/`, path.toUpperCase(), `${path}/x`, `/x${path}`])
      expectSameMatch(variant)
  }
})

test('ten thousand drawn paths match as in the package', () => {
  fc.assert(fc.property(drawnPath, expectSameMatch), { numRuns: 10_000 })
})

test('a path that names a case is matched in that case alone', () => {
  const strict: Route[] = [
    { id: 'a', path: 'Faq', caseSensitive: true },
    { id: 'b', path: ':rest' },
  ]
  for (const path of ['/Faq', '/faq', '/FAQ/'])
    expect(patched.matchRoutes(strict, path)).toEqual(reference.matchRoutes(strict, path))
})

test('the same tree is flattened and ranked once', () => {
  let reads = 0
  const tree: Route[] = [
    {
      id: 'a',
      get path() {
        reads += 1
        return 'faq'
      },
    },
  ]
  patched.matchRoutes(tree, '/faq')
  const first = reads
  patched.matchRoutes(tree, '/faq')
  expect(first).toBeGreaterThan(0)
  expect(reads).toBe(first)
})
