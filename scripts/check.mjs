// `npm test`: every check, on a machine with nothing but Node and npm. The last line counts the tests of all suites.

import './env-file.mjs'

import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { ensureBrowser } from './find-browser.mjs'

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'))
// Tests have databases and settings of their own: what is meant for the site must not reach them.
for (const [, name = ''] of readFileSync('.env.example', 'utf8').matchAll(/^# ([A-Z_]+)=/gm))
  delete process.env[name]

const reports = mkdtempSync(join(tmpdir(), 'holdfast-check-'))
const totals = { passed: 0, failed: 0 }

/** @param {string} command @param {string[]} parameters @param {Record<string, string>} [environment] */
function run(command, parameters, environment = {}) {
  const shell = process.platform === 'win32'
  return (
    spawnSync(command, parameters, { stdio: 'inherit', shell, env: { ...process.env, ...environment } })
      .status === 0
  )
}

/** A step that either holds or not. @param {string} name @param {() => boolean} check */
function step(name, check) {
  console.log(`\n== ${name}`)
  const passed = check()
  totals[passed ? 'passed' : 'failed'] += 1
  if (!passed) console.log(`-- ${name} failed`)
  return passed
}

/** A suite that counts its own tests in a JSON report. @param {string} name @param {(report: string) => boolean} suite @param {(report: any) => { passed: number, failed: number }} count */
function suite(name, suite, count) {
  console.log(`\n== ${name}`)
  const report = join(reports, `${name.replaceAll(' ', '-')}.json`)
  const ok = suite(report)
  const counted = existsSync(report)
    ? count(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: 0 }
  totals.passed += counted.passed
  // A suite that broke before its first test, or beside its tests, has failed too.
  totals.failed += ok ? counted.failed : Math.max(1, counted.failed)
}

/** @param {string} path */
const changedAt = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0)

if (changedAt('node_modules/.package-lock.json') < changedAt('package-lock.json')) {
  if (
    !step('install', () => run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']))
  )
    finish()
}
step('types', () => run('npm', ['run', '--silent', 'typecheck']))
step('lint', () => run('npm', ['run', '--silent', 'lint']))
step('unused code', () => run('npm', ['run', '--silent', 'unused']))
const built = step('build', () => run('npm', ['run', '--silent', 'build']))
if (built) step('site', () => run('node', ['scripts/check-site.mjs']))
suite(
  'unit and integration',
  (report) =>
    run('npx', ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]),
  (report) => ({ passed: report.numPassedTests, failed: report.numFailedTests }),
)
if (built && step('browser', ensureBrowser)) {
  suite(
    'browser tests',
    (report) =>
      run(
        'npx',
        ['playwright', 'test', '--config', 'test/e2e/playwright.config.ts', '--reporter=list,json'],
        {
          PLAYWRIGHT_JSON_OUTPUT_NAME: report,
        },
      ),
    ({ stats }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected }),
  )
}
finish()

function finish() {
  rmSync(reports, { recursive: true, force: true })
  console.log(`\n${totals.passed} passed, ${totals.failed} failed`)
  process.exit(totals.failed === 0 ? 0 : 1)
}
