// `npm run bench:impact`: how fast a change is run over all stored quotes, on a PostgreSQL server. One run on one book: a changed version,
// a changed tier and a changed employer. The reference is the engine in one worker of the sandbox, on the first quotes of the book.

import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { availableParallelism } from 'node:os'

import { parse } from 'csv-parse/sync'
import pg from 'pg'

import { openDatabase } from '~/db.server'
import { fillEmptyDatabase } from '~/domain/imports/bundled-files.server'
import { openBook, readPage } from '~/domain/impacts/book.server'
import { findImpact, startImpact } from '~/domain/impacts/impacts.server'
import { runPage } from '~/domain/impacts/run-page.server'
import { draftSubject, recordSubject, type SubjectOutcome } from '~/domain/impacts/subjects.server'
import { createSandbox } from '~/domain/underwriting/sandbox.server'
import { ensureEngine } from '~/domain/underwriting/underwriting.server'
import { bundledTables } from '~/engine/bundled-tables'

import { migrateToLatest } from '../../db/migrate'
import { startPostgres } from '../../test/support/postgres-server'
import { fillQuotes } from './fill'

const quotes = Number(process.env.BENCH_ROWS ?? 100_000)
const megabyte = 1024 * 1024

const server = await startPostgres()
const db = await openDatabase({ url: server.url })
const sandbox = createSandbox()
const client = new pg.Client(server.url)
try {
  await client.connect()
  await migrateToLatest(db)
  await fillEmptyDatabase(db)
  const source = readFileSync('app/engine/underwrite.js', 'utf8')
  await ensureEngine(db, { first: readFileSync('app/engine/version-1/underwrite.js', 'utf8'), source })
  await fillQuotes(client, quotes)
  await spreadAnswers()
  const { id: by } = await db
    .insertInto('users')
    .values({ username: 'Bench', email: 'bench@example.com', password_hash: 'x', admin: true })
    .returning('id')
    .executeTakeFirstOrThrow()

  const { id: tier } = await db
    .selectFrom('coverage_tiers')
    .select('id')
    .where('tier_name', '=', 'Standard')
    .executeTakeFirstOrThrow()
  const { id: employer } = await db
    .selectFrom('employer_risks')
    .select('id')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const rows = [
    ['a changed version', await draftSubject(db, sandbox, by, { code: `${source}\n// another version\n` })],
    [
      'a changed tier',
      await recordSubject(db, 'coverage-tiers', {
        action: 'update',
        id: tier,
        fields: { base_premium: '33' },
      }),
    ],
    [
      'a changed employer',
      await recordSubject(db, 'employer-risks', {
        action: 'update',
        id: employer,
        fields: { layoff_frequency: '3' },
      }),
    ],
  ] as const
  const reference = await referenceRate(source)
  console.log(
    `\n${quotes.toLocaleString('en-US')} quotes, ${availableParallelism()} cores; ${reference.toFixed(0)} evaluations a second in one worker\n`,
  )
  for (const [name, subject] of rows) console.log(await measure(name, subject, by, reference))
} finally {
  await client.end()
  await db.destroy()
  await sandbox.close()
  await server.stop()
}

/** Fills the quotes with the answers of the bundled population, in order. */
async function spreadAnswers() {
  const people: Record<string, string>[] = parse(readFileSync('app/engine/population.csv'), { columns: true })
  const columns = [
    'industry',
    'employer_name',
    'employer_type',
    'employer_size',
    'education',
    'coverage_level',
  ]
  const figures = ['income', 'salary', 'credit_score', 'employment_length', 'family_size', 'children_count']
  await client.query(
    `update quote_submissions quote set ${[...columns, ...figures].map((name) => `${name} = person.${name}`).join()}
    from (select row_number() over () - 1 as place, person.* from json_to_recordset($1)
      as person (${columns.map((name) => `${name} text`).join()}, ${figures.map((name) => `${name} numeric`).join()})) person
    where person.place = quote.id % $2`,
    [JSON.stringify(people), people.length],
  )
  await client.query('vacuum (analyze) quote_submissions')
}

async function referenceRate(source: string) {
  const page = await readPage(db, await openBook(db, null, '2026-01-15'), {
    from: 0,
    last: quotes,
    limit: 200,
  })
  const version = { source, tables: bundledTables }
  const items = page.map(({ id, before }) => ({ id, input: before }))
  const started = performance.now()
  let runs = 0
  for (; performance.now() - started < 3000; runs += items.length)
    await runPage(sandbox.runFigures, version, items)
  return (1000 * runs) / (performance.now() - started)
}

async function measure(name: string, outcome: SubjectOutcome, by: number, reference: number) {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome))
  const before = process.memoryUsage.rss()
  let peak = before
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 50)
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const started = performance.now()
  const run = await startImpact(db, { by, ...outcome, onError: fail })
  if (!run.ok) throw new Error(run.reason)
  await run.ended
  const seconds = (performance.now() - started) / 1000
  clearInterval(watch)
  delay.disable()
  const impact = await findImpact(db, run.id)
  if (impact?.result?.quotes !== quotes) throw new Error(impact?.failure ?? 'The run is not complete')
  const { before: one, after: other } = impact.result
  return [
    `${seconds.toFixed(1).padStart(6)} s`,
    `${(quotes / seconds).toFixed(0).padStart(6)} quotes a second`,
    `1 : ${((reference * seconds) / quotes).toFixed(1)}`,
    `${((peak - before) / megabyte).toFixed(0).padStart(4)} MB more memory`,
    `event loop p99 ${(delay.percentile(99) / 1e6).toFixed(0)} ms, max ${(delay.max / 1e6).toFixed(0)} ms`,
    `${name}: premium ${one.premium.toFixed(0)} to ${other.premium.toFixed(0)}, ${one.failed + other.failed} failed`,
  ].join('   ')
}

function fail(error: unknown): never {
  throw error
}
