// `npm run bench:submissions`: how fast the lists of submissions are with a million quotes on a dedicated PostgreSQL server. Each query is
// compared with a reference in the same run: the newest 51 quotes by primary key, with all columns of their list.

import { sql } from 'kysely'
import pg from 'pg'

import { openDatabase } from '~/db.server'
import {
  cursorText,
  orderOf,
  readListState,
  type SubmissionListState,
} from '~/domain/submissions/submission-list'
import { quotes } from '~/domain/submissions/kinds'
import {
  countKinds,
  countMatching,
  countStatuses,
  exportSubmissions,
  listSubmissions,
  readSubmissions,
} from '~/domain/submissions/submissions.server'

import { migrateToLatest } from '../../db/migrate'
import type { Db } from '../../db/schema'
import { startPostgres } from '../../test/support/postgres-server'

import { fillQuotes } from './fill'

const rows = Number(process.env.BENCH_ROWS ?? 1_000_000)
const times = Number(process.env.BENCH_TIMES ?? 30)
const size = 50

const server = await startPostgres()
const db = await openDatabase({ url: server.url })
try {
  await migrateToLatest(db)
  const started = performance.now()
  await fill()
  console.log(
    `${rows.toLocaleString('en-US')} quotes made and indexed in ${((performance.now() - started) / 1000).toFixed(0)} s`,
  )
  await measure(db)
} finally {
  await db.destroy()
  await server.stop()
}

/** Uses a separate connection, without a statement timeout. */
async function fill() {
  const client = new pg.Client({ connectionString: server.url })
  client.on('error', (error) => console.error(error.message))
  await client.connect()
  await fillQuotes(client, rows)
  await client.end()
}

/** The day `ago` days ago, as in URLs. */
function day(ago: number) {
  return new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
}

function stateOf(query: Record<string, string>) {
  return readListState(new URLSearchParams(query), quotes)
}

async function measure(db: Db) {
  const { rows: admins } = await sql<{ id: number }>`insert into users (username, email, password_hash, admin)
    values ('Bench', 'bench@example.com', 'none', true) returning id`.execute(db)
  const by = admins[0]!.id
  const list = (listState: SubmissionListState) => () => listSubmissions(db, listState, size)
  const midway = await cursorAt(db, stateOf({}), Math.floor(rows / 2))
  const midwayByName = await cursorAt(db, stateOf({ sort: 'name' }), Math.floor(rows / 2))

  const works: [string, () => Promise<unknown>][] = [
    ['reference: the newest by primary key', () => reference(db)],
    ['first page', list(stateOf({}))],
    ['a page half way down', list(stateOf({ after: midway }))],
    ['the page before it', list(stateOf({ before: midway }))],
    ['by name, first page', list(stateOf({ sort: 'name' }))],
    ['by name, half way down', list(stateOf({ sort: 'name', after: midwayByName }))],
    ['by income, highest first', list(stateOf({ sort: '-income' }))],
    ['status: a quarter of all', list(stateOf({ status: 'Pending' }))],
    ['status: one in a thousand', list(stateOf({ status: 'Withdrawn' }))],
    ['status: one in a thousand, by name', list(stateOf({ status: 'Withdrawn', sort: 'name' }))],
    ['one day', list(stateOf({ from: day(300), to: day(300) }))],
    ['a year, by name', list(stateOf({ from: day(500), to: day(135), sort: 'name' }))],
    ['search: one person', list(stateOf({ q: 'person777777' }))],
    ['search: a twentieth of all', list(stateOf({ q: 'ann' }))],
    ['search: all (example)', list(stateOf({ q: 'example' }))],
    ['search: nobody', list(stateOf({ q: 'zyzzyva' }))],
    ['search: a twentieth, in a rare status', list(stateOf({ q: 'ann', status: 'Withdrawn' }))],
    [
      'search: a twentieth, in one status, by name',
      list(stateOf({ q: 'ann', status: 'Quoted', sort: 'name' })),
    ],
    ['counts of the tabs', () => countKinds(db)],
    ['counts of the statuses', () => countStatuses(db, quotes)],
    ['count: a quarter of all', () => countMatching(db, stateOf({ status: 'Pending' }))],
    ['count: a twentieth of all by search', () => countMatching(db, stateOf({ q: 'ann' }))],
    ['call: limit=50', () => readSubmissions(db, quotes, { limit: 50 }, { by })],
  ]
  let unit = 0
  for (const [name, work] of works) {
    const [middle, worst] = await timed(work)
    unit ||= middle
    console.log(
      `${middle.toFixed(1).padStart(7)} ms   worst ${worst.toFixed(1).padStart(7)} ms   ${(middle / unit).toFixed(1).padStart(6)} × reference   ${name}`,
    )
  }

  const before = process.memoryUsage().rss
  let [bytes, peak] = [0, before]
  const started = performance.now()
  for await (const piece of await exportSubmissions(db, stateOf({}), { by })) {
    bytes += Buffer.byteLength(piece)
    peak = Math.max(peak, process.memoryUsage().rss)
  }
  const seconds = (performance.now() - started) / 1000
  const megabytes = (value: number) => (value / 1024 / 1024).toFixed(0)
  console.log(
    `CSV of all: ${megabytes(bytes)} MB in ${seconds.toFixed(0)} s, ${megabytes(peak - before)} MB of memory more than before`,
  )
}

function reference(db: Db) {
  return db
    .selectFrom('quote_submissions')
    .select([
      'id',
      'submitted_at',
      'name',
      'email',
      'coverage_level',
      'coverage_tier',
      'submission_type',
      'status',
      'income',
    ])
    .orderBy('id', 'desc')
    .limit(size + 1)
    .execute()
}

/** The cursor of a submission, by its position in the list. */
async function cursorAt(db: Db, listState: SubmissionListState, offset: number) {
  const name = orderOf(quotes, listState.sort) === 'name'
  const { rows } = await sql<{ id: number; value: string }>`select id, ${
    name ? sql`lower(name)` : sql`(submitted_at at time zone 'UTC')::text || 'Z'`
  } as value from quote_submissions order by ${name ? sql`lower(name), id` : sql`submitted_at desc, id desc`}
    limit 1 offset ${offset}`.execute(db)
  return rows[0] ? cursorText(rows[0]) : ''
}

/** The median and the maximum of many runs, in milliseconds, after a few warm-up runs. */
async function timed(work: () => Promise<unknown>) {
  const all: number[] = []
  for (let run = -3; run < times; run += 1) {
    const started = performance.now()
    await work()
    if (run >= 0) all.push(performance.now() - started)
  }
  all.sort((a, b) => a - b)
  return [all[Math.floor(all.length / 2)]!, all.at(-1)!] as const
}
