import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Db } from '../../db/schema'
import { openDatabase } from '~/db.server'

import { hostileTexts } from '../support/hostile-texts'
import { application, startProgram, type Program } from '../support/program'
import { programDatabase } from '../support/server-database'

/* Answers that are made to break an application that is not sent yet, or to cost much. */

let program: Program
let db: Db

beforeAll(async () => {
  const environment = await programDatabase()
  program = await startProgram({ ...environment, LOG_LEVEL: 'warn' })
  db = await openDatabase({ url: environment.DATABASE_URL })
})
afterAll(async () => {
  await db.destroy()
  expect(await program.stop()).toBe(0)
  expect(program.output()).not.toContain('"level":"error"')
})

const answers = Object.fromEntries(Object.entries(application).map(([name, value]) => [name, String(value)]))
type Fields = Record<string, string>

function post(path: string, body: BodyInit, headers: Fields = {}) {
  return fetch(program.url + path, { method: 'POST', redirect: 'manual', headers, body })
}
const get = (path: string) => fetch(program.url + path)

/** Begins an application and returns the path of its draft. */
async function begin(name: string) {
  const answer = await post('/get-a-quote', new URLSearchParams({ ...answers, name, step: 'personal' }))
  expect(answer.status).toBe(303)
  return (answer.headers.get('Location') ?? '').replace(/\?.*/, '')
}

const megabyte = 1024 * 1024

test('hostile answers are rejected or ignored, and leave the draft as it was', async () => {
  const path = await begin('Ann Calm')
  const form = (fields: [string, string][]) => new URLSearchParams(fields)
  const file = new FormData()
  file.append('step', 'personal')
  file.append('name', new File(['x'], 'x.txt'))
  const step: [string, string] = ['step', 'personal']
  const bodies: [body: BodyInit, status: number, headers?: Fields][] = [
    [form([step, ['name', 'x'.repeat(megabyte - 100)]]), 422],
    [form([step, ['name', 'x'.repeat(megabyte)]]), 413],
    [form([step, ['name', 'a\0b']]), 422],
    [form([step, ['name', 'a\u001bb']]), 422],
    ['step=personal&name=%ff', 400, { 'Content-Type': 'application/x-www-form-urlencoded' }],
    [form([step, ...Array.from({ length: 5000 }, (_, at): [string, string] => [`f${at}`, 'x'])]), 413],
    [file, 400],
    ['{"step":"personal"}', 415, { 'Content-Type': 'application/json' }],
    [
      form([
        ['step', 'constructor'],
        ['name', 'x'],
      ]),
      422,
    ],
    [
      form([
        ['step', '__proto__'],
        ['name', 'x'],
      ]),
      422,
    ],
    [
      form([
        ['intent', 'toString'],
        ['name', 'x'],
      ]),
      422,
    ],
  ]
  for (const [index, [body, status, headers]] of bodies.entries())
    expect((await post(path, body, headers)).status, `body ${index}`).toBe(status)
  const prototypes = form([
    step,
    ...Object.entries({ ...answers, name: 'Ann Calm' }),
    ...[
      '__proto__',
      'constructor',
      'prototype',
      'toString',
      'hasOwnProperty',
      'answers',
      'quote_submission_id',
      'user_id',
    ].map((name): [string, string] => [name, '1']),
  ])
  expect((await post(path, prototypes)).status).toBe(303)
  const { rows } = await sql<{ answers: object; user_id: null; quote_submission_id: null }>`
    select answers, user_id, quote_submission_id from quote_drafts where answers ->> 'name' = 'Ann Calm'`.execute(
    db,
  )
  expect(rows).toMatchObject([{ user_id: null, quote_submission_id: null }])
  expect(Object.keys(rows[0]?.answers ?? {})).not.toContain('constructor')
  expect(rows[0]?.answers).toMatchObject({ name: 'Ann Calm', family_size: '3' })
  expect((await get(path)).status).toBe(200)
})

test('hostile answers cost about as much as harmless ones of their length', async () => {
  const path = await begin('Ann Cheap')
  const processorTime = async () => {
    const text = await (await get('/metrics')).text()
    return Number(/^process_cpu_seconds_total (\S+)$/m.exec(text)?.[1])
  }
  const costOf = async (text: string) => {
    const before = await processorTime()
    for (const name of ['name', 'date_of_birth', 'income', 'additional_info', 'email'])
      for (const step of ['personal', 'employment', 'finalize'])
        expect((await post(path, new URLSearchParams({ step, [name]: text }))).status).toBe(422)
    return (await processorTime()) - before
  }
  const length = 150_000
  await costOf('Ann Doe '.repeat(length / 8))
  const normal = await costOf('Ann Doe '.repeat(length / 8))
  for (const { kind, text } of hostileTexts(length).filter(
    ({ text }) => encodeURIComponent(text.toWellFormed()).length < megabyte - 100,
  ))
    expect(await costOf(text.toWellFormed()), kind).toBeLessThan(4 * normal)
})
