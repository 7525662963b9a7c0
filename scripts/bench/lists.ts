// `npm run bench:lists`: how fast the back office responds with a million quotes and a million months on a dedicated PostgreSQL server, and
// what its exports cost. A signed-in administrator requests the built program over HTTP, one request after another. References of the same
// run: the newest 51 quotes by primary key, queried directly, and a page without a list.

import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'

import pg from 'pg'

import { admin, application, startProgram } from '../../test/support/program'
import { startPostgres } from '../../test/support/postgres-server'

import {
  fillAccounts,
  fillAudit,
  fillFactors,
  fillMails,
  fillOtherForms,
  fillQuotes,
  fillResults,
  fillSynergy,
} from './fill'

const rows = Number(process.env.BENCH_ROWS ?? 1_000_000)
const times = Number(process.env.BENCH_TIMES ?? 20)
const only = new RegExp(process.env.BENCH_ONLY ?? '')
const tenth = Math.floor(rows / 10)
const results = Number(process.env.BENCH_RESULTS ?? tenth)
const megabyte = 1024 * 1024

const server = await startPostgres()
const client = new pg.Client({ connectionString: server.url })
client.on('error', (error) => console.error(error.message))
const program = await startProgram({ DATABASE_URL: server.url, LOG_LEVEL: 'warn' })
try {
  await client.connect()
  const cookie = await signIn()
  const started = performance.now()
  await fill(cookie)
  console.log(
    `${rows.toLocaleString('en-US')} quotes and months, ${results.toLocaleString('en-US')} results, ${tenth.toLocaleString('en-US')} entries and mails, made in ` +
      `${((performance.now() - started) / 1000).toFixed(0)} s; ${availableParallelism()} cores, ${times} requests each\n`,
  )
  await measurePages(cookie)
  await measureLongAnswers(cookie)
} finally {
  await client.end()
  await program.stop()
  await server.stop()
}

async function signIn() {
  const answer = await fetch(`${program.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(admin),
  })
  return answer.headers.get('Set-Cookie')?.split(';')[0] ?? ''
}

async function fill(cookie: string) {
  // A result of the engine serves as the pattern for the others.
  const post = (path: string, body: object) =>
    fetch(program.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Cookie: cookie },
      body: JSON.stringify(body),
    })
  const created = (await (await post('/api/quote-submissions', application)).json()) as { id: number }
  await post('/api/admin/underwriting/quote', { quote_id: created.id })
  await fillQuotes(client, rows)
  await fillSynergy(client, rows)
  await fillAccounts(client, tenth)
  await fillAudit(client, tenth)
  await fillResults(client, results)
  await fillFactors(client)
  await fillMails(client, tenth)
  await fillOtherForms(client, Math.floor(tenth / 10))
}

/** The cursor at an offset down a list. */
async function cursorAt(order: string, text: string, direction: string, offset: number) {
  const result = await client.query<{ id: number; value: string }>(
    `select id, ${text} as value from quote_submissions order by ${order} ${direction}, id ${direction} limit 1 offset $1`,
    [offset],
  )
  const [{ id, value } = { id: 0, value: '' }] = result.rows
  return encodeURIComponent(`${id}~${value}`)
}

/** The id in the middle of a table. */
async function middleIdOf(table: string) {
  const { rows: result } = await client.query<{ id: number }>(`select max(id) / 2 as id from ${table}`)
  return result[0]?.id ?? 0
}

async function pages(): Promise<[name: string, path: string][]> {
  const submissions = '/admin/submissions?tab=quotes'
  const [middle, last] = [Math.floor(rows / 2), rows - 60]
  const time = `(submitted_at at time zone 'UTC')::text || 'Z'`
  const sorts = [
    ['submitted_at', 'submitted_at', time],
    ['name', 'lower(name)', 'lower(name)'],
    ['email', 'lower(email)', 'lower(email)'],
    ['status', 'status', 'status'],
    ['income', 'income', 'income::text'],
  ] as const
  const sorted: [string, string][] = []
  for (const [field, order, text] of sorts)
    for (const [sign, direction] of [
      ['', 'asc'],
      ['-', 'desc'],
    ] as const)
      sorted.push(
        [`quotes by ${sign}${field}, first`, `${submissions}&sort=${sign}${field}`],
        [
          `quotes by ${sign}${field}, middle`,
          `${submissions}&sort=${sign}${field}&after=${await cursorAt(order, text, direction, middle)}`,
        ],
        [
          `quotes by ${sign}${field}, last`,
          `${submissions}&sort=${sign}${field}&after=${await cursorAt(order, text, direction, last)}`,
        ],
      )
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const half = await cursorAt('submitted_at', time, 'desc', middle)
  const month = await middleIdOf('synergy_data')
  const result = await middleIdOf('underwriting_results')
  const entry = await middleIdOf('audit_log')
  const mail = await middleIdOf('sent_emails')
  const underwriting = '/admin/underwriting'
  const synergy = `${underwriting}?tab=synergy-data`
  const list = `${underwriting}/results`
  const table = (name: string, query = '') => `/admin/database?table=${name}${query}`
  return [
    ['page without a list', '/admin/session-info'],

    ['contacts', '/admin/submissions?tab=contacts'],
    ['waitlist', '/admin/submissions?tab=waitlist'],
    ['careers', '/admin/submissions?tab=careers'],
    ...sorted,
    ['quotes, the page before the middle', `${submissions}&before=${half}`],
    ...['Pending', 'Withdrawn'].flatMap((status): [string, string][] => [
      [`quotes, status ${status}, first`, `${submissions}&status=${status}`],
      [`quotes, status ${status}, middle`, `${submissions}&status=${status}&after=${half}`],
      [`quotes, status ${status}, by name`, `${submissions}&status=${status}&sort=name`],
      [`quotes, status ${status}, by income`, `${submissions}&status=${status}&sort=-income`],
    ]),
    ['quotes of a day', `${submissions}&from=${day(400)}&to=${day(400)}`],
    ['quotes of a year', `${submissions}&from=${day(500)}&to=${day(135)}`],
    ['quotes of a year, by name', `${submissions}&from=${day(500)}&to=${day(135)}&sort=name`],
    ['quotes of a month, by income', `${submissions}&from=${day(430)}&to=${day(400)}&sort=-income`],
    ['quotes, a rated industry', `${submissions}&industry=information`],
    ['quotes, a rare rated industry', `${submissions}&industry=mining`],
    ['quotes, a tier', `${submissions}&tier=Elite`],
    ['quotes, a rare tier, of a year', `${submissions}&tier=Retired&from=${day(500)}`],
    ['quotes, word of one', `${submissions}&q=person777777`],
    ['quotes, word of a twentieth', `${submissions}&q=ann`],
    ['quotes, word of a twentieth, middle', `${submissions}&q=ann&after=${half}`],
    ['quotes, word of a twentieth, by name', `${submissions}&q=ann&sort=name`],
    ['quotes, word of a twentieth, by income', `${submissions}&q=ann&sort=-income`],
    ['quotes, word of all', `${submissions}&q=example`],
    ['quotes, word of none', `${submissions}&q=zyzzyva`],
    ['quotes, two words', `${submissions}&q=ann%20person123`],
    ['quotes, word of a twentieth, status Withdrawn', `${submissions}&q=ann&status=Withdrawn`],
    ['quotes, word of a twentieth, status Quoted, by name', `${submissions}&q=ann&status=Quoted&sort=name`],
    [
      'quotes, word of a twentieth, of a month, by name',
      `${submissions}&q=ann&from=${day(430)}&to=${day(400)}&sort=name`,
    ],

    ['underwriting', underwriting],
    ...['coverage-tiers', 'employer-risks', 'industry-fallbacks', 'industry-genders'].map(
      (tab): [string, string] => [`underwriting, ${tab}`, `${underwriting}?tab=${tab}`],
    ),
    ['synergy data, first', synergy],
    ['synergy data, middle', `${synergy}&cursor=${month}`],
    ['synergy data, last', `${synergy}&cursor=40`],
    ['synergy data, word of all', `${synergy}&q=baseline`],
    ['synergy data, word of many', `${synergy}&q=scenario`],
    ['synergy data, word of many, middle', `${synergy}&q=scenario&cursor=${month}`],
    ['synergy data, one scenario', `${synergy}&q=${encodeURIComponent('scenario 777')}`],
    ['synergy data, rare word', `${synergy}&q=quagga`],
    ['synergy data, word of none', `${synergy}&q=zyzzyva`],
    ['synergy data, by number', `${synergy}&q=${month}`],
    ['results, first', list],
    ['results, middle', `${list}?cursor=${result}`],
    ['results, last', `${list}?cursor=40`],
    ['results, approved', `${list}?decision=approved`],
    ['results, declined', `${list}?decision=declined`],
    ['results, changed by a person', `${list}?decision=changed`],
    ['results, declined by a person', `${list}?decision=declined-by-a-person`],
    ['results without a tier', `${list}?tier=none`],
    ['results, a tier, middle', `${list}?tier=Elite&cursor=${result}`],
    ['results, a rare tier', `${list}?tier=Retired`],
    ['results, no such tier', `${list}?tier=None`],
    ['results, rare tier and decision', `${list}?tier=Retired&decision=declined`],
    ['results of a quote', `${list}?quote=1234`],
    ['results of a day', `${list}?from=${day(300)}&to=${day(300)}`],
    ['results until a year ago', `${list}?to=${day(300)}`],
    ...[
      'quote',
      'name',
      'employer',
      'industry',
      'tier',
      'decision',
      'premium',
      'offered',
      'score',
      'combined',
      'loss_ratio',
      'factor',
    ].flatMap((field): [string, string][] => [
      [`results by ${field}, first`, `${list}?sort=-${field}`],
      [`results by ${field}, middle`, `${list}?sort=-${field}&cursor=${result}`],
    ]),
    ['results of a month, by factor', `${list}?from=${day(330)}&to=${day(300)}&sort=-factor`],
    ['results of a month, by name', `${list}?from=${day(330)}&to=${day(300)}&sort=name`],
    ['results declined, by score', `${list}?decision=declined&sort=score`],
    ['results of a rare tier, by factor', `${list}?tier=Retired&sort=-factor`],
    ['results of an employer, by factor', `${list}?employer=Acme&sort=-factor`],
    ...['employer', 'industry', 'tier', 'day'].map((group): [string, string] => [
      `results, groups by ${group}`,
      `${list}?group=${group}`,
    ]),
    ['portfolio', '/admin/portfolio'],
    ['charts', `${underwriting}/charts`],
    ['charts, longest', `${underwriting}/charts?days=365&months=120`],

    ['audit, first', '/admin/audit'],
    ['audit, middle', `/admin/audit?cursor=${entry}`],
    ['audit, last', '/admin/audit?cursor=40'],
    ['audit, who did most', '/admin/audit?who=account1@'],
    ['audit, who did most, middle', `/admin/audit?who=account1@&cursor=${entry}`],
    ['audit, who did little', '/admin/audit?who=account2@'],
    ['audit, who did nothing', '/admin/audit?who=account777@'],
    ['audit, everybody', '/admin/audit?who=example.com'],
    ['audit, common action', '/admin/audit?action=update'],
    ['audit, common action, middle', `/admin/audit?action=update&cursor=${entry}`],
    ['audit, rare action', '/admin/audit?action=restore'],
    ['audit, no such action', '/admin/audit?action=none'],
    ['audit, record', '/admin/audit?entity=job+role'],
    ['audit, who and rare action', '/admin/audit?who=account1@&action=restore'],
    ['audit, who and action and record', '/admin/audit?who=account1@&action=update&entity=job+role'],
    ['audit, a day', `/admin/audit?from=${day(300)}&to=${day(300)}`],
    ['audit, until a year ago', `/admin/audit?to=${day(300)}`],

    ['mail, first', '/admin/mail'],
    ['mail, middle', `/admin/mail?cursor=${mail}`],
    ['mail, failed', '/admin/mail?state=failed'],
    ['mail, failed, middle', `/admin/mail?state=failed&cursor=${mail}`],
    ['mail, to one', '/admin/mail?q=person77777@'],
    ['mail, to all', '/admin/mail?q=person'],
    ['mail, to all, middle', `/admin/mail?q=person&cursor=${mail}`],
    ['mail, failed, to many', '/admin/mail?q=person1&state=failed'],

    ['tables', '/admin/database'],
    ...(['quote_submissions', 'synergy_data'] as const).flatMap((name): [string, string][] => {
      const [word, unindexed] =
        name === 'synergy_data' ? ['quagga', 'ClaimsTotal'] : ['person777777', 'salary']
      return [
        [`${name}, first`, table(name)],
        [`${name}, first, 100`, table(name, '&size=100')],
        [`${name}, tenth`, table(name, `&page=${Math.floor(tenth / 10)}`)],
        [`${name}, middle`, table(name, `&page=${Math.floor(middle / 10)}`)],
        [`${name}, middle, 100`, table(name, `&size=100&page=${Math.floor(middle / 100)}`)],
        [`${name}, middle, last first`, table(name, `&sort=id&dir=desc&page=${Math.floor(middle / 10)}`)],
        [`${name}, last`, table(name, `&page=${Math.floor(rows / 10)}`)],
        [`${name}, last first`, table(name, '&sort=id&dir=desc')],
        [`${name}, word of the first`, table(name, '&search=e')],
        [`${name}, word of none`, table(name, `&search=${word}`)],
        [`${name}, by a column without an index`, table(name, `&sort=${unindexed}`)],
        [`${name}, a record`, `/admin/database/${name}/row?key=${name === 'synergy_data' ? month : middle}`],
      ]
    }),
    ['quote_submissions by status, first', table('quote_submissions', '&sort=status')],
    ['quote_submissions by status, 10,000th page', table('quote_submissions', '&sort=status&page=10000')],
    ['underwriting_results, word of none', table('underwriting_results', '&search=zyzzyva')],
    ['audit_log, word of none', table('audit_log', '&search=zyzzyva')],

    ['call: quotes, 50', '/api/admin/quote-submissions?limit=50'],
    ['call: quotes, 50, middle', `/api/admin/quote-submissions?limit=50&cursor=${middle}`],
    ['call: quotes, 50, word', '/api/admin/quote-submissions?limit=50&q=ann'],
    ['call: quotes, 1000', '/api/admin/quote-submissions?limit=1000'],
    ['call: synergy data, 50', '/api/admin/underwriting/synergy-data?limit=50'],
    ['call: synergy data, 50, middle', `/api/admin/underwriting/synergy-data?limit=50&cursor=${month}`],
    ['call: synergy data, rare word', '/api/admin/underwriting/synergy-data?limit=50&q=quagga'],
    ['call: results, 25', '/api/admin/underwriting/results?limit=25'],
    ['call: results, rare tier', '/api/admin/underwriting/results?limit=25&q=retired'],
    ['call: results, by number', '/api/admin/underwriting/results?limit=25&q=1234'],
    ['call: results of a quote', '/api/admin/underwriting/results-by-quote/1234'],
    ['call: tables', '/api/admin/database/tables'],
    ['call: records', '/api/admin/database/tables/quote_submissions?limit=10&offset=0'],
    ['call: records, middle', `/api/admin/database/tables/quote_submissions?limit=10&offset=${middle}`],
    ['call: records, last', `/api/admin/database/tables/synergy_data?limit=100&offset=${rows - 200}`],
  ]
}

async function measurePages(cookie: string) {
  const columns =
    'id, submitted_at, name, email, coverage_level, coverage_tier, submission_type, status, income'
  const direct = () => client.query(`select ${columns} from quote_submissions order by id desc limit 51`)
  const ask = (path: string) => async () => {
    const answer = await fetch(program.url + path, { headers: { Cookie: cookie }, redirect: 'manual' })
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
  }
  const small = ask('/admin/session-info')
  console.log('   median       p95   of the direct query, of the small page in the same seconds')
  for (const [name, path] of await pages()) {
    if (!only.test(name)) continue
    try {
      const [measured, baseline, page] = await timed([ask(path), direct, small])
      const ms = (value: number) => `${value.toFixed(1).padStart(7)} ms`
      console.log(
        `${ms(measured.median)} ${ms(measured.p95)} ${(measured.median / baseline.median).toFixed(0).padStart(6)} × ${ms(baseline.median)}` +
          `${(measured.median / page.median).toFixed(1).padStart(7)} × ${ms(page.median)}   ${name}`,
      )
    } catch (error) {
      console.log(`${(error as Error).message}: ${name}`)
    }
  }
}

type Times = { median: number; p95: number }
type Works = [() => Promise<unknown>, () => Promise<unknown>, () => Promise<unknown>]

/** Milliseconds per run, after a few warm-up runs; in turn, so that other load on the machine slows all of them alike. */
async function timed(works: Works): Promise<[Times, Times, Times]> {
  const all: number[][] = works.map(() => [])
  for (let run = -2; run < times; run += 1)
    for (const [index, work] of works.entries()) {
      const started = performance.now()
      await work()
      if (run >= 0) all[index]!.push(performance.now() - started)
    }
  return all.map((list) => {
    list.sort((a, b) => a - b)
    return { median: list[Math.floor(list.length / 2)]!, p95: list[Math.ceil(list.length * 0.95) - 1]! }
  }) as [Times, Times, Times]
}

async function measureLongAnswers(cookie: string) {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const submissions = '/admin/submissions/quotes/export'
  const answers: [string, string][] = [
    ['CSV of all quotes', submissions],
    ['CSV of the quotes in a status', `${submissions}?status=Pending`],
    ['CSV of the quotes of a year, by name', `${submissions}?from=${day(500)}&to=${day(135)}&sort=name`],
    ['CSV of the quotes with a word', `${submissions}?q=ann`],
    ['CSV of the table quote_submissions', '/admin/database/quote_submissions/export'],
    ['CSV of the table synergy_data', '/admin/database/synergy_data/export'],
    ['CSV of what a search finds in synergy_data', '/admin/database/synergy_data/export?search=quagga'],
    ['call: all quotes', '/api/admin/quote-submissions'],
    ['call: all synergy data', '/api/admin/underwriting/synergy-data'],
    ['call: all results', '/api/admin/underwriting/results'],
  ]
  console.log('')
  for (const [name, path] of answers) {
    if (!only.test(name)) continue
    try {
      await measureLong(name, path, cookie)
    } catch (error) {
      console.log(`${name}: ${String((error as Error).cause ?? error)}`)
    }
  }
}

/** Reads a long response to its end while two small requests are repeated. */
async function measureLong(name: string, path: string, cookie: string) {
  const before = memory()
  let [peak, done] = [before, false]
  const watch = setInterval(() => (peak = Math.max(peak, memory())), 50)
  const others = Promise.all(['/healthz', '/'].map((small) => longestWait(small, () => done)))
  const started = performance.now()
  try {
    const answer = await fetch(program.url + path, { headers: { Cookie: cookie } })
    if (!answer.ok || !answer.body) throw new Error(`answered ${answer.status}`)
    const csv = /csv/.test(answer.headers.get('Content-Type') ?? '')
    let [bytes, records] = [0, csv ? -1 : 1]
    const mark = csv ? '\n' : '},{"id":'
    let rest = ''
    const decoder = new TextDecoder()
    const reader = answer.body.getReader()
    for (;;) {
      const { value, done } = await reader.read()
      if (done) break
      bytes += value.length
      const parts = (rest + decoder.decode(value, { stream: true })).split(mark)
      records += parts.length - 1
      rest = parts.at(-1)!.slice(-mark.length)
    }
    const seconds = (performance.now() - started) / 1000
    done = true
    const [health, home] = await others
    console.log(
      `${name}: ${records.toLocaleString('en-US')} rows, ${(bytes / megabyte).toFixed(0)} MB in ${seconds.toFixed(1)} s, ` +
        `${(records / seconds).toFixed(0)} a second; ${(peak - before).toFixed(0)} MB of memory more than ${before.toFixed(0)}; ` +
        `meanwhile /healthz within ${health?.toFixed(0)} ms, / within ${home?.toFixed(0)} ms`,
    )
  } finally {
    done = true
    clearInterval(watch)
    await others
  }
}

async function longestWait(path: string, ended: () => boolean) {
  let longest = 0
  while (!ended()) {
    const started = performance.now()
    await (await fetch(program.url + path)).arrayBuffer()
    longest = Math.max(longest, performance.now() - started)
    await wait(20)
  }
  return longest
}

/** The program's resident memory, in megabytes. */
function memory() {
  const [, kilobytes] =
    /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${program.process.pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}
