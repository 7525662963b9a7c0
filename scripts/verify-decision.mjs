// Verifies the evidence of a decision, as the page of a result exports it. Needs this file and Node 20 or newer, nothing else.
//
//   node verify-decision.mjs evidence-7.json [--fingerprint SHA256] [--version SHA256]
//
// Prints a line for each check. The exit code is 0 when all pass, 1 when one fails, 2 when the file cannot be read as evidence.
//
// What it proves: the hashes belong to the content, the factors lead to the premium, and the version's source gives the stored figures for the
// stored input. A file that was rewritten consistently, including its source, passes these checks. So compare the fingerprint with the
// audit log of the site (each export is an entry there), and the version's hash with the page of the result: the two options do that.
//
// The source is untrusted. It runs in a separate process: Node's permission model denies files, further processes, workers and native
// modules (from Node 25 on also the network), code made from text is off, the environment is empty, the heap has 64 MB and the run 10 seconds. Inside,
// node:vm gives it the language without clock, randomness, byte arrays and the host's objects. That stops loops, large memory and what a hostile source
// would read or forge. It does not protect from a flaw in V8 or Node itself; before Node 25 a source that used one could reach the network
// with the input. For a file from an adversary, use a machine without network.

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { parseArgs } from 'node:util'

const maxFileBytes = 32 * 1024 * 1024
const maxResultBytes = 1024 * 1024
const maxRunMs = 10_000

/** @typedef {Record<string, any>} Json an unvalidated object of the file */
/** @typedef {{ status: 'ok' | 'FAIL' | 'skip', text: string }} Outcome */

/** @param {string} text @returns {Outcome} */
const ok = (text) => ({ status: 'ok', text })
/** @param {string} text @returns {Outcome} */
const fail = (text) => ({ status: 'FAIL', text })
/** @param {string} text @returns {Outcome} */
const skip = (text) => ({ status: 'skip', text })

// --- JSON and hashes ---

/** Returns JSON with the keys of every object sorted. @param {unknown} content @returns {string} */
function canonicalJson(content) {
  return JSON.stringify(content, (_, value) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
  )
}

/** @param {string} text */
const sha256 = (text) => createHash('sha256').update(text).digest('hex')
/** @param {unknown} content */
const fingerprint = (content) => sha256(canonicalJson(content))

/** @param {unknown} value @returns {value is Json} */
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** @param {Json} object @param {string} key */
function without(object, key) {
  const { [key]: _, ...rest } = object
  return rest
}

/** @param {string} what @param {unknown} stated @param {string} computed */
function compareHash(what, stated, computed) {
  return stated === computed
    ? ok(`${what} is ${computed}`)
    : fail(`${what}: the file says ${shown(stated)}, its content gives ${computed}`)
}

/** Returns a value of the file for a terminal: without control characters, shortened. @param {unknown} value */
function shown(value) {
  const text = typeof value === 'string' ? value : value === undefined ? 'absent' : JSON.stringify(value)
  const clean = text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?')
  return clean.length > 120 ? `${clean.slice(0, 120)}...` : clean
}

// --- The shape of a result ---

/** Decimals of the figures that are stored rounded. @type {Record<string, number>} */
const decimals = {
  max_coverage: 2,
  monthly_premium: 2,
  annual_premium: 2,
  ratio: 4,
  user_score: 4,
  combined_risk_factor: 4,
}
const topFigures = ['coverage_tier', ...Object.keys(decimals)]

const every = true
const decision = { status: every, reasons: every }
/** The fields that a stored result has, by the interface of its engine. */
const shapes = /** @type {Record<number, unknown>} */ ({
  1: resultShape({
    decision,
    factors: [fields('name label input multiplier min max')],
    steps: [fields('label formula value')],
    ...fields('base_premium data_sources warnings'),
  }),
  2: resultShape({
    decision: { status: every, reasons: [fields('code text forApplicant')] },
    factors: [fields('name label group answer table row formula raw multiplier bound source dollars')],
    steps: [fields('label formula value')],
    expected: fields('frequency benefit claims lossRatio'),
    ...fields('base_premium data_sources warnings'),
  }),
})

/** @param {string} names */
function fields(names) {
  return Object.fromEntries(names.split(' ').map((name) => [name, every]))
}

/** @param {object} details */
function resultShape(details) {
  return { ...fields(topFigures.join(' ')), calculation_details: details }
}

/** Returns the fields of a value that its shape has: the site stores no others. @param {any} value @param {any} shape @returns {unknown} */
function prune(value, shape) {
  if (Array.isArray(shape)) return Array.isArray(value) ? value.map((item) => prune(item, shape[0])) : value
  if (!isObject(shape) || !isObject(value)) return value
  const known = Object.keys(shape).filter((name) => Object.hasOwn(value, name))
  return Object.fromEntries(known.map((name) => [name, prune(value[name], shape[name])]))
}

/** Returns every figure of a result by its path. @param {unknown} value */
function figuresOf(value) {
  /** @type {Map<string, unknown>} */
  const figures = new Map()
  /** @param {unknown} part @param {string} path */
  const walk = (part, path) => {
    if (typeof part === 'object' && part !== null && Object.keys(part).length > 0)
      for (const [name, item] of Object.entries(part)) walk(item, path === '' ? name : `${path}.${name}`)
    else figures.set(path, part)
  }
  walk(value, '')
  return figures
}

/**
 * Interpreters may differ in the last bit of a function such as Math.pow.
 * @param {string} path @param {unknown} stored @param {unknown} computed
 */
function isSame(path, stored, computed) {
  if (typeof stored !== 'number' || typeof computed !== 'number')
    return typeof stored === typeof computed && JSON.stringify(stored) === JSON.stringify(computed)
  const places = decimals[path]
  return places === undefined
    ? Math.abs(stored - computed) <= 1e-12 * Math.max(Math.abs(stored), Math.abs(computed))
    : Math.abs(stored - computed) <= 0.5 * 10 ** -places + 1e-9
}

// --- The checks ---

/** Returns the missing fields without which a file cannot be checked. @param {Json} file */
function missingParts(file) {
  const { input, version, result, decision } = file
  /** @type {[string, unknown][]} */
  const parts = [
    ['fingerprint', isHash(file.fingerprint)],
    ['input', isObject(input)],
    ['version.interface', version?.interface === 1 || version?.interface === 2],
    ['version.source', typeof version?.source === 'string'],
    ['version.hash', isHash(version?.hash)],
    ['version.tables', version?.interface === 1 || isObject(version?.tables)],
    ['result.hash', isHash(result?.hash)],
    ['result.calculation_details', isObject(result?.calculation_details)],
    ['result.calculation_details.factors', Array.isArray(result?.calculation_details?.factors)],
    ['decision', isObject(decision) && Array.isArray(decision.offers)],
  ]
  return parts.filter(([, present]) => !present).map(([name]) => name)
}

/** @param {unknown} value */
function isHash(value) {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
}

/** @param {Json} version */
function versionHash({ interface: number, source, tables, tests }) {
  return number === 2 ? fingerprint({ source, tables, tests }) : sha256(source)
}

/** @param {Json} file @param {string | undefined} expected @returns {Outcome[]} */
function checkVersion({ version, result }, expected) {
  const hash = versionHash(version)
  return [
    compareHash('version: the hash of source, tables and tests', version.hash, hash),
    result.engine_hash === hash
      ? ok('version: the result names this version')
      : fail(`version: the result was made by ${shown(result.engine_hash)}, the file has ${hash}`),
    ...(expected === undefined ? [] : [compareExpected('version', hash, expected)]),
  ]
}

/** @param {string} what @param {string} found @param {string} expected */
function compareExpected(what, found, expected) {
  return found === expected.toLowerCase()
    ? ok(`${what}: it is the expected one`)
    : fail(`${what}: expected ${shown(expected)}, the file has ${found}`)
}

/** Interface 1 had other tables; where the applicant's data were erased, the hash covers three of them. @param {Json} file */
function checkConfiguration({ version, input, result }) {
  const { tiers, employer, industry, portfolio, notRated, gender, synergy } = input
  const first = [
    { tiers, employer, industry, gender, synergy },
    { tiers, employer, industry },
  ]
  const hashes = (version.interface === 2 ? [{ tiers, employer, industry, portfolio, notRated }] : first).map(
    fingerprint,
  )
  const [hash = ''] = hashes
  return compareHash(
    'configuration: the hash of its rows',
    result.configuration_hash,
    hashes.find((candidate) => candidate === result.configuration_hash) ?? hash,
  )
}

/** @param {Json} file */
function checkDecision({ result, decision }) {
  const status = result.calculation_details.decision?.status
  if (result.decision !== status || decision.status !== status)
    return fail(
      `decision: the calculation says ${shown(status)}, the result ${shown(result.decision)}, the record ${shown(decision.status)}`,
    )
  const by = decision.run_by === null ? 'an account that is gone' : shown(decision.run_by?.name)
  return ok(`decision: ${shown(status)} by the engine on ${shown(decision.decided_at)}, run by ${by}`)
}

/** @param {Json} file */
function checkPremium({ version, result }) {
  const { base_premium: base, factors } = result.calculation_details
  const premium = result.monthly_premium
  if (version.interface === 1)
    return skip('premium: interface 1 does not show its limits as factors; the run below covers the price')
  if (result.coverage_tier === null) return skip('premium: declined, there is no price')
  let product = base
  let dollars = base
  for (const factor of factors) {
    product *= factor?.multiplier
    dollars += factor?.dollars
  }
  const leads = (/** @type {unknown} */ to) => typeof to === 'number' && Math.abs(to - premium) < 0.005
  if (!leads(product))
    return fail(
      `premium: ${shown(base)} times ${factors.length} factors is ${shown(product)}, not ${shown(premium)}`,
    )
  if (!leads(dollars))
    return fail(
      `premium: ${shown(base)} and the dollars of the factors are ${shown(dollars)}, not ${shown(premium)}`,
    )
  return ok(`premium: ${base} times ${factors.length} factors is ${premium}, to the cent`)
}

/** Runs the source on the input again. @param {Json} file @returns {Outcome[]} */
function checkRun({ version, input, result }) {
  const run = runSource(
    version.source,
    version.interface === 2 ? { tables: version.tables, ...input } : input,
  )
  if (!run.ok) return [fail(`run: ${run.problem}`)]
  const stored = figuresOf({
    ...Object.fromEntries(topFigures.map((name) => [name, result[name]])),
    calculation_details: result.calculation_details,
  })
  const computed = figuresOf(prune(run.result, shapes[version.interface]))
  const paths = [...new Set([...stored.keys(), ...computed.keys()])]
  const different = paths.filter((path) => !isSame(path, stored.get(path), computed.get(path)))
  if (different.length === 0) return [ok(`run: the source gives all ${paths.length} figures again`)]
  const most = 10
  const lines = different
    .slice(0, most)
    .map((path) =>
      fail(
        `run: ${shown(path)} is ${shown(stored.get(path))} in the file, ${shown(computed.get(path))} by the source`,
      ),
    )
  const more = different.length - most
  return more > 0 ? [...lines, fail(`run: ${more} more of ${paths.length} figures differ`)] : lines
}

// --- The run of the untrusted source ---

/** The program of the child process. Only text passes between it and the source. */
const program = `
const { readFileSync, writeFileSync } = require('node:fs')
const vm = require('node:vm')
const end = process.reallyExit.bind(process)
const answer = (text) => { writeFileSync(1, text); end(0) }
const { source, input } = JSON.parse(readFileSync(0, 'utf8'))
const context = vm.createContext(Object.create(null), { codeGeneration: { strings: false, wasm: false } })
const call = vm.runInContext(\`
  const names = Object.getOwnPropertyNames(globalThis)
  const bytes = names.filter((name) => name.endsWith('Array') && name !== 'Array')
  const others = ['Date', 'Promise', 'Proxy', 'Intl', 'WebAssembly', 'Atomics', 'WeakRef', 'FinalizationRegistry', 'console']
  for (const name of [...others, ...bytes, 'ArrayBuffer', 'SharedArrayBuffer', 'DataView']) delete globalThis[name]
  delete Math.random
  ;(() => {
    const { parse, stringify } = JSON
    const text = String
    return (input) => {
      try {
        if (typeof underwrite !== 'function') return '!the source defines no function underwrite'
        const result = underwrite(parse(input))
        return typeof result === 'object' && result !== null ? stringify(result) : '!underwrite returned no object'
      } catch (error) {
        return '!the source failed: ' + text(error && error.message)
      }
    }
  })()\`, context)
try {
  vm.runInContext(source, context, { filename: 'engine.js' })
} catch {
  answer('!the source does not load')
}
let output
try {
  output = call(input)
} catch {
  output = '!the source failed'
}
answer(typeof output === 'string' ? output : '!the result is not JSON')
`

/** @param {string} source @param {unknown} input @returns {{ ok: true, result: unknown } | { ok: false, problem: string }} */
function runSource(source, input) {
  const flags = process.allowedNodeEnvironmentFlags
  const permission = ['--permission', '--experimental-permission'].find((flag) => flags.has(flag))
  if (permission === undefined)
    return { ok: false, problem: 'the source is not run: this needs Node 20 or newer' }
  const limits = [
    permission,
    '--max-old-space-size=64',
    '--disallow-code-generation-from-strings',
    '--no-warnings',
  ]
  const { error, signal, stdout } = spawnSync(
    process.execPath,
    [...limits, '--input-type=commonjs', '--eval', program],
    {
      input: JSON.stringify({ source, input: JSON.stringify(input) }),
      env: /** @type {NodeJS.ProcessEnv} */ ({}),
      encoding: 'utf8',
      timeout: maxRunMs,
      killSignal: 'SIGKILL',
      maxBuffer: maxResultBytes,
      windowsHide: true,
    },
  )
  const code = /** @type {NodeJS.ErrnoException | undefined} */ (error)?.code
  if (code === 'ETIMEDOUT')
    return { ok: false, problem: `the source was stopped after ${maxRunMs / 1000} seconds` }
  if (code === 'ENOBUFS') return { ok: false, problem: 'the result of the source is larger than 1 MB' }
  if (stdout.startsWith('!')) return { ok: false, problem: shown(stdout.slice(1)) }
  if (error || signal !== null || stdout === '')
    return {
      ok: false,
      problem: 'the source ended the run without a result (too much memory, or a forbidden act)',
    }
  try {
    return { ok: true, result: JSON.parse(stdout) }
  } catch {
    return { ok: false, problem: 'the result of the source is not JSON' }
  }
}

// --- The command ---

/** @param {string} problem @returns {never} */
function unreadable(problem) {
  console.error(problem)
  process.exit(2)
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { fingerprint: { type: 'string' }, version: { type: 'string' } },
    })
    const [path, ...rest] = positionals
    if (path !== undefined && rest.length === 0) return { path, ...values }
  } catch {
    // An unknown option: the line below lists the valid ones.
  }
  return unreadable('Usage: node verify-decision.mjs FILE [--fingerprint SHA256] [--version SHA256]')
}

/** @param {string} path @returns {Json} */
function readEvidence(path) {
  let file
  try {
    if (statSync(path).size > maxFileBytes) return unreadable('The file is larger than 32 MB.')
    file = JSON.parse(readFileSync(path, 'utf8'))
    canonicalJson(file) // fails where it is nested too deep
  } catch (error) {
    return unreadable(`The file cannot be read: ${shown(/** @type {Error} */ (error).message)}`)
  }
  if (!isObject(file) || !('format' in file)) return unreadable('The file is not the evidence of a decision.')
  if (file.format !== 1)
    return unreadable(`Format ${shown(file.format)} is not known: this script reads format 1.`)
  return file
}

/** @param {Json} file @param {{ fingerprint?: string, version?: string }} expected @returns {Outcome[]} */
function checkAll(file, expected) {
  const missing = missingParts(file)
  if (missing.length > 0) return [fail(`format: missing or malformed: ${missing.join(', ')}`)]
  const hash = fingerprint(without(file, 'fingerprint'))
  return [
    ok('format: 1, with all parts'),
    compareHash('fingerprint: that of the whole file', file.fingerprint, hash),
    ...(expected.fingerprint === undefined
      ? []
      : [compareExpected('fingerprint', hash, expected.fingerprint)]),
    ...checkVersion(file, expected.version),
    checkConfiguration(file),
    compareHash('result: its hash', file.result.hash, fingerprint(without(file.result, 'hash'))),
    checkDecision(file),
    checkPremium(file),
    ...checkRun(file),
  ]
}

/** A file may be malformed in ways that no check expects. @param {Json} file @param {Parameters<typeof checkAll>[1]} expected */
function outcomesOf(file, expected) {
  try {
    return checkAll(file, expected)
  } catch (error) {
    return [fail(`format: a check could not end: ${shown(/** @type {Error} */ (error).message)}`)]
  }
}

const { path, ...expected } = readArguments()
const file = readEvidence(path)
const outcomes = outcomesOf(file, expected)
const failed = outcomes.filter(({ status }) => status === 'FAIL').length
for (const { status, text } of outcomes) console.log(`${status.padEnd(4)} ${text}`)
if (failed > 0) console.log(`NOT verified: ${failed} of ${outcomes.length} checks failed.`)
else {
  console.log(`Verified: result ${shown(file.result.id)} of application ${shown(file.application?.id)}.`)
  if (expected.fingerprint === undefined)
    console.log(
      'The file agrees with itself. Compare its fingerprint with the audit log: that is where each export is recorded.',
    )
}
process.exitCode = failed === 0 ? 0 : 1
