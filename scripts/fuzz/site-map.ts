import { readFileSync } from 'node:fs'

import { declaredRoutes, type DeclaredRoute } from '../../test/support/routes'
import { collections, importedCollections } from '~/domain/configuration/collections'
import { submissionKinds } from '~/domain/submissions/kinds'

import { formsOf, linksOf, type Field } from './forms'
import { engineSource, type Caller, type RunningSite } from './running-site'

/** A form of the site: its target, with `~…~` for the ids of records, and the caller that it was shown to. */
export type SiteForm = { target: string; method: string; enctype: string; fields: Field[]; who: Caller }

/** The map that cases are generated from. */
export type SiteMap = {
  routes: DeclaredRoute[]
  forms: SiteForm[]
  /** Names of query parameters that links and forms use, by route. */
  queries: Map<string, Set<string>>
  /** All names of query parameters and of fields. */
  queryNames: string[]
  fieldNames: string[]
  /** The values of a parameter in links. */
  queryValues: Map<string, Set<string>>
  /** Import files, by collection. */
  csv: Map<string, string>
  engine: string
}

/** Common parameters of web applications, whether or not a page links to them. */
const commonQueries = [
  ...[
    'q',
    'sort',
    'cursor',
    'limit',
    'offset',
    'page',
    'size',
    'tab',
    'edit',
    'add',
    'row',
    'show',
    'from',
    'to',
  ],
  ...[
    'status',
    'token',
    'redirectTo',
    '_data',
    'index',
    'id',
    'userId',
    'email',
    'key',
    'run',
    'backup',
    'with',
    't',
    'v',
  ],
]

/** The maximum number of pages per caller: all routes, and links to them with other parameters. */
const maxPages = 120

const slugs = Object.values(collections).map(({ slug }) => slug)
const kinds = submissionKinds.map(({ slug }) => slug)

/** The kind of record that a path parameter refers to, by the segment before it. */
const recordsBehind: Record<string, string> = {
  quotes: 'quote',
  quote: 'quote',
  'quote-submissions': 'quote',
  'results-by-quote': 'quote',
  contacts: 'contact',
  'contact-submissions': 'contact',
  waitlist: 'waitlist',
  'waitlist-submissions': 'waitlist',
  careers: 'career',
  'career-submissions': 'career',
  'career-files': 'file',
  result: 'result',
  results: 'result',
  offer: 'result',
  backups: 'backup',
  restore: 'backup',
  approve: 'deck',
  reject: 'deck',
  resend: 'deck',
  delete: 'deck',
  'pitch-deck-admin': 'deck',
  database: 'table',
  schema: 'table',
  tables: 'table',
  users: 'user',
  mail: 'mail',
  'bad-rows': 'run',
}

/** Valid values for a path parameter. */
export function namesFor(parameter: string, before: string): readonly string[] {
  if (parameter === 'kind') return kinds
  if (parameter === 'collection' || (parameter === 'table' && before.startsWith('~'))) return slugs
  if (parameter === 'token')
    return before === 'get-a-quote' ? ['~draft.0~', '~draft.1~'] : ['~offer.0~', '~offer.1~']
  const record = Object.hasOwn(recordsBehind, before) ? recordsBehind[before] : undefined
  return record ? [0, 1, 2, 3, 7, 13].map((index) => `~${record}.${index}~`) : ['1', '2', '3', '5', '8']
}

/** Fills in the parameters of a route's path. */
export function fillPath(path: string, choose: (names: readonly string[], parameter: string) => string) {
  let before = ''
  return path
    .split('/')
    .map((segment) => {
      const filled = segment.startsWith(':')
        ? choose(namesFor(segment.slice(1), before), segment.slice(1))
        : segment === '*'
          ? choose(['nothing', 'a/b'], '*')
          : segment
      before = filled
      return filled
    })
    .join('/')
}

/**
 * Crawls the public pages as a visitor and a member, and the back office as an admin, and collects forms and URLs. Two crawls of the same
 * site return the same map.
 */
export async function explore(site: RunningSite): Promise<SiteMap> {
  const routes = await declaredRoutes()
  const pages = routes.filter(({ path }) => path !== '' && !path.startsWith('/api/'))
  const forms = new Map<string, SiteForm>()
  const queries = new Map<string, Set<string>>()
  const queryValues = new Map<string, Set<string>>()
  const note = (target: string) => {
    const [path = '', query = ''] = target.split('?')
    const route = routeOf(routes, path)?.path ?? '/*'
    for (const [name, value] of new URLSearchParams(query)) {
      addTo(queries, route, name)
      addTo(queryValues, name, value)
    }
    return `${route}?${[...new URLSearchParams(query).keys()].sort().join('&')}`
  }

  for (const who of ['visitor', 'member', 'admin'] as const) {
    const seen = new Set<string>()
    const own = pages.filter(({ path }) => /^\/(?:admin|pitch-deck-admin)\b/.test(path) === (who === 'admin'))
    const waiting = own.map(({ path }) => fillPath(path, (names) => names[0] ?? '1'))
    for (let walked = 0; waiting.length > 0 && walked < maxPages; walked += 1) {
      const page = site.resolve(waiting.shift() ?? '/')
      const answer = await site.client.send({
        method: 'GET',
        target: page,
        headers: { Cookie: site.cookie(who) },
      })
      if (answer.status !== 200 || !/^text\/html/.test(answer.headers['content-type'] ?? '')) continue
      for (const form of formsOf(answer.body, page)) {
        const target = withTokens(routes, form.action.split('#')[0] ?? '')
        const mapped = { ...form, target, who }
        const names = form.fields.map(({ name, type, values }) =>
          type === 'button' || name === 'intent' ? `${name}=${values[0]}` : name,
        )
        const key = `${form.method} ${target} ${names.sort().join(' ')}`
        if (!forms.has(key)) forms.set(key, mapped)
        if (form.method === 'GET')
          for (const { name } of form.fields) addTo(queries, routePath(routes, page), name)
      }
      for (const link of linksOf(answer.body)) {
        const signature = note(link)
        if (seen.has(signature)) continue
        seen.add(signature)
        if (link.includes('?')) waiting.push(link)
      }
    }
  }
  const fieldNames = new Set([...forms.values()].flatMap(({ fields }) => fields.map(({ name }) => name)))
  return {
    routes,
    forms: [...forms.values()],
    queries,
    queryNames: [
      ...new Set([...commonQueries, ...[...queries.values()].flatMap((names) => [...names])]),
    ].sort(),
    fieldNames: [...fieldNames].sort(),
    queryValues,
    csv: new Map(
      importedCollections.map(({ slug, file }) => [slug, readFileSync(`db/reference/${file}`, 'utf8')]),
    ),
    engine: engineSource(),
  }
}

function addTo(sets: Map<string, Set<string>>, key: string, item: string) {
  const set = sets.get(key) ?? new Set()
  sets.set(key, set.add(item))
}

function routePath(routes: DeclaredRoute[], target: string) {
  return routeOf(routes, target.split('?')[0] ?? '')?.path ?? '/*'
}

/** The route that serves a path: the one with the fewest parameters. */
function routeOf(routes: DeclaredRoute[], path: string) {
  const parameters = (route: DeclaredRoute) => route.path.split(/[:*]/).length
  return routes
    .filter((route) => patternOf(route).test(path))
    .sort((one, other) => parameters(one) - parameters(other))[0]
}

function patternOf({ path }: DeclaredRoute) {
  return new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/]+').replace('*', '.*')}/?$`, 'i')
}

/** Replaces the ids of records in a target by `~…~`, as they differ between runs. */
function withTokens(routes: DeclaredRoute[], target: string) {
  const [path = '', query] = target.split('?')
  const segments = path.split('/')
  const parameters = (routeOf(routes, path)?.path ?? path).split('/')
  const filled = segments.map((segment, index) => {
    const parameter = parameters[index] ?? ''
    if (!parameter.startsWith(':')) return segment
    const names = namesFor(parameter.slice(1), segments[index - 1] ?? '')
    return names.includes(segment) ? segment : (names[0] ?? segment)
  })
  return filled.join('/') + (query === undefined ? '' : `?${query}`)
}
