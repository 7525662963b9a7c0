// `npm run bench:pages`: how fast visitors get a page. In one run: a bare node:http server that sends the same bytes and headers from
// memory (the reference), the page from the cache, and the page rendered per request, as for visitors with a session.

import autocannon from 'autocannon'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

import { startProgram, type Program } from '../../test/support/program'

type Answer = { headers: string[]; body: string }

const bare = process.argv[2] === 'bare'
const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const connections = 50

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
  const program = await startProgram({ LOG_LEVEL: process.env.LOG_LEVEL })
  try {
    for (const path of ['/', '/faq']) await measurePage(program, path)
  } finally {
    await program.stop()
  }
}

/**
 * The load generator shares this machine, so requests per second flatter the slower server; the processor time that each server spends per
 * request does not.
 */
async function measurePage(program: Program, path: string) {
  const reference = fork(fileURLToPath(import.meta.url), ['bare'])
  const answer = await cachedResponse(program.url + path)
  reference.send(answer)
  const [port] = (await once(reference, 'message')) as [number]

  const rows: [string, number | undefined, string, Record<string, string>][] = [
    ['bare node:http server', reference.pid, `http://localhost:${port}/`, {}],
    ['kept by the edge', program.process.pid, program.url + path, {}],
    ['made afresh', program.process.pid, program.url + path, { Cookie: 'holdfast_session=none' }],
  ]
  for (const [, , url, headers] of rows) await load(url, headers, 2)
  const size = Buffer.from(answer.body, 'base64').length
  console.log(
    `\n${path} in gzip (${size} bytes), ${connections} connections, ${availableParallelism()} cores, ${seconds} s each\n`,
  )
  let baseline = 0
  for (const [name, pid, url, headers] of rows) {
    const before = workedSeconds(pid)
    const { requests, latency, non2xx, errors } = await load(url, headers, seconds)
    if (non2xx > 0 || errors > 0) throw new Error(`${non2xx + errors} requests failed`)
    const work = ((workedSeconds(pid) - before) / requests.total) * 1e6
    baseline ||= work
    console.log(
      `${requests.average.toFixed(0).padStart(8)} a second   p99 ${String(latency.p99).padStart(4)} ms   ` +
        `${work.toFixed(0).padStart(5)} µs of work each: ${(baseline / work).toFixed(2)} of the bare server   ${name}`,
    )
  }
  reference.disconnect()
}

/** The processor time of a process on all its threads, in seconds; Linux counts it in hundredths. */
function workedSeconds(pid = 0) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

function load(url: string, headers: Record<string, string>, duration: number) {
  return autocannon({ url, headers: { 'Accept-Encoding': 'gzip', ...headers }, connections, duration })
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
  throw new Error('The page is not kept')
}
