import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { EnvironmentError, parseEnvironment } from '~/env.server'

const folder = mkdtempSync(join(tmpdir(), 'holdfast-env-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const parse = (variables: Record<string, string> = {}) =>
  parseEnvironment({ DATA_DIR: join(folder, 'data'), ...variables })

const secret = 'a secret of some length'
const server = { DATABASE_URL: 'postgres://someone:word@db.internal:5432/holdfast', SESSION_SECRET: secret }

describe('the environment', () => {
  test('may be empty', () => {
    expect(parse()).toMatchObject({
      PORT: 3000,
      APP_URL: 'http://localhost:3000',
      MAIL_FROM: 'support@holdfast.example',
      TRUST_PROXY: 0,
      BRAND_NAME: 'Holdfast',
      RATE_LIMITS: 'on',
      NODE_ENV: 'production',
    })
  })

  test('may hold blanks for what is absent', () => {
    const { PORT, HOST, BRAND_NAME, TRUST_PROXY } = parse({
      PORT: '',
      HOST: ' ',
      BRAND_NAME: ' ',
      TRUST_PROXY: '',
    })
    expect({ PORT, HOST, BRAND_NAME, TRUST_PROXY }).toEqual({
      PORT: 3000,
      HOST: undefined,
      BRAND_NAME: 'Holdfast',
      TRUST_PROXY: 0,
    })
  })

  test('may hold everything', () => {
    expect(
      parse({
        ...server,
        PORT: '8080',
        HOST: '::1',
        APP_URL: 'https://cover.example/',
        SESSION_SECRET: `${secret}, an older secret here`,
        SMTP_URL: 'smtps://user:p%40ss@mail.internal:465',
        MAIL_FROM: 'Holdfast <hello@cover.example>',
        ADMIN_EMAIL: 'Root@Cover.example',
        ADMIN_PASSWORD: 'a password',
        TRUST_PROXY: '2',
        METRICS_TOKEN: 'a token of some length',
        BRAND_NAME: 'Sure & Co',
        BRAND_PHONE: '(555) 1',
        BRAND_EMAIL: 'help@cover.example',
        BRAND_ADDRESS: 'Somewhere 1',
      }),
    ).toMatchObject({
      PORT: 8080,
      APP_URL: 'https://cover.example',
      SESSION_SECRET: [secret, 'an older secret here'],
      ADMIN_EMAIL: 'root@cover.example',
      TRUST_PROXY: 2,
      MAIL_FROM: 'Holdfast <hello@cover.example>',
    })
  })

  test('keeps a secret of its own beside the embedded database, for nobody else to read', () => {
    const first = parse().SESSION_SECRET[0]
    expect(first).toHaveLength(64)
    expect(parse().SESSION_SECRET).toEqual([first])
    const file = join(folder, 'data/session-secret')
    expect(readFileSync(file, 'utf8')).toBe(first)
    expect(statSync(file).mode & 0o077).toBe(0)
  })

  test.each([
    ['PORT', 'eighty'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['HOST', 'two words'],
    ['HOST', 'http://x/'],
    ['DATABASE_URL', 'mysql://db/holdfast'],
    ['DATABASE_URL', 'holdfast'],
    ['APP_URL', 'cover.example'],
    ['APP_URL', 'https://cover.example/start'],
    ['APP_URL', 'https://user@cover.example'],
    ['APP_URL', 'ftp://cover.example'],
    ['SESSION_SECRET', 'too short'],
    ['SESSION_SECRET', `${secret},short`],
    ['SMTP_URL', 'https://mail.internal'],
    ['MAIL_FROM', 'nobody'],
    ['MAIL_FROM', 'a@b.example\r\nBcc: c@d.example'],
    ['ADMIN_EMAIL', 'root'],
    ['ADMIN_PASSWORD', 'short'],
    ['ADMIN_PASSWORD', 'x'.repeat(129)],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '11'],
    ['METRICS_TOKEN', 'short'],
    ['BRAND_NAME', 'a\nb'],
    ['BRAND_PHONE', 'x'.repeat(201)],
    ['BRAND_EMAIL', 'support'],
    ['BRAND_ADDRESS', 'a\r\nb'],
    ['RATE_LIMITS', 'maybe'],
    ['LOG_LEVEL', 'loud'],
    ['NODE_ENV', 'prod'],
  ])('%s=%s is refused in one line that names it', (name, value) => {
    expect(() => parse({ ...server, [name]: value })).toThrow(EnvironmentError)
    expect(() => parse({ ...server, [name]: value })).toThrow(new RegExp(`^${name} [^\\n]+$`))
  })

  test.each([
    ['SESSION_SECRET', { DATABASE_URL: server.DATABASE_URL }],
    ['ADMIN_PASSWORD', { ...server, ADMIN_EMAIL: 'root@cover.example' }],
    ['ADMIN_EMAIL', { ...server, ADMIN_PASSWORD: 'a password' }],
    ['RATE_LIMITS', { RATE_LIMITS: 'off', APP_URL: 'https://cover.example' }],
    ['DATA_DIR', { DATA_DIR: '/dev/null/data' }],
  ])('%s is missed where it is needed, or refused where it is unsafe', (name, variables) => {
    expect(() => parse(variables)).toThrow(new RegExp(`^${name} [^\\n]+$`))
  })

  test('off stands for no proxies, and limits may be off on this machine', () => {
    expect(parse({ TRUST_PROXY: 'off', RATE_LIMITS: 'off', APP_URL: 'http://127.0.0.1:81' })).toMatchObject({
      TRUST_PROXY: 0,
      RATE_LIMITS: 'off',
    })
  })
})

describe('the program', () => {
  test.each([
    ['PORT', { PORT: 'eighty' }],
    ['SESSION_SECRET', { DATABASE_URL: server.DATABASE_URL }],
    ['DATA_DIR', { DATA_DIR: '/dev/null/data' }],
  ])('with a bad %s says so in one line, and does not start', (name, variables) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/serve.mjs'], {
      encoding: 'utf8',
      timeout: 30_000,
      env: { PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: folder, ...variables },
    })
    expect(status).toBe(1)
    expect(stdout).toBe('')
    expect(stderr).toMatch(new RegExp(`^${name} [^\\n]+\\n$`))
  })
})
