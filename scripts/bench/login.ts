// `npm run bench:login`: whether response times reveal who has an account. In one run, sequentially and in random order: wrong passwords,
// recoveries and sign-ups for emails with and without an account.

import { randomBytes } from 'node:crypto'

import { startProgram } from '../../test/support/program'

type Kind = 'known' | 'unknown'
type Times = Record<Kind, number[]>

const { DATABASE_URL } = process.env
const each = Number(process.env.BENCH_REQUESTS ?? 300)
const password = 'a diver under water'
/** As long as every other, so that only the account differs. */
const newAddress = () => `${randomBytes(8).toString('hex')}@example.com`

const program = await startProgram({ DATABASE_URL, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' })
try {
  const accounts = Array.from({ length: 20 }, newAddress)
  for (const email of accounts) await send('/api/auth/register', registration(email))

  const requests: [name: string, paths: string[], fields: (email: string) => object][] = [
    ['a wrong password', ['/login', '/api/auth/login'], (email) => ({ email, password: 'a wrong password' })],
    [
      'recovery',
      ['/account-recovery', '/api/email/account-recovery'],
      (email) => ({ email, intent: 'by-email' }),
    ],
    ['sign-up', ['/signup', '/api/auth/register'], registration],
  ]
  console.log(
    `\n${DATABASE_URL ? 'PostgreSQL' : 'embedded'} database, ${each} requests each; milliseconds: median (quartiles)\n`,
  )
  for (const [name, paths, fields] of requests) {
    for (const path of paths) {
      const times = await timesOf(path, fields, accounts)
      const { share, error, p } = compare(times)
      console.log(
        `${name}, ${path}\n` +
          `  known ${describe(times.known)}   unknown ${describe(times.unknown)}   ` +
          `known slower in ${percent(share)} % of pairs (95 %: ${percent(share - 1.96 * error)} to ` +
          `${percent(share + 1.96 * error)}), p = ${p.toFixed(3)}`,
      )
    }
  }
  console.log(
    '\nWhere times tell nothing, p is below 0.05 once in 20 comparisons, and the share is 50 %: look at shares that come again.',
  )
} finally {
  await program.stop()
}

function registration(email: string) {
  return {
    username: 'Ann',
    email,
    password,
    confirm_password: password,
    full_address: '1 Main Street, Albany 12207',
    region_state: 'NY',
    occupation: 'Diver',
  }
}

async function timesOf(path: string, fields: (email: string) => object, accounts: string[]) {
  const order: Kind[] = Array.from({ length: 2 * each }, (_, index) => (index % 2 ? 'known' : 'unknown'))
  shuffle(order)
  for (let warming = 0; warming < 20; warming += 1) await send(path, fields(newAddress()))
  const times: Times = { known: [], unknown: [] }
  for (const [index, kind] of order.entries()) {
    const email = kind === 'known' ? (accounts[index % accounts.length] ?? '') : newAddress()
    const began = performance.now()
    await send(path, fields(email))
    times[kind].push(performance.now() - began)
  }
  return times
}

/** Sends fields as JSON to a call, or as a form to a page, and reads the whole response. */
async function send(path: string, fields: object) {
  const call = path.startsWith('/api/')
  const answer = await fetch(program.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'Content-Type': call ? 'application/json' : 'application/x-www-form-urlencoded' },
    body: call ? JSON.stringify(fields) : new URLSearchParams(Object.entries(fields) as [string, string][]),
  })
  await answer.arrayBuffer()
  if (answer.status >= 500) throw new Error(`${path} answered ${answer.status}`)
}

function shuffle(list: unknown[]) {
  for (let last = list.length - 1; last > 0; last -= 1) {
    const other = Math.floor(Math.random() * (last + 1))
    ;[list[last], list[other]] = [list[other], list[last]]
  }
}

/**
 * The Mann-Whitney U test (Mann and Whitney 1947, Ann. Math. Statist. 18:50) in its normal approximation: it assumes nothing about the
 * distribution of the times, which always has outliers. `share` is U over the number of pairs: how often a known email took longer than an
 * unknown one. Floating-point times have no ties to correct for.
 */
function compare({ known, unknown }: Times) {
  const ranked = [
    ...known.map((time) => ({ time, known: true })),
    ...unknown.map((time) => ({ time, known: false })),
  ].sort((a, b) => a.time - b.time)
  const ranks = ranked.reduce((sum, item, index) => sum + (item.known ? index + 1 : 0), 0)
  const pairs = known.length * unknown.length
  const share = (ranks - (known.length * (known.length + 1)) / 2) / pairs
  const error = Math.sqrt((known.length + unknown.length + 1) / (12 * pairs))
  return { share, error, p: twoSided(Math.abs(share - 0.5) / error) }
}

/** The probability of a standard normal value further from 0 than z (Abramowitz and Stegun 1964, 26.2.17; error below 1e-7). */
function twoSided(z: number) {
  const t = 1 / (1 + 0.2316419 * z)
  const terms = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429]
  const series = terms.reduceRight((sum, term) => (sum + term) * t, 0)
  return (2 * series * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI)
}

function describe(times: number[]) {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (part: number) => (sorted[Math.floor(part * (sorted.length - 1))] ?? NaN).toFixed(2)
  return `${at(0.5)} (${at(0.25)} to ${at(0.75)})`
}

function percent(share: number) {
  return (100 * share).toFixed(1)
}
