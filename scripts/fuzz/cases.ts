import { filePart, jsonOf, multipart, mutatePairs, oddBody, urlEncoded, type Body, type Pair } from './bodies'
import type { Outgoing, RawRequest } from './client'
import { encodeText, hostileSegment, hostileText } from './hostile'
import { Random } from './random'
import { samples, typical } from './samples'
import { fillPath, type SiteForm, type SiteMap } from './site-map'
import { rawRequest } from './raw-requests'
import { memberPassword, registration, type Caller } from './running-site'

/** How a request's cookies differ from its caller's. `own` are those set by earlier responses of the case. */
export type CookieManner = 'as they are' | 'none' | 'cut' | 'changed' | 'twice' | 'noise' | 'many' | 'own'

/** One request of a case. `~quote.3~` in it is replaced by a quote's id when it is sent. */
export type Request = Outgoing & { as: Caller; cookies: CookieManner }

export const caseKinds = ['address', 'form', 'upload', 'json', 'body', 'raw', 'race', 'journey'] as const
export type CaseKind = (typeof caseKinds)[number]

/** The steps of a case run in sequence; the requests of a step are sent at once. */
export type Case = { n: number; kind: CaseKind; steps: (Request | RawRequest)[][] }

/** The requests that no case makes, and why. */
export const excluded = [
  [
    "the admin's own password in a form",
    'the account could be changed or deleted, and nobody could sign in any more',
  ],
  ['links of recovery mails to the admin', 'the same'],
  ['CONNECT and TRACE except on bare connections', 'the client of Node.js does not send them as requests'],
  ['most saves of engine code and imports (3 in 4)', 'each takes as much time as a hundred other cases'],
] as const

const callers: [number, Caller][] = [
  [2, 'visitor'],
  [2, 'member'],
  [5, 'admin'],
]

/** Requests that cost many times the normal processor time: chosen less often. */
const costly =
  /underwriting\/(?:code|import|restore|draft)|run-import|\/(?:login|signup|register|change-password|reset|delete-account|logout)\b/

/** Returns case number `n` of a seed: always the same for the same map. */
export function makeCase(map: SiteMap, seed: number, n: number): Case {
  const random = new Random(seed, n)
  for (;;) {
    const kind = random.weighted<CaseKind>([
      [30, 'address'],
      [25, 'form'],
      [3, 'upload'],
      [18, 'json'],
      [8, 'body'],
      [8, 'raw'],
      [5, 'race'],
      [0.5, 'journey'],
    ])
    const steps = makers[kind](random, map)
    const changes = steps
      .flat()
      .some(
        (step) => 'method' in step && !/^(?:GET|HEAD|OPTIONS)$/.test(step.method) && costly.test(step.target),
      )
    if (kind === 'journey' || !changes || random.chance(0.25)) return { n, kind, steps }
  }
}

const makers: Record<CaseKind, (random: Random, map: SiteMap) => Case['steps']> = {
  address: (random, map) => [[address(random, map)]],
  form,
  upload,
  json: (random, map) => [[dress(random, call(random, map))]],
  body: (random, map) => {
    const request = random.chance(0.5) ? call(random, map) : submission(random, map, random.pick(map.forms))
    const body = { type: request.headers['Content-Type'] ?? null, bytes: request.body ?? Buffer.alloc(0) }
    return [[dress(random, withBody(request, oddBody(random, body)))]]
  },
  raw: (random, map) => [[rawRequest(random, target(random, random.pick(map.routes).path))]],
  race,
  journey,
}

/** Requests any route by any method, with known, unknown and hostile params in its path and query. */
function address(random: Random, map: SiteMap): Request {
  const route = random.pick(map.routes)
  let path = target(random, route.path)
  const query = queryOf(random, map, route.path)
  if (random.chance(0.03))
    path = random.pick([
      `${path}/`,
      path.toUpperCase(),
      `${path}.json`,
      `${path}/x`,
      `/.${path}`,
      `${path};a=b`,
      path.replace('/', '//'),
      path.replaceAll('e', '%65'),
    ])
  const method = random.weighted([
    [60, 'GET'],
    [5, 'HEAD'],
    [15, 'POST'],
    [5, 'PUT'],
    [4, 'PATCH'],
    [5, 'DELETE'],
    [2, 'OPTIONS'],
    [1, random.pick(['PROPFIND', 'PURGE', 'QUERY', 'SEARCH', 'LOCK'])],
  ])
  const request = plain(random.weighted(callers), method, `${path}${query}`)
  if (method === 'GET' || method === 'HEAD' || random.chance(0.2)) return dress(random, request)
  const pairs = Array.from({ length: random.int(0, 3) }, (): Pair => [
    random.pick(map.fieldNames),
    random.chance(0.5) ? hostileText(random) : valueFor(random, random.pick(map.fieldNames)),
  ])
  return dress(
    random,
    withBody(
      request,
      random.chance(0.5)
        ? urlEncoded(random, pairs)
        : jsonOf(random, Object.fromEntries(pairs), map.fieldNames),
    ),
  )
}

/** Returns a path of a route, mostly of an existing record. */
function target(random: Random, pattern: string) {
  const wild = random.chance(0.35)
  return fillPath(pattern || '/', (names) =>
    wild && random.chance(0.8) ? hostileSegment(random) : random.pick(names),
  ).slice(0, 9000)
}

function queryOf(random: Random, map: SiteMap, path: string) {
  if (random.chance(0.35)) return ''
  if (random.chance(0.04))
    return random.pick([
      '?',
      '??',
      '?&&&',
      '?=',
      '?=a',
      '?a',
      '?index&index',
      '?%',
      '?a=%zz',
      '?a=%ff',
      '?_data',
      '?a[]=1&a[b]=2',
      `?${'a=1&'.repeat(1500)}`,
      `?a=${'b'.repeat(8100)}`,
    ])
  const own = [...(map.queries.get(path) ?? [])]
  const parts = Array.from(
    {
      length: random.weighted([
        [6, 1],
        [4, 2],
        [2, random.int(3, 6)],
      ]),
    },
    () => {
      const name = own.length > 0 && random.chance(0.75) ? random.pick(own) : random.pick(map.queryNames)
      if (name === '_data')
        return `_data=${encodeText(random.chance(0.7) ? (map.routes.find((route) => route.path === path)?.id ?? 'root') : random.chance(0.5) ? random.pick(map.routes).id : hostileText(random).slice(0, 300))}`
      const seen = [...(map.queryValues.get(name) ?? [])]
      const value =
        seen.length > 0 && random.chance(0.35)
          ? random.pick(seen)
          : random.chance(0.15)
            ? `${random.pick(['', 'job-roles:', 'coverage-tiers:', 'synergy-data:'])}${random.int(0, 30)}`
            : hostileText(random).slice(0, 1500)
      // The server rejects every query with a null byte: more of them would test nothing else.
      return `${encodeText(name)}=${encodeText(random.chance(0.9) ? value.replaceAll('\u0000', '') : value)}`
    },
  )
  return `?${parts.join('&')}`
}

function plain(as: Caller, method: string, target: string): Request {
  return { as, method, target, headers: {}, cookies: 'as they are' }
}

function withBody(request: Request, { type, bytes }: Body): Request {
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => name !== 'Content-Type'),
  )
  return {
    ...request,
    headers: { ...headers, ...(type === null ? {} : { 'Content-Type': type }) },
    body: bytes,
  }
}

/** Submits a page's form with spoiled fields, and sometimes follows the redirect of the response. */
function form(random: Random, map: SiteMap): Case['steps'] {
  const request = dress(random, submission(random, map, random.pick(map.forms)))
  return random.chance(0.2)
    ? [[request], [{ ...plain(request.as, 'GET', '~location.0~'), cookies: 'own' }]]
    : [[request]]
}

function submission(
  random: Random,
  map: SiteMap,
  { target, method, enctype, fields, who }: SiteForm,
): Request {
  const pairs = fields
    .filter(
      ({ type, name }) =>
        type !== 'file' && (type !== 'checkbox' || name === 'consent' || random.chance(0.5)),
    )
    .map(({ name, type, values }): Pair => {
      if (['select', 'radio', 'checkbox'].includes(type) && values.length > 0)
        return [name, random.pick(values)]
      if (type === 'button') return [name, values[0] ?? '']
      if (/^[\da-f]{8}-[\da-f-]{27}$/.test(values[0] ?? '')) return [name, random.uuid()]
      if (type === 'hidden' && values[0] && typical[name] === undefined) return [name, values[0]]
      return [name, valueFor(random, name, values[0])]
    })
  const mutated = mutatePairs(random, pairs, map.fieldNames)
  const request = plain(random.chance(0.85) ? who : random.weighted(callers), method, inTime(random, target))
  if (method === 'GET') {
    const query = mutated.map(
      ([name, value]) => `${encodeText(name)}=${encodeText(value.replaceAll('\u0000', ''))}`,
    )
    return { ...request, target: `${target.split('?')[0]}?${query.join('&')}`.slice(0, 8500) }
  }
  const files = fields
    .filter(({ type }) => type === 'file' && random.chance(0.7))
    .map(({ name }) => filePart(random, name, map.csv))
  const isMultipart = enctype.startsWith('multipart') ? random.chance(0.9) : random.chance(0.1)
  return withBody(request, isMultipart ? multipart(random, mutated, files) : urlEncoded(random, mutated))
}

/** Replaces the records of a target by others. */
function inTime(random: Random, target: string) {
  return target.replace(/~([a-z-]+)\.\d+~/g, (_, name: string) => `~${name}.${random.int(0, 19)}~`)
}

/** Returns a valid value for a field of this name. */
function valueFor(random: Random, name: string, fallback?: string) {
  if (/email/.test(name) && random.chance(0.8)) return `person${random.int(1, 400)}@example.com`
  const value = typical[name]
  if (typeof value === 'string' || typeof value === 'number') return inTime(random, String(value))
  if (fallback) return fallback
  if (/(?:^|_)id$/.test(name)) return String(random.int(1, 30))
  if (/date|from|to$/.test(name)) return random.pick(['2026-01-15', '01/15/2026', ''])
  return random.pick(['A word', '1', '2.5', ''])
}

/** Submits a form with file inputs. */
function upload(random: Random, map: SiteMap): Case['steps'] {
  const forms = map.forms.filter(({ fields }) => fields.some(({ type }) => type === 'file'))
  return forms.length === 0 ? [] : [[dress(random, submission(random, map, random.pick(forms)))]]
}

const sampleNames = Object.keys(samples)

/** Calls the JSON API. */
function call(random: Random, map: SiteMap): Request {
  if (random.chance(0.1)) {
    const routes = map.routes.filter(({ path }) => path.startsWith('/api/'))
    const method = random.pick(['POST', 'PUT', 'PATCH', 'DELETE'])
    const fields = Object.fromEntries(
      Array.from({ length: random.int(0, 5) }, () => {
        const name = random.pick(map.fieldNames)
        return [name, valueFor(random, name)]
      }),
    )
    const request = plain(random.weighted(callers), method, target(random, random.pick(routes).path))
    return withBody(request, jsonOf(random, fields, map.fieldNames))
  }
  const name = random.pick(sampleNames)
  const [method = '', path = ''] = name.split(' ')
  const fields = JSON.parse(inTime(random, JSON.stringify(samples[name]))) as Record<string, unknown>
  if ('email' in fields && random.chance(0.7)) fields.email = `person${random.int(1, 400)}@example.com`
  if (/\/(?:code|draft)$/.test(path) && random.chance(0.7))
    fields.code = `${String(fields.code)}// ${random.int(1, 99)}`
  for (const column of ['role_name', 'level_name', 'tier_name', 'employer_name', 'industry_name'])
    if (typeof fields[column] === 'string' && random.chance(0.7))
      fields[column] = `Name ${random.int(1, 500)}`
  if ('updated_at' in fields && random.chance(0.6)) delete fields.updated_at
  const isForAdmins = /^\/api\/(?:admin|pitch-deck\/admin)/.test(path)
  const as = random.chance(0.9) && isForAdmins ? 'admin' : random.weighted(callers)
  const request = plain(as, method, target(random, path))
  return withBody(
    request,
    random.chance(0.85)
      ? jsonOf(random, fields, map.fieldNames)
      : urlEncoded(
          random,
          mutatePairs(
            random,
            Object.entries(fields).map(([key, value]): Pair => [key, String(value)]),
            map.fieldNames,
          ),
        ),
  )
}

/** Adds headers and cookies that no browser would send, to one request in five. */
function dress(random: Random, request: Request): Request {
  if (random.chance(0.07)) request.cookies = random.pick(['none', 'cut', 'changed', 'twice', 'noise', 'many'])
  if (request.target.startsWith('/api/') && request.method === 'POST' && random.chance(0.08))
    request.headers['Idempotency-Key'] = random.pick([
      'key-1',
      'key-2',
      random.uuid(),
      ' ',
      'x'.repeat(201),
      'ä',
      "'; --",
    ])
  if (random.chance(0.85)) return request
  const [name, value] = random.pick<[string, string]>([
    ...['null', 'https://evil.example', 'http://localhost', '', 'file://', 'x'].map(
      (origin): [string, string] => ['Origin', origin],
    ),
    ...['cross-site', 'same-site', 'same-origin', 'none', 'x', ''].map((site): [string, string] => [
      'Sec-Fetch-Site',
      site,
    ]),
    ...['br', 'gzip', 'gzip;q=0', '*', 'identity;q=0', 'br;q=x, gzip', ';;,', 'zstd', 'x'.repeat(3000)].map(
      (coding): [string, string] => ['Accept-Encoding', coding],
    ),
    ...['bytes=0-0', 'bytes=5-1', 'bytes=-1', 'bytes=0-,1-', 'bytes=99999999999999999999-', 'x'].map(
      (range): [string, string] => ['Range', range],
    ),
    ...['*', '"x"', 'W/"x"', 'x', '"', ','.repeat(500)].map((tag): [string, string] => [
      'If-None-Match',
      tag,
    ]),
    ['If-Modified-Since', random.pick(['Thu, 01 Jan 1970 00:00:00 GMT', 'x', '-1'])],
    ['Accept', random.pick(['application/json', 'text/html', '*/*;q=0', ';', 'x'.repeat(3000)])],
    ['Accept-Language', random.pick(['de', 'x-klingon', '*;q=9', ','.repeat(500)])],
    ['Referer', random.pick(['x', 'https://evil.example/', 'http://localhost/%zz', '//', 'about:blank'])],
    [
      'User-Agent',
      random.pick([
        '',
        'x'.repeat(8000),
        '(((((((((',
        "Mozilla/5.0 '; --",
        '\u00ff\u00fe',
        'Mozilla/5.0 (X11; Linux) Chrome/99999999999.0',
      ]),
    ],
    [
      'X-Forwarded-For',
      random.pick(['127.0.0.1', '::1', 'x', '1.2.3.4, 5.6.7.8', '999.1.1.1', ','.repeat(500)]),
    ],
    ['X-Forwarded-Host', 'evil.example'],
    ['X-Forwarded-Proto', 'https'],
    ['Host', random.pick(['evil.example', '[::1]', 'localhost:99999', 'a b', 'x'.repeat(300)])],
    ['X-HTTP-Method-Override', 'DELETE'],
    ['X-Remix-Revalidate', 'yes'],
    ['Purpose', 'prefetch'],
    ['Expect', random.pick(['100-continue', 'x'])],
    ['Content-Encoding', random.pick(['gzip', 'br', 'identity', 'x'])],
    ['Transfer-Encoding', 'chunked'],
    ['Authorization', random.pick(['Bearer x', 'Basic Og==', 'Basic ', 'x'])],
    ['Cache-Control', 'only-if-cached, no-store'],
    ['Upgrade', random.pick(['websocket', 'h2c'])],
  ])
  request.headers[name] = value
  return request
}

/** Sends two requests for one record at once, and a third after them. */
function race(random: Random, map: SiteMap): Case['steps'] {
  const index = random.int(0, 19)
  const send = (method: string, target: string, fields?: object, as: Caller = 'admin'): Request => {
    const request = plain(as, method, target)
    if (!fields) return request
    return withBody(request, { type: 'application/json', bytes: Buffer.from(JSON.stringify(fields)) })
  }
  const slug = random.pick(
    sampleNames.filter((name) => name.startsWith('PUT /api/admin/underwriting/') && name.endsWith(':id')),
  )
  const record = slug.slice(4).replace(':id', String(random.int(1, 60)))
  const email = `race${random.int(1, 1e6)}@example.com`
  const key = { 'Idempotency-Key': random.uuid() }
  const keyed = (request: Request): Request => ({ ...request, headers: { ...request.headers, ...key } })
  const deck = `/api/pitch-deck/admin/`
  const deckActs = [
    send('POST', `${deck}approve/~deck.${index}~`),
    send('POST', `${deck}reject/~deck.${index}~`),
    send('POST', `${deck}resend/~deck.${index}~`),
    send('DELETE', `${deck}delete/~deck.${index}~`),
  ]
  const state = (status: string) =>
    send('PUT', `/api/admin/quote-submissions/~quote.${index}~`, {
      status,
      note: status,
      read_status: 'Pending',
    })
  const deckRequest = send('POST', '/api/pitch-deck/request-access', { name: 'Ivy', email }, 'visitor')
  const form = submission(random, map, random.pick(map.forms))
  return random.pick<() => Case['steps']>([
    () => [[send('PUT', record, samples[slug]), send('PUT', record, samples[slug])], [send('GET', record)]],
    () => [
      [send('PUT', record, samples[slug]), send('DELETE', record)],
      [send('PUT', record, samples[slug])],
    ],
    () => [[send('DELETE', record), send('DELETE', record)], [send('GET', record)]],
    () => {
      const created = send('POST', record.replace(/\/\d+$/, ''), {
        ...samples[slug],
        role_name: email,
        level_name: email,
        tier_name: email,
        employer_name: email,
        industry_name: email,
      })
      return [
        [created, created],
        [keyed(created), keyed(created)],
      ]
    },
    () => [[state('Quoted'), state('Declined')], [state('Pending')]],
    () => [[deckRequest, deckRequest], [deckRequest]],
    () => [[random.pick(deckActs), random.pick(deckActs)], [random.pick(deckActs)]],
    () => {
      const run = send('POST', '/api/admin/underwriting/quote', { quote_id: `~quote.${index}~` })
      return random.chance(0.5) ? [[keyed(run), keyed(run)]] : [[run, run, state('Withdrawn')]]
    },
    () => [[form, form], [form]],
    () => {
      const created = send('POST', '/api/auth/register', { ...registration, email }, 'visitor')
      return [[created, created]]
    },
    () => {
      const rename = send(
        'PUT',
        '/api/user/profile',
        { ...registration, email: 'member1@example.com', full_address: email },
        'member',
      )
      return [[rename, rename], [send('GET', '/api/auth/me', undefined, 'member')]]
    },
  ])()
}

/** Registers an account, uses it, deletes it and uses it again. */
function journey(random: Random): Case['steps'] {
  const email = `journey${random.int(1, 1e9)}@example.com`
  const own = (method: string, target: string, fields?: Record<string, string>): Request[] => {
    const request: Request = { ...plain('visitor', method, target), cookies: 'own' }
    if (!fields) return [request]
    const text = Object.entries(fields).map((pair) => pair.map(encodeText).join('='))
    return [
      withBody(request, { type: 'application/x-www-form-urlencoded', bytes: Buffer.from(text.join('&')) }),
    ]
  }
  const password = memberPassword
  const acts = [
    own('GET', '/dashboard'),
    own('POST', '/dashboard', { intent: 'send' }),
    own('POST', '/edit-profile', {
      username: hostileText(random).slice(0, 200),
      email,
      current_password: password,
    }),
    own('POST', '/api/email/send-verification', {}),
    own('POST', '/api/email/verify', { code: '~code.0~' }),
    own('GET', '/api/user/data'),
    own('POST', '/change-password', {
      current_password: password,
      new_password: password,
      confirm_new_password: password,
    }),
    own('POST', '/account-recovery', { intent: 'by-email', email }),
    own('GET', '/account-recovery/reset?token=~reset.0~'),
    own('POST', '/account-recovery/reset', {
      token: '~reset.0~',
      new_password: password,
      confirm_new_password: password,
    }),
    own('GET', '/quote/~offer.0~'),
    own('GET', '~location.0~'),
    own('POST', '/logout'),
    own('POST', '/login', { email, password }),
  ]
  return [
    own('POST', '/signup', { ...registration, email, confirm_password: password }),
    own('POST', '/login', { email, password, remember_me: random.pick(['yes', 'no']) }),
    ...Array.from({ length: random.int(1, 4) }, () => random.pick(acts)),
    ...(random.chance(0.6)
      ? [own('POST', '/delete-account', { current_password: password, confirm: 'on' })]
      : []),
    random.pick(acts),
    random.pick(acts),
  ]
}
