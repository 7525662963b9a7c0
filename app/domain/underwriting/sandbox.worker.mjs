// One worker of the sandbox: runs the engine's source in a JavaScript interpreter compiled to WebAssembly. The guest has no host
// objects, clock or randomness, and bounded memory. The thread can be terminated from outside at any time, in case the
// interpreter's own limits fail.

import { readlinkSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'

import {
  DefaultIntrinsics,
  newQuickJSWASMModuleFromVariant,
  newVariant,
  RELEASE_SYNC,
} from 'quickjs-emscripten'

if (!parentPort) throw new Error('This file runs as a worker')
const port = parentPort

/** `stop` holds the id of the job that must stop. @type {{ memoryMb: number, resultLimit: number, stop: Int32Array }} */
const { memoryMb, resultLimit, stop } = workerData
const pageBytes = 65_536
const wasmMemory = new WebAssembly.Memory({
  initial: 256, // pages: the 16 MB for which the interpreter was compiled
  maximum: (memoryMb * 1024 * 1024) / pageBytes,
})
const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(RELEASE_SYNC, { wasmMemory }))

// Time, jobs that would outlive the run and objects that pretend are left out of the guest's language.
const intrinsics = { ...DefaultIntrinsics, Date: false, Promise: false, Proxy: false }

// Runs before the guest's source and keeps what it needs, so that nothing the guest replaces matters. The result is
// written as JSON by hand: JSON.stringify would ask the guest's toJSON.
const prelude = `(() => {
  delete Math.random
  delete globalThis.SharedArrayBuffer
  const quote = JSON.stringify, parse = JSON.parse, keysOf = Object.keys, isArray = Array.isArray
  const RangeProblem = RangeError, TypeProblem = TypeError
  const limit = ${resultLimit}
  let size = 0
  const add = (text) => {
    size += text.length
    if (size > limit) throw new RangeProblem('oversized result')
    return text
  }
  /** The keys that lead to the value that is written, for a message: 'factors[2].name'. */
  const trail = new Array(40).fill('')
  const pathTo = (depth) => {
    let path = ''
    for (let index = 0; index < depth; index += 1) {
      const key = trail[index]
      path += typeof key === 'number' ? '[' + key + ']' : (path === '' ? '' : '.') + key
    }
    return path
  }
  const write = (value, depth) => {
    if (typeof value === 'string') return add(quote(value))
    if (typeof value === 'number') {
      if (value - value !== 0) throw new TypeProblem('result: ' + pathTo(depth) + ' is not a finite number')
      return add('' + value)
    }
    if (value === null || value === undefined) return add('null')
    if (value === true) return add('true')
    if (value === false) return add('false')
    if (typeof value !== 'object') throw new TypeProblem('result: ' + pathTo(depth) + ' is not a plain value')
    if (depth > 32) throw new TypeProblem('result: ' + pathTo(depth) + ' is nested too deep or in a circle')
    let text = ''
    if (isArray(value)) {
      const length = value.length
      for (let index = 0; index < length; index += 1) {
        trail[depth] = index
        text += (index === 0 ? '' : ',') + write(value[index], depth + 1)
        size += 1
      }
      return '[' + text + ']'
    }
    const keys = keysOf(value)
    for (let index = 0; index < keys.length; index += 1) {
      const key = keys[index]
      const item = value[key]
      if (item === undefined) continue
      trail[depth] = key
      text += (text === '' ? '' : ',') + add(quote(key)) + ':' + write(item, depth + 1)
    }
    return '{' + text + '}'
  }
  const figuresOf = (result) => {
    const { decision, expected } = result.calculation_details
    const reasons = []
    for (let index = 0; index < decision.reasons.length; index += 1) {
      const { code, text } = decision.reasons[index]
      reasons[index] = { code, text }
    }
    return {
      coverage_tier: result.coverage_tier,
      max_coverage: result.max_coverage,
      monthly_premium: result.monthly_premium,
      status: decision.status,
      reasons,
      expected,
    }
  }
  const summaryOf = (result) => {
    const { base_premium, factors } = result.calculation_details
    const moves = []
    for (let index = 0; index < factors.length; index += 1) {
      const { name, row, multiplier, dollars } = factors[index]
      moves[index] = { name, row, multiplier, dollars }
    }
    return {
      ...figuresOf(result),
      combined_risk_factor: result.combined_risk_factor,
      base_premium,
      factors: moves,
    }
  }
  const views = { whole: (result) => result, summary: summaryOf, figures: figuresOf }
  return (underwrite, input, shared, detail) => {
    size = 0
    const result = underwrite({ ...shared, ...parse(input) })
    if (typeof result !== 'object' || result === null) throw new TypeProblem('result: underwrite returned no object')
    return write(views[detail](result), 0)
  }
})()`

const runtime = quickjs.newRuntime()
// The interpreter's own limits apply first: they end a run with an error that names the line.
runtime.setMemoryLimit((memoryMb / 2) * 1024 * 1024)
runtime.setMaxStackSize(128 * 1024)
runtime.setInterruptHandler(() => false)
const context = runtime.newContext({ intrinsics })
const call = unwrap(context.evalCode(prelude, 'sandbox', { type: 'global' }))
const parseShared = unwrap(context.evalCode('JSON.parse', 'sandbox', { type: 'global' }))

/*
 * Restores the interpreter's whole memory between runs: to a context without any source, or to one that has just loaded the
 * current source and parsed what its inputs share. So each run starts from the same bytes and cannot affect the next, at a fraction of the cost of a new context.
 * Handles of a run are never disposed: the restore removes their values.
 */
const blank = takeSnapshot()
/** @type {{ source: string, shared: string, underwrite: Handle, values: Handle, snapshot: Snapshot } | null} */
let loaded = null

/** @typedef {import('quickjs-emscripten').QuickJSHandle} Handle */
/** @typedef {{ end: number, pages: { offset: number, bytes: Uint8Array }[] }} Snapshot */

/** Returns the non-zero pages of the memory, and its end. @returns {Snapshot} */
function takeSnapshot() {
  const memory = Buffer.from(wasmMemory.buffer)
  const page = 4096
  const zeros = Buffer.alloc(page)
  const pages = []
  for (let offset = 0; offset < memory.length; offset += page) {
    const bytes = memory.subarray(offset, offset + page)
    if (!bytes.equals(zeros)) pages.push({ offset, bytes: Uint8Array.from(bytes) })
  }
  return { end: (pages.at(-1)?.offset ?? 0) + page, pages }
}

/** @param {Snapshot} snapshot */
function restore({ end, pages }) {
  const memory = new Uint8Array(wasmMemory.buffer)
  memory.fill(0, 0, end) // memory beyond was allocated later, and is cleared when it is allocated again
  for (const { offset, bytes } of pages) memory.set(bytes, offset)
}

/**
 * `shared` is JSON that is part of every input. Without inputs a job only loads and checks the source. A summary leaves out formulas and
 * steps, figures leave out the factors too.
 * @typedef {'whole' | 'summary' | 'figures'} Detail
 * @typedef {{ id: number, source: string, shared: string, inputs: string[], detail: Detail }} Job
 */

port.on('message', (/** @type {Job} */ job) => {
  const started = performance.now()
  const outcome = run(job)
  port.postMessage({ id: job.id, ...outcome, milliseconds: performance.now() - started })
})
port.postMessage({ ready: true, thread: threadId() })

/**
 * Runs one job. Inputs of one job share the interpreter's state; a failure of one ends it only if the memory is no longer sound.
 * @param {Job} job
 */
function run({ id, source, shared, inputs, detail }) {
  let sound = false
  try {
    const { underwrite, values } = load(source, shared, id)
    sound = true
    stopWhenAsked(id)
    const outputs = []
    for (const input of inputs) {
      const output = callOnce(underwrite, input, values, detail)
      outputs.push(output)
      if (typeof output !== 'string' && output.kind !== 'error' && output.kind !== 'result') break
    }
    return { ok: true, outputs }
  } catch (error) {
    if (error instanceof NoUnderwrite) return error.failure
    return error instanceof GuestError ? describe(error.handle, sound) : hostFailure(error)
  }
}

/**
 * Returns the result as JSON, or the failure.
 * @param {Handle} underwrite
 * @param {string} input
 * @param {Handle} values
 * @param {Detail} detail
 */
function callOnce(underwrite, input, values, detail) {
  try {
    const text = context.newString(input)
    const view = context.newString(detail)
    const result = unwrap(context.callFunction(call, context.undefined, underwrite, text, values, view))
    const output = context.getString(result)
    text.dispose()
    view.dispose()
    result.dispose()
    return output
  } catch (error) {
    return error instanceof GuestError ? describe(error.handle, true) : hostFailure(error)
  }
}

/**
 * Returns the interpreter with a newly loaded source.
 * @param {string} source
 * @param {string} shared
 * @param {number} id
 */
function load(source, shared, id) {
  if (loaded?.source === source && loaded.shared === shared) {
    restore(loaded.snapshot)
    return loaded
  }
  loaded = null
  restore(blank)
  stopWhenAsked(id)
  const values = unwrap(context.callFunction(parseShared, context.undefined, context.newString(shared)))
  unwrap(context.evalCode(source, 'engine.js', { type: 'global' }))
  const underwrite = unwrap(
    context.evalCode('typeof underwrite === "function" ? underwrite : undefined', 'sandbox'),
  )
  if (context.typeof(underwrite) !== 'function') throw new NoUnderwrite()
  loaded = { source, shared, underwrite, values, snapshot: takeSnapshot() }
  return loaded
}

/** @param {number} id of the job that begins */
function stopWhenAsked(id) {
  runtime.setInterruptHandler(() => Atomics.load(stop, 0) === id)
}

/** Returns the thread's id in Linux, for /proc/self/task/ID; null elsewhere. */
function threadId() {
  try {
    return readlinkSync('/proc/thread-self').split('/').at(-1) ?? null
  } catch {
    return null
  }
}

/** @param {import('quickjs-emscripten').VmCallResult<Handle>} result */
function unwrap(result) {
  if (result.error) throw new GuestError(result.error)
  return result.value
}

class NoUnderwrite extends Error {
  failure = {
    ok: false,
    kind: 'error',
    message: 'The source defines no function underwrite',
    line: null,
    column: null,
  }
}

class GuestError extends Error {
  /** @param {import('quickjs-emscripten').QuickJSHandle} handle */
  constructor(handle) {
    super('The guest threw')
    this.handle = handle
  }
}

/**
 * What the guest threw, in words for the one who wrote its source. Nothing thrown is trusted: each part is read as text or not.
 * @param {import('quickjs-emscripten').QuickJSHandle} error
 * @param {boolean} sound whether the source itself loaded, so that a call is to blame
 */
function describe(error, sound) {
  const name = textOf(error, 'name')
  const message = textOf(error, 'message') ?? thrownText(error)
  const stack = textOf(error, 'stack') ?? ''
  const [, lineText, columnText] = /engine\.js:(\d+)(?::(\d+))?/.exec(stack) ?? []
  const line = lineText === undefined ? null : Number(lineText)
  const column = columnText === undefined ? null : Number(columnText)
  const at = line === null ? '' : `Line ${line}: `
  const failure = (/** @type {string} */ kind, /** @type {string} */ words) => ({
    ok: false,
    kind,
    message: words,
    line,
    column,
  })

  if (name === 'InternalError' && message === 'interrupted') {
    // The interpreter reports only where the function begins.
    const inside = line === null ? '' : ` in what begins at line ${line}`
    return failure('timeout', `The run took too long${inside} (a loop without end?)`)
  }
  if (name === 'InternalError' && /^(?:out of memory|string too long)$/.test(message))
    return failure('memory', `${at}the run needs more memory than it may have`)
  if (/^(?:Internal|Range|Syntax)Error$/.test(name ?? '') && /^(?:Maximum call )?stack/.test(message))
    return failure('stack', `${at}the calls are nested too deep`)
  if (name === 'RangeError' && message === 'oversized result')
    return failure('oversized', `The result is larger than ${resultLimit / 1024} KB`)
  if (message.startsWith('result: ')) return failure('result', `The result is not valid: ${message.slice(8)}`)
  if (name === 'SyntaxError' && !sound) return failure('syntax', `${at}${message}`)
  if (name === null && line === null)
    return failure('error', `it threw ${message} and not an Error, whose line would be known`)
  return failure('error', `${at}${name && name !== 'Error' ? `${name}: ` : ''}${message}`)
}

/**
 * @param {import('quickjs-emscripten').QuickJSHandle} error
 * @param {string} property
 */
function textOf(error, property) {
  if (context.typeof(error) !== 'object') return null
  try {
    const value = context.getProp(error, property)
    const text = context.typeof(value) === 'string' ? context.getString(value).slice(0, 2000) : null
    value.dispose()
    return text
  } catch {
    return null // the getter throws
  }
}

/** @param {import('quickjs-emscripten').QuickJSHandle} error */
function thrownText(error) {
  const type = context.typeof(error)
  if (type === 'string') return context.getString(error).slice(0, 2000)
  return type === 'number' ? String(context.getNumber(error)) : `a value of type ${type}`
}

/** Handles a failure of the interpreter itself. @param {unknown} error */
function hostFailure(error) {
  const stack = error instanceof RangeError
  return {
    ok: false,
    kind: stack ? 'stack' : 'memory',
    message: stack ? 'The calls are nested too deep' : 'The run needs more memory than it may have',
    line: null,
    column: null,
  }
}
