import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Db } from '../../db/schema'
import { openDatabase } from '~/db.server'
import type { Evidence } from '~/domain/evidence/evidence.server'
import { fingerprint, sha256Hex } from '~/domain/hashes.server'
import { firstResultSchema } from '~/engine/version-1/engine.schema'

import { reference, underwriteFirst } from '../support/engine'
import { admin, application, startProgram, type Program } from '../support/program'
import { programDatabase } from '../support/server-database'

/*
 * Downloads the evidence of decisions from the built program, and verifies it as an auditor would: with the script alone, in an otherwise
 * empty folder.
 */

const api = '/api/admin/underwriting'
const folder = mkdtempSync(join(tmpdir(), 'evidence-'))
let program: Program
let db: Db
let cookie = ''
/** Results of an engine of interface 2 and of the first one. */
let present = 0
let first = 0

beforeAll(async () => {
  const database = await programDatabase()
  program = await startProgram(database)
  db = await openDatabase({ url: database.DATABASE_URL ?? '' })
  const login = await call('POST', '/api/auth/login', admin)
  cookie = login.headers.get('Set-Cookie')?.split(';')[0] ?? ''
  expect((await call('POST', '/api/quote-submissions', application)).status).toBe(201)
  first = await storeFirstResult()
  const run = (await (await call('POST', `${api}/quote`, { quote_id: 1 })).json()) as {
    result: { id: number }
  }
  present = run.result.id
  copyFileSync('scripts/verify-decision.mjs', join(folder, 'verify-decision.mjs'))
})
afterAll(async () => {
  await db.destroy()
  rmSync(folder, { recursive: true, force: true })
  expect(await program.stop()).toBe(0)
})

function call(
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = { Cookie: cookie },
) {
  return fetch(program.url + path, {
    method,
    redirect: 'manual',
    headers: { ...headers, ...(body ? { 'Content-Type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
}

/** Stores a result of the first engine, as the site stored it while that was in use. */
async function storeFirstResult() {
  const version = await db
    .selectFrom('engine_versions')
    .select(['id', 'hash'])
    .where('interface', '=', 1)
    .executeTakeFirstOrThrow()
  const configuration = {
    tiers: reference.tiers,
    employer: null,
    industry: reference.industries[0] ?? null,
    gender: reference.genders[0] ?? null,
    synergy: { SimDate: '2025-12-01', PremiumMultiplier: 1.01, CompositeBusinessHealthScore: 93.275 },
  }
  const quote = {
    date_of_birth: '1988-05-14',
    income: 5200,
    employment_length: 4,
    coverage_level: 'standard',
  }
  const input = { quote, ...configuration, asOf: '2026-01-15' }
  const { calculation_details, ...figures } = firstResultSchema.parse(underwriteFirst(input))
  const { id } = await db
    .insertInto('underwriting_results')
    .values({
      ...figures,
      quote_submission_id: 1,
      user_id: null,
      decision: calculation_details.decision.status,
      calculation_details: JSON.stringify(calculation_details),
      engine_version_id: version.id,
      engine_hash: version.hash,
      configuration_hash: fingerprint(configuration),
      input: JSON.stringify(input),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

// Tests change any part of a file.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type File = Record<string, any>

async function download(id: number) {
  const answer = await call('GET', `/admin/underwriting/result/${id}/evidence`)
  expect(answer.status).toBe(200)
  return (await answer.json()) as File
}

/** Computes the hashes of a changed file again, so that only its figures can tell. */
function rehash(file: File): File {
  const { source, tables, tests } = file.version as File
  const hash =
    file.version.interface === 2 ? fingerprint({ source, tables, tests }) : sha256Hex(source as string)
  const result: File = { ...(file.result as File), engine_hash: hash }
  delete result.hash
  const content: File = {
    ...file,
    version: { ...(file.version as File), hash },
    result: { ...result, hash: fingerprint(result) },
  }
  delete content.fingerprint
  return { ...content, fingerprint: fingerprint(content) }
}

function verify(content: unknown, ...options: string[]) {
  const path = join(folder, 'evidence.json')
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['verify-decision.mjs', 'evidence.json', ...options],
    { cwd: folder, encoding: 'utf8', env: {} as NodeJS.ProcessEnv, timeout: 60_000 },
  )
  rmSync(path)
  return { status, stdout, stderr, failures: stdout.split('\n').filter((line) => line.startsWith('FAIL')) }
}

describe('the evidence of a decision', () => {
  test('is a file that is not stored on the way, and an entry of the audit log', async () => {
    const answer = await call('GET', `/admin/underwriting/result/${present}/evidence`)
    expect(answer.headers.get('Content-Type')).toBe('application/json; charset=utf-8')
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(answer.headers.get('Content-Disposition')).toContain(`filename="evidence-${present}.json"`)
    const file = (await answer.json()) as Evidence
    const { after, user_id } = await db
      .selectFrom('audit_log')
      .select(['after', 'user_id'])
      .where('action', '=', 'export')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect({ after, user_id }).toEqual({ after: { through: 'page', evidence: file.fingerprint }, user_id: 1 })

    const again = await call('GET', `${api}/results/${present}/evidence`)
    expect(again.headers.get('Cache-Control')).toBe('no-store')
    expect(await again.json()).toEqual(file)
  })

  test('says who ran it, who released the version, and to whom the result went', async () => {
    const sent = await fetch(`${program.url}/admin/underwriting/result/${present}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { Cookie: cookie },
      body: new URLSearchParams({ intent: 'send', replaces: '' }),
    })
    expect(sent.status).toBe(303)
    const file = (await download(present)) as Evidence
    expect(file.decision).toMatchObject({
      status: 'approved',
      decided_by: 'engine',
      run_by: { id: 1, name: 'Administrator' },
      offers: [{ sent_by: { id: 1, name: 'Administrator' }, ended_at: null }],
    })
    expect(file.version).toMatchObject({
      interface: 2,
      released: { by: null, note: 'The engine that the program came with' },
    })
    // The evidence is about the decision: the applicant is a number.
    expect(JSON.stringify(file)).not.toMatch(/Ann Doe|ann@example\.com|1 Main Street/)
    expect(verify(file)).toMatchObject({ status: 0 })
  })

  test('holds what the applicant was asked, and the answer', async () => {
    const message = 'How many hours do you work?'
    const asked = await call('POST', '/api/admin/quotes/1/questions', { message })
    expect(asked.status).toBe(201)
    await db
      .updateTable('applicant_questions')
      .set({ answer: '40 hours', answered_at: new Date('2030-01-02T03:04:05Z') })
      .where('quote_submission_id', '=', 1)
      .execute()
    const file = (await download(present)) as Evidence
    expect(file.application.questions).toEqual([
      {
        id: expect.any(Number) as number,
        question: message,
        asked_at: expect.stringMatching(/Z$/) as string,
        asked_by: { id: 1, name: 'Administrator' },
        withdrawn_at: null,
        answer: '40 hours',
        answered_at: '2030-01-02T03:04:05.000Z',
      },
    ])
    expect(verify(file)).toMatchObject({ status: 0 })
  })

  test('names the admin who released a proposed version', async () => {
    const { engine_version_id: id } = await db
      .selectFrom('underwriting_results')
      .select('engine_version_id')
      .where('id', '=', present)
      .executeTakeFirstOrThrow()
    const decision = {
      decided_by: 1,
      decided_at: new Date('2026-03-04T05:06:07Z'),
      decision_note: 'Checked twice',
    }
    const set = (values: object) =>
      db.updateTable('engine_versions').set(values).where('id', '=', id).execute()
    await set(decision)
    const file = await download(present)
    await set({ decided_by: null, decided_at: null, decision_note: null })
    expect(file.version).toMatchObject({
      created: { by: null, note: 'The engine that the program came with' },
      released: {
        at: '2026-03-04T05:06:07.000Z',
        by: { id: 1, name: 'Administrator' },
        note: 'Checked twice',
      },
    })
    expect(verify(file)).toMatchObject({ status: 0 })
  })

  test('verifies also after the applicant has deleted the account', async () => {
    const person = { username: 'Bea', email: 'bea@example.com', password: 'a diver under water', region_state: 'NY', full_address: '1 Main Street, Albany 12207', occupation: 'Diver' } // prettier-ignore
    expect((await call('POST', '/api/auth/register', person, {})).status).toBe(201)
    const login = await call('POST', '/api/auth/login', person, {})
    const own = { Cookie: login.headers.get('Set-Cookie')?.split(';')[0] ?? '' }
    const sent = await call('POST', '/api/quote-submissions', { ...application, email: person.email, quote_email: person.email }, own) // prettier-ignore
    const { id: quote_id } = (await sent.json()) as { id: number }
    const run = await call('POST', `${api}/quote`, { quote_id })
    const { id } = ((await run.json()) as { result: { id: number } }).result
    const before = await download(id)
    expect(before.input.employer.employer_name).toBe(application.employer_name)

    const deleted = await fetch(`${program.url}/delete-account`, {
      method: 'POST',
      redirect: 'manual',
      headers: own,
      body: new URLSearchParams({ current_password: person.password, confirm: 'on' }),
    })
    expect(deleted.status).toBe(303)
    const file = await download(id)
    expect(file.input.employer.employer_name).toBe('Withheld')
    expect(file.application.status).toBe('Withdrawn')
    expect(file.result.monthly_premium).toBe(before.result.monthly_premium)
    expect(verify(file)).toMatchObject({ status: 0 })
  })

  test('is for admins, and only where there is a result', async () => {
    for (const path of [
      `/admin/underwriting/result/${present}/evidence`,
      `${api}/results/${present}/evidence`,
    ]) {
      const stranger = await call('GET', path, undefined, {})
      expect([302, 401]).toContain(stranger.status)
      expect(await stranger.text()).not.toContain('engine_hash')
    }
    expect((await call('GET', '/admin/underwriting/result/999999/evidence')).status).toBe(404)
    expect((await call('GET', `${api}/results/999999/evidence`)).status).toBe(404)
    expect((await call('GET', `${api}/results/x/evidence`)).status).toBe(404)
  })
})

describe('the script', () => {
  test.each([2, 1])('verifies a result of interface %i in an empty folder', async (number) => {
    const file = await download(number === 2 ? present : first)
    expect(file.version.interface).toBe(number)
    const { status, stdout, stderr } = verify(
      file,
      ...['--fingerprint', file.fingerprint as string, '--version', file.version.hash as string],
    )
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(/ok {3}run: the source gives all \d{2,} figures again/)
    expect(stdout).toContain(number === 2 ? 'ok   premium: ' : 'skip premium: ')
    expect(stdout).toContain(`Verified: result ${file.result.id} of application 1.`)
  })

  const price = (file: File) => (file.result.calculation_details.factors as File[])[0] as File
  const tampering: [string, (file: File) => void, RegExp][] = [
    [
      'one cent',
      (file) => (file.result.monthly_premium += 0.01),
      /premium: .* is .*, not |run: monthly_premium is/,
    ],
    ['one factor', (file) => (price(file).multiplier *= 1.01), /premium: .* times \d+ factors is/],
    [
      'one answer',
      (file) => (file.input.quote.income += 500),
      /run: max_coverage|run: .*calculation_details/,
    ],
    [
      'the decision',
      (file) => (file.decision.status = 'declined'),
      /decision: the calculation says approved/,
    ],
    [
      'a step left out',
      (file) => file.result.calculation_details.steps.pop(),
      /run: .*steps\.\d+\..* is absent in the file/,
    ],
    [
      'a field left out',
      (file) => delete file.result.calculation_details.expected,
      /run: .*expected\.\w+ is absent/,
    ],
    [
      'an added field',
      (file) => (file.result.calculation_details.more = 1),
      /run: calculation_details\.more is 1/,
    ],
    ['the tables', (file) => (file.version.tables.limits.cap.value = 1.01), /run: /],
    ['a tier', (file) => (file.input.tiers[0].base_premium += 1), /configuration: the hash of its rows/],
    [
      'the source',
      (file) =>
        (file.version.source = String(file.version.source).replace('x 0.95', '').replace('0.95', '0.9')),
      /run: annual_premium/,
    ],
  ]

  test.each(tampering)('refuses %s', async (_, change, message) => {
    const file = await download(present)
    change(file)
    const plain = verify(file)
    expect(plain.status).toBe(1)
    expect(plain.failures.join('\n')).toContain('fingerprint: that of the whole file')
    // Also where every hash was computed again.
    const clever = verify(rehash(file))
    expect(clever.status).toBe(1)
    expect(clever.failures.join('\n')).toMatch(message)
    expect(clever.stdout).toContain('NOT verified')
  })

  test('refuses a changed answer in a result of the first engine', async () => {
    const file = await download(first)
    file.input.quote.income = 1000
    const { status, failures } = verify(rehash(file))
    expect({ status, failures: failures.join('\n') }).toMatchObject({
      status: 1,
      failures: expect.stringContaining('run: max_coverage') as string,
    })
  })

  test('refuses a consistent forgery where the fingerprint or the version is known', async () => {
    const file = await download(present)
    const forged = rehash({
      ...file,
      version: { ...(file.version as File), source: `${file.version.source}// harmless\n` },
    })
    expect(verify(forged)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('audit log') as string,
    })
    expect(verify(forged, '--fingerprint', file.fingerprint as string)).toMatchObject({
      status: 1,
      failures: [expect.stringContaining('fingerprint: expected') as string],
    })
    expect(verify(forged, '--version', file.version.hash as string)).toMatchObject({
      status: 1,
      failures: [expect.stringContaining('version: expected') as string],
    })
    const unnamed = rehash(file)
    unnamed.version.source += '// harmless\n'
    unnamed.version.hash = fingerprint({
      source: unnamed.version.source as string,
      tables: unnamed.version.tables as unknown,
      tests: unnamed.version.tests as unknown,
    })
    expect(verify(unnamed).failures.join('\n')).toContain('version: the result was made by')
  })

  const marker = join(folder, 'written-by-the-source')
  const withHost = (act: string) => `
    const hosts = [() => import('x').constructor, () => this.constructor, () => { try { null.f } catch (e) { return e.constructor } }]
    function underwrite() {
      for (const host of hosts)
        try { const process = host().constructor('return process')(); ${act} } catch {}
      return {}
    }`
  const hostile: [string, string, RegExp][] = [
    ['loops', 'function underwrite() { for (;;); }', /run: the source was stopped after 10 seconds/],
    [
      'fills the memory',
      'function underwrite() { const all = []; for (;;) all.push(new Array(1e5).fill(all.length)) }',
      /run: the source ended the run without a result/,
    ],
    ['returns a large result', "function underwrite() { return { a: 'x'.repeat(5e6) } }", /larger than 1 MB/],
    [
      'reads a file',
      "function underwrite() { return require('node:fs').readFileSync('evidence.json') }",
      /require is not defined/,
    ],
    [
      'makes code from text',
      "function underwrite() { return Function('return this')() }",
      /Code generation from strings/,
    ],
    ['asks for the process', 'function underwrite() { process.exit(0) }', /process is not defined/],
    ['takes the process from the host', withHost('process.exit(0)'), /run: coverage_tier is .*, absent by/],
    [
      'writes a file by the host',
      withHost(`process.binding('fs').writeFileUtf8(${JSON.stringify(marker)}, 'x', 577, 438)`),
      /run: coverage_tier is .*, absent by/,
    ],
    [
      'forges lines of the output',
      "function underwrite() { throw new Error('\\nok   all is well\\u001b[2J\\nVerified: result 1') }",
      /the source failed: \?ok {3}all is well\?\[2J\?Verified/,
    ],
    ['returns no object', 'function underwrite() { return 1 }', /underwrite returned no object/],
    ['defines nothing', 'var a = 1', /defines no function underwrite/],
    ['does not parse', 'function (', /does not load/],
    [
      'throws what cannot be read',
      'function underwrite() { throw { get message() { throw 1 } } }',
      /the source failed/,
    ],
    [
      'nests without end',
      'function underwrite() { const f = () => f() + 1; return f() }',
      /the source failed/,
    ],
    ['returns a circle', 'function underwrite() { const a = {}; a.a = a; return a }', /the source failed/],
  ]

  test.each(hostile)('refuses a source that %s', async (_, source, message) => {
    const file = await download(present)
    file.version.source = source
    const { status, stdout, stderr, failures } = verify(rehash(file))
    expect(status).toBe(1)
    expect(stderr).toBe('')
    expect(failures.join('\n')).toMatch(message)
    expect(stdout.split('\n').filter((line) => line.startsWith('Verified'))).toEqual([])
    expect(() => copyFileSync(marker, `${marker}-copy`)).toThrow('ENOENT')
  })

  test('refuses what is not evidence, and says why', async () => {
    const file = await download(present)
    for (const [content, message] of [
      ['', 'cannot be read'],
      ['{', 'cannot be read'],
      ['[]', 'not the evidence'],
      ['null', 'not the evidence'],
      [{}, 'not the evidence'],
      [{ ...file, format: 2 }, 'Format 2 is not known'],
      [`${'['.repeat(1e5)}${']'.repeat(1e5)}`, 'cannot be read'],
    ] as const) {
      const { status, stderr } = verify(content)
      expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(message) as string })
    }
    for (const part of ['input', 'version', 'result', 'decision', 'fingerprint'])
      expect(verify({ ...file, [part]: null })).toMatchObject({
        status: 1,
        failures: [expect.stringContaining(`format: missing or malformed: ${part}`) as string],
      })
    const deep = JSON.parse('{"a":'.repeat(3000) + '1' + '}'.repeat(3000)) as unknown
    const nested = rehash({ ...file, result: { ...(file.result as File), monthly_premium: deep } })
    expect(verify(nested)).toMatchObject({ status: 1, stderr: '' })
    const missing = spawnSync(process.execPath, ['verify-decision.mjs', 'no.json'], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect(missing.status).toBe(2)
    const usage = spawnSync(process.execPath, ['verify-decision.mjs'], { cwd: folder, encoding: 'utf8' })
    expect({ status: usage.status, stderr: usage.stderr }).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('Usage') as string,
    })
  })
})
