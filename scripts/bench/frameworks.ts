// `npm run bench:frameworks`: what a page costs beside the same markup in Next.js and Astro, each in its production build, in one run. Both
// are installed into a temporary folder, in the versions below. Neither has a session or a database, as this program has. The markup is
// the body of the home page, the dashboard and the list of submissions, without scripts: in Next.js new React elements for each request,
// as in this program; in Astro a component's template. Next.js compresses with gzip, Astro's server does not.

import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { startProgram } from '../../test/support/program'
import { freePort } from '../../test/support/postgres-server'

import { connections, load, median, prepare, type Measured } from './load'

const versions = [
  'next@16.4.6',
  'react@19.3.1',
  'react-dom@19.3.1',
  'astro@5.18.2', // 6 needs Node 22
  '@astrojs/node@9.5.5',
  'html-react-parser@6.1.9',
]
const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)

type Server = { url: string; process: ChildProcess; stop: () => Promise<unknown> }
/** `goal` is how many times the rate of the row that it names is expected. */
type Row = Measured & { goal?: { times: number; of: string } }
/** A React element as html-react-parser makes it from HTML: its props can be written as JSON. */
type Element = { type: string; props: { children?: Markup } & Record<string, unknown> }
type Pages = { home: string; dashboard: string; submissions: string }
type Markup = string | Element | Markup[]

const folder = mkdtempSync(join(tmpdir(), 'holdfast-frameworks-'))
const servers: Server[] = []
try {
  const program = await startProgram({ LOG_LEVEL: 'warn', DATABASE_URL: process.env.BENCH_DATABASE_URL })
  servers.push(program)
  const Cookie = await prepare(program.url)
  const pages: Pages = {
    home: await bodyOf(`${program.url}/`),
    dashboard: await bodyOf(`${program.url}/dashboard`, { Cookie }),
    submissions: await bodyOf(`${program.url}/admin/submissions`, { Cookie }),
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  run('npm', 'install', '--no-audit', '--no-fund', '--save-exact', '--loglevel', 'error', ...versions)
  const next = await startNext(pages)
  servers.push(next)
  const astro = await startAstro(pages)
  servers.push(astro)
  for (const server of [next, astro]) {
    await mustShow(pages.home, `${server.url}/`)
    await mustShow(pages.dashboard, `${server.url}/dashboard`)
    await mustShow(pages.submissions, `${server.url}/submissions`)
  }

  const nextDashboard = 'Next.js, dynamic, the dashboard'
  const nextSubmissions = 'Next.js, dynamic, the submissions'
  const nextStatic = 'Next.js, static, the home page'
  const row = (server: Server, path: string, name: string, more: Partial<Row> = {}): Row => ({
    name,
    url: server.url + path,
    pid: server.process.pid,
    ...more,
    headers: { 'Accept-Encoding': 'gzip, br', ...more.headers },
  })
  const signedIn = (path: string, of: string) =>
    row(program, path, `${path} signed in`, { headers: { Cookie }, goal: { times: 3, of } })
  const forVisitors = (path: string) => row(program, path, path, { goal: { times: 20, of: nextStatic } })
  await compare([
    row(next, '/dashboard', nextDashboard),
    row(next, '/submissions', nextSubmissions),
    row(astro, '/dashboard', 'Astro, dynamic, the dashboard'),
    row(astro, '/submissions', 'Astro, dynamic, the submissions'),
    row(next, '/', nextStatic),
    row(astro, '/', 'Astro, static, the home page'),
    signedIn('/dashboard', nextDashboard),
    signedIn('/admin/submissions', nextSubmissions),
    forVisitors('/'),
    forVisitors('/get-a-quote'),
    forVisitors('/login'),
  ])
} finally {
  await Promise.all(servers.map((server) => server.stop()))
  rmSync(folder, { recursive: true, force: true })
}

/** Measures each row in each round and prints the medians. */
async function compare(rows: Row[]) {
  const measured = new Map(rows.map((row) => [row.name, { rates: [] as number[], works: [] as number[] }]))
  for (const row of rows) await load(row, Math.min(2, seconds))
  for (let round = 0; round < rounds; round += 1) {
    for (const row of rows) {
      const { rate, work } = await load(row, seconds)
      measured.get(row.name)?.rates.push(rate)
      measured.get(row.name)?.works.push(work)
    }
  }
  const of = (name: string) => {
    const { rates = [], works = [] } = measured.get(name) ?? {}
    return { rate: median(rates), work: median(works) }
  }
  console.log(
    `\n${versions.slice(0, 5).join(', ')}\n${connections} connections, ${availableParallelism()} cores, ` +
      `medians of ${rounds} rounds of ${seconds} s; work is processor time\n`,
  )
  for (const { name, goal } of rows) {
    const { rate, work } = of(name)
    console.log(
      `${rate.toFixed(0).padStart(7)} a second   ${work.toFixed(2).padStart(6)} ms of work   ${name.padEnd(35)}` +
        (goal
          ? `${(rate / of(goal.of).rate).toFixed(1).padStart(6)} times the rate, 1 : ${(of(goal.of).work / work).toFixed(1)} of the work ` +
            `of '${goal.of}'; goal: ${goal.times}`
          : ''),
    )
  }
}

/** The markup inside a page's body, without scripts and styles. */
async function bodyOf(url: string, headers: Record<string, string> = {}) {
  const html = await (await fetch(url, { headers })).text()
  const body = /<body[^>]*>(.*)<\/body>/s.exec(html)?.[1] ?? ''
  return body.replace(/<(script|style)\b.*?<\/\1>/gs, '').replace(/<!--.*?-->/gs, '')
}

/** @throws if a page does not show the text of the markup */
async function mustShow(html: string, url: string) {
  const textOf = (html: string) =>
    html
      .replace(/<[^>]*>/g, '')
      .replace(/\s+/g, ' ')
      .trim()
  if (!textOf(await bodyOf(url)).includes(textOf(html))) throw new Error(`${url} shows another text`)
}

/** A page in React elements: `create('p', {class: ...}, ...)` for each element of the markup. */
function reactPage(html: string) {
  const inTemporary = createRequire(join(folder, 'package.json'))
  const parser = inTemporary('html-react-parser') as { default: (html: string) => Markup }
  const source = (node: Markup): string => {
    if (typeof node === 'string') return JSON.stringify(node)
    if (Array.isArray(node)) return node.map(source).join()
    const { children = [], ...props } = node.props
    return `create(${[JSON.stringify(node.type), JSON.stringify(props), source(children)].filter(Boolean).join()})`
  }
  return `import { createElement as create, Fragment } from 'react'
export default function Page() { return create(Fragment, null, ${source(parser.default(html))}) }\n`
}

/** Next.js reads `app`. */
function startNext({ home, dashboard, submissions }: Pages) {
  write(
    'app/layout.js',
    `import { createElement as create } from 'react'
export const metadata = { title: 'Page' }
export default function Layout({ children }) { return create('html', { lang: 'en' }, create('body', null, children)) }`,
  )
  const dynamic = `export const dynamic = 'force-dynamic'`
  write('app/page.js', reactPage(home))
  write('app/dashboard/page.js', reactPage(dashboard) + dynamic)
  write('app/submissions/page.js', reactPage(submissions) + dynamic)
  const command = 'node_modules/next/dist/bin/next'
  run(process.execPath, command, 'build')
  return start((port) => [command, 'start', '-p', String(port)])
}

/** Astro reads `astro`. */
function startAstro({ home, dashboard, submissions }: Pages) {
  const page = (html: string, prerender: boolean) =>
    `---\nexport const prerender = ${prerender}\n---\n<html lang="en"><head><title>Page</title></head>` +
    `<body>${html.replace(/[{}]/g, (brace) => `&#${brace.charCodeAt(0)};`)}</body></html>\n`
  write(
    'astro.config.mjs',
    `import node from '@astrojs/node'
export default { srcDir: 'astro', output: 'server', adapter: node({ mode: 'standalone' }), telemetry: false }`,
  )
  write('astro/pages/index.astro', page(home, true))
  write('astro/pages/dashboard.astro', page(dashboard, false))
  write('astro/pages/submissions.astro', page(submissions, false))
  run(process.execPath, 'node_modules/astro/astro.js', 'build')
  return start(() => ['dist/server/entry.mjs'])
}

function write(path: string, text: string) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

function environment() {
  return {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_ENV: 'production' as const,
    NEXT_TELEMETRY_DISABLED: '1',
    ASTRO_TELEMETRY_DISABLED: '1',
  }
}

function run(command: string, ...parameters: string[]) {
  execFileSync(command, parameters, {
    cwd: folder,
    env: environment(),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function start(parameters: (port: number) => string[]): Promise<Server> {
  const port = await freePort()
  const child = spawn(process.execPath, parameters(port), {
    cwd: folder,
    env: { ...environment(), PORT: String(port), HOST: 'localhost' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const stop = () => {
    child.kill()
    return ended
  }
  const url = `http://localhost:${port}`
  for (let attempts = 0; attempts < 300; attempts += 1) {
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok) return { url, process: child, stop }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  await stop()
  throw new Error(`${parameters(port).join(' ')} does not answer`)
}
