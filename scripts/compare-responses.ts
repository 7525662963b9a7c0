// `npm run compare-responses -- ../before .`: compares the responses of two builds. Starts the programs of both folders on new embedded
// databases, creates the same records, and sends the same GET requests as a visitor (twice, for the cache), a member and the admin: every
// route, and every link of the pages. Prints each difference of statuses, headers and bodies with the requests that have it, and exits
// with 1 if there is one. Masks nonces, keys, tokens, times and the names of assets. Does not compare which scripts a page preloads.

import { structuredPatch } from 'diff'

import { declaredRoutes } from '../test/support/routes'
import { collections } from '~/domain/configuration/collections'

import { linksOf } from './fuzz/forms'
import { RunningSite, type Caller } from './fuzz/running-site'

const maxLinks = Number(process.env.COMPARE_LINKS ?? 400)
const [beforeRoot, afterRoot] = process.argv.slice(2)
if (beforeRoot === undefined || afterRoot === undefined) {
  console.error(
    'Usage: npm run compare-responses -- <folder of the build before> <folder of the build after>',
  )
  process.exit(2)
}

/** Parts of a response that always differ. */
const masks: [RegExp, string][] = [
  [/^(date|content-length|etag|x-request-id|last-modified): .*/, '$1: *'],
  [/'(?:nonce|sha256)-[^']+'(?: '(?:nonce|sha256)-[^']+')*/g, "'inline'"],
  [/nonce="[^"]*"/g, 'nonce="*"'],
  [/\/assets\/[\w.$-]+\.(js|css|woff2)/g, '/assets/*.$1'],
  [/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, '*'],
  [/\d{4}-\d\d-\d\dT\d\d[:-]\d\d[:-]\d\d(?:[.-]\d+)?Z?/g, '*'],
  [/\b\d{1,2}:\d\d(?::\d\d)?\b/g, '*'],
  [/\b(?=[\w-]*\d)(?=[\w-]*[A-Z])[\w-]{20,}\b/g, '*'],
  [/\b\d+(?:\.\d+)? (ms|seconds?|minutes?)\b/g, '* $1'],
  [/"(hits|row_count)": ?\d+/, '"$1": *'], // events and views of pages are stored later than their response
  [/(class="database-count">)\d+/, '$1*'],
  [/<!-- -->/g, ''],
]

/** Pages that count requests, later than their response. */
const unstable = /^\/metrics|table=sessions\b|table=session_views\b/

const before = await RunningSite.start({ root: beforeRoot, connections: 1 })
const after = await RunningSite.start({ root: afterRoot, connections: 1 })
/** The requests of each difference. */
const differences = new Map<string, Set<string>>()
let requests = 0
try {
  for (const caller of ['visitor', 'visitor', 'member', 'admin'] as const) await crawl(caller)
} finally {
  await Promise.all([before.stop(), after.stop()])
}
for (const [difference, names] of differences) {
  const some = [...names].slice(0, 5).join(', ')
  console.log(`\n${names.size} requests: ${some}${names.size > 5 ? ', ...' : ''}\n${shortened(difference)}`)
}
console.log(`\n${requests} requests, ${differences.size} differences`)
process.exitCode = differences.size > 0 ? 1 : 0

/** Compares the responses of all routes and of the links in them that both programs have. */
async function crawl(caller: Caller) {
  const targets = new Set(await routeTargets())
  for (const target of targets) {
    if (unstable.test(target)) continue
    const answers = await compare(target, caller)
    const [links, others] = answers.map(({ body }) => new Set(linksOf(body)))
    for (const link of links ?? []) if (others?.has(link) && targets.size < maxLinks) targets.add(link)
  }
}

function shortened(difference: string) {
  const lines = difference.split('\n').map((line) => (line.length > 300 ? `${line.slice(0, 300)}...` : line))
  return [...lines.slice(0, 40), ...(lines.length > 40 ? [`... ${lines.length - 40} more lines`] : [])].join(
    '\n',
  )
}

/** The path of each route, with placeholders of records for its params. */
async function routeTargets() {
  const values: Record<string, string> = {
    id: '1',
    sessionId: '1',
    kind: 'quotes',
    table: 'users',
    collection: Object.keys(collections)[0] ?? '',
    filename: '~backup.0~',
    token: '~offer.0~',
  }
  const paths = (await declaredRoutes()).map(({ path }) =>
    path.replace(/:(\w+)\??/g, (_, name: string) => values[name] ?? '1').replace(/\*$/, 'none'),
  )
  return paths
}

async function compare(target: string, caller: Caller) {
  const answers = await Promise.all([get(before, target, caller), get(after, target, caller)])
  requests += 1
  const [old = [], now = []] = answers.map((answer, index) => linesOf(answer, index === 0 ? before : after))
  const { hunks } = structuredPatch('', '', old.join('\n'), now.join('\n'), '', '', { context: 0 })
  for (const { lines } of hunks) {
    const difference = lines.filter((line) => !line.startsWith('\\')).join('\n')
    differences.set(difference, (differences.get(difference) ?? new Set()).add(`${caller} ${target}`))
  }
  return answers
}

async function get(site: RunningSite, target: string, caller: Caller) {
  const answer = await fetch(site.program.url + site.resolve(target), {
    headers: { Cookie: site.cookie(caller) },
    redirect: 'manual',
  })
  return { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() }
}

type Answer = Awaited<ReturnType<typeof get>>

/** The response in lines, without the parts that always differ. */
function linesOf({ status, headers, body }: Answer, site: RunningSite) {
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const inLines = (data: string) => data.replace(/[,{[]/g, '$&\n')
  const broken = /json/.test(headers['content-type'] ?? '')
    ? inLines(body)
    : body.replace(/></g, '>\n<').replace(/window\.__remixContext = .*/g, inLines)
  return [`status: ${status}`, ...fields.sort(), '', broken]
    .join('\n')
    .replaceAll(site.program.url, 'http://site')
    .replaceAll(new URL(site.program.url).host, 'site')
    .split('\n')
    .map(masked)
    .filter((line) => !/^<link rel="modulepreload"/.test(line))
}

function masked(line: string) {
  return masks.reduce((text, [pattern, mask]) => text.replace(pattern, mask), line)
}
