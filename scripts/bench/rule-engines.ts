// `npm run bench:rule-engines`: the engine beside rule engines of the market, which the script installs into a temporary folder in the
// versions below. Each looks up the rating tables of the bundled version for the same drawn applicants and multiplies the base premium of
// the chosen tier; the script checks that they agree. The engine itself does far more in the same time: every tier, cover, expected claims,
// the decision, and the trace.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'

import { drawApplicants, type GateInput } from '~/domain/engine-versions/gate/draws'
import { createSandbox } from '~/domain/underwriting/sandbox.server'
import { sharedPart } from '~/domain/underwriting/underwriting.server'
import { bundledTables } from '~/engine/bundled-tables'
import type { RatingTable } from '~/engine/model/tables'

import { bundledConfiguration } from '../rules/bundled-configuration'
import { nativeEngine } from '../rules/native-engine'
import { median } from './load'

const versions = ['@gorules/zen-engine@0.54.0', 'json-rules-engine@7.3.1']
const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)

const rated = bundledTables.rating.filter(({ input }) => !input.startsWith('employer.'))
const applicants = drawApplicants(bundledConfiguration, '2026-01-15', 200).map(({ input }) => input)

type Evaluate = (inputs: readonly GateInput[]) => Promise<number[]>
const folder = mkdtempSync(join(tmpdir(), 'holdfast-rule-engines-'))
try {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true }))
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel', 'error', ...versions], {
    cwd: folder,
  })
  const installed = createRequire(join(folder, 'package.json'))
  const subjects: [string, Evaluate][] = [
    ['tables alone, plain JavaScript', async (inputs) => inputs.map(lookUp)],
    [`tables alone, ${versions[0]}`, zen(installed('@gorules/zen-engine') as ZenModule)],
    [`tables alone, ${versions[1]}`, jsonRules(installed('json-rules-engine') as JsonRulesModule)],
  ]
  await mustAgree(subjects)
  const sandbox = createSandbox({ workers: 1 })
  const source = readFileSync('app/engine/underwrite.js', 'utf8')
  const { shared } = sharedPart({ source, tables: bundledTables }, applicants[0] as GateInput)
  const inBatches =
    (run: ReturnType<typeof nativeEngine>['runFigures']): Evaluate =>
    async (inputs) => {
      const own = inputs.map((input) => ({ ...input, tiers: undefined }))
      return (await run(source, own, { shared })).map((outcome) =>
        outcome.ok ? outcome.result.monthly_premium : 0,
      )
    }
  subjects.push(
    ['the engine, plain JavaScript', inBatches(nativeEngine().runFigures)],
    ['the engine, in the sandbox, in batches of 200', inBatches(sandbox.runFigures)],
  )
  await compare(subjects)
  await sandbox.close()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Evaluates all applicants again and again, each subject in each round, and prints the medians. */
async function compare(subjects: [string, Evaluate][]) {
  const rates = new Map<string, number[]>()
  for (let round = 0; round < rounds; round += 1)
    for (const [name, evaluate] of subjects) {
      const started = performance.now()
      let done = 0
      while (performance.now() - started < 1000 * seconds) done += (await evaluate(applicants)).length
      rates.set(name, [...(rates.get(name) ?? []), (1000 * done) / (performance.now() - started)])
    }
  const reference = median(rates.get('the engine, plain JavaScript') ?? [])
  console.log(`\n${availableParallelism()} cores, medians of ${rounds} rounds of ${seconds} s\n`)
  for (const [name] of subjects) {
    const rate = median(rates.get(name) ?? [])
    console.log(
      `${rate.toFixed(0).padStart(9)} a second   1 : ${(reference / rate).toPrecision(2).padEnd(6)} ${name}`,
    )
  }
}

async function mustAgree(subjects: [string, Evaluate][]) {
  const [[, reference], ...others] = subjects as [[string, Evaluate], ...[string, Evaluate][]]
  const expected = await reference(applicants)
  for (const [name, evaluate] of others) {
    const found = await evaluate(applicants)
    const at = expected.findIndex((value, index) => Math.abs(value / (found[index] ?? NaN) - 1) > 1e-9)
    if (at >= 0 || found.length !== expected.length)
      throw new Error(
        `${name} gives ${found[at]}, not ${expected[at]}, for ${JSON.stringify(applicants[at]?.quote)}`,
      )
  }
}

function basePremium({ quote, tiers }: GateInput) {
  const tier =
    tiers.find(({ tier_name }) => String(tier_name).toLowerCase() === quote.coverage_level) ?? tiers[0]
  return Number(tier?.base_premium)
}

function answerOf({ quote }: GateInput, { input }: RatingTable) {
  const answer = quote[input] ?? null
  return typeof answer === 'boolean' ? String(answer).toUpperCase() : answer
}

/** The answers of an applicant by table, without unknown ones. */
function factsOf(input: GateInput) {
  const known = rated.map((table) => [table.name, answerOf(input, table)] as const)
  return { base: basePremium(input), ...Object.fromEntries(known.filter(([, answer]) => answer !== null)) }
}

function lookUp(input: GateInput) {
  return rated.reduce((premium, table) => {
    const answer = answerOf(input, table)
    return premium * (answer === null ? 1 : (multiplierOf(table, answer) ?? 1))
  }, basePremium(input))
}

function multiplierOf(table: RatingTable, answer: string | number) {
  if (table.kind === 'choice') return table.rows.find(({ key }) => key === answer)?.multiplier
  const value = Number(answer)
  return table.rows.find(({ from, to }) => (from === null || value >= from) && (to === null || value < to))
    ?.multiplier
}

type ZenModule = {
  ZenEngine: new () => {
    createDecision: (content: Buffer) => {
      evaluate: (input: object) => Promise<{ result: { premium: number } }>
    }
  }
}

/** One decision table for each rating table, one after the other, and an expression that multiplies. */
function zen({ ZenEngine }: ZenModule): Evaluate {
  const tables = rated.map((table) => ({
    id: table.name,
    name: table.name,
    type: 'decisionTableNode',
    content: {
      hitPolicy: 'first',
      passThrough: true,
      inputs: [{ id: 'in', name: 'answer', field: table.name }],
      outputs: [{ id: 'out', name: 'factor', field: `factor_${table.name}` }],
      rules: [
        ...table.rows.map((row, index) => ({
          _id: String(index),
          in: condition(row),
          out: String(row.multiplier),
        })),
        { _id: 'else', in: '', out: '1' },
      ],
    },
  }))
  const product = ['base', ...rated.map(({ name }) => `factor_${name}`)].join(' * ')
  const nodes = [
    { id: 'request', name: 'request', type: 'inputNode' },
    ...tables,
    {
      id: 'premium',
      name: 'premium',
      type: 'expressionNode',
      content: { expressions: [{ id: 'premium', key: 'premium', value: product }] },
    },
    { id: 'response', name: 'response', type: 'outputNode' },
  ]
  const edges = nodes.slice(1).map(({ id }, index) => ({
    id: `to ${id}`,
    type: 'edge',
    sourceId: nodes[index]?.id,
    targetId: id,
  }))
  const decision = new ZenEngine().createDecision(Buffer.from(JSON.stringify({ nodes, edges })))
  return (inputs) =>
    Promise.all(inputs.map(async (input) => (await decision.evaluate(factsOf(input))).result.premium))
}

function condition(row: RatingTable['rows'][number]) {
  if ('key' in row) return JSON.stringify(row.key)
  const { from, to } = row
  return (
    [...(from === null ? [] : [`$ >= ${from}`]), ...(to === null ? [] : [`$ < ${to}`])].join(' and ') || ''
  )
}

type JsonRulesModule = {
  Engine: new (
    rules: object[],
    options: { allowUndefinedFacts: boolean },
  ) => { run: (facts: object) => Promise<{ events: { params: { multiplier: number } }[] }> }
}

/** One rule for each row of each table; the multipliers of the events are multiplied. */
function jsonRules({ Engine }: JsonRulesModule): Evaluate {
  const rules = rated.flatMap((table) =>
    table.rows.map((row) => ({
      conditions: {
        all:
          'key' in row
            ? [{ fact: table.name, operator: 'equal', value: row.key }]
            : [
                ...(row.from === null
                  ? []
                  : [{ fact: table.name, operator: 'greaterThanInclusive', value: row.from }]),
                ...(row.to === null ? [] : [{ fact: table.name, operator: 'lessThan', value: row.to }]),
              ],
      },
      event: { type: table.name, params: { multiplier: row.multiplier } },
    })),
  )
  const engine = new Engine(rules, { allowUndefinedFacts: true })
  return async (inputs) => {
    const premiums: number[] = []
    for (const input of inputs) {
      const { events } = await engine.run(factsOf(input))
      premiums.push(events.reduce((premium, { params }) => premium * params.multiplier, basePremium(input)))
    }
    return premiums
  }
}
