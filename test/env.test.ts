import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { EnvironmentError, parseEnvironment, variableNames } from '~/env.server'

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
      RELEASE_BY: 'one',
      ADMIN_SECOND_FACTOR: 'offered',
      RATE_LIMITS: 'on',
      NODE_ENV: 'production',
    })
  })

  test('may have blank values for absent variables', () => {
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

  test('may have all variables', () => {
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

  test('stores its secret beside the embedded database, readable by its owner only', () => {
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
    ['DRAIN_SECONDS', '301'],
    ['DRAIN_SECONDS', '1.5'],
    ['BRAND_NAME', 'a\nb'],
    ['BRAND_PHONE', 'x'.repeat(201)],
    ['BRAND_EMAIL', 'support'],
    ['BRAND_ADDRESS', 'a\r\nb'],
    ['RELEASE_BY', 'three'],
    ['ADMIN_SECOND_FACTOR', 'yes'],
    ['RATE_LIMITS', 'maybe'],
    ['LOG_LEVEL', 'loud'],
    ['NODE_ENV', 'prod'],
  ])('%s=%s is rejected in one line that names it', (name, value) => {
    expect(() => parse({ ...server, [name]: value })).toThrow(EnvironmentError)
    expect(() => parse({ ...server, [name]: value })).toThrow(new RegExp(`^${name} [^\\n]+$`))
  })

  test.each([
    ['SESSION_SECRET', { DATABASE_URL: server.DATABASE_URL }],
    ['ADMIN_PASSWORD', { ...server, ADMIN_EMAIL: 'root@cover.example' }],
    ['ADMIN_EMAIL', { ...server, ADMIN_PASSWORD: 'a password' }],
    ['RATE_LIMITS', { RATE_LIMITS: 'off', APP_URL: 'https://cover.example' }],
    ['DATA_DIR', { DATA_DIR: '/dev/null/data' }],
  ])('%s is rejected if it is required and missing, or unsafe', (name, variables) => {
    expect(() => parse(variables)).toThrow(new RegExp(`^${name} [^\\n]+$`))
  })

  test('has a drain if there may be a load balancer, unless it is configured', () => {
    expect(parse().DRAIN_SECONDS).toBe(0)
    expect(parse(server).DRAIN_SECONDS).toBe(5)
    expect(parse({ ...server, DRAIN_SECONDS: '0' }).DRAIN_SECONDS).toBe(0)
    expect(parse({ DRAIN_SECONDS: '20' }).DRAIN_SECONDS).toBe(20)
  })

  test('accepts off for no proxies, and for limits on the local machine', () => {
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
  ])('with an invalid %s reports it in one line, and does not start', (name, variables) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/serve.mjs', '--no-env-file'], {
      encoding: 'utf8',
      timeout: 30_000,
      env: { PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: folder, ...variables },
    })
    expect(status).toBe(1)
    expect(stdout).toBe('')
    expect(stderr).toMatch(new RegExp(`^${name} [^\\n]+\\n$`))
  })
})

describe('a .env file', () => {
  const checkout = mkdtempSync(join(tmpdir(), 'holdfast-checkout-'))
  afterAll(() => rmSync(checkout, { recursive: true, force: true }))
  cpSync('scripts', join(checkout, 'scripts'), { recursive: true })
  cpSync('package.json', join(checkout, 'package.json'))
  for (const name of ['build', 'node_modules', 'app', 'db']) symlinkSync(resolve(name), join(checkout, name))

  const run = (content: string, parameters: string[], environment: Record<string, string> = {}) => {
    writeFileSync(join(checkout, '.env'), content)
    return spawnSync(process.execPath, parameters, {
      cwd: checkout,
      encoding: 'utf8',
      timeout: 30_000,
      env: { PATH: process.env.PATH, NODE_ENV: 'production', ...environment },
    })
  }
  const readBack = (content: string, environment?: Record<string, string>) => {
    const print = ['--import=./scripts/env-file.mjs', '--eval', 'console.log(JSON.stringify(process.env))']
    const { stdout } = run(content, print, environment)
    const { PATH: _path, NODE_ENV: _mode, ...variables } = JSON.parse(stdout) as Record<string, string>
    return variables
  }

  test('is added to the environment, which takes precedence', () => {
    const content =
      '\uFEFF# words\r\n\nPLAIN=one two\r\nQUOTED="three # four" # words\nSINGLE=\'5 "6"\'\nexport SHELL_LIKE=7\n' +
      'HASH=a#b\nBLANK=\nTWICE=1\nTWICE=2\nKNOWN=file\n'
    expect(readBack(content, { KNOWN: 'environment' })).toEqual({
      PLAIN: 'one two',
      QUOTED: 'three # four',
      SINGLE: '5 "6"',
      SHELL_LIKE: '7',
      HASH: 'a#b',
      BLANK: '',
      TWICE: '2',
      KNOWN: 'environment',
    })
  })

  test.each(['PORT', 'PORT: 3000', '=3000', 'BRAND NAME=Sure', 'PORT = 3000', 'BRAND_NAME="Sure', "A='b'c"])(
    'with the line %j fails both commands and serve.mjs with one line that names it',
    (line) => {
      for (const script of ['start', 'check', 'serve']) {
        const { status, stdout, stderr } = run(`# words\n${line}\n`, [`scripts/${script}.mjs`])
        expect({ status, stdout, stderr }).toEqual({
          status: 1,
          stdout: '',
          stderr: '.env cannot be read: line 2 is not NAME=value\n',
        })
      }
    },
  )

  test('with an invalid value fails the start with one line that names it', () => {
    const { status, stderr } = run('PORT=eighty\n', ['scripts/serve.mjs'])
    expect(stderr).toMatch(/^PORT [^\n]+\n$/)
    expect(status).toBe(1)
  })

  describe('copied from .env.example', () => {
    const example = readFileSync('.env.example', 'utf8')
    const lines = [...example.matchAll(/^# ([A-Z_]+)=(.*)$/gm)].map(([line, name = '', value = '']) => ({
      name,
      value,
      uncommented: line.slice(2),
    }))

    test('sets nothing', () => {
      expect(readBack(example)).toEqual({})
    })

    test('names every variable', () => {
      const names = lines.map(({ name }) => name)
      expect(names.toSorted()).toEqual(variableNames.filter((name) => name !== 'NODE_ENV').toSorted())
    })

    test.each(lines)('is valid with $name uncommented', ({ name, value }) => {
      expect(() =>
        parse({ [name]: value, ...(name === 'DATABASE_URL' && { SESSION_SECRET: secret }) }),
      ).not.toThrow()
    })

    test('has the same values in the program, in a shell and in docker', () => {
      const all = lines.map(({ uncommented }) => `${uncommented}\n`).join('')
      // docker uses everything after the equals sign literally
      const literal = Object.fromEntries(lines.map(({ name, value }) => [name, value]))
      expect(readBack(all)).toEqual(literal)
      const print = 'set -a; . ./.env; exec "$0" --print "JSON.stringify(process.env)"'
      const { stdout } = spawnSync('/bin/sh', ['-c', print, process.execPath], {
        cwd: checkout,
        encoding: 'utf8',
        env: { NODE_ENV: 'production' },
      })
      expect(JSON.parse(stdout)).toMatchObject(literal)
    })
  })
})
