// `npm run bench:pages`: what a page or call costs. In one run: a bare node:http server that sends the bytes and headers of the home page
// from memory (the reference), then pages and calls of the built program on the embedded database, for visitors and signed in. Then how
// long requests at half the measured rate delay the event loop. BENCH_ONLY=login measures those whose name matches.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

import { startProgram } from '../../test/support/program'

import { connections, load, prepare, sendSteadily, waitlistEntry, type Measured } from './load'

type Answer = { headers: string[]; body: string }

const bare = process.argv[2] === 'bare'
const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const only = new RegExp(process.env.BENCH_ONLY ?? '')

if (bare) process.once('message', (answer: Answer) => serveBare(answer))
else await measure()

/** The reference, in its own process like the program. */
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

    const { pid } = program.process
    const page = (path: string, headers: Record<string, string> = {}): Measured => ({
      name: `${path}${headers.Cookie === undefined ? '' : ' signed in'}`,
      url: program.url + path,
      headers,
      pid,
    })
    const signedIn = (path: string) => page(path, { Cookie: cookie })
    const cached = [
      page('/'),
      page('/get-a-quote'),
      page('/login'),
      page('/signup'),
      page('/contact'),
      page('/api/coverage-tiers'),
    ]
    const rendered: Measured[] = [
      page('/?utm=', { Cookie: 'holdfast_session=none' }),
      signedIn('/dashboard'),
      signedIn('/admin/submissions'),
      signedIn('/admin/underwriting/results'),
      signedIn('/api/auth/me'),
      { ...page('/api/waitlist-submissions'), body: waitlistEntry },
      { ...signedIn('/api/admin/underwriting/quote'), body: () => ({ quote_id: 1 }) },
    ]
    console.log(
      `${connections} connections, ${availableParallelism()} cores, ${seconds} s each; work is processor time\n`,
    )
    const bareServer: Measured = {
      name: 'bare node:http server',
      url: `http://localhost:${port}/`,
      pid: reference.pid,
    }
    const chosen = [...cached, ...rendered].filter(({ name }) => only.test(name))
    const rates = new Map<Measured, number>()
    let unit = 0
    for (const row of [bareServer, ...chosen]) {
      await load(row, Math.min(2, seconds))
      const { work, rate, p99 } = await load(row, seconds)
      unit ||= work
      rates.set(row, rate)
      console.log(
        `1 : ${(work / unit).toFixed(1).padStart(5)}   ${work.toFixed(2).padStart(6)} ms of work   ` +
          `${rate.toFixed(0).padStart(6)} a second   p99 ${String(p99).padStart(4)} ms   ${title(row)}`,
      )
    }

    console.log(
      `\nDelay of the event loop at half the rate, ${2 * seconds} s each; an idle process has 10 ms\n`,
    )
    for (const row of chosen.filter((row) => rendered.includes(row))) {
      const rate = (rates.get(row) ?? 0) / 2
      await eventLoopDelay(program.url)
      await sendSteadily(row, rate, 2 * seconds)
      const { p50, p99 } = await eventLoopDelay(program.url)
      console.log(
        `p50 ${p50.toFixed(0).padStart(3)} ms   p99 ${p99.toFixed(0).padStart(3)} ms   ` +
          `${rate.toFixed(0).padStart(4)} a second   ${title(row)}`,
      )
    }
  } finally {
    reference.disconnect()
    await program.stop()
  }
}

function title({ name, body }: Measured) {
  return body ? `POST ${name}` : name
}

/** The delay in milliseconds since the last call, as the program measures it: reading /metrics resets it. */
async function eventLoopDelay(url: string) {
  const text = await (await fetch(`${url}/metrics`)).text()
  const percentile = (name: string) =>
    Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds (.+)$`, 'm').exec(text)?.[1]) * 1000
  return { p50: percentile('p50'), p99: percentile('p99') }
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
