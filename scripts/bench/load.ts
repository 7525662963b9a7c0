// What the measurements of running servers share: requests, load, and the processor time that it costs.

import autocannon from 'autocannon'
import { readFileSync } from 'node:fs'

import { admin, application, inTens } from '../../test/support/program'

/** A request that is measured. `body` creates the JSON of each post, so that each is different. */
export type Measured = {
  name: string
  url: string
  headers?: Record<string, string>
  body?: () => object
  /** The process that answers. */
  pid: number | undefined
}

export const connections = 10
const jsonBody = { 'Content-Type': 'application/json' }

/** Loads a server for some seconds. `work` is the processor time of a request in milliseconds, over all threads and processes. */
export async function load({ name, url, headers, body, pid }: Measured, seconds: number) {
  const before = workedSeconds(pid)
  const { requests, latency, non2xx, errors } = await autocannon({
    url,
    connections,
    duration: seconds,
    headers: { 'Accept-Encoding': 'gzip', ...headers, ...(body && jsonBody) },
    ...(body && {
      method: 'POST',
      requests: [{ setupRequest: (request) => ({ ...request, body: JSON.stringify(body()) }) }],
    }),
  })
  if (non2xx > 0 || errors > 0) throw new Error(`${name}: ${non2xx + errors} requests failed`)
  const work = ((workedSeconds(pid) - before) / requests.total) * 1000
  return { rate: requests.average, work, p99: latency.p99 }
}

/** Sends requests at a steady rate, whether or not the earlier ones have been answered. */
export async function sendSteadily({ name, url, headers, body }: Measured, rate: number, seconds: number) {
  const pending: Promise<void>[] = []
  const send = async () => {
    const answer = await fetch(url, {
      headers: { 'Accept-Encoding': 'gzip', ...headers, ...(body && jsonBody) },
      ...(body && { method: 'POST', body: JSON.stringify(body()) }),
    })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`)
  }
  const began = performance.now()
  while (pending.length < rate * seconds) {
    pending.push(send())
    const next = began + (pending.length / rate) * 1000
    await new Promise((resolve) => setTimeout(resolve, next - performance.now()))
  }
  await Promise.all(pending)
}

export function median(values: number[]) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
}

/** The processor time of a process and its children on all their threads, in seconds; Linux counts it in hundredths. */
function workedSeconds(pid = 0): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
  return children.reduce(
    (sum, child) => sum + workedSeconds(Number(child)),
    (Number(fields[11]) + Number(fields[12])) / 100,
  )
}

/** Stores a hundred applications in a running program and returns the administrator's session cookie. */
export async function prepare(url: string) {
  await inTens(100, (index) =>
    post(`${url}/api/quote-submissions`, { ...application, name: `Ann Doe ${index}` }),
  )
  const answer = await post(`${url}/api/auth/login`, admin)
  return answer.headers.get('Set-Cookie')?.split(';')[0] ?? ''
}

function post(url: string, body: object) {
  return fetch(url, { method: 'POST', headers: jsonBody, body: JSON.stringify(body) })
}

let entries = 0

/** A new entry of the waitlist, which accepts each email once. */
export function waitlistEntry() {
  entries += 1
  return { name: 'Ann Doe', email: `ann${entries}.${process.pid}@example.com` }
}
