// Projects the bundled population and writes the months as CSV. simulation.md explains the model.
//   node scripts/simulate.mjs [--scenario baseline] [--months 48] [--start 2022-01] [--seed 7] [--members 260] [--reserve 180000] [--out file.csv]
// With `--paths 1000` it writes the reserve that this number of paths need, in place of the months.

import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import { parse } from 'csv-parse/sync'
import { runnerImport } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const { module: simulation } = await /** @type {Promise<{ module: typeof import('./bundled-book') }>} */ (
  runnerImport(`${root}scripts/bundled-book.ts`, {
    configFile: false,
    resolve: { alias: { '~': `${root}app` } },
  })
)

/** @param {string} problem @returns {never} */
function stop(problem) {
  console.error(problem)
  process.exit(1)
}

function options() {
  try {
    return parseArgs({
      options: {
        scenario: { type: 'string', default: 'baseline' },
        months: { type: 'string', default: '48' },
        start: { type: 'string', default: '2022-01' },
        seed: { type: 'string', default: '7' },
        members: { type: 'string', default: '260' },
        reserve: { type: 'string', default: '180000' },
        paths: { type: 'string' },
        out: { type: 'string' },
      },
    }).values
  } catch (error) {
    return stop(/** @type {Error} */ (error).message.split('\n')[0] ?? '')
  }
}

const { scenario, months, start, seed, members, reserve, paths, out } = options()
if (!simulation.scenarioNames.some((name) => name === scenario))
  stop(`--scenario is one of ${simulation.scenarioNames.join(', ')}`)
if (!/^\d{1,3}$/.test(months) || Number(months) < 1) stop('--months is a number from 1 to 999')
if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(start)) stop('--start is a month such as 2022-01')
if (!/^\d{1,9}$/.test(seed)) stop('--seed is a whole number')
if (!/^\d{1,7}$/.test(members) || Number(members) < 1) stop('--members is a number from 1 to 9999999')
if (!/^\d{1,12}$/.test(reserve)) stop('--reserve is a whole number of dollars')
if (paths !== undefined && (!/^\d{1,5}$/.test(paths) || Number(paths) < 1))
  stop('--paths is a number from 1 to 99999')

const projection = {
  book: simulation.bundledBook((path) => parse(readFileSync(`${root}${path}`), { columns: true })),
  scenario: /** @type {import('../app/engine/scenario-names').ScenarioName} */ (scenario),
  months: Number(months),
  start,
  seed: Number(seed),
  members: Number(members),
  reserve: Number(reserve),
}

/** @param {(string | number | boolean)[][]} lines */
const csv = (lines) => lines.map((cells) => `${cells.join(',')}\n`).join('')

function monthLines() {
  const rows = simulation.simulatePortfolio(projection)
  return [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))]
}

/** Reserve that paths need, in dollars and in months of premium. @param {number} count */
function reserveLines(count) {
  const { needs } = simulation.simulatePaths({ ...projection, paths: count })
  const header = ['scenario', 'months', 'median', 'p95', 'p99_5']
  const ofPremium = ['median_months', 'p95_months', 'p99_5_months', 'survived_percent']
  return [
    [...header, ...ofPremium],
    ...needs.map(({ scenario: name, months: length, median, p95, p995, ofPremium: premiums, survived }) => [
      ...[name, length, ...[median, p95, p995].map((dollars) => dollars.toFixed(0))],
      ...[premiums.median, premiums.p95, premiums.p995].map((each) => each.toFixed(1)),
      (survived * 100).toFixed(1),
    ]),
  ]
}

const text = csv(paths === undefined ? monthLines() : reserveLines(Number(paths)))
if (out === undefined) process.stdout.write(text)
else writeFileSync(out, text)
