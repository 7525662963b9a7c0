// `npm run rules -- --applicants 100000 --tables 30000 --seed 1`: the rules of engine.md over many drawn applicants, and many wrong
// tables, under the bundled engine and configuration. The program checks 300 applicants a rule before each release; this takes minutes.

import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

import { calendarDay } from '~/domain/dates'
import { drawApplicants } from '~/domain/engine-versions/gate/draws'
import { findViolation } from '~/domain/engine-versions/gate/gate.server'
import { violationText } from '~/domain/engine-versions/check.server'
import { bundledTables } from '~/engine/bundled-tables'
import { goldenCases } from '~/engine/golden-cases'

import { bundledConfiguration } from './bundled-configuration'
import { tryHostileTables } from './hostile-tables'
import { nativeEngine } from './native-engine'

const { values } = parseArgs({
  options: {
    applicants: { type: 'string', default: '100000' },
    tables: { type: 'string', default: '30000' },
    seed: { type: 'string', default: '1' },
  },
})
const [applicants, tables, seed] = [values.applicants, values.tables, values.seed].map(Number) as [
  number,
  number,
  number,
]
if (![applicants, tables, seed].every((value) => Number.isInteger(value) && value >= 0)) {
  console.error('applicants, tables and seed must be whole numbers')
  process.exit(2)
}

const source = readFileSync('app/engine/underwrite.js', 'utf8')
const version = { source, tables: bundledTables, tests: goldenCases }
const asOf = calendarDay(new Date())
const engine = nativeEngine()
const perRound = 1000
let failed = false

const started = performance.now()
for (let done = 0; done < applicants; done += perRound) {
  const draws = Math.min(perRound, applicants - done)
  // The population is the same in each round: the first runs all of it, the others as little as there can be.
  const options = { asOf, draws, seed: seed + done, populationStep: done === 0 ? 1 : 40 }
  const violation = await findViolation(engine, version, bundledConfiguration, options)
  if (violation === null) continue
  failed = true
  console.log(`seed ${seed + done}: ${violationText(violation)}`)
}
console.log(
  `Rules 1 to 15 over ${applicants} applicants: ${failed ? 'violated' : 'they hold'} (${secondsSince(started)} s)`,
)

const begun = performance.now()
const inputs = drawApplicants(bundledConfiguration, asOf, 200, seed).map(({ input }) => input)
const { outcomes, escaped } = await tryHostileTables(engine, source, inputs, { count: tables, seed })
for (const line of escaped.slice(0, 20)) console.log(`let through: ${line}`)
console.log(
  `${tables} wrong tables: ${Object.entries(outcomes)
    .map(([outcome, count]) => `${count} ${outcome}`)
    .join(', ')}; ${escaped.length} let through (${secondsSince(begun)} s)`,
)
if (failed || escaped.length > 0) process.exitCode = 1

function secondsSince(start: number) {
  return Math.round((performance.now() - start) / 1000)
}
