import type { Answer, Outgoing } from './client'
import { caseKinds, makeCase, type Case, type CaseKind, type Request } from './cases'
import { explore, type SiteMap } from './site-map'
import { RunningSite } from './running-site'

/** A failure: its description, how often it occurred, and the first case that caused it. */
export type Finding = { what: string; times: number; n: number; detail: string }

export type Report = {
  database: string
  seed: number
  cases: Record<CaseKind, number>
  /** The number of responses of each status to cases of a kind. */
  statuses: Record<CaseKind, Map<number, number>>
  findings: Finding[]
  /** Warnings of the log by their message. They do not count as failures. */
  warnings: Map<string, number>
  seconds: number
  /** The program's peak memory, in MB. */
  memory: number
}

type Options = {
  /** The database's name in the report. */
  database: string
  /** The URL of a server; without one the program brings its own. */
  databaseUrl?: string
  cases: number
  seed: number
  /** Runs only these cases, one after another, and prints what each sends and receives. */
  only?: { first: number; last: number }
  say?: (line: string) => void
}

/** The number of cases between two checks of the program and its log. */
const batchSize = 250
const atOnce = 3
/** The maximum time of a single response, in milliseconds, on a machine that does the reference work in the normal time. */
const maxTime = 1000
const usualReference = 40

/** Starts a program on a new database and tries cases 1 to `cases` on it. */
export async function fuzz({ database, databaseUrl, cases, seed, only, say = () => {} }: Options) {
  const began = performance.now()
  const site = await RunningSite.start({ databaseUrl, connections: atOnce })
  const checker = new Checker(site, { database, seed })
  try {
    const map = await explore(site)
    say(`${database}: ${map.routes.length} routes, ${map.forms.length} forms, seed ${seed}`)
    const { first, last } = only ?? { first: 1, last: cases }
    const size = only ? 1 : batchSize
    let reported = 0
    for (let start = first; start <= last && checker.alive(); start += size) {
      const numbers = Array.from({ length: Math.min(size, last - start + 1) }, (_, index) => start + index)
      await runBatch(checker, site, map, numbers, only ? { one: true, say } : { one: false, say })
      const done = start + numbers.length - first
      for (const finding of checker.report.findings.slice(reported))
        say(describeFinding(checker.report, finding))
      reported = checker.report.findings.length
      if (!only && done % 5000 < batchSize) say(`${done} cases, ${reported} kinds of findings`)
    }
  } catch (error) {
    checker.find(0, 'the run could not go on', String(error))
  } finally {
    checker.report.seconds = (performance.now() - began) / 1000
    const code = await site.stop()
    if (code !== 0) checker.find(0, `the program ended with ${code}`, 'on SIGTERM or before it')
  }
  return checker.report
}

async function runBatch(
  checker: Checker,
  site: RunningSite,
  map: SiteMap,
  numbers: number[],
  { one, say }: { one: boolean; say: (line: string) => void },
) {
  const batch: Case[] = []
  const waiting = [...numbers]
  const work = async () => {
    for (let n = waiting.shift(); n !== undefined && checker.alive(); n = waiting.shift()) {
      const testCase = makeCase(map, checker.report.seed, n)
      batch.push(testCase)
      if (one) say(`case ${n}, ${testCase.kind}`)
      await runCase(checker, site, testCase, one ? say : undefined)
    }
  }
  await Promise.all(Array.from({ length: one ? 1 : atOnce }, work))
  await checker.lookAtLog(batch)
  await checker.lookAtSlow()
  await checker.lookAtProgram(batch)
  if (checker.alive() && (!one || (numbers[0] ?? 0) % 25 === 0)) await site.refresh()
}

/** Sends the requests of a case, and checks every response. */
async function runCase(checker: Checker, site: RunningSite, testCase: Case, say?: (line: string) => void) {
  checker.report.cases[testCase.kind] += 1
  const own = new Map<string, string>()
  let location = '/'
  let endsSession = false
  for (const step of testCase.steps) {
    await Promise.all(
      step.map(async (request) => {
        if ('pieces' in request) {
          const pieces = request.pieces.map((piece) =>
            Buffer.from(site.resolve(piece.toString('latin1')), 'latin1'),
          )
          const statuses = await site.client.sendRaw({ ...request, pieces })
          say?.(
            `  ${JSON.stringify(Buffer.concat(pieces).toString('latin1').slice(0, 500))} -> ${statuses.join(' ')}`,
          )
          for (const status of statuses)
            checker.checkStatus(testCase, status, 'a bare connection', describeRaw(request))
          return
        }
        const outgoing = prepare(site, request, { own, location })
        if (/log-?out|session|password|account/i.test(outgoing.target)) endsSession = true
        let answer: Answer
        try {
          answer = await site.client.send(outgoing)
        } catch (error) {
          say?.(`  ${describe(outgoing, request.as)} -> ${String(error)}`)
          checker.noAnswer(testCase, outgoing, request, error)
          return
        }
        say?.(`  ${describe(outgoing, request.as)} -> ${answer.status} in ${answer.ms.toFixed(0)} ms`)
        for (const cookie of answer.headers['set-cookie'] ?? []) {
          const [pair = ''] = cookie.split(';')
          own.set(pair.split('=')[0] ?? '', pair)
        }
        location = localPath(answer.headers.location) ?? location
        checker.check(testCase, outgoing, request, answer)
      }),
    )
  }
  if (endsSession && checker.alive()) await site.signIn()
}

function localPath(location: string | undefined) {
  return location && /^\/[\x21-\x7e]*$/.test(location) ? location.split('#')[0] : undefined
}

/** Returns the request to send: with ids of existing records, and the cookies of its caller. */
function prepare(
  site: RunningSite,
  { as, cookies, method, target, headers, body }: Request,
  { own, location }: { own: Map<string, string>; location: string },
): Outgoing {
  const sessionCookie = site.cookie(as)
  const cookie = {
    'as they are': sessionCookie,
    none: '',
    cut: sessionCookie.slice(0, sessionCookie.length - 5),
    changed: sessionCookie.replace(/[a-m](?=[^a-m]*$)/, 'x'),
    twice: `${sessionCookie}; ${sessionCookie}`,
    noise: 'holdfast_session=%; holdfast_flash=e30=.x; =; holdfast_deck="; __Host-a=\u00ff',
    many: `${sessionCookie}; ${Array.from({ length: 300 }, (_, index) => `c${index}=x`).join('; ')}`,
    own: [sessionCookie, ...own.values()].filter(Boolean).join('; '),
  }[cookies]
  const text = body?.toString('latin1')
  return {
    method,
    target: site.resolve(target.replace('~location.0~', location)),
    headers: { ...headers, ...(cookie ? { Cookie: cookie } : {}) },
    body: text?.includes('~') ? Buffer.from(site.resolve(text), 'latin1') : body,
  }
}

function describe({ method, target, headers, body }: Outgoing, as: string) {
  const { Cookie: _, ...shown } = headers
  const sent = body ? ` ${JSON.stringify(body.toString().slice(0, 600))} (${body.length} bytes)` : ''
  return `${method} ${target.slice(0, 300)} as ${as} ${JSON.stringify(shown).slice(0, 400)}${sent}`
}

function describeRaw({ pieces }: { pieces: Buffer[] }) {
  return JSON.stringify(Buffer.concat(pieces).toString('latin1').slice(0, 600))
}

type LogLine = {
  level?: string
  msg?: string
  path?: string
  err?: { message?: string; code?: string; cause?: unknown }
}

/** Checks responses, the log and the program, and collects failures. */
class Checker {
  readonly report: Report
  readonly #site: RunningSite
  readonly #slow: { testCase: Case; outgoing: Outgoing; as: string; ms: number }[] = []
  readonly #measured = new Map<string, number>()
  #read: number

  constructor(site: RunningSite, { database, seed }: { database: string; seed: number }) {
    this.#site = site
    this.#read = site.program.output().length
    const each = <Value>(value: () => Value) =>
      Object.fromEntries(caseKinds.map((kind) => [kind, value()])) as Record<CaseKind, Value>
    this.report = {
      database,
      seed,
      cases: each(() => 0),
      statuses: each(() => new Map<number, number>()),
      findings: [],
      warnings: new Map(),
      seconds: 0,
      memory: 0,
    }
  }

  alive() {
    const { exitCode, signalCode } = this.#site.program.process
    return exitCode === null && signalCode === null
  }

  check(testCase: Case, outgoing: Outgoing, { as }: Request, answer: Answer) {
    const { status, body, headers, ms } = answer
    const path = pathOf(outgoing.target)
    const where = `${outgoing.method} ${placeOf(path)}`
    const detail = () => describe(outgoing, as)
    this.checkStatus(testCase, status, where, `${detail()} -> ${body.slice(0, 300)}`)
    if (/\n\s+at .+:\d+:\d+\)?/.test(body) || /\bnode_modules\//.test(body))
      this.find(testCase.n, `${where} shows a stack trace`, detail())
    if (/^\/api\//i.test(path) && status >= 400 && outgoing.method !== 'HEAD' && !hasError(body))
      this.find(
        testCase.n,
        `${where} answers ${status} without {error}`,
        `${detail()} -> ${body.slice(0, 300)}`,
      )
    if (
      status < 400 &&
      outgoing.method === 'GET' &&
      /^text\/html/.test(headers['content-type'] ?? '') &&
      !body.includes('</html>') &&
      body.length < 200_000
    )
      this.find(testCase.n, `${where} answers half a page`, detail())
    if (ms > maxTime) this.#slow.push({ testCase, outgoing, as, ms })
  }

  checkStatus({ n, kind }: Case, status: number, where: string, detail: string) {
    const statuses = this.report.statuses[kind]
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (status >= 500) this.find(n, `${where} answers ${status}`, detail)
  }

  noAnswer({ n }: Case, outgoing: Outgoing, { as }: Request, error: unknown) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error)
    this.find(
      n,
      `${outgoing.method} ${placeOf(pathOf(outgoing.target))} is not answered: ${reason}`,
      describe(outgoing, as),
    )
  }

  /** Errors in the log are failures, and so is output of the program that is not a log line. */
  async lookAtLog(batch: Case[]) {
    await new Promise((resolve) => setTimeout(resolve, 20)) // the log is written in the background
    const text = this.#site.program.output().slice(this.#read)
    const end = text.lastIndexOf('\n') + 1
    this.#read += end
    for (const line of text.slice(0, end).split('\n').filter(Boolean)) {
      const entry = parseLine(line)
      const isSql = /"code":"(?:2[12]|42)\w{3}"/.test(line)
      if (entry?.level === 'warn' && !isSql) {
        const message = entry.msg ?? ''
        this.report.warnings.set(message, (this.report.warnings.get(message) ?? 0) + 1)
        continue
      }
      const path = entry?.path
      const suspects = batch.filter(({ steps }) =>
        steps.flat().some((step) => path !== undefined && 'target' in step && samePlace(step.target, path)),
      )
      const [suspect = batch[0]] = suspects
      const numbers = (suspects.length > 0 ? suspects : batch).map(({ n }) => n).sort((a, b) => a - b)
      const message = entry ? `${entry.msg}: ${messageOf(entry.err)}` : line.slice(0, 200)
      const among = numbers.length > 20 ? `${numbers[0]} to ${numbers.at(-1)}` : numbers.join(', ')
      this.find(
        suspect?.n ?? 0,
        `log: ${path ? `${placeOf(path)} ` : ''}${message.slice(0, 300)}`,
        `one of ${among}; ${line.slice(0, 2500)}`,
      )
    }
  }

  /** Repeats slow requests one at a time. A request is slow if it takes longer than its bound three times. */
  async lookAtSlow() {
    for (const { testCase, outgoing, as, ms } of this.#slow.splice(0)) {
      const where = `${outgoing.method} ${placeOf(pathOf(outgoing.target))}`
      const measured = this.#measured.get(where) ?? 0
      if (measured >= 5 || !this.alive()) continue
      this.#measured.set(where, measured + 1)
      await this.#site.signIn()
      let [best, bound] = [Infinity, 0]
      for (let attempts = 0; attempts < 3 && best > bound; attempts += 1) {
        const before = reference()
        const { ms = Infinity } = await this.#site.client.send(outgoing).catch(() => ({ ms: Infinity }))
        bound = maxTime * Math.max(1, before / usualReference, reference() / usualReference)
        best = Math.min(best, ms)
      }
      const times = `${ms.toFixed(0)} ms in the crowd, alone ${best.toFixed(0)} of ${bound.toFixed(0)}`
      if (best > bound) this.find(testCase.n, `${where} is slow`, `${times}; ${describe(outgoing, as)}`)
    }
  }

  async lookAtProgram(batch: Case[]) {
    const numbers = `${batch[0]?.n} to ${batch.at(-1)?.n}`
    if (!this.alive()) {
      return this.find(
        batch[0]?.n ?? 0,
        'the program has ended',
        `cases ${numbers}; ${this.#site.program.output().slice(-2000)}`,
      )
    }
    const ready = await this.#site.client
      .send({ method: 'GET', target: '/readyz', headers: {} })
      .catch(() => null)
    if (ready?.status !== 200) this.find(batch[0]?.n ?? 0, '/readyz is not 200', `after cases ${numbers}`)
    const metrics = await this.#site.client
      .send({ method: 'GET', target: '/metrics', headers: {} })
      .catch(() => null)
    const [, bytes = '0'] = /^process_resident_memory_bytes (\S+)/m.exec(metrics?.body ?? '') ?? []
    this.report.memory = Math.max(this.report.memory, Number(bytes) / 1024 / 1024)
  }

  find(n: number, what: string, detail: string) {
    const finding = this.report.findings.find((one) => one.what === what)
    if (finding) finding.times += 1
    else this.report.findings.push({ what, times: 1, n, detail })
  }
}

function parseLine(line: string): LogLine | null {
  try {
    return JSON.parse(line) as LogLine
  } catch {
    return null
  }
}

function messageOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error)
  const { message, cause } = error as { message?: string; cause?: unknown }
  return cause === undefined ? String(message) : `${message}: ${messageOf(cause)}`
}

function hasError(body: string) {
  try {
    return (
      Object.hasOwn(JSON.parse(body) as object, 'error') || Object.hasOwn(JSON.parse(body) as object, 'valid')
    )
  } catch {
    return false
  }
}

function pathOf(target: string) {
  return target.split('?')[0] ?? ''
}

/** A path under which failures of one place are grouped. */
function placeOf(path: string) {
  return path
    .split('/')
    .map((segment) =>
      /^[a-zA-Z][\w.-]{0,40}$/.test(segment) && !/\d.*\d/.test(segment) ? segment : segment && '…',
    )
    .join('/')
}

/** Whether a logged path matches a target, which may contain `~…~`. */
function samePlace(target: string, path: string) {
  const segments = pathOf(target).split('/')
  const logged = path.split('/')
  return (
    segments.length === logged.length &&
    segments.every(
      (segment, index) => segment.includes('~') || segment.slice(0, 50) === logged[index]?.slice(0, 50),
    )
  )
}

/** The current duration of work of a fixed size, in milliseconds. */
function reference() {
  const began = performance.now()
  const counts = new Map<string, number>()
  for (let index = 0; index < 400_000; index += 1) {
    const key = `k${index % 1000}`
    counts.set(key, (counts.get(key) ?? 0) + index)
  }
  return performance.now() - began
}

/** Formats the report. */
export function describeReport({
  database,
  seed,
  cases,
  statuses,
  findings,
  warnings,
  seconds,
  memory,
}: Report) {
  const total = Object.values(cases).reduce((sum, count) => sum + count, 0)
  return [
    `\n${total} cases on ${database}, seed ${seed}, ${seconds.toFixed(0)} s, at most ${memory.toFixed(0)} MB of memory`,
    ...caseKinds.map((kind) => {
      const shown = [...statuses[kind]].sort(([one], [other]) => one - other)
      return `  ${kind.padEnd(8)} ${String(cases[kind]).padStart(6)}: ${shown.map(([status, count]) => `${status}×${count}`).join(' ')}`
    }),
    ...[...warnings].map(([message, count]) => `  warned ${count} times: ${message}`),
    ...(findings.length === 0 ? ['No findings.'] : [`${findings.length} kinds of findings:`]),
    ...findings.map((finding) => describeFinding({ database, seed }, finding)),
  ].join('\n')
}

function describeFinding(
  { database, seed }: Pick<Report, 'database' | 'seed'>,
  { what, times, n, detail }: Finding,
) {
  const again = `npm run fuzz -- --database ${database} --seed ${seed} --only ${n}`
  return `- ${what} (${times} times)\n  ${again}\n  ${detail}`
}
