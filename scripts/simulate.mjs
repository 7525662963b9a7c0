// Projects the portfolio and writes the months as CSV:
//   node scripts/simulate.mjs [--scenario baseline] [--months 48] [--start 2022-01] [--seed 7] [--out file.csv]

import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

import { parse } from 'csv-parse/sync'
import { runnerImport } from 'vite'

const { module: simulation } =
  await /** @type {Promise<{module: typeof import('../app/engine/simulate')}>} */ (
    runnerImport(new URL('../app/engine/simulate.ts', import.meta.url).pathname)
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
        out: { type: 'string' },
      },
    }).values
  } catch (error) {
    return stop(/** @type {Error} */ (error).message)
  }
}

const { scenario, months, start, seed, out } = options()
if (!Object.hasOwn(simulation.scenarios, scenario))
  stop(`--scenario is one of ${Object.keys(simulation.scenarios).join(', ')}`)
if (!/^\d{1,3}$/.test(months) || Number(months) < 1) stop('--months is a number from 1 to 999')
if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(start)) stop('--start is a month such as 2022-01')
if (!/^\d{1,9}$/.test(seed)) stop('--seed is a whole number')

const tierFile = readFileSync(new URL('../db/reference/coverage_tier_config.csv', import.meta.url), 'utf8')
const rows = simulation.simulatePortfolio({
  tiers: parse(tierFile, {
    columns: true,
    cast: (text, { header, column }) => (header || column === 'tier_name' ? text : Number(text)),
  }),
  scenario: /** @type {keyof typeof simulation.scenarios} */ (scenario),
  months: Number(months),
  start,
  seed: Number(seed),
})
const csv = [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))]
  .map((cells) => cells.join(','))
  .join('\n')
if (out === undefined) process.stdout.write(`${csv}\n`)
else writeFileSync(out, `${csv}\n`)
