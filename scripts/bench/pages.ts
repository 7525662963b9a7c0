// `npm run bench:pages`: what a page or call costs. In one run: a bare node:http server that sends the bytes and headers of the home page
// from memory (the reference), then pages and calls of the built program on the embedded database, for visitors and signed in.
// BENCH_ONLY=login measures those whose name matches.

import autocannon from 'autocannon'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

import { admin, application, inTens, startProgram } from '../../test/support/program'

type Answer = { headers: string[]; body: string }
type Measured = { name: string; pid: number | undefined; request: Omit<autocannon.Options, 'connections'> }

const bare = process.argv[2] === 'bare'
const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const only = new RegExp(process.env.BENCH_ONLY ?? '')
const connections = 10

if (bare) process.once('message', (answer: Answer) => serveBare(answer))
else await measure()

/** The reference, in a process of its own like the program. */
function serveBare({ headers, body }: Answer) {
  const bytes = Buffer.from(body, 'base64')
  const server = http.createServer((_, response) => response.writeHead(200, headers).end(bytes))
  server.listen(0, 'localhost', () => process.send?.((server.address() as AddressInfo).port))
  process.once('disconnect', () => process.exit())
}

async function measure() {
  const program = await startProgram({
    LOG_LEVEL: process.env.LOG_LEVEL,
    DATABASE_URL: process.env.BENCH_DATABASE_URL,
  })
  const reference = fork(fileURLToPath(import.meta.url), ['bare'])
  try {
    reference.send(await cachedResponse(`${program.url}/`))
    const [port] = (await once(reference, 'message')) as [number]
    const cookie = await prepare(program.url)

    const page = (path: string, headers: Record<string, string> = {}): Measured => ({
      name: `${path}${headers.Cookie === undefined ? '' : ' signed in'}`,
      pid: program.process.pid,
      request: { url: program.url + path, headers },
    })
    const rows: Measured[] = [
      { name: 'bare node:http server', pid: reference.pid, request: { url: `http://localhost:${port}/` } },
      page('/'),
      page('/get-a-quote'),
      page('/login'),
      page('/signup'),
      page('/contact'),
      page('/api/coverage-tiers'),
      page('/?utm=', { Cookie: 'holdfast_session=none' }),
      page('/dashboard', { Cookie: cookie }),
      page('/admin/submissions', { Cookie: cookie }),
      page('/admin/underwriting/results', { Cookie: cookie }),
      page('/api/auth/me', { Cookie: cookie }),
      {
        name: 'POST /api/waitlist-submissions',
        pid: program.process.pid,
        request: waitlistPost(program.url),
      },
    ]
    console.log(
      `${connections} connections, ${availableParallelism()} cores, ${seconds} s each; work is processor time\n`,
    )
    let unit = 0
    for (const row of rows) {
      if (unit > 0 && !only.test(row.name)) continue
      await load(row, Math.min(2, seconds))
      const before = workedSeconds(row.pid)
      const { requests, latency, non2xx, errors } = await load(row, seconds)
      if (non2xx > 0 || errors > 0) throw new Error(`${row.name}: ${non2xx + errors} requests failed`)
      const work = ((workedSeconds(row.pid) - before) / requests.total) * 1000
      unit ||= work
      console.log(
        `1 : ${(work / unit).toFixed(1).padStart(5)}   ${work.toFixed(2).padStart(6)} ms of work   ` +
          `${requests.average.toFixed(0).padStart(6)} a second   p99 ${String(latency.p99).padStart(4)} ms   ${row.name}`,
      )
    }
  } finally {
    reference.disconnect()
    await program.stop()
  }
}

/** Stores a hundred applications and returns the administrator's session cookie. */
async function prepare(url: string) {
  const post = (path: string, body: unknown) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  await inTens(100, (index) => post('/api/quote-submissions', { ...application, name: `Ann Doe ${index}` }))
  const answer = await post('/api/auth/login', admin)
  return answer.headers.get('Set-Cookie')?.split(';')[0] ?? ''
}

/** Each post has an email of its own, as the waitlist requires. */
function waitlistPost(url: string): Measured['request'] {
  let count = 0
  return {
    url: `${url}/api/waitlist-submissions`,
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    requests: [
      {
        setupRequest: (request) => ({
          ...request,
          body: JSON.stringify({ name: 'Ann Doe', email: `ann${(count += 1)}.${process.pid}@example.com` }),
        }),
      },
    ],
  }
}

/** The processor time of a process on all its threads, in seconds; Linux counts it in hundredths. */
function workedSeconds(pid = 0) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

function load({ request }: Measured, duration: number) {
  const headers = { 'Accept-Encoding': 'gzip', ...request.headers }
  return autocannon({ ...request, headers, connections, duration })
}

/** The page from the cache: the headers that the program sets, without those that every Node server adds. */
async function cachedResponse(url: string): Promise<Answer> {
  for (let attempts = 0; attempts < 100; attempts += 1) {
    const request = http.get(url, { headers: { 'Accept-Encoding': 'gzip' }, agent: false })
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk as Buffer)
    if (response.headers.etag !== undefined) {
      const headers = Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
        /^(?:date|connection|keep-alive)$/.test(name) ? [] : values.flatMap((value) => [name, value]),
      )
      return { headers, body: Buffer.concat(chunks).toString('base64') }
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('The page is not cached')
}
