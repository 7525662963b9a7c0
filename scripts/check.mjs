// `npm test`: every check, on a machine with only Node and npm. The last line counts the tests of all suites.

import './env-file.mjs'

import { spawn } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

import { ensureBrowser } from './find-browser.mjs'
import { enterRunFolder } from './run-folder.mjs'

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'))
// Tests have their own databases and settings: the site's variables must not reach them.
for (const [, name = ''] of readFileSync('.env.example', 'utf8').matchAll(/^# ([A-Z_]+)=/gm))
  delete process.env[name]
enterRunFolder()

/** @type {{ name: string, seconds: number, passed: number, failed: number }[]} */
const results = []
/** @type {string[]} */
const failedTests = []

/**
 * Runs a command and prefixes its output with the step's name. Resolves to whether it succeeded.
 * @param {string} name @param {string} command @param {string[]} parameters @param {Record<string, string>} [environment]
 * @returns {Promise<boolean>}
 */
function run(name, command, parameters, environment = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, parameters, {
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
      env: { ...process.env, ...environment },
    })
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => console.log(`${name} | ${line}`))
    }
    child.once('error', () => resolve(false))
    child.once('close', (code) => resolve(code === 0))
  })
}

/**
 * Times a step and counts it. `work` resolves to a suite's test counts, or to whether a single check passed.
 * @param {string} name @param {() => Promise<boolean | { passed: number, failed: number }>} work
 */
async function step(name, work) {
  const began = performance.now()
  const result = await work()
  const counts = typeof result === 'boolean' ? { passed: Number(result), failed: Number(!result) } : result
  const seconds = Math.round((performance.now() - began) / 1000)
  results.push({ name, seconds, ...counts })
  console.log(`${name} | ${counts.failed === 0 ? 'passed' : 'FAILED'} after ${seconds} s`)
  return counts.failed === 0
}

/** @param {string} name @param {string} script */
const npmStep = (name, script) => step(name, () => run(name, 'npm', ['run', '--silent', script]))

/**
 * A suite that writes its own report. One that crashes before its first test, or outside its tests, counts as failed.
 * @param {string} name @param {string[]} parameters of npx @param {Record<string, string>} environment
 * @param {string} report @param {(report: any) => { passed: number, failed: number, names: string[] }} count
 */
const suite = (name, parameters, environment, report, count) =>
  step(name, async () => {
    const succeeded = await run(name, 'npx', parameters, environment)
    const { passed, failed, names } = existsSync(report)
      ? count(JSON.parse(readFileSync(report, 'utf8')))
      : { passed: 0, failed: 0, names: [] }
    failedTests.push(...names.map((test) => `${name} | ${test}`))
    return { passed, failed: succeeded ? failed : Math.max(1, failed) }
  })

/** The beginning of a test's error, below its name. @param {string} [message] */
const errorText = (message = '') =>
  stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 8)
    .map((line) => `\n    ${line}`)
    .join('')

const vitestReport = join(tmpdir(), 'vitest.json')
const vitest = () =>
  suite(
    'tests',
    ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
    {},
    vitestReport,
    ({ numPassedTests, numFailedTests, testResults }) => ({
      passed: numPassedTests,
      failed: numFailedTests,
      names: testResults.flatMap((/** @type {any} */ file) => {
        const failed = file.assertionResults.filter((/** @type {any} */ test) => test.status === 'failed')
        if (file.status === 'failed' && failed.length === 0)
          return [`${relative('.', file.name)}${errorText(file.message)}`]
        return failed.map(
          (/** @type {any} */ test) =>
            `${relative('.', file.name)}: ${test.fullName}${errorText(test.failureMessages[0])}`,
        )
      }),
    }),
  )

/**
 * Returns the tests that failed ('unexpected'), or failed once and then passed ('flaky'), each with its first error.
 *
 * @param {any[]} suites of Playwright's report, which nest
 * @param {'unexpected' | 'flaky'} status
 * @returns {string[]}
 */
const specsOf = (suites, status) =>
  suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs.flatMap((/** @type {any} */ { file, line, title, tests }) =>
      tests
        .filter((/** @type {any} */ test) => test.status === status)
        .map(
          (/** @type {any} */ test) =>
            `${test.projectName} ${file}:${line} ${title}${errorText(test.results[0]?.error?.message)}`,
        ),
    ),
    ...specsOf(inner, status),
  ])

const playwrightReport = join(tmpdir(), 'playwright.json')
const playwright = () =>
  suite(
    'browser',
    ['playwright', 'test', '--config', 'test/e2e/playwright.config.ts', '--reporter=list,json'],
    { PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport },
    playwrightReport,
    ({ stats, suites }) => {
      for (const test of specsOf(suites, 'flaky')) console.log(`flaky | browser | ${test}`)
      return {
        passed: stats.expected + stats.flaky,
        failed: stats.unexpected,
        names: specsOf(suites, 'unexpected'),
      }
    },
  )

/** @param {string} path */
const changedAt = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0)

async function check() {
  if (changedAt('node_modules/.package-lock.json') < changedAt('package-lock.json')) {
    const install = () =>
      run('install', 'npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'])
    if (!(await step('install', install))) return
  }
  // Two sequences of steps in parallel: those that need a browser, and those that do not.
  const built = npmStep('build', 'build')
  await Promise.all([
    (async () => {
      const browser = await step('find browser', () => Promise.resolve(ensureBrowser()))
      if (!(await built)) return
      await step('site', () => run('site', 'node', ['scripts/check-site.mjs']))
      if (browser) await playwright()
    })(),
    (async () => {
      await npmStep('types', 'typecheck')
      await npmStep('lint', 'lint')
      await npmStep('unused code', 'unused')
      await built
      await vitest()
    })(),
  ])
}

await check()
for (const test of failedTests) console.log(`failed | ${test}`)
console.table(results)
const sum = (/** @type {'passed' | 'failed'} */ key) =>
  results.reduce((total, result) => total + result[key], 0)
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
process.exitCode = sum('failed') === 0 ? 0 : 1
