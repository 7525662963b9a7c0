// One worker of the sandbox: runs the engine's source text in a JavaScript interpreter compiled to WebAssembly. The guest has no
// host object, clock or randomness, and a bounded memory. The thread around it can be ended from outside at any moment, which
// is what holds when the interpreter's own limits do not.

import { parentPort, workerData } from 'node:worker_threads'

import {
  DefaultIntrinsics,
  newQuickJSWASMModuleFromVariant,
  newVariant,
  RELEASE_SYNC,
  shouldInterruptAfterDeadline,
} from 'quickjs-emscripten'

if (!parentPort) throw new Error('This file runs as a worker')
const port = parentPort

/** @type {{ memoryMb: number, resultLimit: number }} */
const { memoryMb, resultLimit } = workerData
const pageBytes = 65_536
const wasmMemory = new WebAssembly.Memory({
  initial: 256, // pages: the 16 MB that the interpreter was compiled for
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
  const write = (value, path, depth) => {
    if (depth > 32) throw new TypeProblem('result: ' + path + ' is nested too deep or in a circle')
    if (value === null || value === undefined) return add('null')
    if (value === true) return add('true')
    if (value === false) return add('false')
    if (typeof value === 'string') return add(quote(value))
    if (typeof value === 'number') {
      if (value - value !== 0) throw new TypeProblem('result: ' + path + ' is not a finite number')
      return add('' + value)
    }
    if (typeof value !== 'object') throw new TypeProblem('result: ' + path + ' is not a plain value')
    let text = ''
    if (isArray(value)) {
      const length = value.length
      for (let index = 0; index < length; index += 1) {
        text += (index === 0 ? '' : ',') + write(value[index], path + '[' + index + ']', depth + 1)
        add(',')
      }
      return '[' + text + ']'
    }
    const keys = keysOf(value)
    for (let index = 0; index < keys.length; index += 1) {
      const item = value[keys[index]]
      if (item === undefined) continue
      const name = (path === '' ? '' : path + '.') + keys[index]
      text += (text === '' ? '' : ',') + add(quote(keys[index])) + ':' + write(item, name, depth + 1)
    }
    return '{' + text + '}'
  }
  return (underwrite, input) => {
    const result = underwrite(parse(input))
    if (typeof result !== 'object' || result === null) throw new TypeProblem('result: underwrite returned no object')
    return write(result, '', 0)
  }
})()`

/** @typedef {{ id: number, source: string, input: string | null, deadlineMs: number }} Job */

port.on('message', (/** @type {Job} */ job) => {
  const started = performance.now()
  const outcome = run(job)
  port.postMessage({ id: job.id, ...outcome, milliseconds: performance.now() - started })
})
port.postMessage({ ready: true })

/**
 * Runs one job in an interpreter of its own: no run can leave anything to the next. Without an input the source is only
 * loaded and looked at.
 * @param {Job} job
 */
function run({ source, input, deadlineMs }) {
  const runtime = quickjs.newRuntime()
  // The interpreter's own limits come first, since they end a run with a message that names the line.
  runtime.setMemoryLimit((memoryMb / 2) * 1024 * 1024)
  runtime.setMaxStackSize(128 * 1024)
  runtime.setInterruptHandler(shouldInterruptAfterDeadline(Date.now() + deadlineMs))
  const context = runtime.newContext({ intrinsics })
  /** @type {import('quickjs-emscripten').QuickJSHandle[]} */
  const handles = []
  /** @template T @param {import('quickjs-emscripten').VmCallResult<T & import('quickjs-emscripten').QuickJSHandle>} result */
  const unwrap = (result) => {
    if ('error' in result && result.error) {
      handles.push(result.error)
      throw new GuestError(result.error)
    }
    const { value } = /** @type {{ value: import('quickjs-emscripten').QuickJSHandle }} */ (result)
    handles.push(value)
    return value
  }
  let loaded = false
  try {
    const call = unwrap(context.evalCode(prelude, 'sandbox', { type: 'global' }))
    unwrap(context.evalCode(source, 'engine.js', { type: 'global' }))
    const underwrite = unwrap(
      context.evalCode('typeof underwrite === "function" ? underwrite : undefined', 'sandbox'),
    )
    if (context.typeof(underwrite) !== 'function') {
      return {
        ok: false,
        kind: 'error',
        message: 'The source defines no function underwrite',
        line: null,
        column: null,
      }
    }
    loaded = true
    if (input === null) return { ok: true, output: 'null' }
    const text = context.newString(input)
    handles.push(text)
    const output = unwrap(context.callFunction(call, context.undefined, underwrite, text))
    return { ok: true, output: context.getString(output) }
  } catch (error) {
    return error instanceof GuestError ? describe(context, error.handle, loaded) : hostFailure(error)
  } finally {
    try {
      for (const handle of handles.reverse()) handle.dispose()
      context.dispose()
      runtime.dispose()
    } catch {
      // Memory that a deep recursion left behind. This worker is replaced after such an end.
    }
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
 * @param {import('quickjs-emscripten').QuickJSContext} context
 * @param {import('quickjs-emscripten').QuickJSHandle} error
 * @param {boolean} loaded whether the source itself was sound, so that its calls are to blame
 */
function describe(context, error, loaded) {
  const name = textOf(context, error, 'name')
  const message = textOf(context, error, 'message') ?? thrownText(context, error)
  const stack = textOf(context, error, 'stack') ?? ''
  const [, lineText, columnText] = /engine\.js:(\d+)(?::(\d+))?/.exec(stack) ?? []
  const line = lineText === undefined ? null : Number(lineText)
  const column = columnText === undefined ? null : Number(columnText)
  const at = line === null ? '' : `Line ${line}: `
  const fault = (/** @type {string} */ kind, /** @type {string} */ words) => ({
    ok: false,
    kind,
    message: words,
    line,
    column,
  })

  if (name === 'InternalError' && message === 'interrupted') {
    // The interpreter knows no better than where the function begins.
    const inside = line === null ? '' : ` in what begins at line ${line}`
    return fault('timeout', `The run took too long${inside} (a loop without end?)`)
  }
  if (name === 'InternalError' && /^(?:out of memory|string too long)$/.test(message))
    return fault('memory', `${at}the run needs more memory than it may have`)
  if (/^(?:Internal|Range|Syntax)Error$/.test(name ?? '') && /^(?:Maximum call )?stack/.test(message))
    return fault('stack', `${at}the calls are nested too deep`)
  if (name === 'RangeError' && message === 'oversized result')
    return fault('oversized', `The result is larger than ${resultLimit / 1024} KB`)
  if (message.startsWith('result: ')) return fault('result', `The result is not valid: ${message.slice(8)}`)
  if (name === 'SyntaxError' && !loaded) return fault('syntax', `${at}${message}`)
  return fault('error', `${at}${name && name !== 'Error' ? `${name}: ` : ''}${message}`)
}

/**
 * @param {import('quickjs-emscripten').QuickJSContext} context
 * @param {import('quickjs-emscripten').QuickJSHandle} error
 * @param {string} property
 */
function textOf(context, error, property) {
  if (context.typeof(error) !== 'object') return null
  try {
    const value = context.getProp(error, property)
    const text = context.typeof(value) === 'string' ? context.getString(value).slice(0, 2000) : null
    value.dispose()
    return text
  } catch {
    return null // a getter that throws
  }
}

/**
 * @param {import('quickjs-emscripten').QuickJSContext} context
 * @param {import('quickjs-emscripten').QuickJSHandle} error
 */
function thrownText(context, error) {
  const type = context.typeof(error)
  if (type === 'string') return context.getString(error).slice(0, 2000)
  return type === 'number' ? String(context.getNumber(error)) : `a thrown ${type} without a message`
}

/** The interpreter itself gave way. @param {unknown} error */
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
