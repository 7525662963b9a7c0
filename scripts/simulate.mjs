// Projects the portfolio and writes the months as CSV, to the screen unless --out names a file:
//   node scripts/simulate.mjs [--scenario baseline] [--months 48] [--start 2022-01] [--seed 1] [--out file.csv]
// Without parameters it makes db/reference/simulation_results.csv.

import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import { parse } from 'csv-parse/sync'
import { runnerImport } from 'vite'

/** @param {string} problem @returns {never} */
function stop(problem) {
  console.error(problem)
  process.exit(1)
}

function readArguments() {
  try {
    return parseArgs({
      options: {
        scenario: { type: 'string', default: 'baseline' },
        months: { type: 'string', default: '48' },
        start: { type: 'string', default: '2022-01' },
        seed: { type: 'string', default: '1' },
        out: { type: 'string' },
      },
    }).values
  } catch (error) {
    return stop(/** @type {Error} */ (error).message.split('. ')[0] ?? 'Unknown argument')
  }
}

/** A whole number as the command line writes it; anything else is refused by the schema. @param {string} text */
function whole(text) {
  return /^\d{1,10}$/.test(text) ? Number(text) : NaN
}

/** @param {string} name */
function reference(name) {
  /** @type {unknown} */
  const rows = parse(readFileSync(new URL(`../db/reference/${name}`, import.meta.url), 'utf8'), {
    columns: true,
    cast: (text, { header }) => (header || Number.isNaN(Number(text)) ? text : Number(text)),
  })
  return rows
}

const { out, months, seed, ...named } = readArguments()
const { module } = await /** @type {Promise<{module: typeof import('../app/engine/simulate')}>} */ (
  runnerImport(fileURLToPath(new URL('../app/engine/simulate.ts', import.meta.url)), {
    root: fileURLToPath(new URL('..', import.meta.url)),
    configFile: false,
    logLevel: 'error',
  })
)
const parameters = module.simulationSchema.safeParse({
  ...named,
  months: whole(months),
  seed: whole(seed),
  tiers: reference('coverage_tier_config.csv'),
  industries: reference('industry_fallback.csv'),
})
if (!parameters.success) stop(parameters.error.issues[0]?.message ?? 'The parameters are wrong')

const csv = module.simulationCsv(module.simulatePortfolio(parameters.data))
if (out === undefined) process.stdout.write(csv)
else {
  try {
    writeFileSync(out, csv)
  } catch (error) {
    stop(`${out} cannot be written: ${/** @type {Error} */ (error).message}`)
  }
}
