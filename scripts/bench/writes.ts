// `npm run bench:writes`: what a post costs beside an insert of one row. On each database, in one run, ten at once: plain inserts by its
// driver (the reference), then posts that store, audit and send mail in one transaction, and logins, which hash a password.
// The PostgreSQL server is its own and does not wait for the disk; BENCH_DATABASE_URL is another to use.

import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'

import type { PostgresPool } from 'kysely'
import pg from 'pg'

import { inquiryTypes } from '~/domain/contacts/contacts.options'

import { openEmbedded } from '../../db/embedded'
import { startPostgres } from '../../test/support/postgres-server'
import { admin, application, startProgram } from '../../test/support/program'

import { connections, load, median, waitlistEntry, type Measured } from './load'

const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)

const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-'))
const server = await startPostgres()
try {
  console.log(
    `${connections} at once, ${availableParallelism()} cores, medians of ${rounds} rounds of ${seconds} s`,
  )
  const url = process.env.BENCH_DATABASE_URL ?? server.url
  await measure('PostgreSQL', { DATABASE_URL: url }, new pg.Pool({ connectionString: url, max: connections }))
  await measure('embedded', {}, await openEmbedded(folder))
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function measure(name: string, environment: Record<string, string>, pool: PostgresPool) {
  const program = await startProgram({ ...environment, LOG_LEVEL: 'warn' })
  const post = (path: string, body: () => object): Measured => ({
    name: `POST ${path}`,
    url: program.url + path,
    body,
    pid: program.process.pid,
  })
  const posts = [
    post('/api/waitlist-submissions', waitlistEntry),
    post('/api/contact-submissions', () => ({
      name: 'Ann Doe',
      email: 'ann@example.com',
      phone: '(555) 123-4567',
      inquiry_type: inquiryTypes[0],
      message: 'When does the beta end?',
    })),
    post('/api/quote-submissions', () => application),
    post('/api/auth/login', () => admin),
  ]
  try {
    await query(
      pool,
      'create table bench_inserts (id int generated always as identity primary key, name text, email text)',
    )
    const rates = [insertRate, ...posts].map(() => [] as number[])
    for (let round = 0; round <= rounds; round += 1) {
      const measured = [await insertRate(pool)]
      for (const row of posts) measured.push((await load(row, seconds)).rate)
      if (round > 0) measured.forEach((rate, index) => rates[index]?.push(rate)) // the first warms up
    }
    const [reference = NaN, ...others] = rates.map(median)
    console.log(`\n${name}\n${reference.toFixed(0).padStart(7)} a second            plain inserts`)
    for (const [index, rate] of others.entries())
      console.log(
        `${rate.toFixed(0).padStart(7)} a second   1 : ${(reference / rate).toFixed(1).padEnd(5)} ${posts[index]?.name}`,
      )
    await query(pool, 'drop table bench_inserts')
  } finally {
    await program.stop()
    await pool.end()
  }
}

async function insertRate(pool: PostgresPool) {
  const end = performance.now() + seconds * 1000
  let count = 0
  const insert = async () => {
    while (performance.now() < end) {
      const { name, email } = waitlistEntry()
      await query(pool, 'insert into bench_inserts (name, email) values ($1, $2)', [name, email])
      count += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, insert))
  return count / seconds
}

async function query(pool: PostgresPool, text: string, values: unknown[] = []) {
  const client = await pool.connect()
  try {
    await client.query(text, values)
  } finally {
    client.release()
  }
}
